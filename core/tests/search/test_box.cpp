#include <numbers>

#include "check.hpp"
#include "memetik/math/sincos.hpp"
#include "memetik/search/box.hpp"
#include "memetik/search/sampling.hpp"
#include "search/narrowed.hpp"

using namespace memetik;

namespace {

constexpr double rounding = 1e-7;  // near half a turn the logarithm of a rotation loses half of its digits

std::vector<double> anywhere(Random& random, const Tree& tree) {
  std::vector<double> q;
  for (int i = 0; i < tree.dof(); ++i) q.push_back(random.uniform(-6, 6));
  return q;
}

template <class Visit>
void for_each_box(unsigned count, Visit visit) {
  for (unsigned seed = 0; seed < count; ++seed) {
    Random random(seed);
    const Tree tree = random.tree(10).tree();
    if (tree.dof() > 0) visit(random, tree, random_narrowed(random, tree));
  }
}

}  // namespace

TEST(a_box_is_the_limits_unless_the_change_is_limited) {
  for_each_box(50, [](Random& random, const Tree& tree, const Narrowed& narrowed) {
    const std::vector<double> endless(narrowed.start.size(), HUGE_VAL);
    auto plain = anywhere(random, tree), limited = plain, clipped = plain;
    for (const Query& query :
         {Query{.start = narrowed.start}, Query{.start = narrowed.start, .max_change = endless}})
      for (std::size_t i = 0; i < plain.size(); ++i) {
        const Variable& v = tree.variables()[i];
        const Interval interval = interval_of(tree, query, i);
        const bool rotation_vector = is_rotation_vector(tree, i);
        CHECK(interval.lower == (rotation_vector ? -HUGE_VAL : std::max(v.lower, -max_value)));
        CHECK(interval.upper == (rotation_vector ? HUGE_VAL : std::min(v.upper, max_value)));
      }
    clip(tree, clipped);
    clip(tree, {.start = narrowed.start}, plain);
    clip(tree, {.start = narrowed.start, .max_change = endless}, limited);
    CHECK(plain == clipped && limited == clipped);
  });
}

TEST(clipping_leads_into_the_box_and_is_idempotent) {
  int rotation_vectors = 0;
  for_each_box(200, [&](Random& random, const Tree& tree, const Narrowed& narrowed) {
    for (int k = 0; k < 10; ++k) {
      auto q = anywhere(random, tree);
      clip(tree, narrowed.query(), q);
      CHECK(allowed(tree, narrowed, q, rounding));
      auto again = q;
      clip(tree, narrowed.query(), again);
      for (std::size_t i = 0; i < q.size(); ++i) CHECK_NEAR(again[i], q[i], 1e-12);
      for (std::size_t i = 0; i < q.size(); ++i)
        rotation_vectors += is_rotation_vector(tree, i) && std::isfinite(narrowed.max_change[i]);
    }
  });
  CHECK(rotation_vectors > 1000);
}

TEST(every_variable_is_clipped_to_its_interval) {
  for_each_box(50, [](Random& random, const Tree& tree, const Narrowed& narrowed) {
    auto q = anywhere(random, tree);
    clip(tree, narrowed.query(), q);
    for (std::size_t i = 0; i < q.size(); ++i) {
      const Interval interval = interval_of(tree, narrowed.query(), i);
      CHECK(interval.lower <= narrowed.start[i] && narrowed.start[i] <= interval.upper);
      CHECK(q[i] >= interval.lower - 1e-14 && q[i] <= interval.upper + 1e-14);
    }
  });
}

TEST(clipping_keeps_configurations_in_the_box) {
  int kept = 0;
  for_each_box(200, [&](Random& random, const Tree& tree, const Narrowed& narrowed) {
    auto q = narrowed.start;
    for (std::size_t i = 0; i < q.size(); ++i) {
      const Interval interval = interval_of(tree, narrowed.query(), i);
      q[i] = random.uniform(std::max(interval.lower, q[i] - 0.5), std::min(interval.upper, q[i] + 0.5));
    }
    for (std::size_t i = 0; i < q.size(); i += is_rotation_vector(tree, i) ? 3 : 1)
      if (is_rotation_vector(tree, i) &&
          norm(rotation_vector_at(q, i)) > std::min(tree.variables()[i].upper, std::numbers::pi))
        return;
    auto clipped = q;
    clip(tree, narrowed.query(), clipped);
    CHECK(clipped == q);
    ++kept;
  });
  CHECK(kept > 100);
}

TEST(locked_variables_stay_and_the_start_is_in_every_box) {
  for_each_box(100, [](Random& random, const Tree& tree, const Narrowed& narrowed) {
    auto q = anywhere(random, tree), start = narrowed.start;
    clip(tree, narrowed.query(), q);
    clip(tree, narrowed.query(), start);
    for (std::size_t i = 0; i < q.size(); ++i) {
      if (narrowed.max_change[i] == 0)
        CHECK_NEAR(q[i], narrowed.start[i], is_rotation_vector(tree, i) ? 1e-14 : 0);
      CHECK_NEAR(start[i], narrowed.start[i], 1e-14);
    }
  });
}

// Searches start at sampled configurations, so a solution may be one of them.
TEST(samples_are_in_the_box) {
  for_each_box(200, [](Random& random, const Tree& tree, const Narrowed& narrowed) {
    const Problem problem(tree, {random_stay_close(random, tree, narrowed.start).goal});
    const Sampler sampler(problem);
    for (std::uint64_t k = 0; k < 20; ++k) {
      auto q = narrowed.start;
      sampler.sample(RandomStream(1).branch(k), narrowed.query(), q.data());
      CHECK(allowed(tree, narrowed, q, rounding));
    }
  });
}

// They scale mutations: an infinite one would lead to NaN.
TEST(search_intervals_are_finite) {
  for_each_box(100, [](Random& random, const Tree& tree, const Narrowed& narrowed) {
    const Problem problem(tree, {random_stay_close(random, tree, narrowed.start).goal});
    const Sampler sampler(problem);
    for (const Query& query : {Query{.start = narrowed.start}, narrowed.query()})
      for (std::size_t c = 0; c < problem.active().size(); ++c) {
        const auto [lower, upper] = sampler.interval(c, query);
        CHECK(std::isfinite(lower) && std::isfinite(upper) && lower <= upper);
      }
  });
}

TEST(a_rotation_vector_is_shortened_on_its_way_to_the_center_in_every_lane) {
  Random random(1);
  for (int k = 0; k < 1000; ++k) {
    const double largest = random.uniform(0.1, 3);
    Vec3<double> center = random.vector(1), w = random.vector(5);
    center = (random.uniform(0, 1) * largest / norm(center)) * center;
    if (norm(w) < largest) continue;
    const Vec3<double> s = shorten_towards(center, w, largest);
    CHECK_NEAR(norm(s), largest, 1e-12);
    CHECK_NEAR(norm(s - center) + norm(w - s), norm(w - center), 1e-12);
    const Vec3<Pack> lanes = shorten_towards(broadcast<Pack>(center), broadcast<Pack>(w), Pack(largest));
    for (int l = 0; l < pack_lanes; ++l)
      CHECK_NEAR(norm(Vec3<double>{lanes.x[l], lanes.y[l], lanes.z[l]} - s), 0, 1e-14);
  }
  const Vec3<double> nowhere{0, 0, 0};
  CHECK(norm(shorten_towards(nowhere, nowhere, 1.0)) == 0);
}

TEST(wrapped_angles_are_equal_up_to_whole_turns_and_in_their_interval) {
  Random random(1);
  for (int i = 0; i < 1000; ++i) {
    const double lower = random.uniform(-9, 3);
    const Interval interval{lower, lower + 2 * std::numbers::pi + random.uniform(0, 3)};
    const double angle = random.uniform(-50, 50), wound = wrapped_into(interval, angle);
    CHECK(wound >= interval.lower && wound <= interval.upper);
    CHECK_NEAR(std::remainder(wound - angle, 2 * std::numbers::pi), 0, 1e-12);
    if (angle >= interval.lower && angle <= interval.upper) CHECK(wound == angle);
  }
}

TEST(only_angles_whose_interval_covers_a_turn_wrap) {
  for (const Arm& arm : arms()) {
    const Tree tree = arm.tree();
    for (std::size_t i = 0; i < static_cast<std::size_t>(tree.dof()); ++i) {
      const Interval interval = interval_of(tree, {}, i);
      CHECK(covers_full_turn(tree, interval, i) == (arm.upper[i] - arm.lower[i] >= 2 * std::numbers::pi));
    }
  }
}
