// The queries of a batch that no thread works on: new ones, in blocks, and those that were set aside.
#pragma once

#include <atomic>
#include <cstddef>
#include <mutex>
#include <optional>
#include <vector>

namespace memetik {

class BatchQueue {
 public:
  struct Block {  // of indices
    std::size_t begin = 0, end = 0;
  };
  struct SetAside {
    std::size_t index;
    std::vector<std::vector<double>> others;  // see Solution
  };

  BatchQueue(std::size_t count, int threads) : count_(count), threads_(static_cast<std::size_t>(threads)) {}

  // Takes the next block of new queries; it is empty if none is left. Blocks shrink to single queries towards
  // the end, so that all threads end at about the same time.
  Block take_block();

  // What is set aside takes long enough that the lock of a mutex does not matter.
  void set_aside(SetAside query);
  // Takes the query that was set aside first.
  std::optional<SetAside> resume();

  // How many queries could be taken now.
  std::size_t left() const {
    return count_ - next_.load(std::memory_order_relaxed) + waiting_.load(std::memory_order_relaxed);
  }

 private:
  const std::size_t count_, threads_;
  std::atomic<std::size_t> next_ = 0;     // first query that is in no block
  std::atomic<std::size_t> waiting_ = 0;  // number of queries set aside and not resumed
  std::mutex mutex_;                      // of the members below
  std::vector<SetAside> set_aside_;
  std::size_t resumed_ = 0;
};

}  // namespace memetik
