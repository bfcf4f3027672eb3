// Bio IK's elites: their selection and their local search.
#include <algorithm>
#include <cmath>
#include <utility>

#include "memetik/search/local/differences.hpp"
#include "memetik/search/methods/bioik.hpp"

namespace memetik {

namespace {

constexpr int min_descent = 10;  // minimum evaluations, if few children are bred

}  // namespace

BioIk::Exploiter::Exploiter(const Problem& problem, const BioIkOptions& options, Scope scope)
    : objective(std::make_unique<Objective<double>>(problem)),
      descent(problem, {.scaled = options.gradients == BioIkGradients::exact}),
      q(static_cast<std::size_t>(problem.tree().dof())) {
  const bool mean = options.fitness == FitnessKind::mean;
  const bool incremental = options.gradients == BioIkGradients::incremental_differences;
  if (options.gradients == BioIkGradients::exact && mean) {
    function = std::make_unique<MeanError>(*objective, scope);
  } else if (options.gradients == BioIkGradients::exact) {
    function = std::make_unique<Cost>(*objective, scope);
  } else if (mean) {
    objective->record_cost_terms();
    const auto mean_error = [errors = error_count(problem, scope)](const Objective<double>& evaluated) {
      return fitness(FitnessKind::mean, errors, evaluated);
    };
    function = std::make_unique<Differences>(*objective, incremental, scope, mean_error);
  } else {
    function = std::make_unique<Differences>(*objective, incremental, scope);
  }
}

// Selects the fittest individual, and others by rank.
void BioIk::select_elites() {
  pool_.assign(present_.ranking().begin(), present_.ranking().end());
  RandomStream random = random_.branch(~static_cast<std::uint64_t>(generations_));
  for (int e = 0; e < options_.elites; ++e) {
    const int rank = e == 0 ? 0 : select_by_rank(static_cast<int>(pool_.size()), random);
    present_[static_cast<std::size_t>(pool_[static_cast<std::size_t>(rank)])].elite = true;
    pool_.erase(pool_.begin() + rank);
  }
  assign_elites();
}

// An elite that was improved before and has kept its place continues its descent with the same Hessian model.
// With random weights the model would be wrong.
void BioIk::assign_elites() {
  const auto can_continue = [&](std::size_t i) {
    return i < exploiters_.size() && present_[i].made_by == Operator::exploited && !options_.random_weights;
  };
  std::size_t next = 0;  // next elite that begins a descent
  for (std::size_t e = 0; e < exploiters_.size(); ++e) {
    exploiters_[e].continues = present_[e].elite && can_continue(e);
    exploiters_[e].elite = e;
    if (exploiters_[e].continues) continue;
    while (!present_[next].elite || can_continue(next)) ++next;
    exploiters_[e].elite = next++;
  }
}

// x' = L-BFGS-B(x), g' = U g + (x' - x), for about as long as breeding takes.
//
// If the fitness is the root mean square, the mean square is minimised instead. Its minima are the same, but
// it is smooth where all goals are met, while the root is not. Measured on the PR2's arm: 141 evaluations
// instead of 168 to reach 0.1 mm, 150 instead of 517 to reach 10 nm.
//
// The first descent of an elite always improves it, even if the search is stuck. Therefore only a continued
// descent counts as improvement, except with random weights, where every descent begins anew.
bool BioIk::exploit(std::size_t e, RandomStream random, Stop& stop) {
  Exploiter& own = exploiters_[e];
  Individual& result = next_[e];
  next_.inherit(e, present_, own.elite, options_.exploitation ? Operator::exploited : Operator::survived);
  own.evaluations = 0;
  own.improved = false;
  if (options_.random_weights) evaluate_with_drawn_weights(own, result);
  if (!options_.exploitation) return result.accepted;
  const double before = result.fitness;
  const int quota = max_elite_evaluations();
  double* q = own.q.data();
  genome_.write(std::as_const(next_).genes(e), q);
  const auto found = own.continues ? own.descent.resume(*query_, *own.function, q, quota, stop)
                                   : own.descent.run(*query_, *own.function, q, quota, stop);
  own.evaluations += found.evaluations;
  set_fitness(result, options_.fitness == FitnessKind::rms ? std::sqrt(found.cost / errors_) : found.cost,
              found.accepted);
  own.improved = (own.continues || options_.random_weights) && result.fitness < before;
  const Motion to = next_.motion(e);
  genome_.read(q, to.genes);
  const auto from = std::as_const(present_).motion(own.elite);
  const double share = random.uniform();
  for (std::size_t c = 0; c < to.genes.size(); ++c)
    to.momentum[c] = share * from.momentum[c] + (to.genes[c] - from.genes[c]);
  return result.accepted;
}

// The evaluations of one elite: as many as children are bred, and more if they are incremental. Incremental
// evaluations of a chain of n joints take a few transforms instead of n: for 30 joints the dissertation
// measures an eighth of the time, that is four transforms.
int BioIk::max_elite_evaluations() const {
  const int bred = options_.population - options_.elites;
  const int dof = static_cast<int>(genome_.size());
  const bool incremental = options_.gradients == BioIkGradients::incremental_differences;
  return std::max(incremental ? bred * ((dof + 3) / 4) : bred, min_descent);
}

// Evaluates an elite with the newly drawn weights.
void BioIk::evaluate_with_drawn_weights(Exploiter& own, Individual& result) {
  own.objective->set_parameters(parameters_);
  genome_.write(std::as_const(present_).genes(own.elite), own.q.data());
  own.objective->evaluate(own.q.data(), scope_);
  set_fitness(result, fitness(options_.fitness, errors_, *own.objective), own.objective->accepted());
  ++own.evaluations;
}

}  // namespace memetik
