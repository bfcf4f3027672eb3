#include <Eigen/Core>
#include <Eigen/QR>

#include "check.hpp"
#include "memetik/math/thin_svd.hpp"
#include "random_tree.hpp"

using namespace memetik;

namespace {

Eigen::MatrixXd random_matrix(Random& random, int rows, int columns, int rank) {
  Eigen::MatrixXd a(rows, rank), b(rank, columns);
  for (Eigen::MatrixXd* m : {&a, &b})
    for (double& entry : m->reshaped()) entry = random.uniform(-1, 1);
  return a * b;
}

ThinSvd decomposed(const Eigen::MatrixXd& a) {
  ThinSvd svd(static_cast<int>(a.rows()), static_cast<int>(a.cols()));
  for (int c = 0; c < a.cols(); ++c) svd.set_column(c, a.col(c).data());
  svd.decompose();
  return svd;
}

template <class Test>
void for_each_matrix(const Test& test) {
  Random random(1);
  for (const auto& [rows, columns] :
       {std::pair{6, 7}, {6, 6}, {3, 9}, {9, 4}, {1, 5}, {5, 1}, {24, 30}, {30, 12}})
    for (int example = 0; example < 10; ++example)
      test(random, random_matrix(random, rows, columns,
                                 std::min(rows, columns) - (example % 3 == 2 && rows > 1 && columns > 1)));
}

}  // namespace

TEST(svd_puts_the_matrix_together_again_from_orthonormal_vectors) {
  for_each_matrix([](Random&, const Eigen::MatrixXd& a) {
    const ThinSvd svd = decomposed(a);
    Eigen::MatrixXd sum = Eigen::MatrixXd::Zero(a.rows(), a.cols());
    for (int i = 0; i < svd.count(); ++i) {
      if (svd.sigma(i) < 1e-12) continue;
      Eigen::VectorXd u(a.rows()), v(a.cols());
      for (int r = 0; r < a.rows(); ++r) u[r] = svd.u(i, r);
      for (int c = 0; c < a.cols(); ++c) v[c] = svd.v(i, c);
      CHECK_NEAR(u.norm(), 1, 1e-12);
      CHECK_NEAR(v.norm(), 1, 1e-12);
      sum += svd.sigma(i) * u * v.transpose();
    }
    CHECK_NEAR((sum - a).cwiseAbs().maxCoeff(), 0, 1e-12 * (1 + a.norm()));
  });
}

TEST(svd_solves_with_the_shortest_of_all_least_squares_solutions) {
  for_each_matrix([](Random& random, const Eigen::MatrixXd& a) {
    Eigen::VectorXd b(a.rows()), x(a.cols());
    for (double& entry : b) entry = random.uniform(-1, 1);
    decomposed(a).solve(b.data(), 1e-10, x.data());
    const Eigen::VectorXd expected = a.completeOrthogonalDecomposition().solve(b);
    CHECK_NEAR((x - expected).cwiseAbs().maxCoeff(), 0, 1e-8 * (1 + expected.norm()));
    ThinSvd matrix(static_cast<int>(a.rows()), static_cast<int>(a.cols()));
    for (int c = 0; c < a.cols(); ++c) matrix.set_column(c, a.col(c).data());
    matrix.solve_directly(b.data(), 1e-10, x.data());
    CHECK_NEAR((x - expected).cwiseAbs().maxCoeff(), 0, 1e-8 * (1 + expected.norm()));
  });
}

TEST(an_empty_matrix_has_no_singular_values) {
  const ThinSvd svd = decomposed(Eigen::MatrixXd::Zero(4, 5));
  double x[5], b[4] = {1, 2, 3, 4};
  svd.solve(b, 1e-3, x);
  for (const double entry : x) CHECK(entry == 0);
}
