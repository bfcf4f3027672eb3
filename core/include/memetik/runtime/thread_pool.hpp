// Threads that share the same tasks, round after round, for as long as the crew lives.
#pragma once

#include <atomic>
#include <functional>
#include <thread>
#include <vector>

namespace memetik {

// Without helpers the calling thread does all tasks, in their order.
class ThreadPool {
 public:
  // work(task, worker) for every task from 0 on; worker 0 is the calling thread.
  ThreadPool(int helpers, int tasks, std::function<void(int task, int worker)> work);
  ~ThreadPool();
  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;

  // Does all tasks once.
  void round();

 private:
  void serve(int worker);
  void take_tasks(int worker);

  const int tasks_;
  const std::function<void(int, int)> work_;
  std::atomic<int> left_ = 0, done_ = 0;
  std::atomic<int> round_ = 0;  // negative: go home
  std::vector<std::jthread> helpers_;
};

}  // namespace memetik
