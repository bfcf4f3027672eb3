#include "memetik/objective/goal.hpp"

#include <cmath>

#include "memetik/objective/kernel.hpp"

namespace memetik {

const Kernel* find_kernel(std::string_view name) {
  for (const Kernel* kernel : all_kernels())
    if (kernel->name == name) return kernel;
  return nullptr;
}

// The first parameter is the square root of the weight; the others belong to the kernel.
void set_target(const Goal& goal, const double* target, double* parameters) {
  goal.kernel->set_target(goal, target, parameters + 1);
}

void set_weight(double weight, double* parameters) { parameters[0] = std::sqrt(weight); }

}  // namespace memetik
