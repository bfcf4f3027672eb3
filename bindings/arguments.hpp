// What the solver takes as it comes. Anything else Python looks at again: to convert it, or to say what
// is wrong.
#pragma once

#include <exception>

#include "problem.hpp"

namespace memetik {

using Numbers = nb::ndarray<const double, nb::c_contig, nb::device::cpu>;

struct RefusedArgument : std::exception {
  const char* what() const noexcept override { return "an argument needs a closer look"; }
};

void accept_if(bool condition);  // throws RefusedArgument

// Finite, and small enough to compute with.
bool all_usable(const double* values, std::size_t count);

// Whether as many numbers as the goal's target has are one: usable, and rigid or a unit quaternion to
// rounding where it has to be.
bool is_target(const Goal& goal, const double* value);

// The first row that is none, or -1.
std::int64_t first_bad_target(const NativeProblem& problem, int goal, const Numbers& values);

}  // namespace memetik
