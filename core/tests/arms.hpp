// Arms of six and seven joints with published dimensions, and poses computed without the objective.
#pragma once

#include <cmath>
#include <numbers>
#include <span>
#include <vector>

#include "memetik/kinematics/sweep.hpp"
#include "memetik/kinematics/tree.hpp"
#include "memetik/math/rotation_vector.hpp"

struct Arm {
  const char* name;
  std::vector<double> a, twist, d;  // [m], [quarter turns], [m] (Denavit and Hartenberg 1955)
  std::vector<double> lower, upper;

  int tip() const { return static_cast<int>(a.size()) + 1; }

  std::vector<memetik::JointSpec> joints() const;
  memetik::Tree tree() const;
};

Arm ur5();
Arm iiwa14();
Arm panda();
std::vector<Arm> arms();

memetik::Frame<double> pose_at(const memetik::Tree& tree, int link, const std::vector<double>& q);

// A pose as users give it: a 4x4 matrix, row-major.
std::vector<double> matrix_of(const memetik::Frame<double>& f);

memetik::Frame<double> frame_of(std::span<const double> m);

double angle_between(const memetik::Frame<double>& a, const memetik::Frame<double>& b);
