#include "memetik/search/batch_queue.hpp"

#include <algorithm>
#include <utility>

namespace memetik {

namespace {

// A block is this part of a thread's share of what is left.
constexpr std::size_t blocks_per_share = 4, largest_block = 256;

}  // namespace

BatchQueue::Block BatchQueue::take_block() {
  std::size_t begin = next_.load(std::memory_order_relaxed), size = 0;
  do {
    const std::size_t left = count_ - begin;
    if (left == 0) return {};
    size = std::clamp<std::size_t>(left / (blocks_per_share * threads_), 1, largest_block);
  } while (!next_.compare_exchange_weak(begin, begin + size, std::memory_order_relaxed));
  return {begin, begin + size};
}

void BatchQueue::set_aside(SetAside query) {
  const std::lock_guard lock(mutex_);
  set_aside_.push_back(std::move(query));
  waiting_.fetch_add(1, std::memory_order_relaxed);
}

std::optional<BatchQueue::SetAside> BatchQueue::resume() {
  const std::lock_guard lock(mutex_);
  if (resumed_ == set_aside_.size()) return {};
  waiting_.fetch_sub(1, std::memory_order_relaxed);
  return std::move(set_aside_[resumed_++]);
}

}  // namespace memetik
