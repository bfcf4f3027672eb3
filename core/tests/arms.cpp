#include "arms.hpp"

using namespace memetik;

std::vector<JointSpec> Arm::joints() const {
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
  return joints;
}

Tree Arm::tree() const { return Tree(joints(), std::vector<LinkMass>(joints().size() + 1), lower, upper); }

// Sources: Universal Robots' DH parameters of the UR5; KUKA's data sheet of the LBR iiwa 14 R820; Franka
// Emika's FCI documentation of the Panda, with its hand.
Arm ur5() {
  constexpr double turn = 2 * std::numbers::pi, half = std::numbers::pi;
  return {"ur5",
          {0, -0.425, -0.39225, 0, 0, 0},
          {1, 0, 0, 1, -1, 0},
          {0.089159, 0, 0, 0.10915, 0.09465, 0.0823},
          {-turn, -turn, -half, -turn, -turn, -turn},
          {turn, turn, half, turn, turn, turn}};
}

Arm iiwa14() {
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

Arm panda() {
  return {"panda",
          {0, 0, 0.0825, -0.0825, 0, 0.088, 0},
          {-1, 1, 1, -1, 1, 1, 0},
          {0.333, 0, 0.316, 0, 0.384, 0, 0.2104},
          {-2.8973, -1.7628, -2.8973, -3.0718, -2.8973, -0.0175, -2.8973},
          {2.8973, 1.7628, 2.8973, -0.0698, 2.8973, 3.7525, 2.8973}};
}

std::vector<Arm> arms() { return {ur5(), iiwa14(), panda()}; }

Frame<double> pose_at(const Tree& tree, int link, const std::vector<double>& q) {
  Kinematics<double> kinematics(tree);
  kinematics.update(q.data());
  return kinematics.link(link);
}

std::vector<double> matrix_of(const Frame<double>& f) {
  return {f.x.x, f.y.x, f.z.x, f.p.x, f.x.y, f.y.y, f.z.y, f.p.y, f.x.z, f.y.z, f.z.z, f.p.z, 0, 0, 0, 1};
}

Frame<double> frame_of(std::span<const double> m) {
  return {{m[0], m[4], m[8]}, {m[1], m[5], m[9]}, {m[2], m[6], m[10]}, {m[3], m[7], m[11]}};
}

double angle_between(const Frame<double>& a, const Frame<double>& b) {
  return norm(log_rotation(inverse(a) * b));
}
