// Random numbers in packs, for searches that need very many.
#pragma once

#include <cstring>

#include "memetik/math/pack.hpp"
#include "memetik/runtime/random.hpp"

namespace memetik {

// xoshiro256+ (Blackman and Vigna 2018) with a separate generator in every lane. It needs no 64-bit
// multiplication, which AVX2 lacks.
class LaneRandom {
 public:
  using Bits = std::uint64_t __attribute__((vector_size(pack_lanes * sizeof(std::uint64_t))));

  explicit LaneRandom(RandomStream seed) {
    for (Bits& word : state_)
      for (int lane = 0; lane < pack_lanes; ++lane) word[lane] = seed.bits();
  }

  MEMETIK_INLINE Bits bits() {
    const Bits result = state_[0] + state_[3], shifted = state_[1] << 17;
    state_[2] ^= state_[0];
    state_[3] ^= state_[1];
    state_[1] ^= state_[2];
    state_[0] ^= state_[3];
    state_[2] ^= shifted;
    state_[3] = state_[3] << 45 | state_[3] >> 19;
    return result;
  }

  // Approximately normal, with mean 0 and variance 1, bounded by 3.5: the scaled sum of four 16-bit numbers.
  MEMETIK_INLINE Pack approximate_normal() {
    const Bits b = bits();
    const Bits sum = (b & 0xffffu) + (b >> 16 & 0xffffu) + (b >> 32 & 0xffffu) + (b >> 48);
    constexpr double mean = 2 * 65535.0, deviation = 37837.22691;  // 2^16 / sqrt(3)
    return (as_last_digits(sum) - Pack(0x1p52 + mean)) * Pack(1 / deviation);
  }

  // 2^k with k uniform among the 2^w integers from `min_exponent` on, for w < 64.
  MEMETIK_INLINE Pack power_of_two(int min_exponent, int w) {
    const Bits exponent = (bits() >> (64 - w)) + static_cast<std::uint64_t>(1023 + min_exponent);
    return as_pack(exponent << 52);
  }

 private:
  // 2^52 + an integer below 2^52.
  static MEMETIK_INLINE Pack as_last_digits(Bits integers) { return as_pack(integers | 0x4330000000000000u); }
  static MEMETIK_INLINE Pack as_pack(Bits bits) {
    Pack pack;
    std::memcpy(&pack.v, &bits, sizeof bits);
    return pack;
  }

  Bits state_[4];
};

}  // namespace memetik
