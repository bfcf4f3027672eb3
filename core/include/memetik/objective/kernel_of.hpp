// From a goal's struct to its table: what the struct does not say is as most goals have it.
#pragma once

#include <algorithm>

#include "memetik/objective/goal_view.hpp"
#include "memetik/objective/kernel.hpp"
#include "memetik/objective/sink.hpp"

namespace memetik {

// Base of the structs in memetik/goals. The parameters are the target's numbers, then the constants; every
// tolerance is one error.
struct GoalBase {
  static constexpr TargetKind target_kind = TargetKind::numbers;
  static constexpr bool reads_masses = false, reads_rates = false, adds_up = false, rows_apart = false;
  static int row_count(const Goal& goal) { return goal.rows; }
  static int error_count(const Goal& goal) { return static_cast<int>(goal.tolerance.size()); }
  static Unit unit(const Goal&, std::size_t) { return Unit::plain; }
  static bool pulls_when_met(const Goal&) { return false; }
  static int parameter_count(const Goal& goal) {
    return static_cast<int>(goal.target.size() + goal.constants.size());
  }
  static void set_target(const Goal& goal, const double* target, double* parameters) {
    std::copy_n(target, goal.target.size(), parameters);
  }
  static void set_constants(const Goal& goal, double* parameters) {
    std::copy(goal.constants.begin(), goal.constants.end(), parameters + goal.target.size());
  }
};

template <class G>
constexpr Kernel kernel_of(std::string_view name) {
  return {.name = name,
          .target_kind = G::target_kind,
          .reads_masses = G::reads_masses,
          .reads_rates = G::reads_rates,
          .adds_up = G::adds_up,
          .rows_apart = G::rows_apart,
          .row_count = G::row_count,
          .error_count = G::error_count,
          .unit = G::unit,
          .pulls_when_met = G::pulls_when_met,
          .parameter_count = G::parameter_count,
          .set_target = G::set_target,
          .set_constants = G::set_constants,
          .evaluate = [](const GoalView<double>& view, Sink<double>& sink) { G::evaluate(view, sink); },
          .evaluate_lanes = [](const GoalView<Pack>& view, Sink<Pack>& sink) { G::evaluate(view, sink); }};
}

}  // namespace memetik
