#include "memetik/math/singular_values.hpp"

#include <Eigen/SVD>

namespace memetik {

struct SingularValues::Workspace {
  Workspace(int rows, int columns) : matrix(rows, columns), svd(rows, columns) {}

  Eigen::MatrixXd matrix;
  Eigen::JacobiSVD<Eigen::MatrixXd> svd;
};

SingularValues::SingularValues(int rows, int columns)
    : workspace_(std::make_unique<Workspace>(rows, columns)) {}

SingularValues::~SingularValues() = default;

double& SingularValues::operator()(int row, int column) { return workspace_->matrix(row, column); }

std::span<const double> SingularValues::compute() {
  const Eigen::VectorXd& values = workspace_->svd.compute(workspace_->matrix).singularValues();
  return {values.data(), static_cast<std::size_t>(values.size())};
}

}  // namespace memetik
