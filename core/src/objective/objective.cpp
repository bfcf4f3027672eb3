#include "memetik/objective/objective.hpp"

#include <algorithm>

#include "memetik/objective/kernel.hpp"
#include "memetik/objective/sink.hpp"

namespace memetik {

template <class T>
Objective<T>::Objective(const Problem& problem, bool eased, AggregateRows aggregate_rows)
    : problem_(&problem),
      eased_(eased),
      aggregate_rows_(aggregate_rows),
      kinematics_(problem.reads_masses() ? Kinematics<T>(problem.tree())
                                         : Kinematics<T>(problem.tree(), problem.links(), problem.columns())),
      parameters_(problem.parameters().size()),
      residuals_(static_cast<std::size_t>(problem.all_rows()), T(0)),
      row_factors_(static_cast<std::size_t>(eased || problem.has_losses() ? problem.all_rows() : 0), T(1)),
      columns_(static_cast<std::size_t>(problem.rows()) * problem.active().size(), T(0)),
      gradient_(problem.active().size(), T(0)) {
  for (const Goal& goal : problem.goals()) {
    external_of_goal_.push_back(goal.function ? static_cast<int>(external_.size()) : -1);
    if (goal.function) external_.emplace_back(goal);
    const int active = static_cast<int>(problem.active().size());
    if constexpr (Lanes<T>::count == 1)
      workspaces_.push_back(goal.kernel->make_workspace(goal, kinematics_, active));
    else
      workspaces_.push_back(goal.kernel->make_lane_workspace(goal, kinematics_, active));
  }
  set_parameters(problem.parameters());
}

template <class T>
void Objective<T>::record_cost_terms() {
  std::size_t count = 0;
  for (const Goal& goal : problem_->goals())
    count += static_cast<std::size_t>(goal.kernel->error_count(goal));
  cost_terms_.resize(count);
}

template <class T>
void Objective<T>::set_parameters(std::span<const double> parameters) {
  ++version_;
  for (std::size_t i = 0; i < parameters.size(); ++i) parameters_[i] = T(parameters[i]);
}

template <class T>
void Objective<T>::set_lane_parameters(int lane, std::span<const double> parameters) {
  ++version_;
  for (std::size_t i = 0; i < parameters.size(); ++i) set_lane(parameters_[i], lane, parameters[i]);
}

template <class T>
void Objective<T>::visit_goals(const T* q, Scope scope, Sink<T>& sink) {
  const auto goals = problem_->goals();
  secondary_cost_ = required_cost_ = T(0);
  if (aggregate_rows_ == AggregateRows::largest) sink.separate_largest();
  for (std::size_t i = 0; i < goals.size(); ++i) {
    const Goal& goal = goals[i];
    if (scope == Scope::primary && !goal.decides_success()) continue;
    if (goal.priority == Priority::hint && scope != Scope::with_hints) continue;
    if (sink.has_jacobian() && goal.accumulates) clear_rows(goal);
    const T* own = parameters_.data() + goal.parameter;
    const int external = external_of_goal_[i];
    const GoalView<T> view{goal,
                           own + 1,
                           kinematics_,
                           q,
                           external < 0 ? nullptr : &external_[static_cast<std::size_t>(external)],
                           workspaces_[i].get(),
                           version_};
    const T before = sink.cost();
    const T factor = goal.priority == Priority::hint ? T(0) : own[0];
    sink.begin(goal, factor, i + 1 == goals.size());
    if constexpr (Lanes<T>::count == 1)
      goal.kernel->evaluate(view, sink);
    else
      goal.kernel->evaluate_lanes(view, sink);
    sink.end();
    if (goal.priority == Priority::required) required_cost_ += sink.cost() - before;
    if (goal.priority == Priority::secondary) secondary_cost_ += sink.cost() - before;
  }
  cost_ = sink.cost();
  plain_cost_ = sink.plain_cost();
  accepted_ = sink.accepted();
  if (!shift_.empty()) [[unlikely]]
    add_shift();
}

template <class T>
void Objective<T>::add_shift() {
  for (std::size_t k = 0; k < shift_.size(); ++k) {
    cost_ += T(shift_[k]) * (T(2) * residuals_[k] + T(shift_[k]));
    residuals_[k] += T(shift_[k]);
  }
}

template <class T>
void Objective<T>::evaluate(const T* q, Scope scope) {
  kinematics_.update(q);
  Sink<T> sink(kinematics_, residuals_.data(), row_factors_.data(), eased_, {}, nullptr,
               cost_terms_or_null());
  visit_goals(q, scope, sink);
}

template <>
void Objective<double>::evaluate_before_changes(const double* q, Scope scope) {
  const auto goals = problem_->goals();
  const bool only_poses =
      !problem_->reads_masses() &&
      std::none_of(goals.begin(), goals.end(), [](const Goal& goal) { return goal.kernel->reads_rates; });
  if (only_poses && !changes_) changes_ = std::make_unique<IncrementalKinematics<>>(problem_->tree());
  if (changes_) changes_->update({q, static_cast<std::size_t>(problem_->tree().dof())});
  evaluate(q, scope);
}

template <>
void Objective<double>::evaluate_change(const double* changed, int variable, Scope scope) {
  if (!changes_) return evaluate(changed, scope);
  kinematics_.copy_poses_after_change(*changes_, problem_->links(), variable, changed[variable]);
  Sink<double> sink(kinematics_, residuals_.data(), row_factors_.data(), eased_, {}, nullptr,
                    cost_terms_or_null());
  visit_goals(changed, scope, sink);
}

template <class T>
void Objective<T>::linearize(const T* q, Scope scope, const Truth* idle) {
  kinematics_.update(q);
  const int width = static_cast<int>(gradient_.size());
  Sink<T> sink(kinematics_, residuals_.data(), row_factors_.data(), eased_,
               {columns_.data(), problem_->rows(), width, problem_->columns().data(), idle}, nullptr,
               cost_terms_or_null());
  visit_goals(q, scope, sink);
  // the support of a variable describes compact rows
  const RowRange all_rows{0, scope == Scope::primary ? problem_->primary_rows() : problem_->rows()};
  for (int c = 0; c < width; ++c) {
    const T* own = column(c);
    T sum(0);
    const std::span<const RowRange> ranges = aggregate_rows_ == AggregateRows::largest
                                                 ? std::span(&all_rows, 1)
                                             : scope == Scope::primary ? problem_->primary_support(c)
                                                                       : problem_->support(c);
    for (const RowRange& range : ranges)
      for (int k = range.first; k < range.last; ++k) sum += own[k] * residuals_[static_cast<std::size_t>(k)];
    gradient_[static_cast<std::size_t>(c)] = sum;
  }
}

template <>
void Objective<double>::measure(const double* q, double* errors) {
  kinematics_.update(q);
  Sink<double> sink(kinematics_, residuals_.data(), row_factors_.data(), false, {}, errors, nullptr);
  visit_goals(q, Scope::with_hints, sink);
  violation_ = sink.violation();
}

template <class T>
void Objective<T>::clear_rows(const Goal& goal) {
  for (std::size_t c = 0; c < problem_->active().size(); ++c)
    std::fill_n(columns_.data() + static_cast<int>(c) * problem_->rows() + goal.row, goal.rows, T(0));
}

template class Objective<double>;
template class Objective<Pack>;

}  // namespace memetik
