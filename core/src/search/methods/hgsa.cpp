#include "memetik/search/methods/hgsa.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "memetik/objective/kernel.hpp"
#include "memetik/search/methods/shared/race_of.hpp"

namespace memetik {

HgsaIsland::HgsaIsland(const Problem& problem, const Sampler& sampler, const HgsaOptions& options)
    : problem_(&problem),
      options_(options),
      genome_(problem, sampler),
      objective_(problem),
      reach_(problem.tree().reach() > 0 ? problem.tree().reach() : 1),
      q_(static_cast<std::size_t>(problem.tree().dof())),
      before_(genome_.size()),
      solution_(genome_.size()) {
  for (std::size_t g = 0; g < problem.goals().size(); ++g) {
    const Goal& goal = problem.goals()[g];
    const auto count = static_cast<std::size_t>(goal.kernel->error_count(goal));
    for (std::size_t e = 0; e < count; ++e) {
      const bool angle = goal.kernel->unit(goal, e * (goal.tolerance.size() / count)) == Unit::angle;
      measures_.push_back({g, angle ? std::numbers::pi : reach_, count == 2});
    }
  }
  errors_.resize(measures_.size());
  const Individual blank{.genes = before_, .momentum = before_};
  present_.assign(static_cast<std::size_t>(options.population), blank);
  next_ = present_;
  trial_ = blank;
  pool_.reserve(present_.size());
}

void HgsaIsland::begin_search(Stop& stop) {
  genome_.begin(*query_);
  objective_.set_parameters(query_->parameters);
  q_.assign(query_->start.begin(), query_->start.end());
  genome_.read(query_->start.data(), solution_);
  solution_fitness_ = HUGE_VAL;
  populate(&solution_, stop);
}

void HgsaIsland::begin_elsewhere(Stop& stop) {
  solution_fitness_ = HUGE_VAL;
  populate(nullptr, stop);
}

// Makes a generation of the start, if it is not null, and random individuals.
void HgsaIsland::populate(const std::vector<double>* start, Stop& stop) {
  ++starts_;
  for (Individual& own : next_) {
    if (solved() || stop.requested()) return;
    if (start && &own == &next_.front()) {
      own.genes = *start;
      std::fill(own.momentum.begin(), own.momentum.end(), 0.0);
      evaluate(own);
      record(own, Operator::start, Lineage::no_individual, Lineage::no_individual);
    } else {
      make_random(own);
    }
  }
  close_generation();
}

void HgsaIsland::make_random(Individual& own) {
  genome_.sample(random_.branch(random_.bits()), own.genes);
  std::fill(own.momentum.begin(), own.momentum.end(), 0.0);
  evaluate(own);
  record(own, Operator::random, Lineage::no_individual, Lineage::no_individual);
}

void HgsaIsland::search(std::int64_t end, Stop& stop) {
  exhausted_ = genome_.size() == 0;
  while (may_continue(end, stop)) generation(stop);
}

// Runs one generation; wipes the population out if neither the solution nor an elite improved.
void HgsaIsland::generation(Stop& stop) {
  ++generations_;
  const auto elites = static_cast<std::size_t>(options_.elites);
  const double fitness_before = solution_fitness_;
  bool improved = false;
  for (std::size_t i = 0; i < elites && !solved(); ++i) {
    next_[i] = present_[i];
    improved |= climb(next_[i], stop);
    if (stop.requested()) return;
    record(next_[i], Operator::exploited, present_[i].row, Lineage::no_individual);
  }
  pool_.clear();
  for (std::size_t i = 0; i < present_.size(); ++i) pool_.push_back(i);
  for (std::size_t i = elites; i < next_.size(); ++i) {
    if (solved() || stop.requested()) return;
    if (pool_.empty())
      make_random(next_[i]);
    else
      breed(next_[i]);
  }
  if (solved()) return;
  close_generation();
  if (improved || solution_fitness_ < fitness_before) return;
  if (role_.lineage) role_.lineage->add_wipe_out(static_cast<std::int32_t>(generations_));
  populate(&solution_, stop);
}

// Recombination, normal mutation whose size is the parents' distance from the goals, and adoption. A parent
// that is worse than its child leaves the pool.
void HgsaIsland::breed(Individual& child) {
  const auto choose = [&]() -> const Individual& {
    const int rank = select_by_rank(static_cast<int>(pool_.size()), random_);
    return present_[pool_[static_cast<std::size_t>(rank)]];
  };
  const Individual &one = choose(), &other = choose(), &prototype = choose();
  recombine(one.motion(), other.motion(), random_, child.motion());
  const auto n = static_cast<double>(genome_.size());
  const double extinction = 0.5 * (one.extinction + other.extinction), rate = (extinction * (n - 1) + 1) / n;
  const double size = 0.5 * (one.distance + other.distance);
  for (std::size_t i = 0; i < genome_.size(); ++i) {
    if (random_.uniform() >= rate) continue;
    const double move = random_.approximate_normal() * size * genome_.widths()[i];
    child.genes[i] += move;
    child.momentum[i] += move;
  }
  adopt(one.genes, other.genes, prototype.genes, random_, child.motion());
  genome_.clip(child.genes);
  evaluate(child);
  record(child, Operator::bred, one.row, other.row);
  const bool beats_one = child.fitness < one.fitness, beats_other = child.fitness < other.fitness;
  std::erase_if(pool_, [&](std::size_t i) {
    return (beats_one && &present_[i] == &one) || (beats_other && &present_[i] == &other);
  });
}

// Hill climbing: tries a random step of every gene to one side, and to the other if that fails. The size of
// steps is the distance from the goals. Returns whether the fitness improved.
bool HgsaIsland::climb(Individual& elite, Stop& stop) {
  before_ = elite.genes;
  if (options_.fitness == HgsaFitness::linear) evaluate(elite, true);
  const double fitness_before = elite.fitness;
  for (std::size_t i = 0; i < genome_.size(); ++i) {
    const double step = random_.uniform() * elite.distance * genome_.widths()[i];
    if (try_step(elite, i, step) || solved() || stop.requested()) continue;
    try_step(elite, i, -step);
  }
  for (std::size_t i = 0; i < genome_.size(); ++i)
    elite.momentum[i] = random_.uniform() * elite.momentum[i] + (elite.genes[i] - before_[i]);
  return elite.fitness < fitness_before;
}

bool HgsaIsland::try_step(Individual& elite, std::size_t gene, double step) {
  trial_.genes = elite.genes;
  trial_.genes[gene] += step;
  genome_.clip(trial_.genes);
  evaluate(trial_, true);
  if (!(trial_.fitness < elite.fitness)) return false;
  std::swap(elite.genes, trial_.genes);
  elite.fitness = trial_.fitness;
  elite.distance = trial_.distance;
  return true;
}

void HgsaIsland::evaluate(Individual& own, bool climbs) {
  ++evaluations_;
  genome_.write(own.genes, q_.data());
  objective_.measure(q_.data(), errors_.data());
  const double primary = objective_.cost() - objective_.secondary_cost();
  double sum = 0;
  std::size_t counted = 0;
  for (std::size_t e = 0; e < errors_.size(); ++e) {
    if (!problem_->goals()[measures_[e].goal].decides_success()) continue;
    sum += std::min(errors_[e] / measures_[e].farthest, 1.0);
    ++counted;
  }
  own.distance = counted > 0 ? sum / static_cast<double>(counted) : 1;
  own.fitness = options_.fitness == HgsaFitness::linear ? linear_fitness(climbs) : primary;
  keep_if_best(q_, primary, objective_.accepted());
}

// The sum of w (u d + (1 - u) L / pi a) over distances d [m] and angles a [rad], with the reach L and a
// random u. Hill climbing compares fitnesses, so it uses u = 1/2.
double HgsaIsland::linear_fitness(bool climbs) {
  double sum = 0;
  for (std::size_t e = 0; e < errors_.size(); ++e) {
    const Measure& measure = measures_[e];
    if (!problem_->goals()[measure.goal].decides_success()) continue;
    const double factor = query_->parameters[static_cast<std::size_t>(
        problem_->goals()[measure.goal].parameter)];  // the square root of the weight
    const double error = errors_[e] * reach_ / measure.farthest;
    if (!measure.of_pose) {
      sum += factor * factor * error;
      continue;
    }
    const double share = climbs ? 0.5 : random_.uniform();
    sum +=
        factor * factor * (share * error + (1 - share) * errors_[e + 1] * reach_ / measures_[e + 1].farthest);
    ++e;
  }
  return sum;
}

void HgsaIsland::close_generation() {
  std::swap(present_, next_);
  std::sort(present_.begin(), present_.end(),
            [](const Individual& a, const Individual& b) { return a.fitness < b.fitness; });
  const double lowest = present_.front().fitness, highest = present_.back().fitness;
  for (std::size_t i = 0; i < present_.size(); ++i)
    present_[i].extinction = extinction(present_[i].fitness, lowest, highest, i, present_.size());
  if (!(lowest < solution_fitness_)) return;
  solution_fitness_ = lowest;
  solution_ = present_.front().genes;
}

void HgsaIsland::record(Individual& own, Operator by, std::int32_t one, std::int32_t other) {
  if (!role_.lineage) return;
  const bool elite = by == Operator::exploited;
  own.row = role_.lineage->add(
      {own.fitness, static_cast<std::int32_t>(generations_), {one, other}, by, elite}, own.genes);
}

namespace {

void describe(OptionVisitor& option, HgsaOptions& o) {
  option("islands", o.islands, 1, max_runners);
  option("population", o.population, 1, 10'000);
  option("elites", o.elites, 0, 10'000);
  option("fitness", o.fitness, {{"linear", HgsaFitness::linear}, {"quadratic", HgsaFitness::quadratic}});
  expect_less("elites", o.elites, "population", o.population);
}

}  // namespace

namespace methods {
SearchMethod hgsa() { return race_of<HgsaIsland, &HgsaOptions::islands>(describe); }
}  // namespace methods

}  // namespace memetik
