// Steps that end within the bounds of the variables.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numbers>
#include <vector>

#include "memetik/search/box.hpp"
#include "memetik/search/local/step_bounds.hpp"

namespace memetik {

// A step of the active variables, and which of them may move.
struct BoxStep {
  static constexpr double longest = 2 * std::numbers::pi;  // [rad, m] of variables without bounds
  std::vector<double> step, moves;                         // moves: 0 or 1

  explicit BoxStep(std::size_t count) : step(count), moves(count) {}

  // Calls solve() for the step of the moving variables, given that of the others. A variable that the step
  // would move beyond a bound, or too far, stops there, and the step of the others is solved again, for a few
  // rounds.
  template <class Solve>
  void find(const Problem& problem, const StepBounds<double>& bounds, const double* q, int rounds,
            const Solve& solve) {
    std::fill(step.begin(), step.end(), 0.0);
    bool inside = false;
    for (int round = 0; round < rounds && !inside; ++round) {
      solve();
      inside = true;
      for (std::size_t c = 0; c < step.size(); ++c) {
        if (moves[c] == 0) continue;
        const double value = q[problem.active()[c]];
        const double lower = std::max(bounds.lower(c) - value, -longest);
        const double upper = std::min(bounds.upper(c) - value, longest);
        if (step[c] >= lower && step[c] <= upper) continue;
        step[c] = std::clamp(step[c], lower, upper);
        moves[c] = 0;
        inside = false;
      }
    }
  }

  // trial <- q + step, within the query's box.
  void apply(const Problem& problem, const Query& query, const double* q, std::vector<double>& trial) const {
    std::copy_n(q, trial.size(), trial.begin());
    for (std::size_t c = 0; c < step.size(); ++c)
      trial[static_cast<std::size_t>(problem.active()[c])] += step[c];
    clip(problem.tree(), query, trial);
  }

  bool below(double length) const {
    return std::all_of(step.begin(), step.end(), [&](double change) { return std::abs(change) < length; });
  }
};

}  // namespace memetik
