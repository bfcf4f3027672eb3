#include "memetik/search/evolve/island.hpp"

#include <algorithm>
#include <cmath>

#include "memetik/kinematics/configuration.hpp"

namespace memetik {

namespace {

constexpr std::size_t population_size = 24;
constexpr std::size_t elite_count = 3;
constexpr double least_gain = 1e-6;  // of the best cost, in a generation: less is a wipe-out
constexpr int exploitation = 12;     // evaluations of local search per elite and generation

}  // namespace

Island::Island(const Problem& problem, const Sampler& sampler, bool eased)
    : problem_(&problem),
      sampler_(&sampler),
      lanes_(problem, eased),
      exact_(problem, eased),
      settle_(problem),
      packed_(static_cast<std::size_t>(problem.tree().dof())),
      best_(packed_.size()) {
  const Individual blank{std::vector<double>(packed_.size()), std::vector<double>(packed_.size())};
  population_.assign(population_size, blank);
  offspring_.assign(population_size, blank);
}

void Island::begin(const Query& query, const double* best, int number) {
  query_ = &query;
  random_ = RandomStream(query.random_seed).branch(~static_cast<std::uint64_t>(number));
  lanes_.set_parameters(query.parameters);
  exact_.set_parameters(query.parameters);
  evaluations_ = 0;
  solved_ = false;
  best_cost_ = HUGE_VAL;
  std::copy_n(best, best_.size(), best_.begin());
  populate(best);
}

// `first` and random ones around it.
void Island::populate(const double* first) {
  for (std::size_t i = 0; i < population_.size(); ++i) {
    Individual& individual = population_[i];
    std::copy_n(first, individual.q.size(), individual.q.begin());
    std::fill(individual.momentum.begin(), individual.momentum.end(), 0.0);
    if (i == 0) continue;
    sampler_->sample(random_, query_->start.data(), individual.q.data());
    random_ = random_.branch(i);
  }
  evaluate(population_, 0);
  rank();
  note_best(population_[0]);
}

void Island::evaluate(std::vector<Individual>& group, std::size_t first) {
  for (std::size_t i = first; i < group.size(); i += pack_lanes) {
    const std::size_t used = std::min<std::size_t>(pack_lanes, group.size() - i);
    for (std::size_t v = 0; v < packed_.size(); ++v)
      for (std::size_t l = 0; l < pack_lanes; ++l)
        packed_[v].set(static_cast<int>(l), group[i + std::min(l, used - 1)].q[v]);
    lanes_.evaluate(packed_.data(), Scope::primary);
    for (std::size_t l = 0; l < used; ++l) group[i + l].cost = lanes_.cost()[static_cast<int>(l)];
    evaluations_ += static_cast<std::int64_t>(used);
  }
}

// Sorts, and gives everyone its extinction: 0 for the best, 1 for the worst.
void Island::rank() {
  // by insertion: stable, and unlike the library's stable sort it allocates nothing
  const auto by_cost = [](const Individual& a, const Individual& b) { return a.cost < b.cost; };
  for (auto next = population_.begin(); next != population_.end(); ++next)
    std::rotate(std::upper_bound(population_.begin(), next, *next, by_cost), next, next + 1);
  const double lowest = population_.front().cost, highest = population_.back().cost;
  const double last = static_cast<double>(population_.size() - 1);
  for (std::size_t i = 0; i < population_.size(); ++i) {
    const double share = static_cast<double>(i) / last;
    const bool comparable = highest > 0 && std::isfinite(highest);
    population_[i].extinction = comparable ? (population_[i].cost + lowest * (share - 1)) / highest : share;
  }
}

bool Island::note_best(const Individual& individual) {
  if (!(individual.cost < best_cost_)) return false;
  best_cost_ = individual.cost;
  best_ = individual.q;
  return true;
}

void Island::run(int evaluations, Stop& stop) {
  const std::int64_t end = evaluations_ + evaluations;
  while (!solved_ && evaluations_ < end && !stop.check()) {
    const double before = best_cost_;
    exploit_elites();
    if (solved_) return;
    std::copy_n(population_.begin(), elite_count, offspring_.begin());
    for (std::size_t i = elite_count; i < offspring_.size(); ++i) breed(offspring_[i]);
    evaluate(offspring_, elite_count);
    population_.swap(offspring_);
    rank();
    note_best(population_[0]);
    if (best_cost_ >= before * (1 - least_gain)) populate(best_.data());
  }
}

void Island::exploit_elites() {
  for (std::size_t i = 0; i < elite_count && !solved_; ++i) {
    Individual& elite = population_[i];
    const std::vector<double>& before = offspring_[i].q = elite.q;
    const Settle::Result result = settle_.run(exact_, elite.q.data(), exploitation);
    evaluations_ += result.evaluations;
    elite.cost = result.cost;
    const double kept = random_.uniform();
    for (std::size_t v = 0; v < elite.q.size(); ++v)
      elite.momentum[v] = kept * elite.momentum[v] + (elite.q[v] - before[v]);
    note_best(elite);
    if (result.accepted) {
      solved_ = true;
      best_ = elite.q;
      best_cost_ = elite.cost;
    }
  }
}

// Linear ranking: p(i) proportional to n - i, by inverting the triangular sum.
std::size_t Island::select_by_rank() {
  const double n = static_cast<double>(population_.size());
  const double i = n - 0.5 - std::sqrt(0.25 + random_.uniform() * n * (n + 1));
  return static_cast<std::size_t>(std::clamp(std::ceil(i), 0.0, n - 1));
}

void Island::breed(Individual& child) {
  const Individual &a = population_[select_by_rank()], &b = population_[select_by_rank()],
                   &model = population_[select_by_rank()];
  const double extinction = 0.5 * (a.extinction + b.extinction);
  const double count = static_cast<double>(problem_->active().size());
  const double rate = (extinction * (count - 1) + 1) / count;
  child.q = a.q;
  for (std::size_t c = 0; c < problem_->active().size(); ++c) {
    const auto v = static_cast<std::size_t>(problem_->active()[c]);
    const double mix = random_.uniform();
    double q = a.q[v] + mix * (b.q[v] - a.q[v]);
    const double momentum = random_.uniform() * a.momentum[v] + random_.uniform() * b.momentum[v];
    q += momentum;
    const double recombined = q;
    if (random_.uniform() < rate) {
      const double span = sampler_->upper(c, query_->start.data()) - sampler_->lower(c, query_->start.data());
      q += random_.uniform(-1, 1) * extinction * span;
    }
    const double average = a.q[v] + random_.uniform() * (b.q[v] - a.q[v]);
    const double towards_parents = random_.uniform() * (average - q),
                 towards_model = random_.uniform() * (model.q[v] - q);
    q += towards_parents + random_.uniform() * (towards_model - towards_parents);
    child.momentum[v] = momentum + (q - recombined);
    child.q[v] = q;
  }
  clip(problem_->tree(), child.q);
}

}  // namespace memetik
