#include "memetik/search/methods/shared/local_searcher.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace memetik {

namespace {

// The clock is read about every 20 us. A decomposition takes about 5 ns times the square of the Jacobian's
// smaller dimension times the larger.
unsigned steps_between_clock_reads(const Problem& problem) {
  const auto rows = static_cast<unsigned>(problem.rows());
  const auto columns = static_cast<unsigned>(problem.active().size());
  const unsigned work = rows * columns * std::min(rows, columns);
  return std::clamp(4000 / std::max(work, 1u), 1u, 16u);
}

}  // namespace

void RestartingSearcher::begin_search(Stop& stop) {
  stop.read_clock_every(steps_between_clock_reads(*problem_));
  q_.assign(query_->start.begin(), query_->start.end());
  begin_query();
  if (role_.number > 0 && !attempts_.all_at_start) return begin_elsewhere(stop);
  starts_ = 1;
  begin_attempt(random_.branch(0));
}

void RestartingSearcher::begin_elsewhere(Stop&) {
  const RandomStream random = random_.branch(static_cast<std::uint64_t>(++starts_));
  sampler_->sample(random, *query_, q_.data());
  begin_attempt(random.branch(0));
}

void RestartingSearcher::give_up(Stop& stop) {
  exhausted_ = !attempts_.restarts || problem_->active().empty();
  if (!exhausted_) begin_elsewhere(stop);
}

LocalSearcher::LocalSearcher(const Problem& problem, const Sampler& sampler, const Attempts& attempts,
                             std::unique_ptr<LocalStep> step)
    : RestartingSearcher(problem, sampler, attempts), patient_(!attempts.restarts), step_(std::move(step)) {}

void LocalSearcher::begin_query() { step_->set_query(*query_); }

void LocalSearcher::begin_attempt(RandomStream random) {
  milestone_ = std::numeric_limits<double>::infinity();
  steps_ = 0;
  step_->begin(random);
}

// A search without restarts is never given up for slow progress.
bool LocalSearcher::is_stuck() {
  if (step_->cost() <= 0.5 * milestone_) {
    milestone_ = step_->cost();
    steps_ = 0;
  }
  return !patient_ && steps_++ >= step_->patience();
}

void LocalSearcher::search(std::int64_t end, Stop& stop) {
  while (may_continue(end, stop)) {
    step_->evaluate(q_.data());
    keep_if_best(q_, step_->cost(), step_->accepted());
    const bool ends = solved() || is_stuck() || !step_->step(q_.data());
    evaluations_ += step_->evaluations();
    if (ends && !solved()) give_up(stop);
  }
}

}  // namespace memetik
