#include "memetik/search/methods/pickik.hpp"

#include <algorithm>
#include <cmath>

#include "memetik/search/methods/shared/race_of.hpp"

namespace memetik {

PickIk::PickIk(const Problem& problem, const Sampler& sampler, const PickIkOptions& options)
    : options_(options),
      genome_(problem, sampler),
      lanes_(problem),
      trial_costs_(pack_lanes),
      direction_(genome_.size()),
      packed_(static_cast<std::size_t>(problem.tree().dof())),
      q_(packed_.size()) {
  population_.assign(static_cast<std::size_t>(options.population),
                     {.genes = direction_, .momentum = direction_});
  pool_.reserve(population_.size());
  walker_ = population_.front();
  trials_.assign(pack_lanes, direction_);
}

void PickIk::begin_search(Stop& stop) {
  genome_.begin(*query_);
  lanes_.set_parameters(query_->parameters);
  q_.assign(query_->start.begin(), query_->start.end());
  from_start_ = true;
  if (is_local()) return begin_descent();
  populate(stop);
}

// The local mode has no other place to begin at.
void PickIk::begin_elsewhere(Stop& stop) {
  from_start_ = false;
  exhausted_ = is_local();
  if (!exhausted_) populate(stop);
}

// All islands would descend alike, so only the first does.
void PickIk::begin_descent() {
  exhausted_ = role_.number > 0;
  if (exhausted_) return;
  starts_ = 1;
  local_steps_ = 0;
  make_start(population_.front());
  walker_ = population_.front();
}

void PickIk::continue_descent() {
  exhausted_ = local_steps_++ == options_.local_iterations || !step_down(population_.front());
}

// Makes the elites: the start and random individuals. The other individuals are bred from them.
void PickIk::populate(Stop& stop) {
  ++starts_;
  best_before_ = HUGE_VAL;
  for (int i = 0; i < options_.elites && !solved() && !stop.requested(); ++i) {
    Individual& own = population_[static_cast<std::size_t>(i)];
    if (i > 0 || !from_start_) {
      make_random(own);
      continue;
    }
    make_start(own);
  }
  for (Individual& own : population_) own.extinction = 1;
}

void PickIk::make_start(Individual& own) {
  genome_.read(query_->start.data(), own.genes);
  std::fill(own.momentum.begin(), own.momentum.end(), 0.0);
  evaluate(own);
  record(own, Operator::start, Lineage::no_individual, Lineage::no_individual);
}

void PickIk::make_random(Individual& own) {
  genome_.sample(random_.branch(random_.bits()), own.genes);
  std::fill(own.momentum.begin(), own.momentum.end(), 0.0);
  evaluate(own);
  record(own, Operator::random, Lineage::no_individual, Lineage::no_individual);
}

void PickIk::search(std::int64_t end, Stop& stop) {
  if (genome_.size() == 0) exhausted_ = true;
  while (may_continue(end, stop)) {
    if (is_local())
      continue_descent();
    else
      generation(stop);
  }
}

// Runs one generation. Only a better best individual counts as progress; a wipe-out keeps no individual.
void PickIk::generation(Stop& stop) {
  ++generations_;
  const auto elites = static_cast<std::size_t>(options_.elites);
  pool_.clear();
  for (std::size_t i = 0; i < elites; ++i) {
    descend(population_[i], stop);
    if (solved() || stop.requested()) return;
    record(population_[i], Operator::exploited, population_[i].row, Lineage::no_individual);
    pool_.push_back(&population_[i]);
  }
  for (std::size_t i = elites; i < population_.size(); ++i) {
    if (pool_.empty())
      make_random(population_[i]);
    else
      breed(population_[i]);
    if (solved() || stop.requested()) return;
  }
  rank();
  const double best = population_.front().cost;
  const bool improved = best < best_before_ - options_.wipe_out_tolerance;
  best_before_ = best;
  if (improved) return;
  if (role_.lineage) role_.lineage->add_wipe_out(static_cast<std::int32_t>(generations_));
  populate(stop);
}

// Parents are any two elites. x = lerp_u(x1, x2) + U g1 + U g2 with one u for all genes. A gene mutates with
// probability (e (n - 1) + 1) / n by U[-1/2, 1/2] e (max - min); only the mutation becomes the momentum. A
// parent that is worse than its child leaves the pool.
void PickIk::breed(Individual& child) {
  const auto count = static_cast<int>(pool_.size());
  const int a = random_.below(count), b = count > 1 ? (a + 1 + random_.below(count - 1)) % count : a;
  const Individual &one = *pool_[static_cast<std::size_t>(a)], &other = *pool_[static_cast<std::size_t>(b)];
  const double extinction = 0.5 * (one.extinction + other.extinction), share = random_.uniform();
  const auto n = static_cast<double>(genome_.size());
  const double rate = (extinction * (n - 1) + 1) / n;
  for (std::size_t i = 0; i < genome_.size(); ++i) {
    const double gene = interpolate(one.genes[i], other.genes[i], share) +
                        random_.uniform() * one.momentum[i] + random_.uniform() * other.momentum[i];
    const bool mutates = random_.uniform() < rate;
    child.momentum[i] = mutates ? random_.uniform(-0.5, 0.5) * extinction * genome_.widths()[i] : 0;
    child.genes[i] = gene + child.momentum[i];
  }
  genome_.clip(child.genes);
  evaluate(child);
  record(child, Operator::bred, one.row, other.row);
  std::erase_if(pool_, [&](const Individual* parent) {
    return (parent == &one || parent == &other) && child.cost < parent->cost;
  });
}

void PickIk::descend(Individual& elite, Stop& stop) {
  walker_.genes = elite.genes;
  walker_.cost = elite.cost;
  for (int i = 0; i < options_.descent_iterations; ++i) {
    if (solved() || stop.requested()) return;
    if (!step_down(elite)) break;
  }
  elite.momentum = direction_;
}

// Moves the walker even if that raises the cost; the elite becomes the best configuration on its path.
// Returns whether the cost changed.
bool PickIk::step_down(Individual& elite) {
  const double before = walker_.cost;
  take_step(walker_);
  if (walker_.cost < elite.cost) {
    elite.genes = walker_.genes;
    elite.cost = walker_.cost;
  }
  return std::abs(walker_.cost - before) > options_.descent_tolerance;
}

// A step of gradient descent by finite differences. Its length assumes that the cost falls linearly to zero
// with the slope between two points on both sides.
void PickIk::take_step(Individual& walker) {
  find_direction(walker);
  for (std::size_t i = 0; i < genome_.size(); ++i) {
    trials_[0][i] = walker.genes[i] - direction_[i];
    trials_[1][i] = walker.genes[i] + direction_[i];
  }
  evaluate(2);
  const double mean = 0.5 * (trial_costs_[0] + trial_costs_[1]);
  const double slope = 0.5 * (trial_costs_[1] - trial_costs_[0]), length = mean / slope;
  if (!std::isfinite(length)) return;
  for (std::size_t i = 0; i < genome_.size(); ++i) walker.genes[i] -= length * direction_[i];
  genome_.clip(walker.genes);
  evaluate(walker);
}

// The direction of the gradient by central differences, with the length of their step.
void PickIk::find_direction(const Individual& walker) {
  constexpr std::size_t together = pack_lanes / 2;  // genes
  const double step = options_.descent_step;
  double sum = step;
  for (std::size_t first = 0; first < genome_.size(); first += together) {
    const std::size_t used = std::min(together, genome_.size() - first);
    for (std::size_t l = 0; l < 2 * used; ++l) {
      trials_[l] = walker.genes;
      trials_[l][first + l / 2] += l % 2 == 0 ? -step : step;
    }
    evaluate(2 * used);
    for (std::size_t l = 0; l < used; ++l) {
      direction_[first + l] = trial_costs_[2 * l + 1] - trial_costs_[2 * l];
      sum += std::abs(direction_[first + l]);
    }
  }
  for (double& slope : direction_) slope *= step / sum;
}

// Evaluates the first `count` trials. Only a single trial is offered as the best, because trials of
// differences may be outside the limits.
void PickIk::evaluate(std::size_t count) {
  for (std::size_t l = 0; l < pack_lanes; ++l) {
    genome_.write(trials_[std::min(l, count - 1)], q_.data());
    for (std::size_t v = 0; v < q_.size(); ++v) set_lane(packed_[v], static_cast<int>(l), q_[v]);
  }
  lanes_.evaluate(packed_.data(), Scope::primary);
  evaluations_ += static_cast<std::int64_t>(count);
  for (std::size_t l = 0; l < count; ++l) trial_costs_[l] = lanes_.cost()[static_cast<int>(l)];
  if (count > 1) return;
  keep_if_best(q_, lanes_.cost()[0] - lanes_.secondary_cost()[0], lane_bits(lanes_.accepted()) & 1);
}

void PickIk::evaluate(Individual& own) {
  trials_[0] = own.genes;
  evaluate(1);
  own.cost = trial_costs_[0];
}

void PickIk::rank() {
  std::sort(population_.begin(), population_.end(),
            [](const Individual& a, const Individual& b) { return a.cost < b.cost; });
  const double lowest = population_.front().cost, highest = population_.back().cost;
  for (std::size_t i = 0; i < population_.size(); ++i)
    population_[i].extinction = extinction(population_[i].cost, lowest, highest, i, population_.size());
}

void PickIk::record(Individual& own, Operator by, std::int32_t one, std::int32_t other) {
  if (!role_.lineage) return;
  const bool elite = by == Operator::exploited;
  own.row = role_.lineage->add({own.cost, static_cast<std::int32_t>(generations_), {one, other}, by, elite},
                               own.genes);
}

namespace {

void describe(OptionVisitor& option, PickIkOptions& o) {
  option("mode", o.mode, {{"global", PickIkMode::global}, {"local", PickIkMode::local}});
  option("islands", o.islands, 1, max_runners);
  option("population", o.population, 1, 10'000);
  option("elites", o.elites, 1, 10'000);
  option("descent_iterations", o.descent_iterations, 0, 100'000);
  option("local_iterations", o.local_iterations, 1, 100'000);
  option("descent_step", o.descent_step, 1e-12, 1);
  option("descent_tolerance", o.descent_tolerance, 0, 1e6);
  option("wipe_out_tolerance", o.wipe_out_tolerance, 0, 1e6);
  expect_at_most("elites", o.elites, "population", o.population);
}

}  // namespace

namespace methods {
SearchMethod pickik() { return race_of<PickIk, &PickIkOptions::islands>(describe); }
}  // namespace methods

}  // namespace memetik
