#include <thread>

#include "check.hpp"
#include "memetik/runtime/stop.hpp"

using namespace memetik;
using namespace std::chrono_literals;

namespace {

constexpr int calls_between_looks = 16;
int polls = 0;

bool requested_within(Stop& stop, int calls) {
  for (int i = 0; i < calls; ++i)
    if (stop.requested()) return true;
  return false;
}

}  // namespace

TEST(nothing_stops_without_a_reason) {
  std::atomic<bool> cancelled = false;
  Stop endless, later(Stop::Clock::now() + 1h, &cancelled);
  CHECK(!requested_within(endless, 1000) && !endless.check() && endless.reason() == StopReason::none);
  CHECK(!requested_within(later, 1000) && !later.check() && later.reason() == StopReason::none);
}

TEST(a_deadline_that_has_passed_is_noticed_and_stays_so) {
  Stop stop(Stop::Clock::now() - 1ns);
  CHECK(requested_within(stop, calls_between_looks) && stop.reason() == StopReason::deadline);
  CHECK(stop.requested() && stop.requested());
  Stop at_once(Stop::Clock::now());
  CHECK(at_once.check() && at_once.requested() && at_once.reason() == StopReason::deadline);
}

TEST(a_deadline_is_noticed_when_it_comes_and_not_before) {
  const auto deadline = Stop::Clock::now() + 5ms;
  Stop stop(deadline);
  while (!stop.requested()) {
  }
  CHECK(Stop::Clock::now() >= deadline);
}

TEST(a_cancellation_is_noticed_by_all_stops_that_share_it) {
  std::atomic<bool> cancelled = false;
  Stop a(Stop::Clock::time_point::max(), &cancelled), b(Stop::Clock::time_point::max(), &cancelled);
  Stop elsewhere = a.for_another_thread();
  CHECK(!requested_within(a, 100) && !requested_within(b, 100) && !requested_within(elsewhere, 100));
  cancelled = true;
  for (Stop* stop : {&a, &b, &elsewhere})
    CHECK(requested_within(*stop, calls_between_looks) && stop->reason() == StopReason::cancelled);
}

TEST(the_poll_is_called_now_and_then_on_this_thread_only) {
  polls = 0;
  Stop stop(Stop::Clock::time_point::max(), nullptr, [] { return ++polls < 0; });
  CHECK(!stop.check() && polls == 0);  // the poll interval has not passed yet
  std::this_thread::sleep_for(25ms);
  CHECK(!requested_within(stop, 10 * calls_between_looks) && polls >= 1);
  Stop elsewhere = stop.for_another_thread();
  const int before = polls;
  std::this_thread::sleep_for(25ms);
  CHECK(!elsewhere.check() && polls == before);
}

TEST(a_poll_that_returns_true_cancels_the_search_on_all_threads) {
  std::atomic<bool> cancelled = false;
  Stop stop(Stop::Clock::time_point::max(), &cancelled, [] { return true; });
  Stop elsewhere = stop.for_another_thread(),
       alone(Stop::Clock::time_point::max(), nullptr, [] { return true; });
  CHECK(!stop.check() && !elsewhere.check());
  std::this_thread::sleep_for(25ms);
  CHECK(!elsewhere.check());
  for (Stop* each : {&stop, &elsewhere, &alone})
    CHECK(each->check() && each->reason() == StopReason::cancelled);
}

TEST(clock_reads_are_as_many_steps_apart_as_requested) {
  for (const unsigned stride : {1u, 2u, 8u, 100u}) {
    Stop stop;
    Stop::Gaps gaps;
    stop.measure_gaps(&gaps);
    stop.read_clock_every(stride);
    for (unsigned i = 0; i < 10 * stride; ++i) CHECK(!stop.requested());
    CHECK(gaps.seconds.size() == 9);  // between ten reads of the clock
    for (const double seconds : gaps.seconds) CHECK(seconds >= 0 && seconds < 1);
    stop.measure_gaps(nullptr);
    CHECK(!stop.check() && gaps.seconds.size() == 9);
  }
}

TEST(a_cancellation_is_noticed_at_the_next_step_if_the_clock_is_read_in_every_step) {
  std::atomic<bool> cancelled = false;
  Stop stop(Stop::Clock::time_point::max(), &cancelled);
  stop.read_clock_every(1);
  Stop elsewhere = stop.for_another_thread();
  CHECK(!stop.requested() && !elsewhere.requested());
  cancelled = true;
  CHECK(stop.requested() && elsewhere.requested());
}

TEST(gaps_count_cpu_time_of_this_thread_and_not_sleep) {
  Stop stop;
  Stop::Gaps gaps;
  stop.measure_gaps(&gaps);
  stop.check();
  std::this_thread::sleep_for(30ms);
  stop.check();
  volatile double sum = 0;
  while (gaps.seconds.size() < 2) {  // some milliseconds of work
    for (int i = 0; i < 3'000'000; ++i) sum = sum + 1;
    stop.check();
  }
  CHECK(gaps.seconds[0] < 0.02 && gaps.seconds[1] > 1e-4);
}

TEST(a_deadline_that_has_passed_is_noticed_at_the_first_step_whatever_the_stride) {
  Stop stop(Stop::Clock::now() - 1ns);
  CHECK(stop.requested());
  Stop rare(Stop::Clock::now() - 1ns);
  rare.read_clock_every(8);
  CHECK(rare.requested() && rare.for_another_thread().requested());
}

TEST(the_watch_is_called_at_every_check_of_its_stop_until_it_returns_true) {
  int calls = 0;
  const Stop::Watch watch = [&](Stop::Clock::time_point now) {
    CHECK(now <= Stop::Clock::now());
    return ++calls == 3;
  };
  Stop stop;
  stop.watch(&watch);
  Stop elsewhere = stop.for_another_thread();
  elsewhere.check();
  CHECK(calls == 0);
  for (int i = 0; i < 5; ++i) stop.check();
  CHECK(calls == 3);
  stop.watch(&watch);
  stop.check();
  stop.watch(nullptr);
  stop.check();
  CHECK(calls == 4);
}
