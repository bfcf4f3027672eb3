// Dexterity measures of a link's Jacobian.
#pragma once

#include <cstddef>

#include "memetik/kinematics/tree.hpp"

namespace memetik {

// out: count x 2. For every configuration:
//   manipulability  sqrt(det(J J^T)) (Yoshikawa 1985), the product of the singular values of J; a link
//                   moved by n < 6 variables has n singular values
//   condition       largest over smallest of these singular values; infinite if the smallest is zero
void dexterity_batch(const Tree& tree, const double* q, std::size_t count, int link, double* out);

}  // namespace memetik
