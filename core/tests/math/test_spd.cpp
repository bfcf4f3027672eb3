#include <Eigen/Dense>
#include <algorithm>

#include "check.hpp"
#include "math/random_systems.hpp"
#include "memetik/math/spd.hpp"

using namespace memetik;

namespace {

template <class T>
Symmetric3<T> block(const Eigen::MatrixXd& a, int k) {
  return {T(a(k, k)),     T(a(k + 1, k)),     T(a(k + 1, k + 1)),
          T(a(k + 2, k)), T(a(k + 2, k + 1)), T(a(k + 2, k + 2))};
}

template <class T>
Vec3<T> segment(const Eigen::VectorXd& b, int k) {
  return {T(b(k)), T(b(k + 1)), T(b(k + 2))};
}

template <class T>
Eigen::VectorXd solved_6x6(const Eigen::MatrixXd& a, const Eigen::VectorXd& b, int l) {
  std::array<Vec3<T>, 3> coupling;
  for (int i = 0; i < 3; ++i) coupling[static_cast<std::size_t>(i)] = segment<T>(a.row(i).transpose(), 3);
  Vec3<T> upper = segment<T>(b, 0), lower = segment<T>(b, 3);
  solve_6x6(block<T>(a, 0), coupling, block<T>(a, 3), upper, lower, 1e-12);
  Eigen::VectorXd x(6);
  x << lane(upper.x, l), lane(upper.y, l), lane(upper.z, l), lane(lower.x, l), lane(lower.y, l),
      lane(lower.z, l);
  return x;
}

// The upper triangle is filled with NaN, because the solver must not read it.
template <class T>
Eigen::VectorXd solved_spd(const Eigen::MatrixXd& a, const Eigen::VectorXd& b, double min_pivot, int l) {
  const int n = static_cast<int>(b.size());
  std::vector<T> matrix, x;
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) matrix.push_back(j <= i ? T(a(i, j)) : T(std::nan("")));
    x.push_back(T(b(i)));
  }
  solve_spd(matrix.data(), x.data(), n, min_pivot);
  return Eigen::VectorXd::NullaryExpr(
      n, [&](Eigen::Index i) { return lane(x[static_cast<std::size_t>(i)], l); });
}

double relative(const Eigen::VectorXd& a, const Eigen::VectorXd& b) { return (a - b).norm() / b.norm(); }

}  // namespace

TEST(the_inverse_of_a_symmetric_3x3_times_itself_is_the_identity) {
  Random random(1);
  for (int i = 0; i < 200; ++i) {
    const Symmetric3<double> a = block<double>(random_spd(random, 3, 5, 0.01), 0),
                             inverted = invert(a).inverse;
    const Vec3<double> v = random.vector(1);
    CHECK_NEAR(norm(a * (inverted * v) - v), 0, 1e-11);
    CHECK_NEAR(norm(inverted * (a * v) - v), 0, 1e-11);
  }
}

TEST(a_6x6_system_is_solved_as_by_eigen) {
  Random random(2);
  for (int i = 0; i < 200; ++i) {
    const Eigen::MatrixXd a = random_spd(random, 6, 6 + random.integer(3), 0.01);
    const Eigen::VectorXd b = random_vector(random, 6), expected = a.ldlt().solve(b);
    CHECK_NEAR(relative(solved_6x6<double>(a, b, 0), expected), 0, 1e-10);
  }
}

TEST(a_system_of_any_size_is_solved_as_by_eigen) {
  Random random(3);
  for (int n = 1; n <= 30; ++n) {
    for (int i = 0; i < 10; ++i) {
      const Eigen::MatrixXd a = random_spd(random, n, n + random.integer(5), 0.01);
      const Eigen::VectorXd b = random_vector(random, n), expected = a.ldlt().solve(b);
      CHECK_NEAR(relative(solved_spd<double>(a, b, 1e-12, 0), expected), 0, 1e-10);
    }
  }
}

TEST(every_lane_solves_its_system_like_a_single_number) {
  Random random(4);
  for (int i = 0; i < 50; ++i) {
    const Eigen::MatrixXd a = random_spd(random, 6, 7, 0.01);
    const Eigen::VectorXd b = random_vector(random, 6);
    for (int l = 0; l < pack_lanes; ++l) {
      CHECK_NEAR(relative(solved_6x6<Pack>(a, b, l), solved_6x6<double>(a, b, 0)), 0, 1e-10);
      CHECK_NEAR(relative(solved_spd<Pack>(a, b, 1e-12, l), solved_spd<double>(a, b, 1e-12, 0)), 0, 1e-10);
    }
  }
}

// For a planar robot or a stretched arm J J^T is rank-deficient, and only the damping makes the system
// regular. A right-hand side in the range of J, b = J y, is solved up to the effect of the damping.
TEST(damped_systems_of_any_rank_are_solved_where_they_can_be) {
  Random random(5);
  for (int rank = 1; rank <= 6; ++rank) {
    for (int i = 0; i < 50; ++i) {
      const double damping = 1e-7;
      const Eigen::MatrixXd j = random_matrix(random, 6, rank);
      const Eigen::MatrixXd a = j * j.transpose() + damping * Eigen::MatrixXd::Identity(6, 6);
      const Eigen::VectorXd b = j * random_matrix(random, rank, 1), expected = a.ldlt().solve(b);
      const auto step = [&](const Eigen::VectorXd& x) { return Eigen::VectorXd(j.transpose() * x); };
      CHECK_NEAR(relative(step(solved_spd<double>(a, b, 1e-12, 0)), step(expected)), 0, 1e-6);
      CHECK_NEAR(relative(step(solved_6x6<double>(a, b, 0)), step(expected)), 0, 1e-6);
      CHECK_NEAR(relative(step(solved_6x6<Pack>(a, b, pack_lanes - 1)), step(expected)), 0, 1e-6);
    }
  }
}

TEST(singular_systems_stay_finite) {
  Random random(6);
  for (int rank = 0; rank < 6; ++rank) {
    for (int i = 0; i < 20; ++i) {
      const Eigen::MatrixXd a = random_spd(random, 6, rank, 0);
      const Eigen::VectorXd b = random_vector(random, 6);
      CHECK(solved_spd<double>(a, b, 1e-12, 0).allFinite() && solved_spd<Pack>(a, b, 1e-12, 0).allFinite());
      CHECK(solved_6x6<double>(a, b, 0).allFinite() && solved_6x6<Pack>(a, b, 0).allFinite());
      const Vec3<double> y = invert(block<double>(a, 0)).inverse * segment<double>(b, 0);
      CHECK(std::isfinite(norm(y)));
    }
  }
}
