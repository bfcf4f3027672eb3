#include <numbers>

#include "check.hpp"
#include "memetik/search/closed_form/equation_pair.hpp"
#include "memetik/search/closed_form/subproblems.hpp"
#include "random_tree.hpp"

using namespace memetik;

namespace {

constexpr Turn<double> reference{0.6, 0.8};
constexpr int samples = 4000;

Turn<double> turn_at(double angle) { return {std::cos(angle), std::sin(angle)}; }

Turn<double> sample(int i) { return turn_at(2 * std::numbers::pi * i / samples); }

template <class Cost>
double least_cost(Cost cost) {
  double least = HUGE_VAL;
  for (int i = 0; i < samples; ++i) least = std::min(least, cost(sample(i)));
  return least;
}

Bounded near(Random& random, double value, double error) {
  return {value + error * random.uniform(-1, 1), error};
}

bool holds(const Bounded& bound, double value) {
  return std::abs(bound.value - value) <= bound.error + 1e-12;
}
bool holds(const Turn<Bounded>& bound, const Turn<double>& t) {
  return holds(bound.c, t.c) && holds(bound.s, t.s);
}

}  // namespace

TEST(a_circle_comes_nearest_to_a_point) {
  Random random(1);
  for (int k = 0; k < 50; ++k) {
    const Vec3<double> axis = random.axis(), u = random.vector(1), v = random.vector(1);
    const auto cost = [&](const Turn<double>& t) { return norm(turned(axis, t, u) - v); };
    const Turns<double> found = turn_between(axis, u, v, 1, reference);
    CHECK(found.count == 1 && !found.free);
    CHECK(cost(found.at[0]) <= least_cost(cost) + 1e-12);
    CHECK(turn_between(axis, 1e-9 * u, 1e-9 * v, 1, reference).free);
  }
}

TEST(a_circle_meets_a_plane_or_comes_nearest_to_it) {
  Random random(2);
  int two = 0, one = 0, none = 0;
  for (int k = 0; k < 300; ++k) {
    const double a = random.uniform(-1, 1), b = random.uniform(-1, 1), d = random.uniform(-1.5, 1.5);
    const auto cost = [&](const Turn<double>& t) { return std::abs(a * t.c + b * t.s - d); };
    const Turns<double> found = meet_plane(a, b, d, {1, 0.3}, reference);
    const double least = std::abs(d) - std::hypot(a, b);
    CHECK(found.count == (least < 0 ? 2 : least < 0.3 ? 1 : 0));
    for (int i = 0; i < found.count; ++i) CHECK_NEAR(cost(found.at[i]), std::max(least, 0.0), 1e-12);
    two += found.count == 2;
    one += found.count == 1;
    none += found.count == 0;
  }
  CHECK(two > 50 && one > 30 && none > 30);
  CHECK(meet_plane(1e-9, -1e-9, 1e-9, {1, 1e-8}, reference).free);
  CHECK(meet_plane(1e-9, -1e-9, 1e-7, {1, 1e-8}, reference).count == 0);
}

TEST(bounds_hold_for_all_inputs_within_their_errors) {
  Random random(3);
  for (int k = 0; k < 2000; ++k) {
    const double error = std::pow(10, random.uniform(-9, -0.5));
    const double angle = random.uniform(-3, 3), a = random.uniform(-1, 1), b = random.uniform(-1, 1);
    const Turn<double> t = turn_at(angle);
    const Turns<Bounded> met = meet_plane(near(random, a, error), near(random, b, error),
                                          near(random, a * t.c + b * t.s, error), {1, 0}, any_turn());
    bool held = false;
    for (int i = 0; i < met.count; ++i) held |= holds(met.at[i], t);
    CHECK(held);
    const Vec3<double> axis = random.axis(), u = random.vector(1), v = turned(axis, t, u);
    const auto around = [&](const Vec3<double>& w) {
      return Vec3<Bounded>{near(random, w.x, error), near(random, w.y, error), near(random, w.z, error)};
    };
    CHECK(holds(turn_between(axis, around(u), around(v), 1, any_turn()).at[0], t));
  }
}

TEST(a_pair_of_equations_has_the_solutions_that_it_was_made_of) {
  Random random(4);
  for (int k = 0; k < 500; ++k) {
    EquationPair<double> pair;
    for (std::size_t i = 0; i < 2; ++i)
      for (std::size_t j = 0; j < 2; ++j) {
        pair.a[i][j] = random.uniform(-1, 1);
        pair.b[i][j] = random.uniform(-1, 1) + (i == j);
      }
    if (std::abs(pair.b[0][0] * pair.b[1][1] - pair.b[0][1] * pair.b[1][0]) < 0.1) continue;
    const Turn<double> x = turn_at(random.uniform(-3, 3)), y = turn_at(random.uniform(-3, 3));
    const auto left = [&](std::size_t i, const Turn<double>& u, const Turn<double>& v) {
      return pair.a[i][0] * u.c + pair.a[i][1] * u.s + pair.b[i][0] * v.c + pair.b[i][1] * v.s;
    };
    pair.d = {left(0, x, y), left(1, x, y)};
    pair.scale = {Scale{1, 0}, Scale{1, 0}};
    const CoupledPair found(pair, reference);
    double nearest = HUGE_VAL;
    for (int i = 0; i < found.count(); ++i) {
      nearest = std::min(nearest, std::hypot(found[i].x.c - x.c, found[i].x.s - x.s));
      for (std::size_t row = 0; row < 2; ++row)
        CHECK_NEAR(left(row, found[i].x, found[i].y), pair.d[row], 1e-6);
    }
    CHECK(nearest < 1e-5);
    CHECK(found.count() % 2 == 0);
  }
}

// Two circles in one plane, of radius 1 and 0.5, whose centers are a little farther than 1.5 from each other.
TEST(a_pair_without_a_solution_has_a_best_approximation) {
  for (const double gap : {1e-12, 1e-9, 1e-6, 1e-3}) {
    EquationPair<double> pair;
    pair.a = {{{0.5, 0}, {0, 0.5}}};
    pair.b = {{{1, 0}, {0, 1}}};
    pair.d = {1.5 + gap, 0};
    pair.scale = {Scale{1, 1e-2}, Scale{1, 1e-2}};
    const CoupledPair found(pair, reference);
    CHECK(found.count() >= 1);
    for (int i = 0; i < found.count(); ++i) CHECK(found[i].x.c > 1 - 1e-5 && found[i].y.c > 1 - 1e-5);
    pair.scale = {Scale{1, 0.1 * gap}, Scale{1, 0.1 * gap}};
    if (gap > 1e-4) CHECK(CoupledPair(pair, reference).count() == 0);
  }
}
