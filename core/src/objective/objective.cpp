#include "memetik/objective/objective.hpp"

#include <algorithm>

#include "memetik/goals/look_at.hpp"
#include "memetik/goals/pose.hpp"
#include "memetik/goals/stay_close.hpp"
#include "memetik/objective/sinks.hpp"

namespace memetik {

namespace {

// Functions of their own: as part of one large function they would share its registers and its stack.
template <bool has_position, bool has_rotation, class T, class Poses, class Sink>
[[gnu::noinline]] void visit_pose(const Goal& goal, const T* p, const Poses& poses, Sink& sink) {
  if (goal.by_axis) [[unlikely]]
    goals::evaluate_pose_by_axis<has_position, has_rotation>(goal, p, poses, sink);
  else
    goals::evaluate_pose<has_position, has_rotation>(goal, p, poses, sink);
}

// Goals of links, whose poses are all they see.
template <class T, class Poses, class Sink>
MEMETIK_INLINE void visit_link_goal(const Goal& goal, const T* p, const Poses& poses, Sink& sink) {
  switch (goal.kind) {
    case GoalKind::pose: visit_pose<true, true>(goal, p, poses, sink); break;
    case GoalKind::position: visit_pose<true, false>(goal, p, poses, sink); break;
    case GoalKind::orientation: visit_pose<false, true>(goal, p, poses, sink); break;
    case GoalKind::look_at: goals::evaluate_look_at(goal, p, poses, sink); break;
    case GoalKind::stay_close:
    case GoalKind::external: break;
  }
}

// The rates of an external goal by the velocity of one of its links.
template <class T>
struct ExternalRates {
  const ExternalCall<T>* call;
  T factor;
  int link, rows;
  Vec3<T> linear, angular;

  std::size_t size() const { return static_cast<std::size_t>(rows); }
  T operator[](std::size_t row) const {
    const T* d = call->derivative(static_cast<int>(row)) + 6 * link;
    return factor * (d[0] * linear.x + d[1] * linear.y + d[2] * linear.z + d[3] * angular.x +
                     d[4] * angular.y + d[5] * angular.z);
  }
};

}  // namespace

template <class T>
Objective<T>::Objective(const Problem& problem, bool eased)
    : problem_(&problem),
      eased_(eased),
      kinematics_(problem.tree(), problem.links()),
      parameters_(problem.parameters().size()),
      residuals_(static_cast<std::size_t>(problem.rows()), T(0)),
      columns_(static_cast<std::size_t>(problem.rows()) * problem.active().size(), T(0)),
      gradient_(problem.active().size(), T(0)) {
  for (const Goal& goal : problem.goals()) {
    external_of_goal_.push_back(goal.kind == GoalKind::external ? static_cast<int>(external_.size()) : -1);
    if (goal.kind == GoalKind::external) external_.emplace_back(problem, goal);
  }
  set_parameters(problem.parameters());
}

template <class T>
void Objective<T>::set_parameters(std::span<const double> parameters) {
  for (std::size_t i = 0; i < parameters.size(); ++i) parameters_[i] = T(parameters[i]);
}

template <class T>
void Objective<T>::set_lane_parameters(int lane, std::span<const double> parameters) {
  for (std::size_t i = 0; i < parameters.size(); ++i) set_lane(parameters_[i], lane, parameters[i]);
}

template <class T>
template <class Sink>
void Objective<T>::visit_external(const Goal& goal, std::size_t index, const T* q, Sink& sink) {
  constexpr bool with_derivative = requires { sink.columns; };
  ExternalCall<T>& call = external_[index];
  call.call(kinematics_, q, with_derivative);
  const T factor = parameters_[static_cast<std::size_t>(goal.parameter)];
  for (int row = 0; row < goal.rows; ++row) {
    const T& residual = call.residual(row);
    sink.rows(goal.row + row, std::array{factor * residual});
    sink.distance(residual * residual);
  }
  sink.accept_distance(goal.limit[0]);
  if constexpr (with_derivative) {
    const int links = static_cast<int>(goal.links.size());
    for (int k = 0; k < links; ++k) {
      const int link = goal.links[static_cast<std::size_t>(k)];
      sink.moves(goal, link, kinematics_.link(link).p, [&](const Vec3<T>& linear, const Vec3<T>& angular) {
        return ExternalRates<T>{&call, factor, k, goal.rows, linear, angular};
      });
    }
    for (std::size_t v = 0; v < goal.variables.size(); ++v)
      for (int row = 0; row < goal.rows; ++row)
        sink.variable(goal.row + row, goal.variables[v],
                      factor * call.derivative(row)[6 * links + static_cast<int>(v)]);
  }
}

template <class T>
template <class Sink>
void Objective<T>::visit_goals(const T* q, Scope scope, Sink& sink) {
  const auto goals = problem_->goals();
  for (std::size_t i = 0; i < goals.size(); ++i) {
    const Goal& goal = goals[i];
    if (scope == Scope::primary && !goal.primary) continue;
    sink.decides = goal.primary;
    if constexpr (requires { sink.columns; }) {
      sink.accumulates = goal.accumulates;
      sink.last = i + 1 == goals.size();
      if (goal.accumulates) clear_rows(goal);
    }
    const T* p = parameters_.data() + goal.parameter;
    sink.switched_off = p[goal.factor] <= T(0);
    if (goal.kind == GoalKind::stay_close)
      goals::evaluate_stay_close(goal, problem_->tree().variables(), p, q, sink);
    else if (goal.kind == GoalKind::external)
      visit_external(goal, static_cast<std::size_t>(external_of_goal_[i]), q, sink);
    else
      visit_link_goal(goal, p, kinematics_, sink);
  }
  cost_ = sink.eased ? sink.eased_cost : sink.cost;
  plain_cost_ = sink.cost;
  accepted_ = sink.accepted;
}

template <class T>
void Objective<T>::evaluate(const T* q, Scope scope) {
  kinematics_.update(q);
  ValueSink<T> sink{.residuals = residuals_.data(), .eased = eased_};
  visit_goals(q, scope, sink);
}

template <class T>
void Objective<T>::linearize(const T* q, Scope scope, const Truth* idle) {
  kinematics_.update(q);
  JacobianSink<T> sink{{.residuals = residuals_.data(), .eased = eased_},
                       &kinematics_,
                       problem_->columns().data(),
                       columns_.data(),
                       problem_->rows(),
                       idle};
  visit_goals(q, scope, sink);
  const int rows = scope == Scope::primary ? problem_->primary_rows() : problem_->rows();
  for (std::size_t c = 0; c < gradient_.size(); ++c) {
    const T* own = column(static_cast<int>(c));
    T sum(0);
    for (int k = 0; k < rows; ++k) sum += own[k] * residuals_[static_cast<std::size_t>(k)];
    gradient_[c] = sum;
  }
}

template <>
void Objective<double>::measure(const double* q, double* errors) {
  kinematics_.update(q);
  ErrorSink sink{{.residuals = residuals_.data()}, errors};
  visit_goals(q, Scope::all, sink);
}

template <class T>
void Objective<T>::clear_rows(const Goal& goal) {
  for (std::size_t c = 0; c < problem_->active().size(); ++c)
    std::fill_n(columns_.data() + static_cast<int>(c) * problem_->rows() + goal.row, goal.rows, T(0));
}

template class Objective<double>;
template class Objective<Pack>;

}  // namespace memetik
