#include "memetik/search/methods/bioik.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "memetik/search/methods/shared/race_of.hpp"

namespace memetik {

namespace {

constexpr std::uint64_t weights_branch = ~std::uint64_t{1};  // branch of a generation's random numbers

Scope scope_of(const Problem& problem, BioIkObjectives objectives) {
  const bool has_secondary = problem.rows() > problem.primary_rows();
  return objectives == BioIkObjectives::all && has_secondary ? Scope::all : Scope::primary;
}

}  // namespace

BioIk::BioIk(const Problem& problem, const Sampler& sampler, const BioIkOptions& options)
    : problem_(&problem),
      options_(options),
      scope_(scope_of(problem, options.objectives)),
      errors_(error_count(problem, scope_)),
      genome_(problem, sampler),
      lanes_(problem),
      single_(problem),
      present_(static_cast<std::size_t>(options.population), genome_.size()),
      next_(present_),
      packed_(static_cast<std::size_t>(problem.tree().dof())),
      q_(packed_.size()),
      parameters_(problem.parameters().size()),
      solution_(genome_.size()) {
  pool_.reserve(present_.size());
  if (options.fitness == FitnessKind::mean) {
    lanes_.record_cost_terms();
    single_.record_cost_terms();
  }
  for (int e = 0; e < options.elites; ++e) exploiters_.emplace_back(problem, options, scope_);
}

void BioIk::begin_search(Stop& stop) {
  genome_.begin(*query_);
  lanes_.set_parameters(query_->parameters);
  single_.set_parameters(query_->parameters);
  parameters_.assign(query_->parameters.begin(), query_->parameters.end());
  q_.assign(query_->start.begin(), query_->start.end());
  for (std::size_t v = 0; v < q_.size(); ++v) packed_[v] = Pack(q_[v]);
  for (Exploiter& own : exploiters_) {
    own.objective->set_parameters(query_->parameters);
    own.q = q_;
  }
  genome_.read(query_->start.data(), solution_);
  solution_fitness_ = HUGE_VAL;
  populate(solution_, stop);
}

void BioIk::begin_elsewhere(Stop& stop) {
  solution_fitness_ = HUGE_VAL;
  populate({}, stop);
}

// Makes a generation of the start, if it is not empty, and random individuals.
void BioIk::populate(std::span<const double> start, Stop& stop) {
  const bool first = starts_++ == 0;
  if (options_.random_weights) draw_weights();
  RandomStream random = random_.branch(static_cast<std::uint64_t>(generations_));
  for (std::size_t i = 0; i < next_.size(); ++i) {
    if (i > 0 || start.empty()) {
      make_random(i, random.branch(i));
      continue;
    }
    make_random(i, random);
    std::copy(start.begin(), start.end(), next_.motion(i).genes.begin());
    next_[i].made_by = first ? Operator::start : Operator::survived;
    if (!first) next_[i].parents[0] = static_cast<int>(present_.fittest());
  }
  int made = 0;
  const int size = options_.population;
  for (bool met = false; made < size && !met && !(made > 0 && stop.requested()); made += group_size)
    met = evaluate(made, std::min(group_size, size - made));
  made = std::min(made, size);
  evaluations_ += made;
  close_generation(made);
}

void BioIk::make_random(std::size_t i, RandomStream random) {
  const Motion own = next_.motion(i);
  next_[i] = {};
  genome_.sample(random, own.genes);
  std::fill(own.momentum.begin(), own.momentum.end(), 0.0);
}

void BioIk::search(std::int64_t end, Stop& stop) {
  while (may_continue(end, stop)) evolve(stop);
}

void BioIk::evolve(Stop& stop) {
  if (options_.random_weights) draw_weights();
  found_ = options_.elites + 1;
  threads_.run(options_.elites + 1, options_.exploitation ? role_.threads : 1, stop,
               [this](int task, Stop& own) { do_task(task, own); });
  bool improved = false;
  const int exploited = std::min(options_.elites, found_ + 1);
  for (int e = 0; e < exploited; ++e) {
    evaluations_ += exploiters_[static_cast<std::size_t>(e)].evaluations;
    improved |= exploiters_[static_cast<std::size_t>(e)].improved;
  }
  const int bred = found_ >= options_.elites ? bred_ : 0;
  evaluations_ += bred;
  improved |= close_generation(exploited + bred);
  if (improved || !wipes_out() || solved() || exploited + bred < options_.population) return;
  if (role_.lineage) role_.lineage->add_wipe_out(static_cast<std::int32_t>(generations_));
  populate(solution_, stop);
}

// Each elite is a task, and breeding is the last task. The solution is that of the lowest task that meets all
// goals. Later tasks are skipped, or ignored if they have already run.
void BioIk::do_task(int task, Stop& stop) {
  if (found_.load(std::memory_order_relaxed) < task) return;
  const RandomStream random =
      random_.branch(static_cast<std::uint64_t>(generations_)).branch(static_cast<std::uint64_t>(task));
  const bool met = task < options_.elites ? exploit(static_cast<std::size_t>(task), random, stop)
                                          : breed_all(random, stop);
  if (!met) return;
  int known = found_.load();
  while (task < known && !found_.compare_exchange_weak(known, task)) {
  }
}

// Evaluates `count` individuals of the next generation from `first` on. Returns whether any meets all goals.
bool BioIk::evaluate(int first, int count) {
  if (one_by_one())
    for (int i = first; i < first + count; ++i) evaluate_single(static_cast<std::size_t>(i));
  else
    for (int i = first; i < first + count; i += pack_lanes)
      evaluate_lanes(static_cast<std::size_t>(i), std::min(pack_lanes, first + count - i));
  bool met = false;
  for (int i = first; i < first + count; ++i) met |= next_[static_cast<std::size_t>(i)].accepted;
  return met;
}

void BioIk::evaluate_single(std::size_t i) {
  genome_.write(next_.genes(i), q_.data());
  single_.evaluate(q_.data(), scope_);
  set_fitness(next_[i], fitness(options_.fitness, errors_, single_), single_.accepted());
}

void BioIk::evaluate_lanes(std::size_t first, int count) {
  for (int lane = 0; lane < pack_lanes; ++lane) {
    const auto genes =
        std::as_const(next_).genes(first + static_cast<std::size_t>(std::min(lane, count - 1)));
    for (std::size_t c = 0; c < genes.size(); ++c)
      packed_[static_cast<std::size_t>(problem_->active()[c])].set(lane, genes[c]);
  }
  lanes_.evaluate(packed_.data(), scope_);
  const Pack fitnesses = fitness(options_.fitness, errors_, lanes_);
  for (int lane = 0; lane < count; ++lane)
    set_fitness(next_[first + static_cast<std::size_t>(lane)], fitnesses[lane],
                lane_bits(lanes_.accepted()) >> lane & 1);
}

void BioIk::set_fitness(Individual& individual, double fitness, bool accepted) {
  individual.fitness = std::isnan(fitness) ? HUGE_VAL : fitness;
  individual.accepted = accepted;
}

// Ends a generation of `made` individuals, which are fewer than the population if the search was stopped or
// one of them meets all goals. Returns whether the solution improved.
bool BioIk::close_generation(int made) {
  if (made == 0) return false;
  const auto better = [](const Individual& a, const Individual& b) {
    return a.accepted != b.accepted ? a.accepted : a.fitness < b.fitness;
  };
  std::size_t best = 0;
  for (std::size_t i = 1; i < static_cast<std::size_t>(made); ++i)
    if (better(next_[i], next_[best])) best = i;
  genome_.write(std::as_const(next_).genes(best), q_.data());
  if (options_.random_weights) single_.set_parameters(query_->parameters);
  single_.evaluate(q_.data(), scope_);
  ++evaluations_;
  keep_if_best(q_, single_.cost(), next_[best].accepted);
  const double found = fitness(options_.fitness, errors_, single_);
  const bool improved = found < solution_fitness_;
  if (improved) {
    solution_fitness_ = found;
    genome_.read(q_.data(), solution_);
  }
  if (made == options_.population) {
    next_.rank();
    std::swap(present_, next_);
    select_elites();
    if (role_.lineage) present_.record(*role_.lineage, static_cast<std::int32_t>(generations_), next_, made);
  } else if (role_.lineage) {
    next_.record(*role_.lineage, static_cast<std::int32_t>(generations_), present_, made);
  }
  ++generations_;
  return improved;
}

// Multiplies the goals' weights by random factors with mean 1, for one generation.
void BioIk::draw_weights() {
  RandomStream random = random_.branch(static_cast<std::uint64_t>(generations_)).branch(weights_branch);
  RandomStream again = random;
  const auto goals = problem_->goals();
  double sum = 0;
  for (std::size_t g = 0; g < goals.size(); ++g) sum += 1 - random.uniform();
  for (const Goal& goal : goals) {
    const auto weight = static_cast<std::size_t>(goal.parameter);
    const double share = (1 - again.uniform()) * static_cast<double>(goals.size()) / sum;
    parameters_[weight] = query_->parameters[weight] * std::sqrt(share);
  }
  lanes_.set_parameters(parameters_);
  single_.set_parameters(parameters_);
}

namespace {

constexpr std::int64_t long_turn = 5000;  // evaluations; the race has a single searcher, so turns may be long

void describe(OptionVisitor& option, BioIkOptions& o) {
  option("population", o.population, 1, 10'000);
  option("elites", o.elites, 1, 1000);
  option("exploitation", o.exploitation);
  option("adoption", o.adoption);
  option("wipe_outs", o.wipe_outs);
  option("random_weights", o.random_weights);
  option("gradients", o.gradients,
         {{"exact", BioIkGradients::exact},
          {"differences", BioIkGradients::differences},
          {"incremental differences", BioIkGradients::incremental_differences}});
  option("fitness", o.fitness, {{"rms", FitnessKind::rms}, {"mean", FitnessKind::mean}});
  option("objectives", o.objectives, {{"all", BioIkObjectives::all}, {"primary", BioIkObjectives::primary}});
  expect_at_most("elites", o.elites, "population", o.population);
}

std::unique_ptr<Engine> make(const EngineContext& context, const BioIkOptions& options) {
  const auto make_one = [&] {
    return std::make_unique<BioIk>(context.problem, context.sources.sampler, options);
  };
  return make_race(context, 1, make_one, {.turn = long_turn});
}

}  // namespace

namespace methods {
SearchMethod bioik() { return make_method(describe, make); }
}  // namespace methods

}  // namespace memetik
