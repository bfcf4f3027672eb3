#include <cmath>
#include <vector>

#include "check.hpp"
#include "memetik/objective/loss.hpp"
#include "random_tree.hpp"

using namespace memetik;

namespace {

// One loss of every kind, with arbitrary parameters.
std::vector<Loss> losses() {
  return {
      {},
      {.kind = LossKind::angle},
      {.kind = LossKind::quaternion},
      {.kind = LossKind::absolute, .d = 0.01},
      {.kind = LossKind::huber, .d = 0.3},
      {.kind = LossKind::hinge, .lower = -0.2, .upper = 0.5},
      {.kind = LossKind::groove, .lower = 0.1, .upper = 0.1, .s = 0.1, .c = 0.2, .r = 10, .g = 4},
      {.kind = LossKind::swamp, .lower = -0.4, .upper = 0.8, .m = 2, .n = 8, .b = 0.8718, .a1 = 1, .a2 = 0.1},
      {.kind = LossKind::swamp_groove,
       .lower = -0.4,
       .upper = 0.8,
       .s = 0.3,
       .c = 0.1,
       .n = 20,
       .b = 0.95,
       .f1 = 1,
       .f2 = 0.3,
       .f3 = 2},
  };
}

}  // namespace

TEST(the_slope_of_a_loss_is_its_derivative) {
  Random random(1);
  for (const Loss& loss : losses())
    for (int i = 0; i < 1000; ++i) {
      const double x = random.uniform(-1.9, 1.9), h = 1e-6;
      const double slope = (loss.at(x + h).value - loss.at(x - h).value) / (2 * h);
      CHECK_NEAR(loss.at(x).slope, slope, 1e-6 * std::fmax(1, std::fabs(slope)));
    }
}

TEST(a_loss_in_lanes_is_the_loss) {
  Random random(2);
  for (const Loss& loss : losses())
    for (int i = 0; i < 1000; ++i) {
      const double x = random.uniform(-2, 2);
      const LossValue<double> one = loss.at(x);
      const LossValue<Pack> lanes = loss.at(Pack(x));
      CHECK_NEAR(lanes.value[0], one.value, 1e-13);
      CHECK_NEAR(lanes.slope[pack_lanes - 1], one.slope, 1e-12);
      CHECK_NEAR(lanes.weight[0], one.weight, 1e-11);
    }
}

TEST(no_loss_is_ever_infinite_or_its_weight_negative) {
  for (const Loss& loss : losses())
    for (const double size : {0.0, 1e-300, 1e-9, 1e-3, 1.0, 10.0, 1e3, 1e6})
      for (const double x : {size, -size}) {
        const auto [value, slope, weight] = loss.at(x);
        CHECK(std::isfinite(value) && std::isfinite(slope) && std::isfinite(weight) && weight >= 0);
      }
}

TEST(the_weight_of_a_loss_is_its_slope_over_twice_the_distance_from_its_minimum) {
  Random random(3);
  for (const Loss& loss : losses()) {
    if (loss.kind == LossKind::swamp_groove || loss.kind == LossKind::hinge) continue;  // has no such point
    const double middle = 0.5 * (loss.lower + loss.upper);
    for (int i = 0; i < 100; ++i) {
      const double x = random.uniform(-2, 2);
      CHECK_NEAR(2 * loss.at(x).weight * (x - middle), loss.at(x).slope, 1e-9);
    }
  }
}
