// The plain options of a solve. An option is declared here and nowhere else in C++: a member with its
// default, and a line of visit_options with its name and range, by which the bindings read, check and explain
// it.
#pragma once

#include <cstdint>
#include <limits>

namespace memetik {

struct SolveOptions {
  double timeout = std::numeric_limits<double>::infinity();  // [s]
  std::int64_t max_evaluations = 20'000;
  std::uint64_t random_seed = 0;
  double dt = 1;       // [s] between the configurations of a history
  bool trace = false;  // keep a record of what the search did
};

// What a caller may choose, both ends included.
template <class T>
struct OptionRange {
  T least, most;
  bool or_none = false;  // None keeps the default
};

// visit(name, member, range) for every option.
template <class Options, class Visit>
void visit_options(Options& options, Visit visit) {
  constexpr double endless = std::numeric_limits<double>::infinity();
  visit("timeout", options.timeout, OptionRange<double>{0, endless, true});
  visit("max_evaluations", options.max_evaluations,
        OptionRange<std::int64_t>{1, std::int64_t{1} << 62, true});
  visit("random_seed", options.random_seed, OptionRange<std::uint64_t>{0, UINT64_MAX});
  visit("dt", options.dt, OptionRange<double>{1e-6, 1e6});
  visit("trace", options.trace, OptionRange<bool>{false, true});
}

}  // namespace memetik
