#include "memetik/kinematics/dexterity.hpp"

#include <Eigen/Dense>
#include <limits>
#include <set>
#include <span>
#include <vector>

#include "memetik/kinematics/sweep.hpp"

namespace memetik {

namespace {

using Jacobian = Eigen::Matrix<double, 6, Eigen::Dynamic, Eigen::RowMajor>;

// The variables between the root and a link.
std::vector<int> moving_variables(const Tree& tree, int link) {
  std::set<int> variables;
  for (int i = tree.link(link).segment; i >= 0; i = tree.segment(i).parent)
    for (int c = 0; c < variable_count(tree.segment(i).kind); ++c)
      variables.insert(tree.segment(i).variable + c);
  return {variables.begin(), variables.end()};
}

}  // namespace

void dexterity_batch(const Tree& tree, const double* q, std::size_t count, int link, double* out) {
  Kinematics<double> kinematics(tree, std::span(&link, 1));
  const std::vector<int> columns = moving_variables(tree, link);
  Jacobian jacobian(6, tree.dof());
  Eigen::MatrixXd moving(6, static_cast<Eigen::Index>(columns.size()));
  Eigen::JacobiSVD<Eigen::MatrixXd> svd(moving.rows(), moving.cols());
  for (std::size_t i = 0; i < count; ++i) {
    kinematics.update(q + i * static_cast<std::size_t>(tree.dof()));
    kinematics.jacobian(link, jacobian.data());
    double manipulability = 0, condition = std::numeric_limits<double>::infinity();
    if (!columns.empty()) {
      moving = jacobian(Eigen::all, columns);
      const auto& sigma = svd.compute(moving).singularValues();
      const double largest = sigma(0), smallest = sigma(sigma.size() - 1);
      manipulability = sigma.prod();
      if (smallest > 6 * std::numeric_limits<double>::epsilon() * largest) condition = largest / smallest;
    }
    out[2 * i] = manipulability;
    out[2 * i + 1] = condition;
  }
}

}  // namespace memetik
