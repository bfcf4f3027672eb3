#include "memetik/search/candidate_set.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace memetik {

namespace {

constexpr double equal_share = 1e-3;     // costs that differ by less, relative to the lowest, are equal
constexpr double equal_distance = 1e-9;  // [rad, m]
constexpr std::size_t capacity = 32;     // more candidates of equal cost are hardly ever useful

using Indices = std::vector<std::size_t>;

// Keeps the candidates whose value is at most the lowest value times (1 + share) plus slack.
template <class Value>
void keep_lowest(Indices& left, double share, double slack, Value value) {
  double lowest = std::numeric_limits<double>::infinity();
  for (const std::size_t i : left) lowest = std::min(lowest, value(i));
  const double limit = lowest + share * lowest + slack;
  std::erase_if(left, [&](std::size_t i) { return !(value(i) <= limit); });
}

// Keeps the candidates with a property, unless none has it.
template <class Property>
void keep_if_any(Indices& left, Property property) {
  if (std::any_of(left.begin(), left.end(), property))
    std::erase_if(left, [&](std::size_t i) { return !property(i); });
}

}  // namespace

Indices CandidateSet::of_branch(Indices group) const {
  std::erase_if(group, [&](std::size_t i) { return !candidates_[i].of_start; });
  return group;
}

void CandidateSet::begin(const SelectionRule& rule) {
  rule_ = rule;
  candidates_.clear();
}

void CandidateSet::add(Candidate candidate) {
  candidates_.push_back(std::move(candidate));
  drop_hopeless();
}

// The steps of the rule from the primary cost on.
std::size_t CandidateSet::narrow(Indices& left) const {
  keep_lowest(left, equal_share, rule_.slack, [&](std::size_t i) { return candidates_[i].primary; });
  keep_lowest(left, equal_share, 1e-12, [&](std::size_t i) { return candidates_[i].secondary; });
  keep_lowest(left, equal_share, equal_distance, [&](std::size_t i) { return candidates_[i].distance; });
  return left.front();
}

// The steps of the rule up to the primary cost.
Indices CandidateSet::eligible() const {
  Indices left(candidates_.size());
  std::iota(left.begin(), left.end(), std::size_t{0});
  keep_if_any(left, [&](std::size_t i) { return candidates_[i].is_solution(); });
  keep_lowest(left, equal_share, 0, [&](std::size_t i) { return candidates_[i].violation; });
  keep_if_any(left, [&](std::size_t i) { return candidates_[i].verdict == Candidate::accepted; });
  keep_if_any(left, [&](std::size_t i) { return candidates_[i].verdict != Candidate::rejected; });
  return left;
}

double CandidateSet::limit_of(const Indices& group) const {
  double lowest = std::numeric_limits<double>::infinity();
  for (const std::size_t i : group) lowest = std::min(lowest, candidates_[i].primary);
  return lowest + equal_share * lowest + rule_.slack;
}

CandidateSet::Unsettled CandidateSet::next_to_settle() {
  const Indices left = eligible(), branch = of_branch(left);
  const double limit = limit_of(left), limit_of_branch = limit_of(branch);
  for (const std::size_t i : left) {
    Candidate& candidate = candidates_[i];
    if (!candidate.chosen || candidate.settled) continue;
    if (candidate.primary <= limit) return {&candidate, limit};
    if (rule_.keeps_branch && candidate.of_start && candidate.primary <= limit_of_branch)
      return {&candidate, limit_of_branch};
  }
  return {nullptr, 0};
}

std::size_t CandidateSet::select() const {
  Indices left = eligible(), branch = of_branch(left);
  const std::size_t best = narrow(left);
  if (!rule_.keeps_branch || branch.empty() || candidates_[best].is_solution()) return best;
  const std::size_t own = narrow(branch);
  const double there = std::sqrt(candidates_[best].primary), here = std::sqrt(candidates_[own].primary);
  return there <= (1 - rule_.least_share) * here && here - there >= rule_.least_gain ? best : own;
}

// Keeps those that the rule may still select, those of the start's branch, and the best rejected one. If
// there are too many, those of highest secondary cost go first.
void CandidateSet::drop_hopeless() {
  Indices left(candidates_.size());
  std::iota(left.begin(), left.end(), std::size_t{0});
  const auto is_rejected = [&](std::size_t i) { return candidates_[i].verdict == Candidate::rejected; };
  const auto is_better = [&](std::size_t a, std::size_t b) {
    return Measures(candidates_[a]) < Measures(candidates_[b]);
  };
  const auto is_nearer = [&](std::size_t a, std::size_t b) {
    return std::pair(candidates_[a].secondary, candidates_[a].distance) <
           std::pair(candidates_[b].secondary, candidates_[b].distance);
  };
  Indices rejected = left;
  std::erase_if(rejected, [&](std::size_t i) { return !is_rejected(i); });
  const auto best_rejected = std::min_element(rejected.begin(), rejected.end(), is_better);
  keep_if_any(left, [&](std::size_t i) { return !is_rejected(i); });
  keep_lowest(left, equal_share, 0, [&](std::size_t i) { return candidates_[i].violation; });
  keep_lowest(left, equal_share, rule_.slack, [&](std::size_t i) { return candidates_[i].primary; });
  std::swap(left.front(), *std::min_element(left.begin(), left.end(), is_better));
  std::stable_sort(left.begin() + 1, left.end(), is_nearer);
  left.resize(std::min(left.size(), capacity));
  if (best_rejected != rejected.end()) left.push_back(*best_rejected);
  std::size_t i = 0;
  std::erase_if(candidates_, [&](const Candidate& candidate) {
    const bool hopeful = std::find(left.begin(), left.end(), i++) != left.end();
    return !hopeful && !candidate.of_start && !candidate.is_solution();
  });
}

}  // namespace memetik
