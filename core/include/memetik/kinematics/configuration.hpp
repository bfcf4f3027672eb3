// Operations on configurations that need no forward kinematics: limits and differences.
#pragma once

#include <span>

#include "memetik/kinematics/tree.hpp"

namespace memetik {

// Clips every variable to its limits. Rotation vectors are wrapped to a norm of at most pi, then shortened to
// their limit.
void clip(const Tree& tree, std::span<double> q);

// Wraps a rotation vector, then shortens it to the largest angle.
Vec3<double> clip_rotation_vector(const Vec3<double>& w, double largest);

bool within_limits(const Tree& tree, std::span<const double> q, double tolerance);

// The motion from one configuration to another on the joints' manifold: for periodic angles the shorter way
// round, for rotation vectors log(R_from^T R_to), for all other variables to - from.
void difference(const Tree& tree, std::span<const double> from, std::span<const double> to,
                std::span<double> out);

// The configuration that a motion leads to: the inverse of `difference`, up to whole turns.
void advance(const Tree& tree, std::span<const double> from, std::span<const double> motion,
             std::span<double> out);

// Adds whole turns to every angle with `repeats_after_turn`, to bring it as close to the reference as its
// limits allow. Returns whether any angle changed.
bool unwind(const Tree& tree, std::span<const double> reference, std::span<double> q);
// The same for these variables only.
bool unwind(const Tree& tree, std::span<const int> variables, std::span<const double> reference,
            std::span<double> q);

}  // namespace memetik
