#include "memetik/search/local/descent.hpp"

#include <numeric>

#include "memetik/search/local/pose_descent.hpp"
#include "memetik/search/local/reach.hpp"

namespace memetik {

namespace {

// The descent for arbitrary goals.
class GoalsDescent final : public Descent {
 public:
  GoalsDescent(const Problem& problem, bool eased)
      : Descent(all_variables(problem)), objective_(problem, eased), step_(problem) {}

  void set_query(const Query& query) override {
    objective_.set_parameters(query.parameters);
    step_.bounds().set_query(query);
  }
  void set_lane_query(int lane, const Query& query) override {
    objective_.set_lane_parameters(lane, query.parameters);
    step_.bounds().set_lane_query(lane, query);
  }
  void evaluate(const Pack* q, const Mask& idle) override {
    objective_.linearize(q, Scope::primary, &idle);
    cost_ = objective_.cost();
    plain_cost_ = objective_.plain_cost();
    accepted_ = objective_.accepted();
  }
  void step(Pack* q) override { step_.apply(objective_, q); }

 private:
  Objective<Pack> objective_;
  ReachStep<Pack> step_;
};

}  // namespace

std::vector<int> all_variables(const Problem& problem) {
  std::vector<int> variables(static_cast<std::size_t>(problem.tree().dof()));
  std::iota(variables.begin(), variables.end(), 0);
  return variables;
}

std::unique_ptr<Descent> Descent::of(const Problem& problem, bool eased) {
  if (!eased && only_pose(problem)) return make_pose_descent(problem);
  return std::make_unique<GoalsDescent>(problem, eased);
}

}  // namespace memetik
