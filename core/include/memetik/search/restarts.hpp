// Local searches from one start after the other until one of them succeeds, run in lanes.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "memetik/runtime/stop.hpp"
#include "memetik/search/local/descent.hpp"
#include "memetik/search/query_source.hpp"
#include "memetik/search/starts.hpp"

namespace memetik {

// What one run of restarts is to do for each of its queries.
struct RestartPlan {
  // Evaluations, and no more than the query allows: an attempt begins while less is spent, and once begun it
  // is finished. The first is always made.
  std::int64_t budget = INT64_MAX;
  int first_attempt = 0;  // earlier ones were made before
  bool spread = false;    // see StartList
  // What the search did besides these attempts, for its trace.
  std::int64_t other_starts = 0, earlier_evaluations = 0;
};

// The answer to a query is that of its first attempt to succeed, in the order of attempts, however many
// lanes work on it: later attempts run ahead in idle lanes, but never overtake. So the user's start is
// honoured, and a query's answer is the same alone and anywhere in a batch.
class Restarts {
 public:
  Restarts(const Problem& problem, const StartSources& sources, bool eased = false);

  // With the stop requested, the queries at work are answered as they are.
  void run(QuerySource& source, const RestartPlan& plan, Stop& stop);

 private:
  static constexpr int none = -1;

  // An attempt goes on while the cost shrinks by this factor within so many iterations, up to a most.
  struct Patience {
    double shrink, first_shrink;
    int within, most;
    static Patience for_rows(int rows);
  };
  struct Candidate {
    int attempt;
    double cost;
    std::vector<double> q;
  };
  struct Slot {  // a query at work
    const Query* query = nullptr;
    std::int64_t number = 0;  // of the query, among all that came
    StartList starts;
    int next = 0;                       // attempt to be handed out
    int running = 0;                    // attempts in lanes
    int winner = none;                  // lowest attempt that succeeded
    int best = none;                    // attempt that the answer is of, as long as none succeeded
    Solution solution;                  // the winner's, or the best so far
    std::vector<Candidate> candidates;  // for the acceptor, as soon as no earlier attempt is running
    bool rejected = false;              // some candidate, which the answer is of
    enum { unknown, no, yes } unreachable = unknown;
    std::int64_t budget = 0;
    std::int64_t spent = 0;  // evaluations of all finished attempts
    // Of the latest attempts: no lane runs ahead of another by more than it can begin in the meantime.
    std::array<int, 64> latest{};
    int& evaluations_of(int attempt) { return latest[static_cast<std::size_t>(attempt) % latest.size()]; }
  };
  struct Lane {
    Slot* slot = nullptr;  // null: idle
    int attempt = 0;
    int scouted = 0;                 // evaluations before its beginning
    std::int64_t parameters_of = 0;  // number of the query whose goals the lane knows
  };

  void reset();
  void fill(QuerySource& source, Stop& stop);
  Slot* waiting_slot();
  Slot* admit(QuerySource& source);
  Slot* slot_to_help();
  bool may_begin(Slot& slot) const;
  bool is_unreachable(Slot& slot) const;
  void begin(int lane, Slot& slot, Stop& stop);
  void introduce(int lane, const Slot& slot);
  void end(int lane, bool success);
  void win(Slot& slot, int attempt);
  void consult_acceptor(Slot& slot, int most = INT_MAX);
  void release(int lane);
  void abandon_attempts_after(Slot& slot, int attempt);
  void hand_in(QuerySource& source, Slot& slot, Status failure);
  void give_up(QuerySource& source, const Stop& stop);
  bool verify(const Query& query, std::vector<double>& q);

  const Problem* problem_;
  const StartSources* sources_;
  std::unique_ptr<Descent> descent_;
  Objective<double> exact_;
  Starts starts_;
  std::vector<Pack> q_;
  Pack cost1_, cost2_, cost3_;  // the cost that many iterations ago
  Pack iteration_, shrink_;
  Mask idle_;  // lanes without work
  std::array<Slot, pack_lanes> slots_;
  Lane lanes_[pack_lanes];
  std::vector<double> start_, found_, unwound_;
  Patience patience_;
  bool demanding_;  // lanes and single numbers, which round differently, may disagree on acceptance
  double near_;
  RestartPlan plan_;
  std::int64_t admitted_ = 0;  // queries, ever
  int busy_ = 0;               // lanes at work
  bool more_queries_ = true;
};

}  // namespace memetik
