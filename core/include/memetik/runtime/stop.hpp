// When a search has to end before it is done: the deadline, a cancellation, an interrupt.
#pragma once

#include <atomic>
#include <chrono>

namespace memetik {

enum class StopReason : unsigned char { none, deadline, cancelled };

// One per search and thread; `cancelled` and the deadline may be shared by several.
class Stop {
 public:
  using Clock = std::chrono::steady_clock;
  // Called about every 20 ms on the calling thread; true cancels the search on all threads.
  using Poll = bool (*)();

  explicit Stop(Clock::time_point deadline = Clock::time_point::max(), std::atomic<bool>* cancelled = nullptr,
                Poll poll = nullptr)
      : deadline_(deadline), cancelled_(cancelled), poll_(poll), next_poll_(Clock::now() + poll_interval) {
    if (deadline != Clock::time_point::max()) calls_ = 7;  // it may have passed already
  }

  // Cheap enough for every step of a search: reads the clock on every eighth call.
  bool requested() {
    if (reason_ != StopReason::none) return true;
    if (++calls_ % 8 != 0) return false;
    return check();
  }

  bool check() {
    if (cancelled_ && cancelled_->load(std::memory_order_relaxed)) reason_ = StopReason::cancelled;
    const Clock::time_point now = Clock::now();
    if (now >= deadline_) reason_ = StopReason::deadline;
    if (poll_ && now >= next_poll_) {
      next_poll_ = now + poll_interval;
      if (poll_()) {
        if (cancelled_) cancelled_->store(true, std::memory_order_relaxed);
        reason_ = StopReason::cancelled;
      }
    }
    return reason_ != StopReason::none;
  }

  // The same without the poll, which belongs to the calling thread.
  Stop for_another_thread() const { return Stop(deadline_, cancelled_); }

  StopReason reason() const { return reason_; }

 private:
  static constexpr std::chrono::milliseconds poll_interval{20};
  Clock::time_point deadline_;
  std::atomic<bool>* cancelled_;
  Poll poll_;
  Clock::time_point next_poll_;
  StopReason reason_ = StopReason::none;
  unsigned calls_ = 0;
};

}  // namespace memetik
