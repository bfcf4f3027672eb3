#include "memetik/search/compromise.hpp"

#include <algorithm>
#include <climits>
#include <cmath>
#include <numbers>
#include <utility>

#include "memetik/search/box.hpp"

namespace memetik {

namespace {

// Maximum evaluations: of a descent in a lane (a longer one is seldom the best), of the start's and of the
// best descent; and of a constrained one, and of the start's and the best of these.
constexpr int lane_quota = 60, polish_quota = 256, constrained_quota = 1000, refinement_quota = 4000;
// A descent of a single configuration offers its state after so many evaluations, and after twice as many
// each time: so a smaller budget finds candidates that a larger one finds, too.
constexpr int first_checkpoint = 8;
constexpr double rough_gain =
    1e-4;  // a descent has roughly converged if a step gains less, relative to its cost
constexpr double largest_nudge = 1e-3;  // [rad, m]
// A search has converged after so many descents in vain, later if it has many variables, and earlier if the
// goals provably cannot be met: then there is no solution to miss.
constexpr int few_variables = 12, patience_of_few = 24, patience_of_many = 36;
constexpr int short_patience_of_few = 16, short_patience_of_many = 48;
// ... but not before so many descents have ended at the best cost: if every one ends at another cost, there
// are too many local minima for this rule, and evolution may find a better one.
constexpr int min_hits = 3;
// If the best configuration is near to the goals [m, rad], there may be a solution that is hard to find: a
// multiple of the descents in vain is needed. If it is very near, the search goes on.
constexpr double near_distance = 0.03, very_near_distance = 1e-3;
constexpr int near_factor = 3;
constexpr double min_gain = 0.01;  // a descent is in vain if it lowers the best cost by a smaller share

// Obstacles make as many local minima as further variables do.
bool has_few_local_minima(const Problem& problem) {
  if (problem.aggregated_rows() > 0) return false;
  int count = 0;
  for (int c = 0; c < static_cast<int>(problem.active().size()); ++c)
    count += problem.primary_support(c).empty() ? 0 : 1;
  return count <= few_variables;
}

}  // namespace

Compromise::Compromise(const Problem& problem, const StartSources& sources, Verifier& verifier, bool eased)
    : problem_(&problem),
      verifier_(&verifier),
      lanes_(problem, eased),
      settle_lanes_(problem),
      single_(problem, eased),
      settle_(problem),
      starts_(problem, sources),
      packed_(static_cast<std::size_t>(problem.tree().dof())),
      q_(packed_.size()) {
  if (problem.required_rows() > 0) constrained_ = std::make_unique<ConstrainedDescent>(problem);
}

void Compromise::begin(const Query& query, Solution& solution, std::int64_t quota, Stop& stop) {
  lanes_.set_parameters(query.parameters);
  single_.set_parameters(query.parameters);
  in_vain_ = descents_ = flat_ = 0;
  rough_.clear();
  const bool unreachable = solution.status == Status::unreachable;
  hits_ = 1;
  min_hits_ = unreachable ? 1 : problem_->has_external() ? INT_MAX : min_hits;
  patience_ = has_few_local_minima(*problem_) ? (unreachable ? short_patience_of_few : patience_of_few)
                                              : (unreachable ? short_patience_of_many : patience_of_many);
  q_.assign(query.start.begin(), query.start.end());
  const Origin origin{.stage = Stage::start, .of_start = true};
  if (constrained_) {
    best_ = {HUGE_VAL, HUGE_VAL};
    refine(query, solution, origin, quota, stop);
  } else {
    best_ = {0, HUGE_VAL};
    const std::int64_t last = solution.evaluations + quota;
    if (polish(query, solution, origin, quota, stop) && solution.status != Status::solved && !unreachable) {
      nudge(query);
      polish(query, solution, origin, last - solution.evaluations, stop);
    }
  }
}

// Moves the relevant variables a little, each by another length.
void Compromise::nudge(const Query& query) {
  for (std::size_t c = 0; c < problem_->active().size(); ++c) {
    if (problem_->primary_support(static_cast<int>(c)).empty()) continue;
    const double share = std::fmod(std::numbers::phi * static_cast<double>(c + 1), 1.0);  // equidistributed
    q_[static_cast<std::size_t>(problem_->active()[c])] += largest_nudge * (2 * share - 1);
  }
  clip(problem_->tree(), query, q_);
}

void Compromise::run(const Query& query, Solution& solution, int& attempts, std::int64_t quota,
                     std::int64_t budget, Stop& stop) {
  const std::int64_t end = solution.evaluations + quota, last = solution.evaluations + budget;
  const auto may_continue = [&] {
    return solution.evaluations < last && solution.status != Status::solved && !stop.requested();
  };
  while (may_continue() && solution.evaluations < end && !converged()) {
    const std::int64_t left = last - solution.evaluations;
    if (left < pack_lanes * (Starts::max_evaluations + 1)) return;
    if (constrained_)
      descend_constrained(query, solution, attempts++, left, stop);
    else
      descend_in_lanes(query, solution, attempts, left, stop);
  }
  if (may_continue() && !rough_.empty()) {
    q_ = std::exchange(rough_, {});
    polish(query, solution, {.stage = Stage::settle}, last - solution.evaluations, stop);
  }
}

void Compromise::descend_in_lanes(const Query& query, Solution& solution, int& attempts, std::int64_t quota,
                                  Stop& stop) {
  const std::int64_t last = solution.evaluations + quota;
  for (int l = 0; l < pack_lanes; ++l) {
    solution.evaluations += starts_.random(query, attempts++, q_.data(), stop);
    for (std::size_t i = 0; i < q_.size(); ++i) packed_[i].set(l, q_[i]);
  }
  const auto most =
      static_cast<int>(std::clamp<std::int64_t>((last - solution.evaluations) / pack_lanes, 1, lane_quota));
  const auto result =
      settle_lanes_.run(query, lanes_, packed_.data(), most, stop, {rough_gain, best_.primary});
  solution.evaluations += static_cast<std::int64_t>(pack_lanes) * result.evaluations;
  for (int l = 0; l < pack_lanes; ++l) {
    const auto is = [l](const Mask& mask) { return (lane_bits(mask) >> l & 1) != 0; };
    // a descent that ends for want of budget is no candidate: with a larger budget it would not be, either
    if (most < lane_quota && !is(result.converged | result.accepted)) continue;
    const double before = best_.primary;
    count({0, result.cost[l]}, is(result.converged), is(result.flat));
    const bool improved = best_.primary < before;
    if (!is(result.accepted) && !(result.cost[l] <= (1 + min_gain) * best_.primary)) continue;
    for (std::size_t i = 0; i < q_.size(); ++i) q_[i] = packed_[i][l];
    verifier_->offer(query, solution, q_, {.stage = Stage::settle});
    if (solution.status == Status::solved) return;
    if (improved) rough_ = q_;
  }
}

void Compromise::descend_constrained(const Query& query, Solution& solution, int attempt, std::int64_t quota,
                                     Stop& stop) {
  solution.evaluations += starts_.random(query, attempt, q_.data(), stop);
  if (best_.violation > 0)
    best_ = std::min(best_, verifier_->offer(query, solution, q_, {.stage = Stage::settle}));
  const std::int64_t last = solution.evaluations + quota;
  const int most = static_cast<int>(std::min<std::int64_t>(quota, constrained_quota));
  const auto result = constrained_->run(query, q_, ConstrainedDescent::Precision::rough, most, stop);
  solution.evaluations += result.evaluations;
  const Measures before = best_;
  count(verifier_->offer(query, solution, q_, {.stage = Stage::settle}), result.converged, false);
  if (best_ < before) refine(query, solution, {.stage = Stage::settle}, last - solution.evaluations, stop);
}

void Compromise::refine(const Query& query, Solution& solution, const Origin& origin, std::int64_t quota,
                        Stop& stop) {
  const int most = static_cast<int>(std::min<std::int64_t>(quota, refinement_quota));
  solution.evaluations +=
      constrained_->run(query, q_, ConstrainedDescent::Precision::exact, most, stop).evaluations;
  best_ = std::min(best_, verifier_->offer(query, solution, q_, origin));
}

bool Compromise::polish(const Query& query, Solution& solution, const Origin& origin, std::int64_t quota,
                        Stop& stop) {
  settle_.begin(query, single_, q_.data());
  ++solution.evaluations;
  for (int most = first_checkpoint; most <= polish_quota; most *= 2) {
    const int before = most == first_checkpoint ? 1 : most / 2;
    const auto& result =
        settle_.advance(single_, q_.data(), static_cast<int>(std::min<std::int64_t>(most, quota)), stop);
    solution.evaluations += result.evaluations - before;
    const bool ended = result.accepted || result.converged;
    if (most > quota && !ended && !stop.requested()) return false;
    best_.primary = std::min(best_.primary, result.cost);
    verifier_->offer(query, solution, q_, origin);
    if (ended || stop.requested()) return ended;
  }
  return false;
}

bool Compromise::converged() const {
  const double distance = best_.violation > 0 ? HUGE_VAL : std::sqrt(best_.primary);
  const bool reachable = min_hits_ > 1;  // as far as is known
  if (reachable && distance < very_near_distance) return false;
  const bool near = reachable && distance < near_distance;
  return in_vain_ >= (near ? near_factor : 1) * patience_ && hits_ >= min_hits_;
}

void Compromise::count(const Measures& measures, bool converged, bool flat) {
  ++descents_;
  flat_ += flat ? 1 : 0;
  const bool gains =
      measures.violation < (1 - min_gain) * best_.violation ||
      (measures.violation <= best_.violation && measures.primary < (1 - min_gain) * best_.primary);
  const bool equal = measures.violation <= (1 + min_gain) * best_.violation &&
                     measures.primary <= (1 + min_gain) * best_.primary;
  if (gains)
    in_vain_ = 0, hits_ = 1;
  else if (equal)
    ++hits_;
  if (!gains && converged && !flat) ++in_vain_;
  best_ = std::min(best_, measures);
}

}  // namespace memetik
