// TRAC-IK's race of Newton's method and sequential quadratic programming, and how it rates solutions.
#pragma once

#include <cstdint>

#include "memetik/objective/problem.hpp"
#include "memetik/search/methods/shared/race.hpp"

namespace memetik {

// Which solution to return.
enum class TracMode : std::uint8_t {
  speed,     // the first
  distance,  // the nearest to the start
  manip1,    // of the largest manipulability
  manip2,    // of the smallest condition number
};

// What a mode rates solutions by, the lower the better; empty for the first solution. The function refers to
// the problem.
RaceOptions::Score trac_score(const Problem& problem, TracMode mode);

}  // namespace memetik
