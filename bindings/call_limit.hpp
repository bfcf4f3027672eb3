// Slow Python functions of the user exceed a deadline by at most one call.
#pragma once

#include "memetik/runtime/stop.hpp"
#include "memetik/search/out_of_time.hpp"

namespace memetik {

// The deadline of the solve that runs on this thread, during the lifetime of this object. Once a call has
// ended after it, no other call may begin.
class CallLimit {
 public:
  // `ends_search`: whether a search may be ended by OutOfTime, because its best solution is known outside.
  CallLimit(Stop::Clock::time_point deadline, bool ends_search)
      : deadline_(deadline), ends_search_(ends_search), outer_(current_) {
    current_ = this;
  }
  CallLimit(const CallLimit&) = delete;
  CallLimit& operator=(const CallLimit&) = delete;
  ~CallLimit() { current_ = outer_; }

  static bool passed() { return current_ && current_->passed_; }
  static void end_search_if_passed() {
    if (passed() && current_->ends_search_) throw OutOfTime();
  }
  static void call_ended() {
    if (current_ && Stop::Clock::now() >= current_->deadline_) current_->passed_ = true;
  }

 private:
  inline static thread_local CallLimit* current_ = nullptr;

  Stop::Clock::time_point deadline_;
  bool ends_search_, passed_ = false;
  CallLimit* outer_;  // a function that the user gave may solve, too
};

}  // namespace memetik
