#include "memetik/search/local/local_step.hpp"

#include <cmath>

namespace memetik {

namespace {

constexpr double min_move = 1e-14;  // [rad, m]

}  // namespace

LocalStep::LocalStep(const Problem& problem, Scope scope, WideAngles wide_angles)
    : problem_(&problem),
      scope_(scope),
      objective_(problem),
      bounds_(problem),
      count_(static_cast<int>(problem.active().size())),
      free_(problem.active().size(), 1.0),
      wide_angles_(wide_angles) {
  angles_.reserve(free_.size());
}

void LocalStep::set_query(const Query& query) {
  query_ = &query;
  objective_.set_parameters(query.parameters);
  bounds_.set_query(query);
  for (std::size_t c = 0; c < free_.size(); ++c) free_[c] = bounds_.lower(c) < bounds_.upper(c) ? 1 : 0;
  if (wide_angles_ == WideAngles::wrap) find_wide_angles();
  begin_query();
}

void LocalStep::find_wide_angles() {
  angles_.clear();
  for (std::size_t c = 0; c < free_.size(); ++c) {
    const int i = problem_->active()[c];
    const Interval range = interval_of(problem_->tree(), *query_, static_cast<std::size_t>(i));
    if (!covers_full_turn(problem_->tree(), range, static_cast<std::size_t>(i))) continue;
    bounds_.remove_bounds(c);
    angles_.push_back({i, range});
  }
}

void LocalStep::evaluate(const double* q) {
  objective_.linearize(q, scope_);
  cost_ = objective_.cost();
  evaluations_ = 1;
}

bool LocalStep::move(const double* step, double* q, double longest) {
  const int* active = problem_->active().data();
  bool moved = false;
  // a step with NaN or infinity is no move either
  for (int c = 0; c < count_; ++c) {
    if (!std::isfinite(step[c])) return false;
    const auto i = static_cast<std::size_t>(c);
    const double to = min(max(q[active[c]] + step[c], bounds_.lower(i)), bounds_.upper(i));
    moved |= std::abs(to - q[active[c]]) > min_move;
  }
  if (!moved) return false;
  bounds_.apply(step, q, longest);
  for (const auto& [variable, range] : angles_) q[variable] = wrapped_into(range, q[variable]);
  return true;
}

}  // namespace memetik
