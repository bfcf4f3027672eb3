#include <algorithm>
#include <cmath>

#include "check.hpp"
#include "memetik/search/candidate_set.hpp"
#include "random_tree.hpp"

using namespace memetik;

namespace {

// The candidate's only variable is its number.
Candidate candidate(int number, double violation, double primary, double secondary = 0, double distance = 0) {
  Candidate result{{.stage = Stage::settle}, {violation, primary}, {static_cast<double>(number)}};
  result.secondary = secondary;
  result.distance = distance;
  return result;
}

int selected(const CandidateSet& set) { return static_cast<int>(set.selected().q.front()); }

int select_of(const std::vector<Candidate>& candidates, const SelectionRule& rule = {.keeps_branch = false}) {
  CandidateSet set;
  set.begin(rule);
  for (const Candidate& own : candidates) set.add(own);
  return selected(set);
}

}  // namespace

TEST(violation_comes_before_primary_cost_before_secondary_cost_before_distance) {
  CHECK(select_of({candidate(0, 1, 0), candidate(1, 0, 9)}) == 1);
  CHECK(select_of({candidate(0, 0, 1.1, 0), candidate(1, 0, 1, 9)}) == 1);
  CHECK(select_of({candidate(0, 0, 1.0005, 1), candidate(1, 0, 1, 2)}) == 0);
  CHECK(select_of({candidate(0, 0, 1, 1, 5), candidate(1, 0, 1, 1, 4)}) == 1);
  CHECK(select_of({candidate(0, 0, 1, 1, 4), candidate(1, 0, 1, 1, 4)}) == 0);
}

TEST(costs_within_the_slack_are_equal) {
  const SelectionRule rule{.slack = 0.1, .keeps_branch = false};
  CHECK(select_of({candidate(0, 0, 0, 2), candidate(1, 0, 0.09, 1)}, rule) == 1);
  CHECK(select_of({candidate(0, 0, 0, 2), candidate(1, 0, 0.11, 1)}, rule) == 0);
}

TEST(a_solution_beats_everything_unless_it_is_rejected) {
  Candidate solution = candidate(1, 0, 1, 9, 9);
  solution.solved = true;
  CHECK(select_of({candidate(0, 0, 0), solution}) == 1);
  solution.verdict = Origin::rejected;
  CHECK(select_of({candidate(0, 0, 100), solution}) == 0);
  CHECK(select_of({solution}) == 1);
}

TEST(a_candidate_known_to_be_accepted_beats_unknown_and_rejected_ones) {
  Candidate start = candidate(0, 0, 50);
  start.of_start = true;
  start.verdict = Origin::accepted;
  CHECK(select_of({start, candidate(1, 0, 1)}) == 0);
  Candidate rejected = candidate(2, 0, 1);
  rejected.verdict = Origin::rejected;
  start.verdict = Origin::unknown;
  CHECK(select_of({start, rejected}) == 0);
}

TEST(the_branch_of_the_start_is_left_for_a_clear_gain_only) {
  const auto with_gain = [](double here, double there) {
    Candidate branch = candidate(0, 0, here * here);
    branch.of_start = true;
    return select_of({branch, candidate(1, 0, there * there)}, {});
  };
  CHECK(with_gain(0.5, 0.46) == 0);    // not by a tenth
  CHECK(with_gain(0.05, 0.041) == 0);  // not by a centimetre
  CHECK(with_gain(0.5, 0.44) == 1);
  CHECK(with_gain(0.05, 0.03) == 1);
}

// A rule over pairs, "better up to a tolerance", would end at the last of a chain of small steps.
TEST(many_small_differences_do_not_add_up) {
  std::vector<Candidate> chain;
  for (int i = 0; i < 200; ++i) chain.push_back(candidate(i, 0, 1 + 0.0009 * i, 200 - i));
  CHECK(select_of(chain) == 1);
  std::reverse(chain.begin(), chain.end());
  CHECK(select_of(chain) == 1);
}

TEST(the_order_of_candidates_decides_only_between_equal_ones) {
  Random random(3);
  for (int round = 0; round < 200; ++round) {
    std::vector<Candidate> candidates;
    for (int i = 0; i < 12; ++i)
      candidates.push_back(candidate(i, random.integer(2), random.integer(3), random.integer(3), 0.1 * i));
    const int expected = select_of(candidates);
    for (int shuffle = 0; shuffle < 5; ++shuffle) {
      for (std::size_t i = candidates.size(); i > 1; --i)
        std::swap(candidates[i - 1],
                  candidates[static_cast<std::size_t>(random.integer(static_cast<int>(i)))]);
      CHECK(select_of(candidates) == expected);
    }
  }
}

TEST(further_candidates_never_make_the_selection_worse) {
  Random random(4);
  for (int round = 0; round < 100; ++round) {
    CandidateSet set;
    set.begin({.slack = 0.01, .keeps_branch = false});
    double violation = HUGE_VAL, primary = HUGE_VAL;
    for (int i = 0; i < 100; ++i) {
      set.add(candidate(i, random.uniform(0, 1) < 0.5 ? 0 : random.uniform(0, 1), random.uniform(0, 1),
                        random.uniform(0, 1), random.uniform(0, 1)));
      const Candidate& now = set.selected();
      CHECK(now.violation <= violation);
      if (now.violation < violation) primary = HUGE_VAL;
      CHECK(now.primary <= 1.001 * primary + 0.01);
      violation = now.violation;
      primary = std::min(primary, now.primary);
    }
  }
}

// What a smaller budget would have settled is settled by a larger one, too.
TEST(every_candidate_that_was_selected_is_settled_unless_its_primary_cost_is_too_high) {
  CandidateSet set;
  set.begin({.keeps_branch = false});
  std::vector<int> settled;
  for (const Candidate& own : {candidate(0, 0, 2, 1), candidate(1, 0, 1, 3), candidate(2, 0, 1.0005, 2),
                               candidate(3, 0, 1.0005, 4)}) {
    set.add(own);
    set.selected().chosen = true;
  }
  for (auto next = set.next_to_settle(); next.candidate; next = set.next_to_settle()) {
    CHECK(std::abs(next.limit - 1.001) < 1e-12);
    next.candidate->settled = true;
    settled.push_back(static_cast<int>(next.candidate->q.front()));
  }
  CHECK((settled == std::vector<int>{1, 2}));
}
