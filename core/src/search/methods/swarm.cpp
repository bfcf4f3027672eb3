#include "memetik/search/methods/swarm.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "memetik/search/box.hpp"
#include "memetik/search/methods/shared/race_of.hpp"

namespace memetik {

namespace {

// Values of cuRobo's published configuration, except that its deviation is 1 rad.
constexpr double first_deviation = 0.2;  // in search intervals
constexpr double mean_rate = 0.9, variance_rate = 0.1;
// Relative to the mean particle's cost minus the best particle's. cuRobo uses an absolute number, because its
// goals have fixed weights.
constexpr double temperature = 0.1;

}  // namespace

SwarmSearcher::SwarmSearcher(const Problem& problem, const Sampler& sampler, const SwarmOptions& options)
    : problem_(&problem),
      sampler_(&sampler),
      options_(options),
      widths_(problem.active().size()),
      deviations_(widths_),
      swarms_(static_cast<std::size_t>(options.starts)),
      particles_(problem, static_cast<std::size_t>(options.starts * options.particles)),
      weights_(static_cast<std::size_t>(options.particles)),
      descent_(problem, options.lbfgs_iterations),
      order_(swarms_.size()) {
  const std::vector<double> blank(static_cast<std::size_t>(problem.tree().dof()));
  found_.q = blank;
  for (Swarm& swarm : swarms_) {
    swarm.mean = blank;
    swarm.variance = widths_;
    swarm.best.q = blank;
  }
}

void SwarmSearcher::begin_search(Stop&) {
  particles_.begin(*query_);
  sampler_->widths(*query_, widths_);
  begin_swarms(role_.number == 0);
}

void SwarmSearcher::begin_elsewhere(Stop&) {
  if (role_.lineage) role_.lineage->add_wipe_out(static_cast<std::int32_t>(generations_));
  begin_swarms(false);
}

void SwarmSearcher::begin_swarms(bool from_start) {
  for (std::size_t i = 0; i < swarms_.size(); ++i) {
    Swarm& swarm = swarms_[i];
    swarm.mean.assign(query_->start.begin(), query_->start.end());
    if (!from_start || i > 0) sampler_->sample(random_.branch(i), *query_, swarm.mean.data());
    std::fill(swarm.variance.begin(), swarm.variance.end(), first_deviation * first_deviation);
    swarm.best.q = swarm.mean;
    swarm.best.cost = HUGE_VAL;
    swarm.best.row = Lineage::no_individual;
    swarm.row = Lineage::no_individual;
    swarm.best.set_origin(from_start && i == 0 ? Operator::start : Operator::random);
  }
  random_ = random_.branch(swarms_.size());
  starts_ += options_.starts;
  iterations_ = 0;
  if (options_.mppi_iterations > 0)
    draw_particles();
  else
    begin_descent();
}

void SwarmSearcher::draw_particles() {
  for (std::size_t s = 0; s < swarms_.size(); ++s) draw_particles(s);
  particles_.mark_unevaluated();
}

// Draws the particles of a swarm around its mean; the first particle is the mean itself.
void SwarmSearcher::draw_particles(std::size_t s) {
  const Swarm& swarm = swarms_[s];
  const auto count = static_cast<std::size_t>(options_.particles);
  for (std::size_t c = 0; c < widths_.size(); ++c) deviations_[c] = std::sqrt(swarm.variance[c]) * widths_[c];
  for (std::size_t k = 0; k < count; ++k) {
    LaneIndividual& particle = particles_[s * count + k];
    const bool is_mean = k == 0;
    particle.q = swarm.mean;
    particle.set_origin(iterations_ > 0 ? Operator::bred
                        : is_mean       ? swarm.best.made_by
                                        : Operator::random,
                        swarm.row);
    if (is_mean) continue;
    for (std::size_t c = 0; c < widths_.size(); ++c)
      particle.q[static_cast<std::size_t>(problem_->active()[c])] +=
          random_.approximate_normal() * deviations_[c];
    clip(problem_->tree(), *query_, particle.q);
  }
}

void SwarmSearcher::search(std::int64_t end, Stop& stop) {
  while (may_continue(end, stop)) {
    if (iterations_ == options_.mppi_iterations) {
      descend(stop);
    } else if (particles_.evaluated()) {
      end_iteration();
    } else {
      const auto evaluated = particles_.evaluate(end - evaluations_);
      evaluations_ += static_cast<std::int64_t>(evaluated.size());
      for (LaneIndividual& particle : evaluated) {
        keep_if_best(particle.q, particle.cost, particle.accepted);
        if (particle.accepted) record(role_.lineage, *problem_, generations_, particle, true);
      }
    }
  }
}

void SwarmSearcher::end_iteration() {
  const auto count = static_cast<std::size_t>(options_.particles);
  for (std::size_t s = 0; s < swarms_.size(); ++s) {
    if (role_.lineage) record_particles(s);
    move(swarms_[s], &particles_[s * count]);
  }
  ++generations_;
  if (++iterations_ < options_.mppi_iterations)
    draw_particles();
  else
    begin_descent();
}

void SwarmSearcher::record_particles(std::size_t s) {
  const auto count = static_cast<std::size_t>(options_.particles);
  LaneIndividual* particles = &particles_[s * count];
  for (std::size_t k = 0; k < count; ++k)
    record(role_.lineage, *problem_, generations_, particles[k], k == 0);
  swarms_[s].row = particles[0].row;
}

// Moves the mean towards the particles' average, weighted by exp(-cost / temperature), and the variance
// towards their weighted variance, by mean_rate and variance_rate.
void SwarmSearcher::move(Swarm& swarm, const LaneIndividual* particles) {
  const LaneIndividual* last = particles + options_.particles;
  const auto by_cost = [](const LaneIndividual& a, const LaneIndividual& b) { return a.cost < b.cost; };
  const LaneIndividual& best = *std::min_element(particles, last, by_cost);
  if (best.cost < swarm.best.cost) swarm.best = best;
  const double excess = std::accumulate(particles, last, 0.0,
                                        [&](double sum, const LaneIndividual& particle) {
                                          return sum + (particle.cost - best.cost);
                                        }) /
                        options_.particles;
  double total = 0;
  for (std::size_t k = 0; k < weights_.size(); ++k) {
    weights_[k] = std::exp(-(particles[k].cost - best.cost) / std::max(temperature * excess, 1e-300));
    total += weights_[k];
  }
  for (std::size_t c = 0; c < widths_.size(); ++c) {
    const auto v = static_cast<std::size_t>(problem_->active()[c]);
    double change = 0, square = 0;  // relative to the old mean
    for (std::size_t k = 0; k < weights_.size(); ++k) {
      const double way = particles[k].q[v] - swarm.mean[v];
      change += weights_[k] / total * way;
      square += weights_[k] / total * way * way;
    }
    swarm.mean[v] += mean_rate * change;
    if (widths_[c] > 0)
      swarm.variance[c] += variance_rate * (square / (widths_[c] * widths_[c]) - swarm.variance[c]);
  }
  clip(problem_->tree(), *query_, swarm.mean);
}

void SwarmSearcher::begin_descent() {
  std::iota(order_.begin(), order_.end(), std::size_t{0});
  std::sort(order_.begin(), order_.end(), [&](std::size_t a, std::size_t b) {
    const double first = swarms_[a].best.cost, second = swarms_[b].best.cost;
    return first < second || (first == second && a < b);
  });
  next_ = 0;
  descent_.begin(*query_);
  for (int l = 0; l < pack_lanes; ++l) load_next(l);
}

void SwarmSearcher::load_next(int lane) {
  in_lane_[lane] = -1;
  if (next_ == order_.size()) return;
  const std::size_t swarm = order_[next_++];
  descent_.load(lane, swarms_[swarm].best.q.data());
  in_lane_[lane] = static_cast<int>(swarm);
}

void SwarmSearcher::descend(Stop& stop) {
  descent_.step(particles_.objective());
  bool any_left = false;
  for (int l = 0; l < pack_lanes; ++l) {
    if (in_lane_[l] < 0) continue;
    ++evaluations_;
    any_left = true;
    const bool ended = lane_bits(descent_.ended()) >> l & 1;
    if (!ended && !(descent_.cost()[l] < cost())) continue;
    descent_.read(l, found_.q.data());
    found_.cost = descent_.cost()[l];
    keep_if_best(found_.q, found_.cost, lane_bits(descent_.accepted()) >> l & 1);
    if (!ended) continue;
    found_.set_origin(Operator::exploited, swarms_[static_cast<std::size_t>(in_lane_[l])].best.row);
    record(role_.lineage, *problem_, generations_, found_, true);
    load_next(l);
  }
  if (any_left) return;
  ++generations_;
  exhausted_ = std::all_of(widths_.begin(), widths_.end(), [](double width) { return width == 0; });
  if (!exhausted_) begin_elsewhere(stop);
}

namespace {

void describe(OptionVisitor& option, SwarmOptions& o) {
  option("starts", o.starts, 1, 10'000);
  option("particles", o.particles, 1, 1000);
  option("mppi_iterations", o.mppi_iterations, 0, 1000);
  option("lbfgs_iterations", o.lbfgs_iterations, 1, 100'000);
  option("runners", o.runners, 1, max_runners);
}

}  // namespace

namespace methods {
SearchMethod swarm() { return race_of<SwarmSearcher, &SwarmOptions::runners>(describe); }
}  // namespace methods

}  // namespace memetik
