#include "memetik/runtime/thread_pool.hpp"

#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <stdexcept>
#include <system_error>
#include <thread>
#include <vector>

namespace memetik {

namespace {

// Before they sleep, threads poll for a while, because waking them up takes long. Helpers let others run
// meanwhile; the calling thread does not, because on a busy machine it would get its turn back late.
constexpr int polls_of_helper = 100;
constexpr std::chrono::microseconds patience_of_caller{30};
constexpr std::chrono::milliseconds signal_interval{5};

// Waits until `value` differs from `old`, and returns the new value.
int wait_while(const std::atomic<int>& value, int old) {
  for (int i = 0; i < polls_of_helper; ++i) {
    if (const int now = value.load(std::memory_order_acquire); now != old) return now;
    std::this_thread::yield();
  }
  value.wait(old, std::memory_order_acquire);
  return value.load(std::memory_order_acquire);
}

}  // namespace

class ThreadPool::Helpers {
 public:
  ~Helpers() {
    round_.store(-1, std::memory_order_release);
    round_.notify_all();
    for (std::thread& thread : threads_) thread.join();
  }

  // Whether the threads exist in this process: a fork copies this object, but not its threads.
  bool exist() const { return process_ == getpid(); }

  void run(int tasks, int helpers, Stop& stop, const Work& work, const Stop::Watch& worth_sharing) {
    work_ = &work;
    tasks_ = tasks;
    error_ = nullptr;
    done_.store(0, std::memory_order_relaxed);
    int begun = 0;
    bool shared = !worth_sharing;
    if (worth_sharing) {
      const Stop::Watch watch = [&](Stop::Clock::time_point now) {
        if (!worth_sharing(now)) return false;
        share(tasks - begun, helpers, stop);
        return shared = true;
      };
      stop.watch(&watch);
      while (!shared && begun < tasks) do_task(begun++, stop);
      stop.watch(nullptr);
    } else {
      share(tasks, helpers, stop);
    }
    if (shared) {
      take_tasks([&]() -> Stop& { return stop; });
      wait(stop);
    }
    if (error_) std::rethrow_exception(error_);
  }

 private:
  // Lets other threads take the last `left` tasks.
  void share(int left, int helpers, const Stop& stop) {
    start_threads(static_cast<std::size_t>(helpers));
    stops_.assign(threads_.size(), stop.for_another_thread());
    left_.store(left, std::memory_order_release);
    round_.fetch_add(1, std::memory_order_release);
    wake_two();
  }

  // If the system refuses to start a thread, those that exist do all tasks.
  void start_threads(std::size_t count) {
    try {
      while (threads_.size() < count)
        threads_.emplace_back([this, worker = threads_.size()] { serve(worker); });
    } catch (const std::system_error&) {
    }
  }

  // Every thread that has a task wakes two others, so no thread spends long on waking them all.
  void wake_two() {
    round_.notify_one();
    round_.notify_one();
  }

  void serve(std::size_t worker) {
    for (int seen = 0; (seen = wait_while(round_, seen)) >= 0;)
      take_tasks([&]() -> Stop& {
        if (left_.load(std::memory_order_relaxed) > 0) wake_two();
        return stops_[worker];
      });
  }

  // Once a thread has taken a task, it may read the data of the run, which do not change before that task
  // is done. A late helper takes no task, or one of the next run.
  template <class OwnStop>
  void take_tasks(OwnStop own_stop) {
    for (int left; (left = left_.fetch_sub(1, std::memory_order_acq_rel)) > 0;)
      do_task(tasks_ - left, own_stop());
  }

  void do_task(int task, Stop& stop) {
    const int tasks = tasks_;
    try {
      (*work_)(task, stop);
    } catch (...) {
      const std::lock_guard lock(mutex_);
      if (!error_) error_ = std::current_exception();
    }
    if (done_.fetch_add(1, std::memory_order_acq_rel) + 1 < tasks) return;
    const std::lock_guard lock(mutex_);
    finished_.notify_one();
  }

  void wait(Stop& stop) {
    const auto finished = [&] { return done_.load(std::memory_order_acquire) == tasks_; };
    const auto until = Stop::Clock::now() + patience_of_caller;
    while (!finished() && Stop::Clock::now() < until) {
    }
    while (!finished()) {
      {
        std::unique_lock lock(mutex_);
        finished_.wait_for(lock, signal_interval, finished);
      }
      stop.check();
      if (!exist()) throw std::runtime_error("this process was forked while its threads were working");
    }
  }

  const pid_t process_ = getpid();
  std::vector<std::thread> threads_;
  std::vector<Stop> stops_;  // one per thread
  const Work* work_ = nullptr;
  int tasks_ = 0;
  std::exception_ptr error_;
  std::atomic<int> left_ = 0, done_ = 0;
  std::atomic<int> round_ = 0;  // a negative value ends the threads
  std::mutex mutex_;
  std::condition_variable finished_;
};

ThreadPool::ThreadPool() = default;

ThreadPool::~ThreadPool() {
  if (helpers_ && !helpers_->exist()) helpers_.release();  // after a fork there are no threads to join
}

void ThreadPool::run(int tasks, int threads, Stop& stop, const Work& work, const Stop::Watch& worth_sharing) {
  const int helpers = std::min(threads, tasks) - 1;
  if (helpers < 1) {
    for (int task = 0; task < tasks; ++task) work(task, stop);
    return;
  }
  if (helpers_ && !helpers_->exist()) helpers_.release();
  if (!helpers_) helpers_ = std::make_unique<Helpers>();
  helpers_->run(tasks, helpers, stop, work, worth_sharing);
}

}  // namespace memetik
