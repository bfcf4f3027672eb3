#include "check.hpp"
#include "memetik/math/sincos.hpp"

using namespace memetik;

TEST(sincos_agrees_with_the_standard_library) {
  for (const double scale : {1e-8, 1.0, 10.0, 1e3, max_value}) {
    for (int i = -20000; i <= 20000; ++i) {
      const double x = scale * i / 20000.0;
      double s, c;
      sincos(x, s, c);
      CHECK_NEAR(s, std::sin(x), 4e-16);
      CHECK_NEAR(c, std::cos(x), 4e-16);
    }
  }
}

TEST(sincos_is_exact_at_zero_and_odd) {
  double s, c, t, d;
  sincos(0.0, s, c);
  CHECK(s == 0 && c == 1);
  sincos(1.25, s, c);
  sincos(-1.25, t, d);
  CHECK(s == -t && c == d);
}

TEST(sincos_array_agrees_for_numbers_and_packs) {
  constexpr int count = 8;
  double x[count], s[count], c[count];
  Pack xp[count], sp[count], cp[count];
  for (int i = 0; i < count; ++i) xp[i] = x[i] = 0.7 * i - 2;
  sincos_array(x, s, c, count);
  sincos_array(xp, sp, cp, count);
  for (int i = 0; i < count; ++i) {
    for (int l = 0; l < pack_lanes; ++l) {
      CHECK_NEAR(sp[i][l], s[i], 4e-16);
      CHECK_NEAR(cp[i][l], c[i], 4e-16);
      CHECK(sp[i][l] == sp[i][0] && cp[i][l] == cp[i][0]);  // all lanes agree bit for bit
    }
  }
}
