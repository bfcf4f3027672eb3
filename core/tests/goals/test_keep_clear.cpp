#include <algorithm>
#include <cmath>
#include <memory>

#include "check.hpp"
#include "memetik/goals/keep_clear.hpp"
#include "memetik/objective/objective.hpp"
#include "random_goals.hpp"

using namespace memetik;
using goals::KeepClear;

namespace {

constexpr PrimitiveKind kinds[] = {PrimitiveKind::half_space, PrimitiveKind::sphere, PrimitiveKind::box,
                                   PrimitiveKind::cylinder, PrimitiveKind::capsule};

// The field of a sphere with these nodes; its values are exact.
Field sphere_field(double radius, double spacing, int nodes) {
  const double half = 0.5 * spacing * (nodes - 1);
  Field field{{-half, -half, -half}, spacing, half - radius, nodes, nodes, nodes, {}};
  for (int x = 0; x < nodes; ++x)
    for (int y = 0; y < nodes; ++y)
      for (int z = 0; z < nodes; ++z)
        field.values.push_back(static_cast<float>(
            norm(Vec3<double>{spacing * x - half, spacing * y - half, spacing * z - half}) - radius));
  return field;
}

// Spheres on all links, obstacles of all kinds at random poses, and all pairs of links kept apart.
struct Scene {
  std::vector<LinkSphere> spheres;
  std::vector<std::array<int, 2>> pairs;
  std::vector<Obstacle> obstacles;
  std::vector<Frame<double>> poses;
  KeepClear::Form form = KeepClear::Form::margin;
  KeepClear::Over over = KeepClear::Over::sum;
  double margin = 0.1;

  Scene(Random& random, const Tree& tree, int per_link = 3) {
    for (int link = 0; link < tree.link_count(); ++link) {
      for (int k = 0; k < per_link; ++k)
        spheres.push_back({link, random.vector(0.2), random.uniform(0.02, 0.15)});
      for (int other = 0; other < link; ++other) pairs.push_back({link, other});
    }
    for (const PrimitiveKind kind : kinds) {
      obstacles.push_back(
          {kind, {random.uniform(0.05, 0.3), random.uniform(0.05, 0.3), random.uniform(0.05, 0.3)}, {}});
      poses.push_back(random.frame());
    }
  }

  Goal goal(const Tree& tree) const {
    auto data = std::make_shared<KeepClear::Data>();
    data->form = form;
    data->over = over;
    data->margin = margin;
    data->scale = 0.05;
    data->robot = std::make_shared<SphereRobot>(spheres, pairs);
    data->obstacles = obstacles;
    Goal goal;
    goal.kernel = find_kernel("keep_clear");
    goal.data = data;
    goal.tolerance = {1e-5};
    for (int link = 0; link < tree.link_count(); ++link) goal.links.push_back(link);
    for (const Frame<double>& pose : poses)
      for (const double number : matrix_of(pose)) goal.target.push_back(number);
    return goal;
  }
};

// Cost, gradient and Gauss-Newton matrix, one row for every pair.
struct RowForm {
  double cost = 0, lacking = 0, least = HUGE_VAL;
  std::vector<double> gradient, hessian;

  RowForm(const Tree& tree, const Problem& problem, const Scene& scene, const std::vector<double>& q)
      : gradient(problem.active().size()), hessian(gradient.size() * gradient.size()) {
    Kinematics<double> kinematics(tree);
    kinematics.update(q.data());
    for (const LinkSphere& sphere : scene.spheres) {
      const Vec3<double> center = apply(kinematics.link(sphere.link), sphere.center);
      for (std::size_t o = 0; o < scene.obstacles.size(); ++o) {
        const Primitive solid{scene.obstacles[o].kind, scene.obstacles[o].size, scene.poses[o]};
        const SignedDistance<double> found = signed_distance(solid, center);
        add(problem, kinematics, scene, found.value - sphere.radius, {{sphere.link, center, found.normal}});
      }
    }
    for (const LinkSphere& a : scene.spheres)
      for (const LinkSphere& b : scene.spheres) {
        if (b.link >= a.link) continue;
        const Vec3<double> p = apply(kinematics.link(a.link), a.center);
        const Vec3<double> o = apply(kinematics.link(b.link), b.center);
        const double size = norm(p - o);
        const Vec3<double> normal = (1 / size) * (p - o);
        add(problem, kinematics, scene, size - a.radius - b.radius,
            {{a.link, p, normal}, {b.link, o, -normal}});
      }
  }

 private:
  struct Pull {
    int link;
    Vec3<double> point, direction;
  };
  void add(const Problem& problem, const Kinematics<double>& kinematics, const Scene& scene, double c,
           const std::vector<Pull>& pulls) {
    const double m = scene.margin, e = 0.05;
    double r = 0, slope = 0;
    switch (scene.form) {
      case KeepClear::Form::margin:
        r = std::fmax(m - c, 0);
        slope = c < m ? -1 : 0;
        break;
      case KeepClear::Form::reciprocal:
        r = c > e ? 1 / c : 1 / e + (e - c) / (e * e);
        slope = c > e ? -1 / (c * c) : -1 / (e * e);
        break;
      case KeepClear::Form::inverse:
        r = c > 0 ? 2 * e / (e + c) : 2 - 2 * c / e;
        slope = c > 0 ? -2 * e / ((e + c) * (e + c)) : -2 / e;
        break;
      case KeepClear::Form::penetration:
        r = std::fmax(-c, 0) / e;
        slope = c < 0 ? -1 / e : 0;
        break;
    }
    lacking = std::fmax(lacking, m - c);
    if (scene.over == KeepClear::Over::minimum) {  // only the nearest pair counts
      if (c >= least) return;
      least = c;
      cost = 0;
      std::fill(gradient.begin(), gradient.end(), 0.0);
      std::fill(hessian.begin(), hessian.end(), 0.0);
    }
    cost += r * r;
    std::vector<double> row(gradient.size());
    for (const auto& [link, point, direction] : pulls)
      kinematics.for_each_column(link, point, [&](int variable, const Vec3<double>& v, const Vec3<double>&) {
        const int column = problem.columns()[static_cast<std::size_t>(variable)];
        if (column >= 0) row[static_cast<std::size_t>(column)] += slope * dot(direction, v);
      });
    for (std::size_t i = 0; i < row.size(); ++i) {
      gradient[i] += r * row[i];
      for (std::size_t j = 0; j < row.size(); ++j) hessian[i * row.size() + j] += row[i] * row[j];
    }
  }
};

template <class Visit>
void for_each_scene(unsigned count, const Visit& visit) {
  for (unsigned seed = 0; seed < count; ++seed) {
    Random random(seed);
    const Tree tree = random.tree(6).tree();
    if (tree.dof() == 0) continue;
    Scene scene(random, tree);
    visit(random, tree, scene);
  }
}

}  // namespace

TEST(contacts_have_the_cost_gradient_and_hessian_of_one_row_per_pair) {
  using Form = KeepClear::Form;
  int touching = 0;
  for_each_scene(40, [&](Random& random, const Tree& tree, Scene& scene) {
    for (int variant = 0; variant < 8; ++variant) {
      const Form form = static_cast<Form>(variant / 2);
      scene.form = form;
      scene.over = variant % 2 == 0 ? KeepClear::Over::sum : KeepClear::Over::minimum;
      scene.margin = form == Form::penetration ? 0 : 0.1;
      const Problem problem(tree, {scene.goal(tree)});
      Objective<double> objective(problem);
      const std::vector<double> q = inside_limits(random, tree);
      const RowForm expected(tree, problem, scene, q);
      const std::size_t n = problem.active().size();
      double scale = 1 + expected.cost;
      for (std::size_t i = 0; i < n; ++i) scale = std::fmax(scale, expected.hessian[i * n + i]);
      objective.evaluate(q.data(), Scope::all);
      CHECK_NEAR(objective.cost(), expected.cost, 1e-12 * scale);
      objective.linearize(q.data(), Scope::all);
      CHECK_NEAR(objective.cost(), expected.cost, 1e-12 * scale);
      double squares = 0;
      for (int k = 0; k < problem.rows(); ++k) squares += objective.residuals()[k] * objective.residuals()[k];
      CHECK_NEAR(squares, expected.cost, 1e-11 * scale);
      for (std::size_t i = 0; i < n; ++i) {
        CHECK_NEAR(objective.gradient()[i], expected.gradient[i], 1e-12 * scale);
        for (std::size_t j = 0; j < n; ++j) {
          double product = 0;
          for (int k = 0; k < problem.rows(); ++k)
            product += objective.column(static_cast<int>(i))[k] * objective.column(static_cast<int>(j))[k];
          CHECK_NEAR(product, expected.hessian[i * n + j], 1e-12 * scale);
        }
      }
      double error = 0;
      objective.measure(q.data(), &error);
      CHECK_NEAR(error, expected.lacking, 1e-12);
      touching += expected.lacking > 0;
    }
  });
  CHECK(touching > 20);
}

TEST(rows_of_the_largest_residuals_are_functions_of_q) {
  int checked = 0;
  for_each_scene(20, [&](Random& random, const Tree& tree, const Scene& scene) {
    const Problem problem(tree, {scene.goal(tree)});
    Objective<double> compact(problem), largest(problem, false, AggregateRows::largest);
    std::vector<double> q = inside_limits(random, tree);
    compact.linearize(q.data(), Scope::all);
    largest.linearize(q.data(), Scope::all);
    const auto rows = static_cast<std::size_t>(problem.rows());
    const double scale = 1 + compact.cost();
    CHECK_NEAR(largest.cost(), compact.cost(), 1e-12 * scale);
    for (std::size_t i = 0; i < problem.active().size(); ++i)
      CHECK_NEAR(largest.gradient()[i], compact.gradient()[i], 1e-11 * scale);
    const std::vector<double> residuals(largest.residuals(), largest.residuals() + rows);
    double squares = 0;
    for (const double r : residuals) squares += r * r;
    CHECK_NEAR(squares, compact.cost(), 1e-12 * scale);
    for (int c = 0; c < static_cast<int>(problem.active().size()); ++c) {
      const std::vector<double> column(largest.column(c), largest.column(c) + rows);
      double& value = q[static_cast<std::size_t>(problem.active()[static_cast<std::size_t>(c)])];
      const double before = value, step = 1e-7;
      value = before + step;
      largest.evaluate(q.data(), Scope::all);
      const std::vector<double> after(largest.residuals(), largest.residuals() + rows);
      value = before - step;
      largest.evaluate(q.data(), Scope::all);
      for (std::size_t k = 0; k < rows; ++k) {
        if (residuals[k] < 1e-3) continue;  // a root is not differentiable at zero
        CHECK_NEAR((after[k] - largest.residuals()[k]) / (2 * step), column[k], 1e-5);
        ++checked;
      }
      value = before;
    }
  });
  CHECK(checked > 100);
}

void check_lanes_equal_single_configurations(Random& random, const Tree& tree, const Problem& problem) {
  Objective<double> single(problem);
  Objective<Pack> lanes(problem);
  std::vector<Pack> q(static_cast<std::size_t>(tree.dof()));
  std::vector<std::vector<double>> own;
  for (int lane = 0; lane < Pack::lanes; ++lane) {
    own.push_back(inside_limits(random, tree));
    for (std::size_t i = 0; i < q.size(); ++i) q[i].set(lane, own.back()[i]);
  }
  lanes.linearize(q.data(), Scope::all);
  for (int lane = 0; lane < Pack::lanes; ++lane) {
    single.linearize(own[static_cast<std::size_t>(lane)].data(), Scope::all);
    double scale = 1 + single.cost();
    for (std::size_t i = 0; i < problem.active().size(); ++i)
      scale = std::fmax(scale, std::fabs(single.gradient()[i]));
    CHECK_NEAR(lanes.cost()[lane], single.cost(), 1e-12 * scale);
    CHECK((lane_bits(lanes.accepted()) >> lane & 1) == (single.accepted() ? 1 : 0));
    for (std::size_t i = 0; i < problem.active().size(); ++i)
      CHECK_NEAR(lanes.gradient()[i][lane], single.gradient()[i], 1e-12 * scale);
  }
}

TEST(lanes_equal_single_configurations) {
  int seen = 0;
  for_each_scene(20, [&](Random& random, const Tree& tree, Scene& scene) {
    scene.over = ++seen % 2 == 0 ? KeepClear::Over::sum : KeepClear::Over::minimum;
    check_lanes_equal_single_configurations(random, tree, Problem(tree, {scene.goal(tree)}));
  });
}

// Distances of a coarse field are bounds that vary: what one lane skips, another one looks at.
TEST(lanes_among_coarse_fields_equal_single_configurations) {
  const auto field = std::make_shared<Field>(sphere_field(0.25, 0.15, 7));
  for (unsigned seed = 0; seed < 60; ++seed) {
    Random random(seed);
    const Tree tree = random.tree(6).tree();
    if (tree.dof() == 0) continue;
    Scene scene(random, tree, 20);
    scene.margin = 0.02;
    scene.pairs.clear();
    for (Obstacle& obstacle : scene.obstacles) obstacle.field = field;
    check_lanes_equal_single_configurations(random, tree, Problem(tree, {scene.goal(tree)}));
  }
}

TEST(obstacles_are_seen_wherever_they_and_the_robot_move) {
  int touching = 0;
  for_each_scene(20, [&](Random& random, const Tree& tree, const Scene& scene) {
    const Problem problem(tree, {scene.goal(tree)});
    Objective<double> kept(problem);
    Objective<Pack> kept_lanes(problem);
    for (int k = 0; k < 6; ++k) {
      std::vector<double> parameters(problem.parameters().begin(), problem.parameters().end());
      // the last three numbers of each obstacle are its position; behind the weight
      for (std::size_t o = 0; o < scene.obstacles.size(); ++o)
        for (std::size_t i = 0; i < 3; ++i)
          parameters[1 + 12 * o + 9 + i] *= k % 3 == 0 ? 100.0 : random.uniform(0.1, 2.0);
      std::vector<double> q = inside_limits(random, tree);
      if (k % 2 == 1)
        for (double& x : q) x *= 50;  // translations lead far away
      std::vector<Pack> q_lanes(q.begin(), q.end());
      kept.set_parameters(parameters);
      kept.linearize(q.data(), Scope::all);
      const int lane = k % Pack::lanes;
      kept_lanes.set_lane_parameters(lane, parameters);
      kept_lanes.linearize(q_lanes.data(), Scope::all);
      Objective<double> fresh(problem);
      fresh.set_parameters(parameters);
      fresh.linearize(q.data(), Scope::all);
      CHECK(kept.cost() == fresh.cost());
      CHECK_NEAR(kept_lanes.cost()[lane], fresh.cost(), 1e-12 * (1 + fresh.cost()));
      for (std::size_t i = 0; i < problem.active().size(); ++i)
        CHECK(kept.gradient()[i] == fresh.gradient()[i]);
      touching += fresh.cost() > 0;
    }
  });
  CHECK(touching > 20);
}

TEST(a_far_obstacle_changes_no_bit) {
  for_each_scene(20, [](Random& random, const Tree& tree, Scene& scene) {
    const Problem near(tree, {scene.goal(tree)});
    scene.obstacles.push_back({PrimitiveKind::box, {0.1, 0.1, 0.1}, {}});
    Frame<double> away = random.frame();
    away.p = away.p + Vec3<double>{1000, 0, 0};
    scene.poses.push_back(away);
    const Problem with_far(tree, {scene.goal(tree)});
    Objective<double> one(near), other(with_far);
    const std::vector<double> q = inside_limits(random, tree);
    one.linearize(q.data(), Scope::all);
    other.linearize(q.data(), Scope::all);
    CHECK(one.cost() == other.cost());
    for (std::size_t i = 0; i < near.active().size(); ++i) CHECK(one.gradient()[i] == other.gradient()[i]);
  });
}

TEST(a_field_keeps_robots_at_least_as_far_away_as_its_solid) {
  const auto field = std::make_shared<Field>(sphere_field(0.2, 0.02, 31));
  const double bound = overestimate(0.02, 0.02);
  int touching = 0;
  for_each_scene(20, [&](Random& random, const Tree& tree, Scene& scene) {
    scene.pairs.clear();
    scene.obstacles = {{PrimitiveKind::sphere, {0.2, 0, 0}, {}}};
    scene.poses.resize(1);
    const Problem solid(tree, {scene.goal(tree)});
    scene.obstacles[0].field = field;
    const Problem gridded(tree, {scene.goal(tree)});
    Objective<double> exact(solid), stored(gridded);
    for (int k = 0; k < 20; ++k) {
      const std::vector<double> q = inside_limits(random, tree);
      double lacking = 0, found = 0;
      exact.measure(q.data(), &lacking);
      stored.measure(q.data(), &found);
      CHECK(found >= std::fmin(lacking, scene.margin) - 1e-6);  // a sphere that touches the solid is found
      CHECK(found <= lacking + 2 * bound || lacking > 0.25);    // deep inside the sphere fields are coarse
      touching += lacking > 0;
    }
  });
  CHECK(touching > 10);
}

TEST(links_that_may_touch_an_obstacle_ignore_it) {
  for_each_scene(10, [](Random& random, const Tree& tree, Scene& scene) {
    scene.pairs.clear();
    for (Obstacle& obstacle : scene.obstacles)
      for (int link = 0; link < tree.link_count(); ++link) obstacle.touched_by.push_back(link);
    const Problem problem(tree, {scene.goal(tree)});
    Objective<double> objective(problem);
    objective.evaluate(inside_limits(random, tree).data(), Scope::all);
    CHECK(objective.cost() == 0);
    CHECK(objective.accepted());
  });
}

TEST(data_of_some_links_have_their_spheres_pairs_and_permissions) {
  for_each_scene(20, [](Random& random, const Tree& tree, Scene& scene) {
    for (Obstacle& obstacle : scene.obstacles) obstacle.touched_by = {random.integer(tree.link_count())};
    Goal goal = scene.goal(tree);
    std::vector<int> kept;
    for (int link = 0; link < tree.link_count(); ++link)
      if (random.integer(2) == 0) kept.push_back(link);
    const auto is_kept = [&](int link) { return std::find(kept.begin(), kept.end(), link) != kept.end(); };
    Scene part = scene;
    std::erase_if(part.spheres, [&](const LinkSphere& s) { return !is_kept(s.link); });
    std::erase_if(part.pairs, [&](const auto& pair) { return !is_kept(pair[0]) || !is_kept(pair[1]); });
    const auto data = goal.kernel->data_of_links(goal, kept);
    CHECK((data == nullptr) == part.spheres.empty());
    if (!data) return;
    goal.data = data;
    goal.links = kept;
    const Problem reduced(tree, {goal}), expected(tree, {part.goal(tree)});
    Objective<double> one(reduced), other(expected);
    const std::vector<double> q = inside_limits(random, tree);
    one.evaluate(q.data(), Scope::all);
    other.evaluate(q.data(), Scope::all);
    CHECK_NEAR(one.cost(), other.cost(), 1e-12 * (1 + other.cost()));
  });
}
