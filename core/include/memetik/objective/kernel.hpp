// The properties and functions of a kind of goal. A kind is a struct in memetik/goals/<name>.hpp, from which
// kernel_of makes this table.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string_view>

#include "memetik/math/pack.hpp"
#include "memetik/math/vec3.hpp"
#include "memetik/objective/goal.hpp"

namespace memetik {

struct DataField;
template <class T>
class Sink;
template <class T>
struct GoalView;
template <class T>
class Kinematics;

// How a kernel's error is compared with its tolerance.
enum class Unit : std::uint8_t {
  plain,  // directly: metres, or the unit that the user's function returns
  angle,  // the tolerance is an angle [rad], the error its chord 2 sin(angle / 2)
};

// The format of a target. A goal may have several poses.
enum class TargetKind : std::uint8_t { numbers, pose, quaternion, direction, point_and_direction };

// Roughly where a goal wants its first link, for the choice of starts: a point p and the rotation R of the
// link, both in the root's frame, cost
//   position_weight |p - position|^2 + rotation_cost - sum of all rotation_ij R_ij
struct RoughPlace {
  double position_weight = 0;
  Vec3<double> position{0, 0, 0};
  double rotation_cost = 0;
  std::array<double, 9> rotation{};  // by columns
};

struct Kernel {
  std::string_view name;
  TargetKind target_kind;
  bool places_position;       // it has a target position of a point of its link; its data are PlacementData
  bool places_rotation;       // it has a target orientation of its link; its data are PlacementData
  bool reads_masses;          // it reads the centre of mass, and so the poses of all links
  bool reads_rates;           // it reads the Jacobian of its links, not only their poses
  bool accumulates_jacobian;  // it writes one Jacobian entry in several parts, which are added
  bool loss_per_row;          // a loss applies to every row separately
  bool aggregates;            // it adds up any number of residuals in a Quadratic, see Sink::aggregate
  std::shared_ptr<const void> (*make_data)(
      const std::function<void(const DataField&)>& set);  // sets every field
  int (*row_count)(const Goal&);
  int (*error_count)(const Goal&);  // how many errors are reported
  Unit (*unit)(const Goal&, std::size_t tolerance);
  bool (*nonzero_when_met)(const Goal&);  // residuals may be nonzero although the goal is met
  int (*target_size)(const Goal&);        // how many parameters hold its target
  void (*set_target)(const Goal&, const double* target, double* parameters);
  std::span<const double> (*row_factors)(const Goal&);  // parameters behind the target, see History
  // Null, or the point of the link that RoughPlace is about, in the link's frame, and the place itself;
  // `weight` is that of the goal, `parameters` are its own.
  Vec3<double> (*rough_point)(const Goal&);
  RoughPlace (*rough_place)(const Goal&, double weight, const double* parameters);
  // Null if the goal needs all of its links, or makes its data without some of them: `kept` are indices of
  // the others.
  std::shared_ptr<const void> (*data_of_links)(const Goal&, std::span<const int> kept);
  // Memory that evaluations need; null if none. `active` is the number of active variables.
  std::shared_ptr<void> (*make_workspace)(const Goal&, const Kinematics<double>&, int active);
  std::shared_ptr<void> (*make_lane_workspace)(const Goal&, const Kinematics<Pack>&, int active);
  void (*evaluate)(const GoalView<double>&, Sink<double>&);
  void (*evaluate_lanes)(const GoalView<Pack>&, Sink<Pack>&);
};

std::span<const Kernel* const> all_kernels();
// Returns null if no kernel has this name.
const Kernel* find_kernel(std::string_view name);

}  // namespace memetik
