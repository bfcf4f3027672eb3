// What can be done to a configuration q without moving the robot: limits and differences.
#pragma once

#include <span>

#include "memetik/kinematics/tree.hpp"

namespace memetik {

// Brings every variable inside its limits; rotation vectors are wrapped to at most pi, then shortened.
void clip(const Tree& tree, std::span<double> q);

// Of a rotation vector: wrapped, then shortened to the largest angle.
Vec3<double> clip_rotation_vector(const Vec3<double>& w, double largest);

bool within_limits(const Tree& tree, std::span<const double> q, double tolerance);

// The motion from one configuration to another, taken on the joint: periodic angles the short way
// round, rotation vectors as log(R_from^T R_to), everything else to - from.
void difference(const Tree& tree, std::span<const double> from, std::span<const double> to,
                std::span<double> out);

// The configuration that a motion leads to: the inverse of `difference`, but for whole turns.
void advance(const Tree& tree, std::span<const double> from, std::span<const double> motion,
             std::span<double> out);

// Shifts every angle of which a full turn changes nothing by whole turns, as close to the reference as
// its limits allow. Returns whether any was shifted.
bool unwind(const Tree& tree, std::span<const double> reference, std::span<double> q);

}  // namespace memetik
