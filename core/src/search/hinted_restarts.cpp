#include "memetik/search/hinted_restarts.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "memetik/objective/kernel.hpp"
#include "memetik/search/single_query.hpp"

namespace memetik {

namespace {

Problem with_hints_as_goals(const Problem& problem) {
  std::vector<Goal> goals(problem.goals().begin(), problem.goals().end());
  for (Goal& goal : goals) {
    if (goal.priority != Priority::hint) continue;
    goal.priority = Priority::primary;
    goal.tolerance.assign(goal.tolerance.size(), std::numeric_limits<double>::infinity());
  }
  std::vector<bool> movable(static_cast<std::size_t>(problem.tree().dof()), false);
  for (const int variable : problem.active()) movable[static_cast<std::size_t>(variable)] = true;
  return Problem(problem.tree(), std::move(goals), movable);
}

}  // namespace

HintedRestarts::HintedRestarts(const Problem& problem, const StartSources& sources)
    : problem_(with_hints_as_goals(problem)),
      restarts_(problem_, sources),
      parameters_(problem.parameters().size()) {
  for (std::size_t g = 0; g < problem.goals().size(); ++g)
    if (problem.goals()[g].priority == Priority::hint) hints_.push_back(&problem_.goals()[g]);
}

bool HintedRestarts::begin(const Query& query) {
  std::copy(query.parameters.begin(), query.parameters.end(), parameters_.begin());
  query_ = query;
  query_.parameters = parameters_;
  bool any = false;
  for (const Goal* hint : hints_) {
    double* own = parameters_.data() + hint->parameter;
    if (!is_for(*hint)) set_weight(0, own);
    any |= own[0] > 0;
  }
  return any;
}

bool HintedRestarts::is_for(const Goal& hint) const {
  if (!hint.region) return true;
  const auto [axis, depth] = *hint.region;
  const double* target = parameters_.data() + hint.parameter + 1;
  const Vec3<double> center{target[0], target[1], target[2]};
  const auto is_behind = [&](const Goal& goal) {
    if (&goal == &hint || !goal.kernel->rough_place || goal.frame >= 0) return false;
    const double* own = parameters_.data() + goal.parameter;
    const RoughPlace place = goal.kernel->rough_place(goal, own[0] * own[0], own + 1);
    const double along = dot(place.position - center, axis);
    return place.position_weight > 0 && along > 0 && along < depth;
  };
  const auto goals = problem_.goals();
  return std::any_of(goals.begin(), goals.end(), is_behind);
}

Solution HintedRestarts::run(const RestartPlan& plan, Stop& stop) {
  Solution found;
  found.q.resize(query_.start.size());
  SingleQuery source(query_, found);
  restarts_.run(source, plan, stop);
  if (found.status == Status::solved) found.stage = Stage::hints;
  return found;
}

}  // namespace memetik
