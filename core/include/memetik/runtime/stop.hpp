// Reasons to end a search early: a deadline or a cancellation (an interrupt counts as one).
#pragma once

#include <atomic>
#include <chrono>
#include <ctime>
#include <functional>
#include <vector>

namespace memetik {

enum class StopReason : unsigned char { none, deadline, cancelled };

// Every thread of a search has its own Stop; several may share `cancelled` and the deadline.
class Stop {
 public:
  using Clock = std::chrono::steady_clock;
  // Called about every 20 ms on the calling thread; true cancels the search on all threads.
  using Poll = bool (*)();
  using Watch = std::function<bool(Clock::time_point now)>;

  explicit Stop(Clock::time_point deadline = Clock::time_point::max(), std::atomic<bool>* cancelled = nullptr,
                Poll poll = nullptr)
      : deadline_(deadline), cancelled_(cancelled), poll_(poll), next_poll_(Clock::now() + poll_interval) {
    if (deadline != Clock::time_point::max()) calls_ = stride_;  // the deadline may have passed already
  }

  // The time `seconds` from now; time_point::max(), which means never, from 1e9 s on.
  static Clock::time_point deadline_in(double seconds) {
    if (!(seconds < 1e9)) return Clock::time_point::max();
    return Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
  }

  // Reads the clock at every steps-th call of requested(), by default 16. Searches with long steps need a
  // smaller number.
  void read_clock_every(unsigned steps) { stride_ = steps; }

  // Whether to stop. Cheap enough to be called at every step of a search.
  bool requested() {
    if (reason_ != StopReason::none) return true;
    if (++calls_ < stride_) return false;
    calls_ = 0;
    return check();
  }

  bool check() {
    if (gaps_) gaps_->record();
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
    if (watch_ && (*watch_)(now)) watch_ = nullptr;
    return reason_ != StopReason::none;
  }

  // Calls `watch` at every check, until it returns true. Null ends this, too.
  void watch(const Watch* watch) { watch_ = watch; }

  // A copy without the poll and the watch, which only the calling thread may call.
  Stop for_another_thread() const {
    Stop other(deadline_, cancelled_);
    other.stride_ = stride_;
    return other;
  }

  // The CPU time of this thread between consecutive reads of the clock [s], at most `max_count`.
  struct Gaps {
    static constexpr std::size_t max_count = 1'000'000;
    std::vector<double> seconds;
    double last = -1;
    void record() {
      timespec time;
      clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
      const double now = static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
      if (last >= 0 && seconds.size() < max_count) seconds.push_back(now - last);
      last = now;
    }
  };
  void measure_gaps(Gaps* gaps) { gaps_ = gaps; }

  StopReason reason() const { return reason_; }
  Clock::time_point deadline() const { return deadline_; }

 private:
  static constexpr std::chrono::milliseconds poll_interval{20};
  Clock::time_point deadline_;
  std::atomic<bool>* cancelled_;
  Poll poll_;
  Clock::time_point next_poll_;
  StopReason reason_ = StopReason::none;
  Gaps* gaps_ = nullptr;
  const Watch* watch_ = nullptr;
  unsigned calls_ = 0, stride_ = 16;
};

}  // namespace memetik
