#include <Eigen/Dense>
#include <numbers>

#include "arms.hpp"
#include "check.hpp"
#include "memetik/search/closed_form/closed_form.hpp"
#include "search/closed_form/random_arms.hpp"

using namespace memetik;

namespace {

constexpr std::array all_joints{0, 1, 2, 3, 4, 5};
constexpr int tip = 7;
constexpr PoseError tiny{1e-9, 1e-9};

using Angles = ClosedForm::Angles;

std::vector<double> vector_of(const Angles& q) { return {q.begin(), q.end()}; }

Frame<double> pose(const Tree& tree, const Angles& q) { return pose_at(tree, tip, vector_of(q)); }

Angles random_angles(Random& random) {
  Angles q;
  for (double& angle : q) angle = random.uniform(-std::numbers::pi, std::numbers::pi);
  return q;
}

double difference(const Angles& a, const Angles& b) {
  double largest = 0;
  for (std::size_t i = 0; i < a.size(); ++i)
    largest = std::max(largest, std::abs(std::remainder(a[i] - b[i], 2 * std::numbers::pi)));
  return largest;
}

double nearest(const ClosedForm::Branches& branches, const Angles& q) {
  double least = HUGE_VAL;
  for (int i = 0; i < branches.count; ++i)
    least = std::min(least, difference(branches.branch[static_cast<std::size_t>(i)].q, q));
  return least;
}

double error_of(const Frame<double>& a, const Frame<double>& b) {
  return std::max(norm(a.p - b.p), angle_between(a, b));
}

// The least singular value of the Jacobian: zero at singularities.
double least_sigma(const Tree& tree, const Angles& q) {
  Kinematics<double> kinematics(tree);
  kinematics.update(q.data());
  Eigen::Matrix<double, 6, 6, Eigen::RowMajor> jacobian;
  kinematics.jacobian(tip, jacobian.data());
  return jacobian.jacobiSvd().singularValues()[5];
}

// Newton's method from a start; true if it converged to the target.
bool search(const Tree& tree, const Frame<double>& target, Angles& q) {
  Kinematics<double> kinematics(tree);
  for (int k = 0; k < 60; ++k) {
    kinematics.update(q.data());
    const Frame<double> at = kinematics.link(tip);
    const Vec3<double> way = target.p - at.p, turn = rotate(at, log_rotation(inverse(at) * target));
    Eigen::Matrix<double, 6, 1> error;
    error << way.x, way.y, way.z, turn.x, turn.y, turn.z;
    if (error.norm() < 1e-11) return true;
    Eigen::Matrix<double, 6, 6, Eigen::RowMajor> jacobian;
    kinematics.jacobian(tip, jacobian.data());
    const Eigen::Matrix<double, 6, 6> square =
        jacobian.transpose() * jacobian +
        std::min(0.01, 0.1 * error.squaredNorm()) * Eigen::Matrix<double, 6, 6>::Identity();
    Eigen::Matrix<double, 6, 1> step = square.ldlt().solve(jacobian.transpose() * error);
    const double longest = step.cwiseAbs().maxCoeff();
    if (longest > 1) step /= longest;
    for (std::size_t i = 0; i < 6; ++i) q[i] += step[static_cast<int>(i)];
  }
  return false;
}

// Every plan, also for the arm from the tip to the base.
template <class Test>
void for_every_arm(int count, Test test) {
  for (const ArmPlan& plan : arm_plans)
    for (const bool reversed : {false, true}) {
      Random random(7);
      for (int k = 0; k < count; ++k) {
        const ArmAxes own = random_arm(random, plan);
        test(plan, reversed ? own.reversed() : own, random);
      }
    }
}

}  // namespace

TEST(a_tree_has_the_axes_that_it_was_made_of) {
  for_every_arm(3, [](const ArmPlan&, const ArmAxes& arm, Random&) {
    const auto axes = chain_of(tree_of(arm), tip, {0, 0, 0}, all_joints, std::vector<double>(6, 0.4));
    CHECK(axes.has_value());
    for (std::size_t i = 0; i < 6; ++i) {
      CHECK(norm(axes->axes[i].direction - arm.axes[i].direction) < 1e-12);
      CHECK(norm(cross(axes->axes[i].point - arm.axes[i].point, arm.axes[i].direction)) < 1e-12);
    }
    CHECK(distance(axes->tip, arm.tip) < 1e-12);
  });
}

TEST(every_kind_of_arm_is_recognized) {
  for_every_arm(20, [](const ArmPlan& plan, const ArmAxes& arm, Random&) {
    const Decomposition d = decompose(arm);
    CHECK(d.kind == plan.kind);
    CHECK(d.order.coupled == plan.coupled);
    CHECK(d.distance < 1e-12 && d.angle < 1e-12);
  });
  Random random(1);
  for (int k = 0; k < 20; ++k)
    CHECK(!ClosedForm(random_arm(random, {"", {S, S, S, S, S}, ArmKind::none, false})).found());
}

TEST(every_branch_reaches_the_target_and_one_is_that_which_made_it) {
  for_every_arm(20, [](const ArmPlan&, const ArmAxes& arm, Random& random) {
    const Tree tree = tree_of(arm);
    const ClosedForm form(arm);
    for (int k = 0; k < 20; ++k) {
      const Angles q = random_angles(random);
      const double sigma = least_sigma(tree, q);
      if (sigma < 1e-2) continue;  // branches merge
      const Frame<double> target = pose(tree, q);
      ClosedForm::Branches branches;
      form.solve(target, {}, tiny, branches);
      CHECK_NEAR(nearest(branches, q), 0, 1e-8);
      for (int i = 0; i < branches.count; ++i) {
        const ClosedForm::Branch& branch = branches.branch[static_cast<std::size_t>(i)];
        const double error = error_of(pose(tree, branch.q), target);
        CHECK(error < 1e-9);
        CHECK(!branch.free);
      }
    }
  });
}

TEST(no_search_finds_another_branch) {
  int known = 0, found = 0;
  for_every_arm(2, [&](const ArmPlan&, const ArmAxes& arm, Random& random) {
    const Tree tree = tree_of(arm);
    const ClosedForm form(arm);
    for (int k = 0; k < 2; ++k) {
      const Frame<double> target = pose(tree, random_angles(random));
      ClosedForm::Branches branches;
      form.solve(target, {}, tiny, branches);
      std::vector<Angles> distinct;
      for (int start = 0; start < 150; ++start) {
        Angles q = random_angles(random);
        if (!search(tree, target, q) || least_sigma(tree, q) < 1e-3) continue;
        const double off = nearest(branches, q);
        CHECK_NEAR(off, 0, 1e-6);
        const auto same = [&](const Angles& other) { return difference(q, other) < 1e-6; };
        if (std::none_of(distinct.begin(), distinct.end(), same)) distinct.push_back(q);
      }
      found += static_cast<int>(distinct.size());
      known += branches.count;
    }
  });
  CHECK(found > known * 19 / 20);  // the others have small basins
}

// A tree whose axes are slightly off decomposes, too; the bound of the error that this causes holds.
TEST(axes_that_are_slightly_off_count_as_parallel_or_intersecting) {
  for_every_arm(10, [](const ArmPlan& plan, const ArmAxes& exact, Random& random) {
    ArmAxes arm = exact;
    for (Axis& axis : arm.axes) {
      axis.direction = axis.direction + random.vector(1e-6);
      axis.direction = (1 / norm(axis.direction)) * axis.direction;
      axis.point = axis.point + random.vector(1e-6);
    }
    const Decomposition d = decompose(arm);
    CHECK(d.kind == plan.kind);
    CHECK(d.distance < 1e-3 && d.angle < 1e-4);
    const Tree given = tree_of(arm), ideal = tree_of(d.arm);
    for (int k = 0; k < 20; ++k) {
      const Angles q = random_angles(random);
      Angles turns;
      for (std::size_t i = 0; i < 6; ++i) turns[i] = d.signs[i] * q[d.reversed ? 5 - i : i];
      const Frame<double> at = pose(given, q), simplified = pose(ideal, turns);
      const Frame<double> other = d.reversed ? inverse(simplified) : simplified;
      CHECK(angle_between(at, other) <= d.angle + 1e-12);
      if (!d.reversed) CHECK(norm(at.p - other.p) <= d.distance + 1e-12);
    }
  });
}

TEST(what_a_configuration_within_the_limits_reaches_is_never_excluded) {
  for_every_arm(10, [](const ArmPlan&, const ArmAxes& arm, Random& random) {
    const Tree tree = tree_of(arm);
    const ClosedForm form(arm);
    for (int k = 0; k < 100; ++k) {
      Angles q = random_angles(random);
      if (k % 2) q[static_cast<std::size_t>(random.integer(6))] = 1e-3 * random.uniform(-1, 1);
      std::array<Interval, 6> limits;
      for (std::size_t i = 0; i < 6; ++i) {
        const double turn = 2 * std::numbers::pi * (random.integer(3) - 1);
        limits[i] = {q[i] + turn - (random.integer(2) ? 1e-9 : 0.5), q[i] + turn + 1e-9};
      }
      const PoseError allowed{std::pow(10, random.uniform(-8, -1)), std::pow(10, random.uniform(-8, -1))};
      Frame<double> target = pose(tree, q);
      target.p = target.p + (0.99 * allowed.distance) * random_direction(random, {0, 0, 0});
      Frame<double> turn = exp_rotation((0.99 * allowed.angle) * random_direction(random, {0, 0, 0}));
      const Vec3<double> place = target.p;
      target = turn * target;
      target.p = place;
      CHECK(!form.excludes(target, allowed, limits));
    }
  });
}

TEST(what_is_excluded_has_no_branch_within_the_limits) {
  int excluded = 0, tried = 0, empty = 0;
  for_every_arm(4, [&](const ArmPlan& plan, const ArmAxes& arm, Random& random) {
    if (plan.coupled) return;
    const Tree tree = tree_of(arm);
    const ClosedForm form(arm);
    for (int k = 0; k < 100; ++k) {
      std::array<Interval, 6> limits;
      for (Interval& interval : limits) {
        const double middle = random.uniform(-3, 3);
        interval = {middle - 1.5, middle + 1.5};
      }
      const Frame<double> target = pose(tree, random_angles(random));
      ClosedForm::Branches branches;
      form.solve(target, {}, tiny, branches);
      bool inside = false;
      for (int i = 0; i < branches.count; ++i) {
        bool all = true;
        for (std::size_t j = 0; j < 6; ++j) {
          const double middle = 0.5 * (limits[j].lower + limits[j].upper);
          const double off = std::remainder(branches.branch[static_cast<std::size_t>(i)].q[j] - middle,
                                            2 * std::numbers::pi);
          all &= std::abs(off) <= 1.5;
        }
        inside |= all;
      }
      const bool is_excluded = form.excludes(target, {1e-6, 1e-6}, limits);
      CHECK(!(is_excluded && inside));
      excluded += is_excluded;
      empty += !inside;
      ++tried;
    }
  });
  CHECK(empty > tried / 2 && excluded > empty * 9 / 10);  // the others are near singularities
}
