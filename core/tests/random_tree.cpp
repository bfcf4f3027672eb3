#include "random_tree.hpp"

using namespace memetik;

double distance(const Frame<double>& a, const Frame<double>& b) {
  return norm(a.x - b.x) + norm(a.y - b.y) + norm(a.z - b.z) + norm(a.p - b.p);
}

double Random::uniform(double low, double high) { return std::uniform_real_distribution(low, high)(engine_); }

int Random::integer(int below) { return std::uniform_int_distribution(0, below - 1)(engine_); }

Vec3<double> Random::vector(double size) {
  return {uniform(-size, size), uniform(-size, size), uniform(-size, size)};
}

Vec3<double> Random::axis() {
  using V = Vec3<double>;
  const V special[] = {{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}};
  if (integer(2) == 0) return special[integer(6)];
  V v = vector(1);
  if (integer(4) == 0) v = {1e-6 * v.x, 1e-6 * v.y, v.z};  // nearly along or against z
  return (1 / norm(v)) * v;
}

Frame<double> Random::frame() {
  Frame<double> f = exp_rotation(vector(2));
  if (integer(3) == 0) f = rotation_from_z_to(axis());
  f.p = vector(0.5);
  return f;
}

std::vector<double> Random::configuration(const Tree& tree) {
  std::vector<double> q;
  for (const auto& v : tree.variables())
    q.push_back(uniform(std::max(v.lower, -1.7), std::min(v.upper, 1.7)));
  return q;
}

RandomTree Random::tree(int joints) {
  RandomTree result;
  std::vector<int> path{0};     // the links from the root to the last one: depth-first order
  std::vector<int> followable;  // variables that a mimic can depend on
  result.masses.push_back({uniform(0, 1), vector(0.2)});
  for (int i = 0; i < joints; ++i) {
    if (integer(4) == 0) path.resize(static_cast<std::size_t>(1 + integer(static_cast<int>(path.size()))));
    JointSpec joint;
    joint.parent_link = path.back();
    joint.origin = frame();
    joint.axis = axis();
    joint.kind = static_cast<JointKind>(integer(2) == 0 ? 1 : integer(7));
    const bool single = variable_count(joint.kind) == 1;
    if (single && !followable.empty() && integer(4) == 0) {
      joint.variable = followable[static_cast<std::size_t>(integer(static_cast<int>(followable.size())))];
      joint.is_mimic = true;
      joint.multiplier = uniform(-2, 2);
      joint.offset = uniform(-1, 1);
    } else if (joint.kind != JointKind::fixed) {
      joint.variable = static_cast<int>(result.lower.size());
      if (single) followable.push_back(joint.variable);
      const bool limited = integer(2) == 0;
      for (int c = 0; c < variable_count(joint.kind); ++c) {
        result.lower.push_back(limited ? -1.5 : -INFINITY);
        result.upper.push_back(limited ? 1.5 : INFINITY);
      }
    }
    result.joints.push_back(joint);
    result.masses.push_back({integer(3) == 0 ? 0 : uniform(0, 2), vector(0.2)});
    path.push_back(i + 1);
  }
  return result;
}
