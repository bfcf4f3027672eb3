// Pinocchio's forward kinematics and Jacobian of one frame, timed in C++: for `memetik bench fk`.
// Usage: pinocchio_fk MODEL.txt FRAME COUNT ROUNDS; prints nanoseconds "fk jacobian".
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <pinocchio/algorithm/frames.hpp>
#include <pinocchio/algorithm/jacobian.hpp>
#include <pinocchio/algorithm/joint-configuration.hpp>
#include <pinocchio/algorithm/kinematics.hpp>
#include <pinocchio/serialization.hpp>
#include <string>
#include <vector>

template <class F>
double best_nanoseconds(std::size_t count, int rounds, F f) {
  double best = 1e300;
  for (int round = 0; round < rounds; ++round) {
    const auto start = std::chrono::steady_clock::now();
    for (std::size_t i = 0; i < count; ++i) f(i);
    const std::chrono::duration<double, std::nano> elapsed = std::chrono::steady_clock::now() - start;
    best = std::min(best, elapsed.count() / static_cast<double>(count));
  }
  return best;
}

int main(int, char** arguments) {
  pinocchio::Model model;
  model.loadFromText(arguments[1]);
  const auto frame = model.getFrameId(arguments[2]);
  const auto count = static_cast<std::size_t>(std::stoi(arguments[3]));
  const int rounds = std::stoi(arguments[4]);
  pinocchio::Data data(model);
  std::vector<Eigen::VectorXd> q(count);
  for (auto& row : q) row = pinocchio::randomConfiguration(model);
  pinocchio::Data::Matrix6x jacobian = pinocchio::Data::Matrix6x::Zero(6, model.nv);

  const double fk = best_nanoseconds(count, rounds, [&](std::size_t i) {
    pinocchio::forwardKinematics(model, data, q[i]);
    pinocchio::updateFramePlacement(model, data, frame);
  });
  const double with_jacobian = best_nanoseconds(count, rounds, [&](std::size_t i) {
    pinocchio::computeJointJacobians(model, data, q[i]);
    pinocchio::updateFramePlacement(model, data, frame);
    pinocchio::getFrameJacobian(model, data, frame, pinocchio::LOCAL_WORLD_ALIGNED, jacobian);
  });
  std::printf("%.1f %.1f\n", fk, with_jacobian);
}
