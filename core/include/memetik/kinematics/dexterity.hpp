// How well a robot can move a link: measures of its Jacobian.
#pragma once

#include <cstddef>

#include "memetik/kinematics/tree.hpp"

namespace memetik {

// out: count x 2, per configuration
//   manipulability  sqrt(det(J J^T)) (Yoshikawa 1985), the product of the singular values of J; a link
//                   moved by fewer than six variables has as many singular values as variables
//   condition       largest over smallest of these singular values, infinite where singular
void dexterity_batch(const Tree& tree, const double* q, std::size_t count, int link, double* out);

}  // namespace memetik
