// What the core has to know of a kind of goal. A kind is a struct in memetik/goals/<name>.hpp, from which
// kernel_of makes this table.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string_view>

#include "memetik/math/pack.hpp"
#include "memetik/objective/goal.hpp"

namespace memetik {

struct Field;
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
  bool places_position;       // a point of its link is to be at a place; its data are PlacementData
  bool places_rotation;       // axes of its link are to be turned in some way; its data are PlacementData
  bool reads_masses;          // and so the poses of all links
  bool reads_rates;           // how its links move with the joints counts, not only where they are
  bool accumulates_jacobian;  // says in several parts how one row changes with one link
  bool loss_per_row;          // a loss is of every row on its own
  std::shared_ptr<const void> (*make_data)(const std::function<void(const Field&)>& set);  // sets every field
  int (*row_count)(const Goal&);
  int (*error_count)(const Goal&);  // of those reported
  Unit (*unit)(const Goal&, std::size_t tolerance);
  bool (*nonzero_when_met)(const Goal&);  // residuals are not zero wherever the goal is met
  int (*target_size)(const Goal&);        // how many parameters it keeps its target in
  void (*set_target)(const Goal&, const double* target, double* parameters);
  std::span<const double> (*row_factors)(const Goal&);  // parameters behind the target, see History
  void (*evaluate)(const GoalView<double>&, Sink<double>&);
  void (*evaluate_lanes)(const GoalView<Pack>&, Sink<Pack>&);
};

std::span<const Kernel* const> all_kernels();
// Null if there is none of this name.
const Kernel* find_kernel(std::string_view name);

}  // namespace memetik
