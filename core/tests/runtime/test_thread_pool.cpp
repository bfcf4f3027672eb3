#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <set>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "check.hpp"
#include "memetik/runtime/thread_pool.hpp"

using namespace memetik;

namespace {

// Whether every task is done exactly once.
bool does_all(ThreadPool& pool, int tasks, int threads) {
  std::vector<std::atomic<int>> done(static_cast<std::size_t>(tasks));
  Stop stop;
  pool.run(tasks, threads, stop, [&](int task, Stop&) { ++done[static_cast<std::size_t>(task)]; });
  for (const auto& count : done)
    if (count != 1) return false;
  return true;
}

}  // namespace

TEST(a_thread_pool_does_every_task_once_before_it_returns) {
  ThreadPool pool;
  for (int round = 0; round < 300; ++round)
    for (const int tasks : {0, 1, 5, 17})
      for (const int threads : {1, 2, 4}) CHECK(does_all(pool, tasks, threads));
}

TEST(alone_a_thread_does_tasks_in_their_order_with_the_stop_of_the_caller) {
  ThreadPool pool;
  Stop stop;
  std::vector<int> order;
  pool.run(4, 1, stop, [&](int task, Stop& own) {
    order.push_back(task);
    CHECK(&own == &stop);
  });
  CHECK((order == std::vector<int>{0, 1, 2, 3}));
}

TEST(a_thread_does_all_tasks_alone_until_it_is_worth_sharing_them) {
  ThreadPool pool;
  for (int round = 0; round < 2; ++round) {
    Stop stop;
    std::vector<int> order;
    int asked = 0;
    const auto work = [&](int task, Stop& own) {
      order.push_back(task);
      own.check();
    };
    pool.run(4, 3, stop, work, [&](Stop::Clock::time_point) { return ++asked < 0; });
    CHECK((order == std::vector<int>{0, 1, 2, 3}));
    CHECK(asked == 4);
    stop.check();
    CHECK(asked == 4);
    CHECK(does_all(pool, 5, 3));
  }
}

// The first task ends after all others.
TEST(other_threads_take_the_tasks_that_are_left_once_it_is_worth_it) {
  ThreadPool pool;
  const auto caller = std::this_thread::get_id();
  for (int round = 0; round < 50; ++round) {
    Stop stop;
    std::vector<std::atomic<int>> done(5);
    std::atomic<int> others = 0;
    int asked = 0;
    const auto work = [&](int task, Stop& own) {
      ++done[static_cast<std::size_t>(task)];
      if (std::this_thread::get_id() != caller && &own != &stop) ++others;
      while (task == 0 && others < 4) own.check();
    };
    pool.run(5, 3, stop, work, [&](Stop::Clock::time_point) { return ++asked == 3; });
    for (const auto& count : done) CHECK(count == 1);
    CHECK(asked == 3);
  }
}

// Every task waits until all others have begun.
TEST(the_requested_number_of_threads_work_at_the_same_time_each_with_its_own_stop) {
  ThreadPool pool;
  for (const int threads : {2, 3, 5}) {
    std::atomic<int> begun = 0;
    std::vector<Stop*> stops(static_cast<std::size_t>(threads));
    Stop stop;
    pool.run(threads, threads, stop, [&](int task, Stop& own) {
      stops[static_cast<std::size_t>(task)] = &own;
      ++begun;
      while (begun < threads) std::this_thread::yield();
    });
    CHECK(std::set<Stop*>(stops.begin(), stops.end()).size() == stops.size());
  }
}

TEST(stops_of_other_threads_know_the_deadline_and_a_cancellation) {
  ThreadPool pool;
  std::atomic<bool> cancelled = true;
  for (Stop stop : {Stop(Stop::Clock::now()), Stop(Stop::Clock::time_point::max(), &cancelled)}) {
    std::atomic<int> stopped = 0;
    pool.run(6, 3, stop, [&](int, Stop& own) { stopped += own.check(); });
    CHECK(stopped == 6);
  }
}

TEST(the_calling_thread_polls_while_it_waits_and_cancels_the_others) {
  ThreadPool pool;
  std::atomic<bool> cancelled = false;
  Stop stop(Stop::Clock::time_point::max(), &cancelled, [] { return true; });
  const auto caller = std::this_thread::get_id();
  std::atomic<bool> other_began = false;
  pool.run(2, 2, stop, [&](int, Stop& own) {
    if (std::this_thread::get_id() == caller) {
      while (!other_began) std::this_thread::yield();
      return;
    }
    other_began = true;
    while (!own.check()) std::this_thread::yield();
  });
  CHECK(cancelled && stop.reason() == StopReason::cancelled);
}

TEST(an_exception_of_any_task_reaches_the_caller_and_the_pool_stays_usable) {
  ThreadPool pool;
  for (const int threads : {1, 3})
    for (int thrower = 0; thrower < 4; ++thrower) {
      Stop stop;
      std::string caught;
      try {
        pool.run(4, threads, stop, [&](int task, Stop&) {
          if (task == thrower) throw std::runtime_error("task " + std::to_string(task));
        });
      } catch (const std::runtime_error& error) {
        caught = error.what();
      }
      CHECK(caught == "task " + std::to_string(thrower));
      CHECK(does_all(pool, 5, threads));
    }
}

TEST(an_exception_reaches_the_caller_before_and_after_tasks_are_shared) {
  ThreadPool pool;
  for (const int shared_after : {1, 1000})
    for (int thrower = 0; thrower < 3; ++thrower) {
      Stop stop;
      std::atomic<int> done = 0;
      int asked = 0;
      const auto work = [&](int task, Stop& own) {
        ++done;
        own.check();
        if (task == thrower) throw std::runtime_error("thrown");
      };
      CHECK_THROWS(
          pool.run(3, 2, stop, work, [&](Stop::Clock::time_point) { return ++asked == shared_after; }),
          std::runtime_error);
      CHECK(done == 3);
      CHECK(does_all(pool, 5, 2));
    }
}

// The parent's threads do not exist in the forked process, so the pool must neither wait for nor join them.
TEST(a_pool_works_and_is_destroyed_in_a_forked_process) {
  ThreadPool pool;
  CHECK(does_all(pool, 5, 3));
  const pid_t child = fork();
  if (child == 0) {
    bool works = false;
    {
      ThreadPool* copy = &pool;
      works = does_all(*copy, 5, 3);
      copy->~ThreadPool();
    }
    _exit(works ? 0 : 1);
  }
  int status = -1;
  CHECK(waitpid(child, &status, 0) == child);
  CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 0);
  CHECK(does_all(pool, 5, 3));
}

// Its threads are gone, so what they were doing is never done. The poll stands for a signal handler.
TEST(a_process_that_is_forked_during_a_run_gets_an_exception_instead_of_an_answer) {
  static pid_t child;
  child = -1;
  const auto fork_once = [] {
    if (child < 0) child = fork();
    return false;
  };
  ThreadPool pool;
  Stop stop(Stop::Clock::time_point::max(), nullptr, fork_once);
  const auto caller = std::this_thread::get_id();
  std::atomic<bool> other_began = false, forked = false;
  bool thrown = false;
  try {
    pool.run(2, 2, stop, [&](int, Stop& own) {
      if (std::this_thread::get_id() != caller) {
        other_began = true;
        while (!forked) std::this_thread::yield();
        return;
      }
      while (!other_began) std::this_thread::yield();
      while (child < 0) own.check();
      forked = true;
    });
  } catch (const std::runtime_error&) {
    thrown = true;
  }
  if (child == 0) _exit(thrown && does_all(pool, 5, 2) ? 0 : 1);
  int status = -1;
  CHECK(waitpid(child, &status, 0) == child);
  CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 0);
  CHECK(!thrown);
}

TEST(a_pool_that_never_worked_needs_no_threads) { const ThreadPool pool; }
