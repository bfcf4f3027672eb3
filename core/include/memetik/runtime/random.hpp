// Counter-based random numbers: a number is a function of its key and its counter, independent of the thread
// or lane that draws it, and of the time.
#pragma once

#include <cstdint>

namespace memetik {

// The finaliser of SplitMix64 (Steele, Lea and Flood 2014).
constexpr std::uint64_t mix_bits(std::uint64_t z) {
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

class RandomStream {
 public:
  constexpr explicit RandomStream(std::uint64_t key) : state_(mix_bits(key + step)) {}

  // An independent stream, for example for an island or an attempt.
  constexpr RandomStream branch(std::uint64_t index) const {
    return RandomStream(state_ + (index + 1) * branch_step);
  }

  constexpr std::uint64_t bits() { return mix_bits(state_ += step); }
  constexpr double uniform() { return static_cast<double>(bits() >> 11) * 0x1p-53; }  // in [0, 1)
  constexpr double uniform(double low, double high) { return low + (high - low) * uniform(); }
  constexpr int below(int n) {
    return static_cast<int>(((bits() >> 32) * static_cast<std::uint64_t>(n)) >> 32);
  }
  // Approximately normal, with mean 0 and variance 1, bounded by 3: the scaled sum of three uniform numbers,
  // which costs a tenth of a true normal number.
  constexpr double approximate_normal() { return 2 * (uniform() + uniform() + uniform() - 1.5); }

 private:
  static constexpr std::uint64_t step = 0x9e3779b97f4a7c15u;         // 2^64 / golden ratio, odd
  static constexpr std::uint64_t branch_step = 0xd1342543de82ef95u;  // odd, unrelated to step
  std::uint64_t state_;
};

}  // namespace memetik
