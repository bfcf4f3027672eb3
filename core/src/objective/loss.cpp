#include "memetik/objective/loss.hpp"

#include "memetik/math/atan2.hpp"

namespace memetik {

namespace {

// x^exponent for an even exponent, from the square of x.
template <class T>
T even_power(const T& square, int exponent) {
  T result(1);
  for (int i = 0; i < exponent; i += 2) result *= square;
  return result;
}

// t'(x) = 1 / cos(t/2), which is infinite at half a turn, where the chord is longest.
template <class T>
LossValue<T> angle(const T& x) {
  const T half = T(0.5) * abs(x), sine = min(half, T(1)), cosine = sqrt(max(T(1) - sine * sine, T(0)));
  const T t = T(2) * atan2(sine, cosine);
  const T steep = t / (T(2) * max(sine, T(1e-9)) * max(cosine, T(1e-6)));
  const T weight = select(half < T(1), select(sine > T(1e-9), steep, T(1)), T(0));
  return {t * t, T(2) * weight * x, weight};
}

// 2 (1 - c) with c = cos(t/2), and its slope x / (2 c), in a form that is accurate for small chords.
template <class T>
LossValue<T> quaternion(const T& x) {
  const T half = T(0.5) * abs(x), sine = min(half, T(1)), cosine = sqrt(max(T(1) - sine * sine, T(0)));
  const T weight = select(half < T(1), T(0.25) / max(cosine, T(1e-6)), T(0));
  return {T(2) * sine * sine / (T(1) + cosine), T(2) * weight * x, weight};
}

template <class T>
LossValue<T> absolute(const T& x, double d) {
  const T root = sqrt(x * x + T(d * d));
  return {x * x / (root + T(d)), x / root, T(0.5) / root};
}

template <class T>
LossValue<T> huber(const T& x, double d) {
  const T size = abs(x);
  const auto near = size <= T(d);
  const T weight = select(near, T(1), T(d) / max(size, T(d)));
  return {select(near, x * x, T(2 * d) * size - T(d * d)), T(2) * weight * x, weight};
}

template <class T>
LossValue<T> hinge(const T& beyond) {
  return {beyond * beyond, T(2) * beyond, select((beyond < T(0)) | (beyond > T(0)), T(1), T(0))};
}

// 1 - exp(-y^2 / (2 c^2)): a well.
template <class T>
LossValue<T> well(const T& y, double c) {
  const T k(1 / (c * c)), minus = expm1(T(-0.5) * k * y * y), e = T(1) + minus;
  return {-minus, k * y * e, T(0.5) * k * e};
}

// r y^g: a bowl.
template <class T>
LossValue<T> bowl(const T& y, double r, int g) {
  const T steep = T(r) * even_power(y * y, g - 2);
  return {steep * y * y, T(g) * steep * y, T(0.5 * g) * steep};
}

// 1 - exp(-(z/b)^n) with z = 2 (x - center) / (u - l): walls at l and u.
template <class T>
LossValue<T> walls(const T& z, double b, int n) {
  const T square = min(T(1 / (b * b)) * z * z, T(750));  // beyond 750 the exponential is zero
  const T inner = even_power(square, n - 2), minus = expm1(-(inner * square));
  const T weight = T(0.5 * n / (b * b)) * inner * (T(1) + minus);
  return {-minus, T(2) * weight * z, weight};
}

// Converts a loss of z into a loss of x, given dz/dx.
template <class T>
LossValue<T> stretched(const LossValue<T>& v, double dz) {
  return {v.value, T(dz) * v.slope, T(dz * dz) * v.weight};
}

template <class T>
LossValue<T> scaled_sum(double a, const LossValue<T>& x, double b, const LossValue<T>& y) {
  return {T(a) * x.value + T(b) * y.value, T(a) * x.slope + T(b) * y.slope,
          T(a) * x.weight + T(b) * y.weight};
}

}  // namespace

template <class T>
LossValue<T> Loss::at(const T& x) const {
  const T y = x - T(s);
  const double dz = upper > lower ? 2 / (upper - lower) : 0;
  const T z = T(dz) * (x - T(0.5 * (lower + upper)));
  switch (kind) {
    case LossKind::quadratic: return {x * x, T(2) * x, T(1)};
    case LossKind::angle: return angle(x);
    case LossKind::quaternion: return quaternion(x);
    case LossKind::absolute: return absolute(x, d);
    case LossKind::huber: return huber(x, d);
    case LossKind::hinge: return hinge(beyond(x));
    case LossKind::groove: return scaled_sum(1, well(y, c), 1, bowl(y, r, g));
    case LossKind::swamp: {
      const LossValue<T> wall = walls(z, b, n), ramp = bowl(z, a2, m);
      const T height = T(a1) + ramp.value;
      return stretched<T>({height * wall.value, height * wall.slope + ramp.slope * wall.value,
                           height * wall.weight + ramp.weight * wall.value},
                          dz);
    }
    case LossKind::swamp_groove: {
      LossValue<T> sum = scaled_sum(f1, well(y, c), f3, stretched(walls(z, b, n), dz));
      sum = scaled_sum(1, sum, 1, bowl(y, f2, 2));
      sum.value = max(sum.value - T(minimum), T(0));
      return sum;
    }
  }
  return {};
}

template LossValue<double> Loss::at(const double&) const;
template LossValue<Pack> Loss::at(const Pack&) const;

}  // namespace memetik
