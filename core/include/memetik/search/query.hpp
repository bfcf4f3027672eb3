// One inverse kinematics query.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "memetik/search/solve_options.hpp"

namespace memetik {

// Decides about what meets all primary goals; sees it in the order of the attempts.
class Acceptor {
 public:
  virtual ~Acceptor() = default;
  // Whether this ends the search. May change q, and adds the evaluations it took.
  virtual bool takes(const struct Query& query, std::vector<double>& q, std::int64_t& evaluations) = 0;
  virtual int most_evaluations() const { return 0; }
};

// Where restarts begin if there is an acceptor, which may have rejected what was found so far.
enum class AfterRejection : std::uint8_t { anywhere, near_start };

class Trace;

struct Query {
  std::span<const double> parameters = {};  // of all goals
  std::span<const double> start = {};       // within limits
  bool start_given = true;                  // by the user
  SolveOptions options = {};
  // How far every variable may go from the start: infinite, any; 0, it is locked. Empty: any.
  std::span<const double> max_change = {};
  Acceptor* acceptor = nullptr;  // may be null
  AfterRejection after_rejection = AfterRejection::anywhere;
  Trace* trace = nullptr;  // may be null
};

}  // namespace memetik
