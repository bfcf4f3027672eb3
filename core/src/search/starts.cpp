#include "memetik/search/starts.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "memetik/kinematics/configuration.hpp"
#include "memetik/search/decoupled/decoupled_starts.hpp"

namespace memetik {

namespace {

// A random start is the best of this many random configurations. Among obstacles, where few attempts succeed
// and the cost of a start says less, fewer are worth their evaluations: on tanks with narrow mouths, 4
// instead of 16 save a quarter.
constexpr int usual_candidates = Starts::max_evaluations, candidates_among_obstacles = 4;
static_assert(candidates_among_obstacles % pack_lanes == 0);

}  // namespace

Starts::Starts(const Problem& problem, const StartSources& sources)
    : problem_(&problem),
      sources_(&sources),
      candidate_count_(problem.aggregated_rows() > 0 ? candidates_among_obstacles : usual_candidates),
      decoupled_(sources.decoupling ? std::make_unique<DecoupledStarts>(*sources.decoupling, sources.sampler)
                                    : nullptr),
      places_(sources.pool.bases().size(), identity_frame),
      scout_(problem),
      packed_(static_cast<std::size_t>(problem.tree().dof())),
      candidates_(static_cast<std::size_t>(usual_candidates * problem.tree().dof())) {
  for (const int base : sources.pool.bases()) bases_.emplace_back(problem.tree(), base);
}

Starts::~Starts() = default;

int Starts::most_evaluations() const { return decoupled_ ? decoupled_->max_evaluations() : max_evaluations; }

int Starts::get(StartList& list, int attempt, double* q, Stop& stop) {
  const Query& query = *list.query;
  std::copy(query.start.begin(), query.start.end(), q);
  const bool near_start = query.after_rejection == AfterRejection::near_start;
  const StartTable* table = query.max_change.empty() && !near_start ? sources_->table : nullptr;
  if (decoupled_) [[unlikely]] {
    solved_ = false;
    if (attempt % 2 == 1 && !near_start) {
      const int evaluations = decoupled_->get(list, attempt, attempt / 2, q, stop);
      solved_ = decoupled_->solved();
      return evaluations;
    }
  }
  // without a start from the user, the table's first start is better than the neutral posture
  int index = attempt;
  if (query.start_given || !table) {
    if (attempt == 0) return 0;
    --index;
  }
  if (near_start || is_narrowed(query)) return random(query, attempt, q, stop, list.spread);
  if (table) {
    if (!std::exchange(list.looked_up, true))
      list.lookup = table->find(sources_->table_goal, query.parameters);
    if (index < list.table_count) {
      if (table->get(list.lookup, index, q)) return 0;
      list.table_count = table->count(list.lookup);
    }
    index -= list.table_count;
  }
  if (!sources_->pool.empty() && index < StartPool::best_count) {
    if (!std::exchange(list.ranked, true)) list.best = best_of_pool(query);
    return sources_->pool.get(list.best[static_cast<std::size_t>(index)], q), 0;
  }
  return random(query, attempt, q, stop, list.spread);
}

// Whether max_change limits an active variable.
bool Starts::is_narrowed(const Query& query) const {
  if (query.max_change.empty()) return false;
  return std::any_of(problem_->active().begin(), problem_->active().end(), [&](int variable) {
    return std::isfinite(query.max_change[static_cast<std::size_t>(variable)]);
  });
}

StartPool::Best Starts::best_of_pool(const Query& query) {
  for (std::size_t g = 0; g < bases_.size(); ++g)
    if (!bases_[g].is_root()) places_[g] = bases_[g].pose(query.start);
  return sources_->pool.best(query.parameters, places_);
}

int Starts::random(const Query& query, int attempt, double* q, Stop& stop, bool spread) {
  std::copy(query.start.begin(), query.start.end(), q);
  if (query.after_rejection == AfterRejection::near_start) {
    sample_near_start(query, attempt, q);
    return 0;
  }
  if (!spread && !problem_->has_external()) return best_of_random(query, attempt, q, stop);
  sources_->sampler.sample(
      RandomStream(query.options.random_seed).branch(static_cast<std::uint64_t>(attempt)), query, q);
  return 0;
}

// Goes a random share of the way from the user's start to a random configuration. The share is log-uniform.
void Starts::sample_near_start(const Query& query, int attempt, double* q) {
  RandomStream random = RandomStream(query.options.random_seed).branch(static_cast<std::uint64_t>(attempt));
  const double share = std::exp2(-6 * random.uniform());
  std::vector<double>& target = candidates_;
  std::copy(query.start.begin(), query.start.end(), target.begin());
  sources_->sampler.sample(random.branch(0), query, target.data());
  const std::size_t dof = query.start.size();
  const std::span<double> motion(target.data() + dof, dof);
  difference(problem_->tree(), query.start, std::span(target).first(dof), motion);
  for (double& m : motion) m *= share;
  advance(problem_->tree(), query.start, motion, std::span(q, dof));
  clip(problem_->tree(), query, std::span(q, dof));
}

// If stopped early, it takes the best configuration evaluated so far.
int Starts::best_of_random(const Query& query, int attempt, double* q, Stop& stop) {
  const RandomStream random =
      RandomStream(query.options.random_seed).branch(static_cast<std::uint64_t>(attempt));
  const std::size_t dof = query.start.size();
  scout_.set_parameters(query.parameters);
  double lowest = HUGE_VAL;
  int best = 0;
  for (int first = 0; first < candidate_count_; first += pack_lanes) {
    if (first > 0 && stop.requested()) break;
    for (int l = 0; l < pack_lanes; ++l) {
      double* candidate = candidates_.data() + static_cast<std::size_t>(first + l) * dof;
      std::copy_n(q, dof, candidate);
      sources_->sampler.sample(random.branch(static_cast<std::uint64_t>(first + l)), query, candidate);
      for (const int i : problem_->variables()) packed_[static_cast<std::size_t>(i)].set(l, candidate[i]);
    }
    scout_.evaluate(packed_.data(), Scope::primary);
    for (int l = 0; l < pack_lanes; ++l)
      if (scout_.cost()[l] < lowest) {
        lowest = scout_.cost()[l];
        best = first + l;
      }
  }
  std::copy_n(candidates_.data() + static_cast<std::size_t>(best) * dof, dof, q);
  return candidate_count_;
}

}  // namespace memetik
