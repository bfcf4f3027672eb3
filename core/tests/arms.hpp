// Arms of six and seven joints with published dimensions, and what is known of a pose without the objective.
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

  memetik::Tree tree() const {
    using namespace memetik;
    std::vector<JointSpec> joints(a.size() + 1);
    for (std::size_t i = 0; i < joints.size(); ++i) {
      joints[i].parent_link = static_cast<int>(i);
      if (i < a.size()) {
        joints[i].kind = JointKind::revolute;
        joints[i].variable = static_cast<int>(i);
      }
      if (i == 0) continue;
      const double c = twist[i - 1] == 0 ? 1 : 0, s = twist[i - 1];
      joints[i].origin = {{1, 0, 0}, {0, c, s}, {0, -s, c}, {a[i - 1], 0, d[i - 1]}};
    }
    return Tree(joints, std::vector<LinkMass>(joints.size() + 1), lower, upper);
  }
};

// Sources: Universal Robots' DH parameters of the UR5; KUKA's data sheet of the LBR iiwa 14 R820; Franka
// Emika's FCI documentation of the Panda, with its hand.
inline Arm ur5() {
  constexpr double turn = 2 * std::numbers::pi, half = std::numbers::pi;
  return {"ur5",
          {0, -0.425, -0.39225, 0, 0, 0},
          {1, 0, 0, 1, -1, 0},
          {0.089159, 0, 0, 0.10915, 0.09465, 0.0823},
          {-turn, -turn, -half, -turn, -turn, -turn},
          {turn, turn, half, turn, turn, turn}};
}

inline Arm iiwa14() {
  std::vector<double> lower, upper;
  for (const double degrees : {170, 120, 170, 120, 170, 120, 175}) {
    upper.push_back(degrees * std::numbers::pi / 180);
    lower.push_back(-upper.back());
  }
  return {"iiwa14",
          std::vector<double>(7, 0.0),
          {-1, 1, 1, -1, -1, 1, 0},
          {0.36, 0, 0.42, 0, 0.4, 0, 0.126},
          lower,
          upper};
}

inline Arm panda() {
  return {"panda",
          {0, 0, 0.0825, -0.0825, 0, 0.088, 0},
          {-1, 1, 1, -1, 1, 1, 0},
          {0.333, 0, 0.316, 0, 0.384, 0, 0.2104},
          {-2.8973, -1.7628, -2.8973, -3.0718, -2.8973, -0.0175, -2.8973},
          {2.8973, 1.7628, 2.8973, -0.0698, 2.8973, 3.7525, 2.8973}};
}

inline std::vector<Arm> arms() { return {ur5(), iiwa14(), panda()}; }

inline memetik::Frame<double> pose_at(const memetik::Tree& tree, int link, const std::vector<double>& q) {
  memetik::Kinematics<double> kinematics(tree);
  kinematics.update(q.data());
  return kinematics.link(link);
}

// 4x4, row-major: how users give a pose.
inline std::vector<double> matrix_of(const memetik::Frame<double>& f) {
  return {f.x.x, f.y.x, f.z.x, f.p.x, f.x.y, f.y.y, f.z.y, f.p.y, f.x.z, f.y.z, f.z.z, f.p.z, 0, 0, 0, 1};
}

inline memetik::Frame<double> frame_of(std::span<const double> m) {
  return {{m[0], m[4], m[8]}, {m[1], m[5], m[9]}, {m[2], m[6], m[10]}, {m[3], m[7], m[11]}};
}

inline double angle_between(const memetik::Frame<double>& a, const memetik::Frame<double>& b) {
  return norm(memetik::log_rotation(inverse(a) * b));
}
