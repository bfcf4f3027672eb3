// Checks of arguments that the solver uses without conversion. If an argument is refused here, Python code
// converts it or raises an error that explains it.
#pragma once

#include <exception>

#include "problem.hpp"

namespace memetik {

using Numbers = nb::ndarray<const double, nb::c_contig, nb::device::cpu>;

struct RefusedArgument : std::exception {
  const char* what() const noexcept override { return "an argument needs conversion or is invalid"; }
};

void accept_if(bool condition);  // throws RefusedArgument

// Whether all values are finite and small enough to compute with.
bool all_usable(const double* values, std::size_t count);

// Whether these numbers, as many as the goal's target has, are a valid target: usable, and up to rounding a
// rigid transform or a unit quaternion if the goal needs one.
bool is_target(const Goal& goal, const double* value);

// The first row that is not a valid target of the goal, or -1.
std::int64_t first_bad_target(const NativeProblem& problem, int goal, const Numbers& values);

}  // namespace memetik
