// Threads that share the tasks of a search. They are started when first needed and live as long as the pool.
#pragma once

#include <functional>
#include <memory>

#include "memetik/runtime/stop.hpp"

namespace memetik {

// Serves one calling thread at a time. A process that was forked from another starts threads of its own.
class ThreadPool {
 public:
  using Work = std::function<void(int task, Stop& stop)>;

  ThreadPool();
  ~ThreadPool();
  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;

  // Calls work(task, stop) once for every task from 0 on, and returns when all are done. At most so many
  // threads do them, the calling one included; it does them alone, in their order, if that is one. Other
  // threads get a stop of their own. The calling thread keeps checking `stop`, which handles signals, while
  // it waits for the others. The first exception of any task is thrown on.
  void run(int tasks, int threads, Stop& stop, const Work& work);

 private:
  class Helpers;

  std::unique_ptr<Helpers> helpers_;  // null as long as none was needed
};

}  // namespace memetik
