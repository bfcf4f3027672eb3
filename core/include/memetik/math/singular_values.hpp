// Singular values of a matrix, by Eigen: in a file of their own because they take long to compile.
#pragma once

#include <memory>
#include <span>

namespace memetik {

// A workspace for matrices of one size.
class SingularValues {
 public:
  SingularValues(int rows, int columns);
  ~SingularValues();

  double& operator()(int row, int column);  // of the matrix
  std::span<const double> compute();        // the largest first

 private:
  struct Workspace;
  std::unique_ptr<Workspace> workspace_;
};

}  // namespace memetik
