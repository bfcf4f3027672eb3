// Makes the Kernel table of a goal's struct, with defaults for the members that the struct does not define.
#pragma once

#include <algorithm>

#include "memetik/objective/field.hpp"
#include "memetik/objective/goal_view.hpp"
#include "memetik/objective/kernel.hpp"
#include "memetik/objective/sink.hpp"

namespace memetik {

// Base of the structs in memetik/goals, with the defaults: the parameters are the target's numbers, and every
// tolerance belongs to one error.
struct GoalBase {
  static constexpr TargetKind target_kind = TargetKind::numbers;
  static constexpr bool places_position = false, places_rotation = false, reads_masses = false,
                        reads_rates = false, accumulates_jacobian = false, loss_per_row = false,
                        aggregates = false;

  struct Data {};
  static Fields fields(Data&) { return {}; }

  static int row_count(const Goal& goal) { return goal.rows; }
  static int error_count(const Goal& goal) { return static_cast<int>(goal.tolerance.size()); }
  static Unit unit(const Goal&, std::size_t) { return Unit::plain; }
  static bool nonzero_when_met(const Goal&) { return false; }
  static int target_size(const Goal& goal) { return static_cast<int>(goal.target.size()); }
  static void set_target(const Goal& goal, const double* target, double* parameters) {
    std::copy_n(target, goal.target.size(), parameters);
  }
  static std::span<const double> row_factors(const Goal&) { return {}; }
  static constexpr Vec3<double> (*rough_point)(const Goal&) = nullptr;
  static constexpr RoughPlace (*rough_place)(const Goal&, double, const double*) = nullptr;
  static constexpr std::shared_ptr<const void> (*data_of_links)(const Goal&, std::span<const int>) = nullptr;
};

namespace detail {

// A goal's struct may define Workspace<T>, with this constructor.
template <class G, class T>
std::shared_ptr<void> make_workspace(const Goal& goal, const Kinematics<T>& kinematics, int active) {
  if constexpr (requires { typename G::template Workspace<T>; })
    return std::make_shared<typename G::template Workspace<T>>(goal, kinematics, active);
  return nullptr;
}

}  // namespace detail

template <class G>
constexpr Kernel kernel_of(std::string_view name) {
  return {.name = name,
          .target_kind = G::target_kind,
          .places_position = G::places_position,
          .places_rotation = G::places_rotation,
          .reads_masses = G::reads_masses,
          .reads_rates = G::reads_rates,
          .accumulates_jacobian = G::accumulates_jacobian,
          .loss_per_row = G::loss_per_row,
          .aggregates = G::aggregates,
          .make_data = [](const std::function<void(const DataField&)>& set) -> std::shared_ptr<const void> {
            auto data = std::make_shared<typename G::Data>();
            for (const DataField& field : G::fields(*data)) set(field);
            return data;
          },
          .row_count = G::row_count,
          .error_count = G::error_count,
          .unit = G::unit,
          .nonzero_when_met = G::nonzero_when_met,
          .target_size = G::target_size,
          .set_target = G::set_target,
          .row_factors = G::row_factors,
          .rough_point = G::rough_point,
          .rough_place = G::rough_place,
          .data_of_links = G::data_of_links,
          .make_workspace = detail::make_workspace<G, double>,
          .make_lane_workspace = detail::make_workspace<G, Pack>,
          .evaluate = [](const GoalView<double>& view,
                         Sink<double>& sink) { G::evaluate(view, data_of<G>(view.goal), sink); },
          .evaluate_lanes = [](const GoalView<Pack>& view,
                               Sink<Pack>& sink) { G::evaluate(view, data_of<G>(view.goal), sink); }};
}

}  // namespace memetik
