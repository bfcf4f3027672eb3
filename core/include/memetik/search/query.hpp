// One inverse kinematics query.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "memetik/search/solution.hpp"
#include "memetik/search/solve_options.hpp"

namespace memetik {

// The user's validity check of configurations that meet all primary goals. It is called in the order of
// attempts.
class Acceptor {
 public:
  virtual ~Acceptor() = default;
  // Returns whether q is valid, which ends the search. May change q. Adds its evaluations and checks to
  // `effort`.
  virtual bool accepts(const struct Query& query, std::vector<double>& q, SolutionFields& effort) = 0;
  virtual int max_evaluations() const { return 0; }  // of one call
};

// Where restarts begin after the acceptor has rejected a configuration.
enum class AfterRejection : std::uint8_t { anywhere, near_start };

class Trace;

struct Query {
  std::span<const double> parameters = {};  // the parameters of all goals
  std::span<const double> start = {};       // within limits
  bool start_given = true;                  // the user gave the start
  SolveOptions options = {};
  // How far each variable may move from the start: infinite means without limit, 0 means locked. Empty: no
  // variable is limited.
  std::span<const double> max_change = {};
  Acceptor* acceptor = nullptr;  // may be null
  AfterRejection after_rejection = AfterRejection::anywhere;
  Trace* trace = nullptr;  // may be null
};

}  // namespace memetik
