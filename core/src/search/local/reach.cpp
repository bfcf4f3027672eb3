#include "memetik/search/local/reach.hpp"

#include "memetik/search/local/damping.hpp"

namespace memetik {

template <class T>
ReachStep<T>::ReachStep(const Problem& problem)
    : bounds_(problem),
      step_(problem),
      min_damping_(min_damping(problem.tree())),
      free_(problem.active().size()) {}

template <class T>
void ReachStep<T>::apply(const Objective<T>& objective, T* q) {
  bounds_.find_free(q, objective.gradient(), free_.data());
  const auto& step = step_.solve(
      {objective.column(0), objective.problem().rows(), objective.residuals(), objective.gradient()},
      free_.data(), damping * objective.cost() + min_damping_);
  bounds_.apply(step.data(), q);
}

template class ReachStep<double>;
template class ReachStep<Pack>;

}  // namespace memetik
