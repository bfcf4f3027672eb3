// The scalar options of a solve. This is the only place in C++ that declares an option: a member with its
// default, and a line in visit_options with its name and range, which the bindings use to read, check and
// document it.
#pragma once

#include <cstdint>
#include <limits>

namespace memetik {

struct SolveOptions {
  double timeout = std::numeric_limits<double>::infinity();  // [s]
  std::int64_t max_evaluations = 20'000;
  std::uint64_t random_seed = 0;
  double dt = 1;          // [s] time step between the configurations of a history
  bool local = false;     // search from the start only
  bool thorough = false;  // spend the whole budget unless the goals are met
  bool trace = false;     // record the search
};

// The allowed values of an option, both ends included.
template <class T>
struct OptionRange {
  T min, max;
  bool or_none = false;  // None keeps the default
};

// Calls visit(name, member, range) for every option.
template <class Options, class Visit>
void visit_options(Options& options, Visit visit) {
  constexpr double endless = std::numeric_limits<double>::infinity();
  visit("timeout", options.timeout, OptionRange<double>{0, endless, true});
  visit("max_evaluations", options.max_evaluations,
        OptionRange<std::int64_t>{1, std::int64_t{1} << 62, true});
  visit("random_seed", options.random_seed, OptionRange<std::uint64_t>{0, UINT64_MAX});
  visit("dt", options.dt, OptionRange<double>{1e-6, 1e6});
  visit("local", options.local, OptionRange<bool>{false, true});
  visit("thorough", options.thorough, OptionRange<bool>{false, true});
  visit("trace", options.trace, OptionRange<bool>{false, true});
}

}  // namespace memetik
