#include "memetik/search/closed_form/self_motion.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "memetik/kinematics/configuration.hpp"

namespace memetik {

namespace {

constexpr double full_turn = 2 * std::numbers::pi;
// Many solutions are nearer to each other than few.
struct Plan {
  std::size_t slices;  // at first
  double spacing;      // [rad] how far branches may move between slices
};
constexpr Plan for_few{64, 0.25}, for_many{128, 0.1};
constexpr std::size_t few = 64;
constexpr int halvings = 8;
constexpr double min_spread = 0.1;  // [rad] between representatives
constexpr std::size_t most_samples = 4000;

double turned_by(double angle) { return std::abs(angle - full_turn * std::nearbyint(angle / full_turn)); }

// Whether a branch of one slice, also outside of the box, has no branch of the other near it.
bool has_lonely(const BranchSearch::Slice& a, const BranchSearch::Slice& b, double spacing) {
  for (std::size_t i = 0; i < static_cast<std::size_t>(a.count); ++i) {
    bool lonely = true;
    for (std::size_t k = 0; k < static_cast<std::size_t>(b.count) && lonely; ++k) {
      bool near = true;
      for (std::size_t j = 0; j < ClosedForm::joints && near; ++j)
        near = turned_by(a.q[i][j] - b.q[k][j]) <= spacing;
      lonely = !near;
    }
    if (lonely) return true;
  }
  return false;
}

}  // namespace

SelfMotion::SelfMotion(BranchSearch& branches, PoseArm& arm, const Query& query, SolutionFields& effort,
                       Stop& stop)
    : branches_(&branches),
      arm_(&arm),
      query_(&query),
      effort_(&effort),
      stop_(&stop),
      difference_(query.start.size()) {}

bool SelfMotion::may_continue() {
  return samples_.size() < most_samples && effort_->evaluations < query_->options.max_evaluations &&
         !stop_->check();
}

BranchSearch::Slice SelfMotion::slice_at(double angle) {
  const auto add = [&](const std::vector<double>& q) {
    difference(arm_->tree(), query_->start, q, difference_);
    double sum = 0;
    for (const double d : difference_) sum += d * d;
    samples_.push_back({.q = q, .distance = std::sqrt(sum)});
  };
  const BranchSearch::Slice slice = branches_->slice(*arm_, *query_, angle, add);
  effort_->evaluations += branches_->evaluations();
  return slice;
}

// Adds a slice between neighbors where that is needed.
void SelfMotion::halve(double spacing) {
  std::vector<BranchSearch::Slice> finer;
  finer.reserve(2 * slices_.size());
  for (std::size_t i = 0; i < slices_.size(); ++i) {
    finer.push_back(slices_[i]);
    if (i + 1 == slices_.size()) break;
    const BranchSearch::Slice &a = slices_[i], &b = slices_[i + 1];
    const bool is_far = b.angle - a.angle > spacing && (a.count > 0 || b.count > 0);
    if ((is_far || has_lonely(a, b, spacing) || has_lonely(b, a, spacing)) && may_continue())
      finer.push_back(slice_at(0.5 * (a.angle + b.angle)));
  }
  slices_ = std::move(finer);
}

// The largest difference of a joint, whole turns aside.
double SelfMotion::apart(const std::vector<double>& a, const std::vector<double>& b) const {
  const auto own = [&](int variable) {
    const auto v = static_cast<std::size_t>(variable);
    return turned_by(a[v] - b[v]);
  };
  double largest = own(arm_->free_variable());
  for (const int variable : arm_->variables()) largest = std::max(largest, own(variable));
  return largest;
}

std::vector<std::vector<double>> SelfMotion::sample(std::size_t count) {
  const auto variable = static_cast<std::size_t>(arm_->free_variable());
  const auto [lower, upper] = interval_of(arm_->tree(), *query_, variable);
  const double start = query_->start[variable], half = 0.5 * full_turn;
  const double from = std::max(lower, std::min(start, upper - half) - half),
               to = std::min(upper, from + full_turn);
  const Plan plan = count > few ? for_many : for_few;
  const double step = (to - from) / static_cast<double>(plan.slices);
  for (std::size_t i = 0; i <= plan.slices && may_continue(); ++i)
    slices_.push_back(slice_at(from + step * static_cast<double>(i)));
  for (int k = 0; k < halvings && may_continue(); ++k) halve(plan.spacing);
  return representatives(count);
}

std::vector<std::vector<double>> SelfMotion::representatives(std::size_t count) {
  std::stable_sort(samples_.begin(), samples_.end(),
                   [](const Sample& a, const Sample& b) { return a.distance < b.distance; });
  std::size_t selected = 0;
  while (selected < count && !stop_->check()) {
    const auto next = std::max_element(samples_.begin(), samples_.end(),
                                       [](const Sample& a, const Sample& b) { return a.gap < b.gap; });
    if (next == samples_.end() || next->gap < min_spread) break;
    next->gap = 0;
    std::vector<double> checked = next->q;
    if (query_->acceptor && !query_->acceptor->accepts(*query_, checked, *effort_)) continue;
    next->is_selected = true;
    ++selected;
    for (Sample& other : samples_) other.gap = std::min(other.gap, apart(next->q, other.q));
  }
  std::vector<std::vector<double>> found;
  for (Sample& sample : samples_)
    if (sample.is_selected) found.push_back(std::move(sample.q));
  return found;
}

}  // namespace memetik
