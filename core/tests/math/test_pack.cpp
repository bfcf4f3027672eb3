#include "check.hpp"
#include "memetik/math/pack.hpp"

using namespace memetik;

namespace {

Pack ramp(double first, double step) {
  Pack p = 0.0;
  for (int i = 0; i < pack_lanes; ++i) p.set(i, first + step * i);
  return p;
}

}  // namespace

TEST(pack_arithmetic_is_per_lane) {
  const Pack a = ramp(1, 0.5), b = ramp(-2, 3);
  for (int i = 0; i < pack_lanes; ++i) {
    CHECK((a + b)[i] == a[i] + b[i]);
    CHECK((a - b)[i] == a[i] - b[i]);
    CHECK((a * b)[i] == a[i] * b[i]);
    CHECK((a / b)[i] == a[i] / b[i]);
    CHECK((-a)[i] == -a[i]);
    CHECK((2.0 * a)[i] == 2.0 * a[i]);
    CHECK(min(a, b)[i] == std::fmin(a[i], b[i]));
    CHECK(max(a, b)[i] == std::fmax(a[i], b[i]));
    CHECK(sqrt(a)[i] == std::sqrt(a[i]));
    CHECK(abs(b)[i] == std::fabs(b[i]));
  }
}

TEST(pack_select_takes_lanes_by_mask) {
  const Pack a = ramp(0, 1), middle = 0.5;
  const Pack chosen = select(a < middle, Pack(10), Pack(20));
  for (int i = 0; i < pack_lanes; ++i) CHECK(chosen[i] == (a[i] < 0.5 ? 10 : 20));
  CHECK(any(a < middle) && !all(a < middle));
  CHECK(all(a >= Pack(0)) && !any(a > Pack(pack_lanes)));
  CHECK(lane_bits(a < middle) == 1);
  CHECK(all((a < middle) | !(a < middle)) && !any((a < middle) & (a > middle)));
}

TEST(pack_comparison_with_nan_is_false) {
  const Pack nan = std::nan("");
  CHECK(!any(nan <= Pack(1)) && !any(nan >= Pack(1)) && !any(nan < nan));
}

TEST(pack_transpose_exchanges_rows_and_lanes) {
  Pack rows[pack_lanes];
  for (int i = 0; i < pack_lanes; ++i) rows[i] = ramp(10 * i, 1);
  transpose(rows);
  for (int i = 0; i < pack_lanes; ++i)
    for (int j = 0; j < pack_lanes; ++j) CHECK(rows[i][j] == 10 * j + i);
}

TEST(pack_loads_what_it_stored) {
  double memory[pack_lanes + 1] = {};
  ramp(3, 2).store(memory + 1);  // no alignment needed
  const Pack p = Pack::load(memory + 1);
  for (int i = 0; i < pack_lanes; ++i) CHECK(p[i] == 3 + 2 * i);
}
