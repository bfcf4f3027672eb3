// Random matrices and vectors for the tests of linear systems.
#pragma once

#include <Eigen/Dense>

#include "random_tree.hpp"

inline Eigen::MatrixXd random_matrix(Random& random, int rows, int columns) {
  return Eigen::MatrixXd::NullaryExpr(rows, columns, [&] { return random.uniform(-1, 1); });
}

inline Eigen::VectorXd random_vector(Random& random, int n) { return random_matrix(random, n, 1); }

// J J^T + damping I for a random J with `columns` columns.
inline Eigen::MatrixXd random_spd(Random& random, int n, int columns, double damping) {
  const Eigen::MatrixXd j = random_matrix(random, n, columns);
  return j * j.transpose() + damping * Eigen::MatrixXd::Identity(n, n);
}
