// The rule that selects the solution among all candidates of a search.
#pragma once

#include <compare>
#include <vector>

#include "memetik/search/solution.hpp"

namespace memetik {

// Where a candidate comes from.
struct Origin {
  Stage stage;
  bool of_start = false;  // it is the start, or the local search from the start ended there
  enum Verdict { unknown, accepted, rejected } verdict = unknown;  // of the acceptor
};

// What the rule compares first.
struct Measures {
  double violation = 0;  // of the required goals
  double primary = 0;    // cost of the primary goals
  auto operator<=>(const Measures&) const = default;
};

struct Candidate : Origin, Measures {
  std::vector<double> q;
  bool solved = false;   // all goals that decide success are met
  bool settled = false;  // the secondary goals have been minimised from here
  bool chosen = false;   // it was the selected one at some time
  double required = 0;   // cost of the required goals
  double secondary = 0;  // cost of the secondary goals
  double distance = 0;   // from the start, over all variables

  bool is_solution() const { return solved && verdict != rejected; }
};

// How the rule treats a search.
struct SelectionRule {
  double slack = 0;          // primary costs that differ by less are equal
  bool keeps_branch = true;  // prefer the end of the local search from the start, see `selected`
  double least_gain = 0.01;  // [m, rad] to leave the start's branch, by the root of the primary cost, ...
  double least_share = 0.1;  // ... and as a share of it
};

// A rule over the whole set. A pairwise comparison "better up to a tolerance" is not transitive: the result
// would depend on the order of comparisons, and could become worse with every one of them.
class CandidateSet {
 public:
  void begin(const SelectionRule& rule);
  // Adds a candidate, and drops those that cannot be selected any more.
  void add(Candidate candidate);
  Candidate& selected() { return candidates_[select()]; }
  struct Unsettled {
    Candidate* candidate;  // null: none
    double limit;          // primary costs below it are equal to the lowest
  };
  // The first candidate that was selected at some time, can be selected again, and is not settled. A larger
  // budget must not lose what a smaller one would settle, so the one selected last does not suffice.
  Unsettled next_to_settle();
  // Treats candidates that the acceptor has not seen like rejected ones.
  void reject_unknown() {
    for (Candidate& candidate : candidates_)
      if (candidate.verdict == Origin::unknown) candidate.verdict = Origin::rejected;
  }

  // Any solution comes first. Otherwise the rule keeps, step by step, the candidates of lowest violation,
  // those accepted, those not rejected, those of lowest primary cost, of lowest secondary cost, and nearest
  // to the start, each up to a small difference; of the rest it takes the one added first. If the start's
  // branch is kept, that result replaces the best candidate of the branch only if it is better by least_gain
  // and least_share.
  const Candidate& selected() const { return candidates_[select()]; }
  Candidate& start() { return candidates_.front(); }  // the first candidate, which is never dropped

 private:
  std::size_t select() const;
  std::vector<std::size_t> eligible() const;
  std::vector<std::size_t> of_branch(std::vector<std::size_t> group) const;
  double limit_of(const std::vector<std::size_t>& group) const;
  std::size_t narrow(std::vector<std::size_t>& left) const;
  void drop_hopeless();

  SelectionRule rule_;
  std::vector<Candidate> candidates_;
};

}  // namespace memetik
