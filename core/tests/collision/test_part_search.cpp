#include <algorithm>
#include <cmath>
#include <set>

#include "arms.hpp"
#include "check.hpp"
#include "memetik/collision/part_search.hpp"
#include "random_tree.hpp"

using namespace memetik;

namespace {

constexpr double inf = HUGE_VAL;
using Numbers = std::array<int, 3>;

std::vector<ConvexPart> random_parts(Random& random, int count) {
  const auto hull = std::make_shared<const Hull>();
  std::vector<ConvexPart> parts;
  for (int k = 0; k < count; ++k)
    parts.push_back({{random.frame(), {0.05, random.uniform(0, 0.1), 0.02}, random.uniform(0, 0.05)}, hull});
  return parts;
}

// Elements on three links of an arm, two obstacles, and the bounds of all pairs of their parts.
struct Scene {
  explicit Scene(Random& random) {
    for (const int count : {1, 3, 8, 25, 1}) shapes.push_back(random_parts(random, count));
    std::vector<std::shared_ptr<const PartTree>> trees;
    for (const auto& parts : shapes) trees.push_back(std::make_shared<const PartTree>(parts));
    std::vector<PartSearch::Element> elements;
    for (std::size_t e = 0; e < 3; ++e) {
      poses.push_back(random.frame());
      elements.push_back({links[e], poses[e], trees[e]});
    }
    places = {random.frame(), random.frame()};
    search = std::make_unique<PartSearch>(tree, elements, std::vector{trees[3], trees[4]}, pairs);
    search->place_obstacles(places);
  }

  std::vector<std::pair<double, Numbers>> bounds(const std::vector<double>& q) const {
    const auto place = [&](int number) {
      const auto k = static_cast<std::size_t>(number < 0 ? ~number : number);
      return number < 0 ? places[k] : pose_at(tree, links[k], q) * poses[k];
    };
    const auto parts = [&](int number) {
      return shapes[static_cast<std::size_t>(number < 0 ? 3 + ~number : number)];
    };
    std::vector<std::pair<double, Numbers>> all;
    for (std::size_t k = 0; k < pairs.size(); ++k) {
      const auto [first, second] = pairs[k];
      const std::vector<ConvexPart> own = parts(first), others = parts(second);
      for (std::size_t i = 0; i < own.size(); ++i)
        for (std::size_t j = 0; j < others.size(); ++j) {
          const Frame<double> relative =
              inverse(place(first) * own[i].box.frame) * (place(second) * others[j].box.frame);
          const double boxes = separation(own[i].box, others[j].box, relative, inf);
          all.push_back({separation(own[i], others[j], relative, boxes, inf),
                         {static_cast<int>(k), static_cast<int>(i), static_cast<int>(j)}});
        }
    }
    std::sort(all.begin(), all.end());
    return all;
  }

  Tree tree = ur5().tree();
  std::vector<int> links{2, 4, 6};
  std::vector<std::array<int, 2>> pairs{{0, ~0}, {1, ~0}, {2, ~0}, {2, ~1}, {0, 2}, {1, 2}};
  std::vector<std::vector<ConvexPart>> shapes;
  std::vector<Frame<double>> poses, places;
  std::unique_ptr<PartSearch> search;
};

}  // namespace

TEST(a_search_returns_all_parts_below_its_limit_once) {
  Random random(6);
  Scene scene(random);
  for (int trial = 0; trial < 20; ++trial) {
    const std::vector<double> q = random.configuration(scene.tree);
    const auto all = scene.bounds(q);
    const double limit = trial == 0 ? inf : all[all.size() / 3].first + 1e-7;
    std::set<Numbers> found, expected;
    scene.search->begin(q.data(), limit);
    while (const auto parts = scene.search->next(limit))
      CHECK(found.insert({parts->pair, parts->part, parts->other_part}).second);
    for (const auto& [bound, numbers] : all)
      if (bound < limit) expected.insert(numbers);
    CHECK(std::includes(found.begin(), found.end(), expected.begin(), expected.end()));
    CHECK(found.size() <= expected.size() + 5);  // bounds that are equal to a micrometre
  }
}

TEST(a_search_with_the_smallest_bound_as_limit_returns_the_nearest_parts) {
  Random random(7);
  Scene scene(random);
  for (int trial = 0; trial < 100; ++trial) {
    const std::vector<double> q = random.configuration(scene.tree);
    const auto all = scene.bounds(q);
    const auto bound_of = [&](const PartSearch::Found& parts) {
      const Numbers numbers{parts.pair, parts.part, parts.other_part};
      return std::find_if(all.begin(), all.end(), [&](const auto& item) { return item.second == numbers; })
          ->first;
    };
    double best = inf;
    int asked = 0;
    scene.search->begin(q.data(), best);
    for (; const auto parts = scene.search->next(best); ++asked) best = std::min(best, bound_of(*parts));
    CHECK_NEAR(best, all[0].first, 1e-9);
    CHECK(asked <= 6);
  }
}

TEST(a_search_skips_pairs_above_their_limits) {
  Random random(8);
  Scene scene(random);
  const std::vector<double> q = random.configuration(scene.tree);
  std::set<int> pairs;
  scene.search->begin(q.data(), inf);
  while (const auto parts = scene.search->next(inf)) {
    CHECK(pairs.insert(parts->pair).second);
    scene.search->limit_pair(parts->pair, -inf);
  }
  CHECK(pairs.size() == scene.pairs.size());
}

TEST(a_search_with_a_limit_for_every_pair_returns_the_nearest_parts_of_each) {
  Random random(10);
  Scene scene(random);
  for (int trial = 0; trial < 100; ++trial) {
    const std::vector<double> q = random.configuration(scene.tree);
    std::vector<double> best(scene.pairs.size(), inf), expected = best;
    const auto all = scene.bounds(q);
    for (const auto& [bound, numbers] : all) {
      double& least = expected[static_cast<std::size_t>(numbers[0])];
      least = std::min(least, bound);
    }
    scene.search->begin(q.data(), inf);
    while (const auto found = scene.search->next(inf)) {
      const Numbers numbers{found->pair, found->part, found->other_part};
      double& least = best[static_cast<std::size_t>(found->pair)];
      for (const auto& [bound, other] : all)
        if (other == numbers) least = std::min(least, bound);
      scene.search->limit_pair(found->pair, least);
    }
    for (std::size_t k = 0; k < best.size(); ++k) CHECK_NEAR(best[k], expected[k], 5e-6);
  }
}

TEST(a_search_reports_the_poses_of_the_elements) {
  Random random(9);
  Scene scene(random);
  const std::vector<double> q = random.configuration(scene.tree);
  const auto frames = scene.search->begin(q.data(), 0);
  for (std::size_t e = 0; e < 3; ++e)
    CHECK(distance(frames[e], pose_at(scene.tree, scene.links[e], q) * scene.poses[e]) < 1e-12);
}
