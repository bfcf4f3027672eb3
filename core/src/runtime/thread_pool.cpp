#include "memetik/runtime/thread_pool.hpp"

#include <utility>

namespace memetik {

namespace {

constexpr int patience = 100;  // looks before a thread goes to sleep, from where it takes long to come back

// Until `value` is not `old` any longer.
int wait_while(const std::atomic<int>& value, int old) {
  for (int i = 0; i < patience; ++i) {
    if (const int now = value.load(std::memory_order_acquire); now != old) return now;
    std::this_thread::yield();
  }
  value.wait(old, std::memory_order_acquire);
  return value.load(std::memory_order_acquire);
}

}  // namespace

ThreadPool::ThreadPool(int helpers, int tasks, std::function<void(int, int)> work)
    : tasks_(tasks), work_(std::move(work)) {
  for (int worker = 1; worker <= helpers; ++worker) helpers_.emplace_back([this, worker] { serve(worker); });
}

ThreadPool::~ThreadPool() {
  round_.store(-1, std::memory_order_release);
  round_.notify_all();
}

void ThreadPool::round() {
  done_.store(0, std::memory_order_relaxed);
  left_.store(tasks_, std::memory_order_release);
  if (!helpers_.empty()) {
    round_.fetch_add(1, std::memory_order_release);
    round_.notify_all();
  }
  take_tasks(0);
  for (int done = done_.load(std::memory_order_acquire); done < tasks_;) done = wait_while(done_, done);
}

void ThreadPool::serve(int worker) {
  for (int seen = 0; (seen = wait_while(round_, seen)) >= 0;) take_tasks(worker);
}

// A helper who is late takes none, or one of the next round, where it is as welcome.
void ThreadPool::take_tasks(int worker) {
  for (int left; (left = left_.fetch_sub(1, std::memory_order_acq_rel)) > 0;) {
    work_(tasks_ - left, worker);
    if (done_.fetch_add(1, std::memory_order_acq_rel) + 1 == tasks_) done_.notify_one();
  }
}

}  // namespace memetik
