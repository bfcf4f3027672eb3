#include "memetik/search/closed_form/branch_search.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "memetik/kinematics/configuration.hpp"

namespace memetik {

namespace {

constexpr double full_turn = 2 * std::numbers::pi;
// [rad] Branches that differ by less in every joint count as the same.
constexpr double same = 1e-2;
// [m, rad] Poses that are this exact are not made more exact; it is far above the rounding of lanes.
constexpr double rounding = 1e-11;
constexpr int max_steps = 15;
// [rad] A branch that is farther outside of the box is not tried: within it, its pose would be far off. With
// large tolerances, those that are as far as ten times the tolerance are tried, too.
constexpr double largest_excess = 0.1, excess_by_tolerance = 10;

// The angle plus whole turns that is nearest to the reference within the interval, or else nearest to the
// interval.
double nearest_turn(const Interval& interval, double angle, double reference) {
  const double least = std::ceil((interval.lower - angle) / full_turn),
               most = std::floor((interval.upper - angle) / full_turn);
  if (least <= most)
    return angle + full_turn * std::clamp(std::nearbyint((reference - angle) / full_turn), least, most);
  const double below = angle + full_turn * most, above = angle + full_turn * least;
  return interval.lower - below < above - interval.upper ? below : above;
}

}  // namespace

BranchSearch::BranchSearch(const Problem& problem)
    : problem_(&problem),
      exact_(problem),
      lanes_(problem),
      reach_(problem),
      packed_(static_cast<std::size_t>(problem.tree().dof())),
      trial_(packed_.size()),
      difference_(packed_.size()),
      candidates_(ClosedForm::most),
      branches_(ClosedForm::most) {
  for (Candidate& candidate : candidates_) candidate.q = trial_;
  for (Branch& branch : branches_) branch.q = trial_;
}

void BranchSearch::find(PoseArm& arm, const Query& query) {
  free_variable_ = -1;
  find_candidates(arm, arm.closed_form(), query);
  count_ = 0;
  has_continuum_ = false;
  for (const ClosedForm::Branch& branch :
       std::span(found_.branch).first(static_cast<std::size_t>(found_.count)))
    has_continuum_ |= branch.free;
  for (const Candidate& candidate : std::span(candidates_).first(placed_))
    if (candidate.accepted) add(arm, query, candidate);
  std::sort(branches_.begin(), branches_.begin() + static_cast<std::ptrdiff_t>(count_),
            [](const Branch& a, const Branch& b) { return a.distance < b.distance; });
}

// Moves the branches of a closed form into the box, makes them exact, and verifies them.
void BranchSearch::find_candidates(const PoseArm& arm, const ClosedForm& form, const Query& query) {
  const auto [distance, angle] = arm.tolerance();
  const double factor = query.parameters[static_cast<std::size_t>(arm.goal().parameter)];
  const double exact = factor * std::min(rounding, 0.01 * std::min(distance, angle));
  fine_ = exact * exact;
  const double length = form.decomposition().arm.length;
  const double excess = largest_excess + excess_by_tolerance * (distance / length + angle);
  ClosedForm::Angles reference;
  for (std::size_t i = 0; i < reference.size(); ++i)
    reference[i] = query.start[static_cast<std::size_t>(arm.variables()[i])];
  form.solve(arm.target(query), reference, arm.tolerance(), found_);
  placed_ = 0;
  for (std::size_t i = 0; i < static_cast<std::size_t>(found_.count); ++i) {
    candidates_[placed_].free = found_.branch[i].free;
    if (place(arm, query, found_.branch[i].q, excess, candidates_[placed_].q)) ++placed_;
  }
  evaluations_ = static_cast<std::int64_t>(placed_);
  lanes_.set_parameters(query.parameters);
  evaluate(placed_);
  bool prepared = false;
  for (Candidate& candidate : std::span(candidates_).first(placed_)) {
    if (candidate.cost <= fine_) continue;
    if (!std::exchange(prepared, true)) {
      exact_.set_parameters(query.parameters);
      reach_.bounds().set_query(query);
    }
    refine(candidate);
  }
}

// Writes the branch into q, within the box. Returns false if it is too far outside.
bool BranchSearch::place(const PoseArm& arm, const Query& query, const ClosedForm::Angles& angles,
                         double excess, std::vector<double>& q) const {
  std::copy(query.start.begin(), query.start.end(), q.begin());
  if (free_variable_ >= 0) q[static_cast<std::size_t>(free_variable_)] = free_angle_;
  for (std::size_t i = 0; i < angles.size(); ++i) {
    const auto v = static_cast<std::size_t>(arm.variables()[i]);
    const Interval interval = interval_of(problem_->tree(), query, v);
    const double angle = nearest_turn(interval, angles[i], query.start[v]);
    q[v] = std::clamp(angle, interval.lower, interval.upper);
    if (std::abs(q[v] - angle) > excess) return false;
  }
  return true;
}

// Computes the costs of the first candidates, and whether they meet the goal, in lanes.
void BranchSearch::evaluate(std::size_t count) {
  constexpr auto lanes = static_cast<std::size_t>(pack_lanes);
  for (std::size_t first = 0; first < count; first += lanes) {
    const std::size_t used = std::min(count - first, lanes);
    for (std::size_t v = 0; v < packed_.size(); ++v) {
      std::array<double, lanes> values;
      for (std::size_t l = 0; l < lanes; ++l) values[l] = candidates_[first + std::min(l, used - 1)].q[v];
      packed_[v] = Pack::load(values.data());
    }
    lanes_.evaluate(packed_.data(), Scope::primary);
    const int accepted = lane_bits(lanes_.accepted());
    for (std::size_t l = 0; l < used; ++l) {
      candidates_[first + l].cost = lanes_.cost()[static_cast<int>(l)];
      candidates_[first + l].accepted = accepted >> l & 1;
    }
  }
}

// Lowers the cost while that is easy.
void BranchSearch::refine(Candidate& candidate) {
  trial_ = candidate.q;
  double last = HUGE_VAL;
  candidate.cost = HUGE_VAL;
  for (int k = 0; k < max_steps; ++k) {
    exact_.linearize(trial_.data(), Scope::primary);
    ++evaluations_;
    const double cost = exact_.cost();
    if (cost <= candidate.cost) {
      candidate.q = trial_;
      candidate.cost = cost;
      candidate.accepted = exact_.accepted();
    }
    if (candidate.cost <= fine_ || !(cost < 0.9 * last)) return;
    last = cost;
    reach_.apply(exact_, trial_.data());
  }
}

// Of branches that merge, the more exact one is kept.
void BranchSearch::add(const PoseArm& arm, const Query& query, const Candidate& candidate) {
  const std::vector<double>& q = candidate.q;
  const auto is_same = [&](const Branch& other) {
    return std::all_of(arm.variables().begin(), arm.variables().end(), [&](int variable) {
      const auto v = static_cast<std::size_t>(variable);
      const double d = q[v] - other.q[v];
      return std::abs(d - full_turn * std::nearbyint(d / full_turn)) < same;
    });
  };
  const auto end = branches_.begin() + static_cast<std::ptrdiff_t>(count_);
  const auto twin = std::find_if(branches_.begin(), end, is_same);
  if (twin != end && twin->cost <= candidate.cost) return;
  Branch& branch = twin != end ? *twin : branches_[count_++];
  difference(problem_->tree(), query.start, q, difference_);
  double sum = 0;
  for (const double d : difference_) sum += d * d;
  branch.q = q;
  branch.cost = candidate.cost;
  branch.distance = std::sqrt(sum);
  branch.free = candidate.free;
}

}  // namespace memetik
