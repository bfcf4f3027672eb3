// TRAC-IK's race of Newton's method against sequential quadratic programming, and how it rates solutions.
#pragma once

#include <cstdint>

#include "memetik/objective/problem.hpp"
#include "memetik/search/methods/shared/race.hpp"

namespace memetik {

// Which solution to return.
enum class TracMode : std::uint8_t {
  speed,     // the first
  distance,  // the nearest to the start
  manip1,    // with the largest manipulability
  manip2,    // with the smallest condition number
};

// The score by which a mode rates solutions; lower is better. Empty for TracMode::speed. The function refers
// to the problem.
RaceOptions::Score trac_score(const Problem& problem, TracMode mode);

}  // namespace memetik
