// Local searches from one start after the other until one of them succeeds, run in lanes.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "memetik/runtime/stop.hpp"
#include "memetik/search/attempt_lanes.hpp"
#include "memetik/search/query_source.hpp"
#include "memetik/search/starts.hpp"

namespace memetik {

// The part of a query's restarts that one run makes.
struct RestartPlan {
  // Maximum evaluations, in addition to the query's own limit. An attempt begins only while fewer are spent;
  // once begun, it is finished. The first attempt is always made.
  std::int64_t budget = INT64_MAX;
  std::int64_t turn = INT64_MAX;  // no attempt begins once so many are spent by ended ones
  double share = 1;               // of the query's own limit
  int first_attempt = 0;          // earlier attempts were made by previous runs
  bool spread = false;            // see StartList
  // Starts and evaluations that the search spent outside of this run, for its trace.
  std::int64_t other_starts = 0, earlier_evaluations = 0;
};

// The solution of a query is that of the lowest-numbered attempt that succeeds, however many lanes work on
// it: idle lanes run later attempts in advance, but an earlier attempt that succeeds always wins. So the
// user's start has precedence, and the solution of a query is the same alone and at any place of a batch.
class Restarts {
 public:
  Restarts(const Problem& problem, const StartSources& sources, bool eased = false);

  // If stop is requested, queries in progress get their best solution so far.
  void run(QuerySource& source, const RestartPlan& plan, Stop& stop);

  int max_evaluations() const { return max_evaluations_; }  // of one attempt

 private:
  static constexpr int none = -1;
  // Among obstacles, attempts from this one on are late, see Patience.
  static constexpr int first_late_attempt = 2;

  struct Candidate {
    int attempt;
    double cost;
    std::vector<double> q;
  };
  struct Slot {  // a query in progress
    const Query* query = nullptr;
    std::int64_t number = 0;  // consecutive number of the query
    StartList starts;
    int next = 0;                       // next attempt to begin
    int running = 0;                    // attempts in lanes
    int first_lane = 0;                 // where the first attempt runs, or ran
    int winner = none;                  // lowest attempt that succeeded
    double start_cost = 0;              // of the start, where the first attempt begins
    int best = none;                    // attempt that `solution` is from while no attempt succeeded
    Solution solution;                  // the winner's, or the best so far
    std::vector<Candidate> candidates;  // wait for the acceptor until no earlier attempt is running
    bool rejected = false;              // the acceptor rejected a candidate; `solution` is a rejected one
    enum { unknown, no, yes } unreachable = unknown;
    std::int64_t budget = 0;
    std::int64_t spent = 0;   // evaluations of all finished attempts
    std::int64_t checks = 0;  // of the acceptor
    // Evaluations of the latest attempts. A ring buffer suffices, because the number of attempts that a lane
    // can begin while an earlier one is running is limited.
    std::array<int, 64> latest{};
    int& evaluations_of(int attempt) { return latest[static_cast<std::size_t>(attempt) % latest.size()]; }
  };
  struct Lane {
    Slot* slot = nullptr;  // null: idle
    int attempt = 0;
    int start_evaluations = 0;  // that it took to choose the start
  };

  void reset();
  void fill(QuerySource& source, Stop& stop);
  Slot* next_slot(QuerySource& source);
  Slot* admit(QuerySource& source);
  Slot* slot_to_help();
  bool starts_far_away(const Slot& slot) const;
  bool may_begin(Slot& slot) const;
  bool is_unreachable(Slot& slot) const;
  int room_to_help(const Slot& slot) const;
  void begin(int lane, Slot& slot, Stop& stop);
  void end(int lane, bool success);
  void set_winner(Slot& slot, int attempt);
  void consult_acceptor(Slot& slot, int max_calls = INT_MAX);
  void release(unsigned lanes);
  void abandon_attempts_after(Slot& slot, int attempt);
  void deliver(QuerySource& source, Slot& slot, StoppedBy reason);
  void give_up(QuerySource& source, const Stop& stop);
  bool verify(const Query& query, std::vector<double>& q);

  const Problem* problem_;
  const StartSources* sources_;
  AttemptLanes attempts_;
  Objective<double> exact_;
  Starts starts_;
  std::array<Slot, pack_lanes> slots_;
  unsigned in_progress_ = 0;  // one bit per slot
  std::array<Lane, pack_lanes> lanes_;
  std::vector<double> start_, found_, unwound_;
  bool has_obstacles_;
  int max_evaluations_;  // of any attempt and its start
  // Tolerances are so small that rounding of packs decides acceptance, or a goal measures more in single
  // evaluations than in packs (never_pairs of KeepClear).
  bool needs_exact_check_;
  double near_cost_;  // a start of lower cost is near its target
  RestartPlan plan_;
  std::int64_t admitted_ = 0;  // queries admitted in all runs
  bool more_queries_ = true;
  bool last_start_was_near_ = false;
};

}  // namespace memetik
