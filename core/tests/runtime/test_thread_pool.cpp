#include <atomic>
#include <vector>

#include "check.hpp"
#include "memetik/runtime/thread_pool.hpp"

using namespace memetik;

TEST(a_thread_pool_does_every_task_once_a_round_however_many_they_are) {
  for (const int helpers : {0, 1, 3}) {
    constexpr int tasks = 5, rounds = 300;
    std::vector<std::atomic<int>> done(tasks);
    std::atomic<bool> known = true;
    {
      ThreadPool pool(helpers, tasks, [&](int task, int worker) {
        ++done[static_cast<std::size_t>(task)];
        if (worker < 0 || worker > helpers) known = false;
      });
      for (int round = 1; round <= rounds; ++round) {
        pool.round();
        for (const auto& count : done) CHECK(count == round);  // a round ends when all is done
      }
    }
    CHECK(known);
  }
}

TEST(a_thread_pool_that_never_worked_goes_home) {
  ThreadPool pool(2, 3, [](int, int) { CHECK(false); });
}

TEST(alone_tasks_are_done_in_their_order) {
  std::vector<int> order;
  ThreadPool pool(0, 4, [&](int task, int) { order.push_back(task); });
  pool.round();
  CHECK((order == std::vector<int>{0, 1, 2, 3}));
}
