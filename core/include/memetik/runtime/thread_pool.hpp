// Threads that share the tasks of a search. They start on first use and live as long as the pool.
#pragma once

#include <functional>
#include <memory>

#include "memetik/runtime/stop.hpp"

namespace memetik {

// Serves one calling thread at a time. A forked process starts its own threads. If the fork happens during
// run(), in a signal handler, run() throws in the forked process.
class ThreadPool {
 public:
  using Work = std::function<void(int task, Stop& stop)>;

  ThreadPool();
  ~ThreadPool();
  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;

  // Calls work(task, stop) once for every task in [0, tasks) and returns when all are done. At most `threads`
  // threads work, including the calling thread, which does all tasks in order if threads is 1. The other
  // threads get their own Stop. While it waits for them, the calling thread keeps checking `stop`, which
  // handles signals. The first exception of any task is rethrown.
  // It takes about 10 µs to wake other threads, and they come later still. If `worth_sharing` is given, they
  // are not woken before it returns true; it is called whenever the calling thread checks `stop` in a task.
  void run(int tasks, int threads, Stop& stop, const Work& work, const Stop::Watch& worth_sharing = {});

 private:
  class Helpers;

  std::unique_ptr<Helpers> helpers_;  // null before the first use
};

}  // namespace memetik
