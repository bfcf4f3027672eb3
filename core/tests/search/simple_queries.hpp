// Queries with only one member set, for tests that need no other.
#pragma once

#include "memetik/search/query.hpp"

namespace memetik {

inline Query query_with_parameters(std::span<const double> parameters) { return {.parameters = parameters}; }
inline Query query_with_start(std::span<const double> start) { return {.start = start}; }

}  // namespace memetik
