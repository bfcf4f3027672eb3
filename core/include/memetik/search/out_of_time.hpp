// Ends a search at once when a user's slow function is called again after the deadline.
#pragma once

#include <exception>

#include "memetik/search/solution.hpp"

namespace memetik {

// Thrown by the function; nothing between it and end_in_time may need to finish.
struct OutOfTime : std::exception {
  const char* what() const noexcept override { return "called after the deadline"; }
};

// Runs a search that may be ended by OutOfTime. The solution is then the last that the search has stored.
template <class Search>
void end_in_time(Solution& solution, Search search) {
  try {
    search();
  } catch (const OutOfTime&) {
    if (solution.status != Status::solved) solution.stopped_by = StoppedBy::deadline;
  }
}

}  // namespace memetik
