#include <functional>
#include <thread>
#include <vector>

#include "check.hpp"
#include "memetik/search/batch_queue.hpp"

using namespace memetik;

TEST(blocks_have_all_queries_once_and_never_grow) {
  for (const std::size_t count : {0u, 1u, 7u, 100u, 10'000u})
    for (const int threads : {1, 2, 16}) {
      BatchQueue queue(count, threads);
      CHECK(queue.left() == count);
      std::size_t end = 0, last = count + 1;
      for (BatchQueue::Block block; (block = queue.take_block()).begin < block.end;) {
        const std::size_t size = block.end - block.begin;
        CHECK(block.begin == end && size <= last && size <= 256);
        end = block.end;
        last = size;
        CHECK(queue.left() == count - end);
      }
      CHECK(end == count);
      CHECK(count == 0 || last == 1);
    }
}

TEST(queries_that_were_set_aside_return_in_their_order) {
  BatchQueue queue(2, 1);
  while (queue.take_block().end > 0) {
  }
  queue.set_aside({1, {{0.5}}});
  queue.set_aside({0, {}});
  CHECK(queue.left() == 2);
  const auto first = queue.resume();
  CHECK(first && first->index == 1 && first->others == std::vector<std::vector<double>>{{0.5}});
  queue.set_aside({1, {}});
  CHECK(queue.resume()->index == 0 && queue.resume()->index == 1);
  CHECK(!queue.resume() && queue.left() == 0);
}

TEST(every_query_is_taken_by_one_thread_only) {
  constexpr std::size_t count = 5000;
  BatchQueue queue(count, 3);
  std::vector<std::vector<int>> taken(3, std::vector<int>(count));  // a row per thread
  const auto work = [&](std::vector<int>& own) {
    for (BatchQueue::Block block; (block = queue.take_block()).begin < block.end;)
      for (std::size_t i = block.begin; i < block.end; ++i) queue.set_aside({i, {}});
    while (const auto query = queue.resume()) ++own[query->index];
  };
  std::vector<std::thread> threads;
  for (std::vector<int>& own : taken) threads.emplace_back(work, std::ref(own));
  for (std::thread& thread : threads) thread.join();
  for (std::size_t i = 0; i < count; ++i) CHECK(taken[0][i] + taken[1][i] + taken[2][i] == 1);
}
