// The results of an objective, to compare two of them.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

#include "memetik/objective/objective.hpp"

namespace memetik {

// All results of an objective in one lane.
template <class T>
std::vector<double> all_results(const Objective<T>& objective, int l) {
  const Problem& problem = objective.problem();
  std::vector<double> all{lane(objective.cost(), l),
                          static_cast<double>(lane_bits(objective.accepted()) >> l & 1)};
  for (int row = 0; row < problem.rows(); ++row) all.push_back(lane(objective.residuals()[row], l));
  for (int c = 0; c < static_cast<int>(problem.active().size()); ++c) {
    all.push_back(lane(objective.gradient()[c], l));
    for (int row = 0; row < problem.rows(); ++row) all.push_back(lane(objective.column(c)[row], l));
  }
  return all;
}

inline bool same_bits(const std::vector<double>& a, const std::vector<double>& b) {
  return a.size() == b.size() && std::equal(a.begin(), a.end(), b.begin(), [](double x, double y) {
           return std::bit_cast<std::uint64_t>(x) == std::bit_cast<std::uint64_t>(y);
         });
}

}  // namespace memetik
