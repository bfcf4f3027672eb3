#include <vector>

#include "check.hpp"
#include "memetik/objective/quadratic.hpp"
#include "random_tree.hpp"

using namespace memetik;

namespace {

struct Rows {
  int count;  // of variables
  std::vector<std::vector<double>> rates;
  std::vector<double> residuals;

  Rows(Random& random, int variables, int rows) : count(variables) {
    for (int k = 0; k < rows; ++k) {
      auto& row = rates.emplace_back();
      for (int i = 0; i < variables; ++i) row.push_back(random.uniform(-1, 1));
      residuals.push_back(random.uniform(-1, 1));
    }
  }
  double hessian(int i, int j) const {
    double sum = 0;
    for (const auto& row : rates) sum += row[static_cast<std::size_t>(i)] * row[static_cast<std::size_t>(j)];
    return sum;
  }
  double gradient(int i) const {
    double sum = 0;
    for (std::size_t k = 0; k < rates.size(); ++k)
      sum += rates[k][static_cast<std::size_t>(i)] * residuals[k];
    return sum;
  }
  double cost() const {
    double sum = 0;
    for (const double r : residuals) sum += r * r;
    return sum;
  }
  template <class T>
  void add_to(Quadratic<T>& sum, int lane) const {
    set_lane(sum.cost(), lane, cost());
    for (int i = 0; i < count; ++i) {
      set_lane(sum.gradient(i), lane, gradient(i));
      for (int j = 0; j <= i; ++j) set_lane(sum.hessian(i, j), lane, hessian(i, j));
    }
  }
};

}  // namespace

TEST(the_rows_of_a_quadratic_have_its_cost_gradient_and_hessian) {
  Random random(1);
  for (int count = 1; count <= 8; ++count)
    for (int rows = 0; rows <= 10; ++rows) {  // also fewer rows than variables
      const Rows full(random, count, rows);
      Quadratic<double> sum(count);
      full.add_to(sum, 0);
      sum.factor();
      double cost = 0;
      for (int k = 0; k <= count; ++k) cost += sum.residuals()[k] * sum.residuals()[k];
      CHECK_NEAR(cost, full.cost(), 1e-12);
      for (int i = 0; i < count; ++i) {
        double gradient = 0;
        for (int k = 0; k <= i; ++k) gradient += sum.column(i)[k] * sum.residuals()[k];
        CHECK_NEAR(gradient, full.gradient(i), 1e-12);
        for (int j = 0; j <= i; ++j) {
          double product = 0;
          for (int k = 0; k <= j; ++k) product += sum.column(i)[k] * sum.column(j)[k];
          CHECK_NEAR(product, full.hessian(i, j), 1e-12);
        }
      }
    }
}

TEST(a_lane_without_residuals_has_zero_rows) {
  Random random(2);
  const Rows full(random, 5, 7);
  Quadratic<Pack> sum(5);
  full.add_to(sum, 0);
  Quadratic<double> alone(5);
  full.add_to(alone, 0);
  sum.factor();
  alone.factor();
  for (int i = 0; i < 5; ++i) {
    CHECK_NEAR(sum.residuals()[i][0], alone.residuals()[i], 1e-12);
    CHECK(sum.residuals()[i][1] == 0);
    for (int k = 0; k <= i; ++k) {
      CHECK_NEAR(sum.column(i)[k][0], alone.column(i)[k], 1e-12);
      CHECK(sum.column(i)[k][1] == 0);
    }
  }
  CHECK(sum.residuals()[5][1] == 0);
}
