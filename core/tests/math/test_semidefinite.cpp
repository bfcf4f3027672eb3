#include <Eigen/Dense>
#include <vector>

#include "check.hpp"
#include "math/random_systems.hpp"
#include "memetik/math/semidefinite.hpp"

using namespace memetik;

namespace {

constexpr double min_pivot = 1e-12;

// A system with its storage.
struct Stored {
  std::vector<double> matrix, x;
  SymmetricSystem system;

  Stored(const Eigen::MatrixXd& a, const Eigen::VectorXd& b)
      : matrix(a.data(), a.data() + a.size()),
        x(b.begin(), b.end()),
        system{matrix.data(), x.data(), static_cast<int>(b.size())} {}

  Eigen::VectorXd solution() const { return Eigen::VectorXd::Map(x.data(), system.n); }
};

}  // namespace

TEST(elimination_and_substitution_solve_a_symmetric_system) {
  Random random(5);
  for (int n = 1; n <= 20; ++n) {
    const Eigen::MatrixXd a = random_spd(random, n, n + 2, 0.1);
    const Eigen::VectorXd b = random_vector(random, n);
    Stored stored(a, b);
    stored.system.eliminate(0, min_pivot);
    stored.system.substitute(0);
    CHECK_NEAR((a * stored.solution() - b).norm(), 0, 1e-9 * (1 + stored.solution().norm()));
  }
}

TEST(what_elimination_leaves_is_the_schur_complement) {
  Random random(6);
  const int n = 9, first = 4, rest = n - first;
  const Eigen::MatrixXd a = random_spd(random, n, n, 0.1);
  Stored stored(a, random_vector(random, n));
  stored.system.eliminate(first, min_pivot);
  const Eigen::MatrixXd schur = a.topLeftCorner(first, first) -
                                a.topRightCorner(first, rest) * a.bottomRightCorner(rest, rest).inverse() *
                                    a.bottomLeftCorner(rest, first);
  for (int i = 0; i < first; ++i)
    for (int j = 0; j <= i; ++j) CHECK_NEAR(stored.system.entry(i, j), schur(i, j), 1e-9);
}

TEST(held_variables_keep_their_values_and_the_others_solve_their_own_rows) {
  Random random(7);
  const int n = 8;
  const Eigen::MatrixXd a = random_spd(random, n, n, 0.1);
  const Eigen::VectorXd b = random_vector(random, n), values = random_vector(random, n);
  const std::vector<double> moves = {1, 0, 1, 1, 0, 0, 1, 1};
  Stored stored(a, b);
  stored.system.hold(moves, values.data(), 1);
  stored.system.eliminate(0, min_pivot);
  stored.system.substitute(0);
  const Eigen::VectorXd x = stored.solution(), error = a * x - b;
  for (int i = 0; i < n; ++i) {
    if (moves[static_cast<std::size_t>(i)] == 0)
      CHECK_NEAR(x(i), values(i), 1e-12);
    else
      CHECK_NEAR(error(i), 0, 1e-9);
  }
}

// d^T A d - 2 b . d has no minimum along the second axis, so no step is taken along it.
TEST(a_direction_that_is_curved_downwards_is_not_taken) {
  Eigen::MatrixXd a = Eigen::MatrixXd::Identity(2, 2);
  a(1, 1) = -1;
  Stored stored(a, Eigen::VectorXd::Ones(2));
  stored.system.eliminate(0, min_pivot);
  stored.system.substitute(0);
  CHECK_NEAR(stored.x[0], 1, 1e-15);
  CHECK(stored.x[1] == 0);
}
