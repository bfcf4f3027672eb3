// Kinematics of many configurations; each sweep computes a pack of them.
#pragma once

#include <cstddef>
#include <span>

#include "memetik/kinematics/tree.hpp"

namespace memetik {

// Rows of q are configurations (count x dof). All outputs are row-major, one block per configuration.
// Each function returns false if an entry of q is NaN or beyond max_value; `out` is meaningless then. Their
// workspace stays with the thread: for a single configuration, its construction would take most of the time.

// out: for each of `links` where its count x 4 x 4 go.
bool forward_batch(const Tree& tree, const double* q, std::size_t count, std::span<const int> links,
                   std::span<double* const> out);
// out: count x 6 x dof.
bool jacobian_batch(const Tree& tree, const double* q, std::size_t count, int link, double* out);
// out: count x 3.
bool center_of_mass_batch(const Tree& tree, const double* q, std::size_t count, double* out);
// out: count x 3 x dof.
bool center_of_mass_jacobian_batch(const Tree& tree, const double* q, std::size_t count, double* out);

}  // namespace memetik
