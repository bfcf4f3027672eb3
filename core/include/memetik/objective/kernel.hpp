// What the core has to know of a kind of goal. A kind is a struct in memetik/goals/<name>.hpp, from which
// kernel_of makes this table.
#pragma once

#include <span>
#include <string_view>

#include "memetik/math/pack.hpp"
#include "memetik/objective/goal.hpp"

namespace memetik {

template <class T>
class Sink;
template <class T>
struct GoalView;

// How an error is compared with its tolerance.
enum class Unit : std::uint8_t {
  plain,  // as it is: metres, or whatever the user's function returns
  angle,  // [rad], by the chord 2 sin(angle / 2)
};

// What numbers a target has to be made of.
enum class TargetKind : std::uint8_t { numbers, pose, quaternion, direction };

struct Kernel {
  std::string_view name;
  TargetKind target_kind;
  bool reads_masses;  // and so the poses of all links
  bool reads_rates;   // how its links move with the joints counts, not only where they are
  bool adds_up;       // says in several parts how one row changes with one link
  bool rows_apart;    // a loss is of every row on its own
  int (*row_count)(const Goal&);
  int (*error_count)(const Goal&);  // of those reported
  Unit (*unit)(const Goal&, std::size_t tolerance);
  bool (*pulls_when_met)(const Goal&);  // residuals are not zero wherever the goal is met
  int (*parameter_count)(const Goal&);
  void (*set_target)(const Goal&, const double* target, double* parameters);
  void (*set_constants)(const Goal&, double* parameters);
  void (*evaluate)(const GoalView<double>&, Sink<double>&);
  void (*evaluate_lanes)(const GoalView<Pack>&, Sink<Pack>&);
};

std::span<const Kernel* const> all_kernels();
// Null if there is none of this name.
const Kernel* find_kernel(std::string_view name);

}  // namespace memetik
