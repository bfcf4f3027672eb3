// One inverse kinematics question and its answer.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace memetik {

// What gave the answer: a part of the ladder, or the search of another method.
enum class Stage : std::uint8_t { start, restarts, memetic, settle, search };

enum class Status : std::uint8_t {
  solved,       // every primary goal within its tolerance, verified
  approximate,  // the budget is used up: the best that was found
  timed_out,    // the same at the deadline
  cancelled,    // the same when asked to stop
  unreachable,  // the same where no configuration within the limits meets the goals: see ReachBound
  invalid,      // all that met the goals was rejected by the referee: one of those
};

// Has the last word on what meets all primary goals; sees it in the order of the attempts.
class Acceptor {
 public:
  virtual ~Acceptor() = default;
  // Whether this ends the search. May change q, and tells the evaluations it took.
  virtual bool takes(const struct Query& query, std::vector<double>& q, std::int64_t& evaluations) = 0;
  virtual int most_evaluations() const { return 0; }
};

class Trace;

struct Query {
  std::span<const double> parameters = {};  // of all goals
  std::span<const double> start = {};       // within limits
  bool start_given = true;                  // by the user
  std::uint64_t random_seed = 0;
  std::int64_t max_evaluations = 0;
  // How far every variable may go from the start: infinite, any; 0, it is locked. Empty: any.
  std::span<const double> max_change = {};
  Acceptor* acceptor = nullptr;   // may be null
  bool near_start = false;        // attempts after the first begin near the start, not anywhere
  bool spread = false;            // random ones begin all over, not near the target
  int first_attempt = 0;          // earlier ones were made before
  std::int64_t spent_before = 0;  // evaluations, for the trace
  std::int64_t species_before = 0;
  Trace* trace = nullptr;  // may be null
};

struct Solution {
  Status status = Status::approximate;
  Stage stage = Stage::start;
  std::int64_t evaluations = 0;
  int attempts = 0;          // made so far: starts of local searches
  std::int64_t species = 0;  // begun on islands
  std::int64_t generations = 0;
  double cost = 0;        // of the primary goals
  std::vector<double> q;  // all variables
};

}  // namespace memetik
