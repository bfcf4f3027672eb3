#include <cmath>

#include "check.hpp"
#include "memetik/search/trace.hpp"

using namespace memetik;

TEST(a_trace_has_an_entry_for_every_lower_cost_and_every_new_stage) {
  Trace trace;
  CHECK(trace.entries().empty());
  trace.add(Stage::start, 1, 10, 5);
  trace.add(Stage::start, 2, 20, 5);  // not lower
  trace.add(Stage::start, 3, 30, 6);
  trace.add(Stage::start, 4, 40, 4);
  trace.add(Stage::restarts, 5, 50, 7);  // a stage that has not found a better one yet
  trace.add(Stage::restarts, 6, 60, 4);
  trace.add(Stage::restarts, 7, 70, 3);
  trace.add(Stage::start, 8, 80, 9);  // back to the earlier stage
  const auto& entries = trace.entries();
  CHECK(entries.size() == 5);
  const std::int64_t evaluations[] = {10, 40, 50, 70, 80};
  const double costs[] = {5, 4, 4, 3, 3};
  const Stage stages[] = {Stage::start, Stage::start, Stage::restarts, Stage::restarts, Stage::start};
  for (std::size_t i = 0; i < entries.size(); ++i) {
    CHECK(entries[i].evaluations == evaluations[i] && entries[i].starts == evaluations[i] / 10);
    CHECK(entries[i].cost == costs[i] && entries[i].stage == stages[i]);
    CHECK(entries[i].seconds >= (i ? entries[i - 1].seconds : 0) && entries[i].seconds < 60);
  }
}

TEST(nan_is_not_recorded_as_progress) {
  Trace trace;
  trace.add(Stage::start, 1, 1, 5);
  trace.add(Stage::start, 1, 2, NAN);
  trace.add(Stage::restarts, 1, 3, NAN);
  CHECK(trace.entries().size() == 2 && trace.entries()[1].cost == 5);
}

TEST(a_trace_ends_when_it_is_full) {
  Trace trace;
  for (std::size_t i = 0; i < Trace::max_entries + 10; ++i)
    trace.add(Stage::start, 1, 1, -static_cast<double>(i));
  CHECK(trace.entries().size() == Trace::max_entries);
  CHECK(trace.entries().back().cost == 1.0 - static_cast<double>(Trace::max_entries));
}
