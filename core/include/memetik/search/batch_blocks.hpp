// Blocks of queries that threads take from a batch.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>

namespace memetik {

// Blocks shrink to single queries towards the end, so that all threads end at about the same time.
class BatchBlocks {
 public:
  struct Block {
    std::size_t begin = 0, end = 0;
  };

  BatchBlocks(std::size_t count, int threads) : count_(count), threads_(static_cast<std::size_t>(threads)) {}

  // Takes the next block; it is empty if no query is left.
  Block take() {
    std::size_t begin = next_.load(std::memory_order_relaxed), size = 0;
    do {
      const std::size_t left = count_ - begin;
      if (left == 0) return {};
      size = std::clamp<std::size_t>(left / (shares_per_thread * threads_), 1, largest);
    } while (!next_.compare_exchange_weak(begin, begin + size, std::memory_order_relaxed));
    return {begin, begin + size};
  }

  // How many queries are in blocks that nobody has taken.
  std::size_t left() const { return count_ - next_.load(std::memory_order_relaxed); }

 private:
  // A thread takes this part of its share of what is left.
  static constexpr std::size_t shares_per_thread = 4, largest = 256;

  const std::size_t count_, threads_;
  std::atomic<std::size_t> next_ = 0;
};

}  // namespace memetik
