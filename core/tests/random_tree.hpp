// Random kinematic trees with all joint kinds, branches, mimics and arbitrary axes.
#pragma once

#include <numbers>
#include <random>
#include <vector>

#include "memetik/kinematics/tree.hpp"
#include "memetik/math/rotation_vector.hpp"

double distance(const memetik::Frame<double>& a, const memetik::Frame<double>& b);

struct RandomTree {
  std::vector<memetik::JointSpec> joints;
  std::vector<memetik::LinkMass> masses;
  std::vector<double> lower, upper;

  memetik::Tree tree() const { return memetik::Tree(joints, masses, lower, upper); }
};

class Random {
 public:
  explicit Random(unsigned seed) : engine_(seed) {}

  double uniform(double low, double high);
  int integer(int below);
  memetik::Vec3<double> vector(double size);
  memetik::Vec3<double> axis();
  memetik::Frame<double> frame();
  std::vector<double> configuration(const memetik::Tree& tree);
  RandomTree tree(int joints);

 private:
  std::mt19937 engine_;
};
