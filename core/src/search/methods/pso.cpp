#include "memetik/search/methods/pso.hpp"

#include <algorithm>

#include "memetik/search/methods/shared/race_of.hpp"

namespace memetik {

ParticleSearcher::ParticleSearcher(const Problem& problem, const Sampler& sampler,
                                   const ParticleOptions& options)
    : PopulationSearcher(problem, sampler, options.population, options.restarts),
      options_(options),
      velocities_(size(), std::vector<double>(active().size())),
      unbounded_(population_[0].q) {}

void ParticleSearcher::start_population() {
  PopulationSearcher::start_population();
  for (auto& velocity : velocities_) std::fill(velocity.begin(), velocity.end(), 0.0);
}

void ParticleSearcher::breed() {
  best_ = 0;
  for (std::size_t i = 1; i < size(); ++i)
    if (population_[i].cost < population_[best_].cost) best_ = i;
  for (std::size_t i = 0; i < size(); ++i) {
    const LaneIndividual& leader = population_[leader_of(i)];
    children_[i].set_origin(Operator::bred, population_[i].row, leader.row);
    move_particle(i, leader);
  }
  children_.mark_unevaluated();
}

std::size_t ParticleSearcher::leader_of(std::size_t i) const {
  const auto reach = static_cast<std::size_t>(options_.neighbors.value_or(0));
  if (reach == 0 || 2 * reach + 1 >= size()) return best_;
  std::size_t leader = i;
  for (std::size_t k = 0; k <= 2 * reach; ++k) {
    const std::size_t neighbor = (i + size() - reach + k) % size();
    if (population_[neighbor].cost < population_[leader].cost) leader = neighbor;
  }
  return leader;
}

// v <- w v + c1 U (own best - x) + c2 U (leader - x), x <- x + v. Bounds set the velocity to zero.
void ParticleSearcher::move_particle(std::size_t i, const LaneIndividual& leader) {
  LaneIndividual& particle = children_[i];
  for (std::size_t c = 0; c < active().size(); ++c) {
    const auto v = static_cast<std::size_t>(active()[c]);
    double& velocity = velocities_[i][c];
    double& x = particle.q[v];
    velocity = options_.inertia * velocity +
               options_.cognitive * random_.uniform() * (population_[i].q[v] - x) +
               options_.social * random_.uniform() * (leader.q[v] - x);
    velocity = std::clamp(velocity, -options_.fastest * width(c), options_.fastest * width(c));
    x += velocity;
  }
  unbounded_ = particle.q;
  clip_to_box(particle);
  for (std::size_t c = 0; c < active().size(); ++c) {
    const auto v = static_cast<std::size_t>(active()[c]);
    if (particle.q[v] != unbounded_[v]) velocities_[i][c] = 0;
  }
}

void ParticleSearcher::select() {
  for (std::size_t i = 0; i < size(); ++i) {
    if (children_[i].cost < population_[i].cost)
      population_[i] = children_[i];
    else
      population_[i].set_origin(Operator::survived, population_[i].row);
  }
}

namespace {

void describe(OptionVisitor& option, ParticleOptions& o) {
  option("population", o.population, 1, 100'000);
  option("inertia", o.inertia, 0, 1);
  option("cognitive", o.cognitive, 0, 4);
  option("social", o.social, 0, 4);
  option("fastest", o.fastest, 1e-6, 1);
  option("neighbors", o.neighbors, 1, 100'000);
  describe_restarts(option, o);
}

}  // namespace

namespace methods {
SearchMethod pso() { return race_of<ParticleSearcher, &ParticleOptions::runners>(describe); }
}  // namespace methods

}  // namespace memetik
