// Pack: as many doubles as one SIMD instruction processes. Kernels are written once, for a number type T that
// is `double` or `Pack`; a lane holds an individual, a restart or a query. Only this file depends on the
// instruction set: 4 lanes on AVX2, 2 on baseline x86-64 and NEON.
#pragma once

#include <cmath>
#include <cstdint>
#include <cstring>

#if defined(__AVX2__) || defined(__SSE2__)
#include <immintrin.h>
#elif defined(__ARM_NEON)
#include <arm_neon.h>
#else
#error "memetik needs SSE2, AVX2 or NEON"
#endif

#define MEMETIK_INLINE inline __attribute__((always_inline))
#define MEMETIK_INLINED __attribute__((always_inline))  // after a lambda's parameters

namespace memetik {

#if defined(__AVX2__)
inline constexpr int pack_lanes = 4;
inline constexpr const char* simd_level = "avx2";
#else
inline constexpr int pack_lanes = 2;
inline constexpr const char* simd_level = "baseline";
#endif

struct Mask {
  using Native = std::int64_t __attribute__((vector_size(pack_lanes * sizeof(std::int64_t))));
  Native bits;  // all ones where true

  friend MEMETIK_INLINE Mask operator&(Mask a, Mask b) { return {a.bits & b.bits}; }
  friend MEMETIK_INLINE Mask operator|(Mask a, Mask b) { return {a.bits | b.bits}; }
  friend MEMETIK_INLINE Mask operator!(Mask a) { return {~a.bits}; }
};

struct Pack {
  using Native = double __attribute__((vector_size(pack_lanes * sizeof(double))));
  static constexpr int lanes = pack_lanes;
  Native v;

  Pack() = default;
  MEMETIK_INLINE Pack(double value) : v(broadcast(value)) {}  // implicit: constants mix with packs
  MEMETIK_INLINE explicit Pack(Native native) : v(native) {}

  static MEMETIK_INLINE Pack load(const double* from) {
    Pack result;
    std::memcpy(&result.v, from, sizeof result.v);
    return result;
  }
  MEMETIK_INLINE void store(double* to) const { std::memcpy(to, &v, sizeof v); }
  MEMETIK_INLINE double operator[](int lane) const { return v[lane]; }
  MEMETIK_INLINE void set(int lane, double value) { v[lane] = value; }

  static MEMETIK_INLINE Native broadcast(double value) {
#if defined(__AVX2__)
    return Native{value, value, value, value};
#else
    return Native{value, value};
#endif
  }

  friend MEMETIK_INLINE Pack operator+(Pack a, Pack b) { return Pack(a.v + b.v); }
  friend MEMETIK_INLINE Pack operator-(Pack a, Pack b) { return Pack(a.v - b.v); }
  friend MEMETIK_INLINE Pack operator*(Pack a, Pack b) { return Pack(a.v * b.v); }
  friend MEMETIK_INLINE Pack operator/(Pack a, Pack b) { return Pack(a.v / b.v); }
  friend MEMETIK_INLINE Pack operator-(Pack a) { return Pack(-a.v); }
  friend MEMETIK_INLINE Pack& operator+=(Pack& a, Pack b) { return a = a + b; }
  friend MEMETIK_INLINE Pack& operator-=(Pack& a, Pack b) { return a = a - b; }
  friend MEMETIK_INLINE Pack& operator*=(Pack& a, Pack b) { return a = a * b; }

  friend MEMETIK_INLINE Mask operator<(Pack a, Pack b) { return {a.v < b.v}; }
  friend MEMETIK_INLINE Mask operator<=(Pack a, Pack b) { return {a.v <= b.v}; }
  friend MEMETIK_INLINE Mask operator>(Pack a, Pack b) { return {a.v > b.v}; }
  friend MEMETIK_INLINE Mask operator>=(Pack a, Pack b) { return {a.v >= b.v}; }
};

// Traits of double and Pack, so that kernels can be written for both.
template <class T>
struct Lanes;

template <>
struct Lanes<double> {
  static constexpr int count = 1;
  using Integer = std::int64_t;
  using Truth = bool;
};

template <>
struct Lanes<Pack> {
  static constexpr int count = Pack::lanes;
  using Integer = Mask::Native;
  using Truth = Mask;
};

MEMETIK_INLINE double select(bool mask, double yes, double no) { return mask ? yes : no; }
MEMETIK_INLINE double min(double a, double b) { return a < b ? a : b; }
MEMETIK_INLINE double max(double a, double b) { return a > b ? a : b; }
MEMETIK_INLINE double sqrt(double a) { return std::sqrt(a); }
MEMETIK_INLINE double abs(double a) { return std::fabs(a); }
#if defined(__FMA__)  // a - b c with one rounding
MEMETIK_INLINE double minus_product(double a, double b, double c) { return __builtin_fma(-b, c, a); }
#endif
// The integer towards zero; for numbers below 2^31.
MEMETIK_INLINE double truncate(double a) { return static_cast<double>(static_cast<std::int32_t>(a)); }
// values[index] and values[index + 1], where the index is an integer below 2^31.
template <class T>
struct Adjacent {
  T first, second;
};
MEMETIK_INLINE Adjacent<double> gather_adjacent(const float* values, double index) {
  const float* at = values + static_cast<std::int32_t>(index);
  return {at[0], at[1]};
}
MEMETIK_INLINE double lane(double a, int) { return a; }
MEMETIK_INLINE void set_lane(double& a, int, double value) { a = value; }
MEMETIK_INLINE int lane_bits(bool mask) { return mask ? 1 : 0; }
MEMETIK_INLINE bool any(bool mask) { return mask; }
MEMETIK_INLINE bool all(bool mask) { return mask; }

MEMETIK_INLINE Pack abs(Pack a) {
  Mask::Native bits;
  std::memcpy(&bits, &a.v, sizeof bits);
  bits &= INT64_MAX;
  std::memcpy(&a.v, &bits, sizeof bits);
  return a;
}

#if defined(__AVX2__)

MEMETIK_INLINE Pack select(Mask mask, Pack yes, Pack no) {
  return Pack(Pack::Native(_mm256_blendv_pd(__m256d(no.v), __m256d(yes.v), __m256d(__m256i(mask.bits)))));
}
MEMETIK_INLINE Pack zero_where(Mask mask, Pack a) {
  return Pack(Pack::Native(_mm256_andnot_pd(__m256d(__m256i(mask.bits)), a.v)));
}
MEMETIK_INLINE Pack min(Pack a, Pack b) { return Pack(Pack::Native(_mm256_min_pd(a.v, b.v))); }
MEMETIK_INLINE Pack max(Pack a, Pack b) { return Pack(Pack::Native(_mm256_max_pd(a.v, b.v))); }
MEMETIK_INLINE Pack sqrt(Pack a) { return Pack(Pack::Native(_mm256_sqrt_pd(a.v))); }
MEMETIK_INLINE Pack minus_product(Pack a, Pack b, Pack c) {
  return Pack(Pack::Native(_mm256_fnmadd_pd(b.v, c.v, a.v)));
}
MEMETIK_INLINE Pack truncate(Pack a) {
  return Pack(Pack::Native(_mm256_cvtepi32_pd(_mm256_cvttpd_epi32(a.v))));
}
// Loads both floats of a lane as one number of 64 bits. Gather instructions are slower on all processors that
// were measured, on some of them by far: their microcode was changed against the Downfall attack.
MEMETIK_INLINE Adjacent<Pack> gather_adjacent(const float* values, Pack index) {
  const __m128i at = _mm256_cvttpd_epi32(index.v);
  const auto pair = [&](int a, int b) {
    const __m128d first = _mm_load_sd(reinterpret_cast<const double*>(values + a));
    return _mm_castpd_ps(_mm_loadh_pd(first, reinterpret_cast<const double*>(values + b)));
  };
  const __m128 low = pair(_mm_cvtsi128_si32(at), _mm_extract_epi32(at, 1));
  const __m128 high = pair(_mm_extract_epi32(at, 2), _mm_extract_epi32(at, 3));
  return {Pack(Pack::Native(_mm256_cvtps_pd(_mm_shuffle_ps(low, high, _MM_SHUFFLE(2, 0, 2, 0))))),
          Pack(Pack::Native(_mm256_cvtps_pd(_mm_shuffle_ps(low, high, _MM_SHUFFLE(3, 1, 3, 1)))))};
}
// One bit per lane, lane 0 lowest.
MEMETIK_INLINE int lane_bits(Mask mask) { return _mm256_movemask_pd(__m256d(__m256i(mask.bits))); }

// rows[i][j] <- rows[j][i]
MEMETIK_INLINE void transpose(Pack (&rows)[4]) {
  const __m256d a = _mm256_unpacklo_pd(rows[0].v, rows[1].v);
  const __m256d b = _mm256_unpackhi_pd(rows[0].v, rows[1].v);
  const __m256d c = _mm256_unpacklo_pd(rows[2].v, rows[3].v);
  const __m256d d = _mm256_unpackhi_pd(rows[2].v, rows[3].v);
  rows[0].v = _mm256_permute2f128_pd(a, c, 0x20);
  rows[1].v = _mm256_permute2f128_pd(b, d, 0x20);
  rows[2].v = _mm256_permute2f128_pd(a, c, 0x31);
  rows[3].v = _mm256_permute2f128_pd(b, d, 0x31);
}

#else  // two lanes

MEMETIK_INLINE Pack select(Mask mask, Pack yes, Pack no) {
  Mask::Native a, b;
  std::memcpy(&a, &yes.v, sizeof a);
  std::memcpy(&b, &no.v, sizeof b);
  a = (a & mask.bits) | (b & ~mask.bits);
  std::memcpy(&yes.v, &a, sizeof a);
  return yes;
}
MEMETIK_INLINE Pack zero_where(Mask mask, Pack a) { return select(mask, Pack(0), a); }
MEMETIK_INLINE Adjacent<Pack> gather_adjacent(const float* values, Pack index) {
  const Adjacent<double> a = gather_adjacent(values, index[0]), b = gather_adjacent(values, index[1]);
  return {Pack(Pack::Native{a.first, b.first}), Pack(Pack::Native{a.second, b.second})};
}
MEMETIK_INLINE int lane_bits(Mask mask) { return static_cast<int>((mask.bits[0] & 1) | (mask.bits[1] & 2)); }

#if defined(__SSE2__)
MEMETIK_INLINE Pack min(Pack a, Pack b) { return Pack(Pack::Native(_mm_min_pd(a.v, b.v))); }
MEMETIK_INLINE Pack max(Pack a, Pack b) { return Pack(Pack::Native(_mm_max_pd(a.v, b.v))); }
MEMETIK_INLINE Pack sqrt(Pack a) { return Pack(Pack::Native(_mm_sqrt_pd(a.v))); }
MEMETIK_INLINE Pack truncate(Pack a) { return Pack(Pack::Native(_mm_cvtepi32_pd(_mm_cvttpd_epi32(a.v)))); }
MEMETIK_INLINE void transpose(Pack (&rows)[2]) {
  const __m128d a = _mm_unpacklo_pd(rows[0].v, rows[1].v);
  const __m128d b = _mm_unpackhi_pd(rows[0].v, rows[1].v);
  rows[0].v = a;
  rows[1].v = b;
}
#else  // NEON
MEMETIK_INLINE Pack min(Pack a, Pack b) { return select(a < b, a, b); }
MEMETIK_INLINE Pack max(Pack a, Pack b) { return select(a > b, a, b); }
MEMETIK_INLINE Pack sqrt(Pack a) { return Pack(Pack::Native(vsqrtq_f64(float64x2_t(a.v)))); }
MEMETIK_INLINE Pack truncate(Pack a) { return Pack(Pack::Native(vrndq_f64(float64x2_t(a.v)))); }
MEMETIK_INLINE void transpose(Pack (&rows)[2]) {
  const Pack::Native a = {rows[0].v[0], rows[1].v[0]};
  const Pack::Native b = {rows[0].v[1], rows[1].v[1]};
  rows[0].v = a;
  rows[1].v = b;
}
#endif

#endif

MEMETIK_INLINE double lane(const Pack& a, int index) { return a[index]; }
// Lanes are set by a blend, because a scalar store followed by a vector load would stall.
MEMETIK_INLINE Mask only_lane(int index) {
  Mask::Native numbers;
  for (int i = 0; i < pack_lanes; ++i) numbers[i] = i;
  return {numbers == index};
}
// The lanes whose bits are set, lane 0 lowest.
MEMETIK_INLINE Mask lanes_of_bits(unsigned bits) {
  Mask::Native own;
  for (int i = 0; i < pack_lanes; ++i) own[i] = 1 << i;
  return {(own & static_cast<std::int64_t>(bits)) == own};
}
MEMETIK_INLINE void set_lane(Pack& a, int index, double value) {
  a = select(only_lane(index), Pack(value), a);
}
MEMETIK_INLINE void set_lane(Mask& a, int index, bool value) {
  a = value ? a | only_lane(index) : a & !only_lane(index);
}
MEMETIK_INLINE bool any(Mask mask) { return lane_bits(mask) != 0; }
MEMETIK_INLINE bool all(Mask mask) { return lane_bits(mask) == (1 << pack_lanes) - 1; }

}  // namespace memetik
