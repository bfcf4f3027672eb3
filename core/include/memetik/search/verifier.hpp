// What becomes the answer: success is verified here and nowhere else.
#pragma once

#include <vector>

#include "memetik/objective/objective.hpp"
#include "memetik/runtime/stop.hpp"
#include "memetik/search/local/secondary.hpp"
#include "memetik/search/query.hpp"
#include "memetik/search/solution.hpp"
#include "memetik/search/wind_back.hpp"

namespace memetik {

class Verifier {
 public:
  explicit Verifier(const Problem& problem)
      : problem_(&problem), exact_(problem), secondary_(problem), wind_back_(problem) {}

  // Takes q if it is better: within all tolerances, as far as the acceptor agrees, or of a lower cost. Whether
  // it was taken.
  bool offer(const Query& query, Solution& solution, const std::vector<double>& q, Stage stage);
  // From what is solved, down the secondary goals' cost along the null space of the others, if there are any.
  void descend_secondary(const Query& query, Solution& solution, Stop& stop);
  // Tells the answer's cost.
  void weigh(const Query& query, Solution& solution);
  // Joints that turn without end come back to the turn nearest the start, see WindBack.
  bool wind_back(const Query& query, std::vector<double>& q, bool solved) {
    return wind_back_.apply(query, exact_, q, solved);
  }
  Objective<double>& exact() { return exact_; }

 private:
  const Problem* problem_;
  Objective<double> exact_;
  SecondaryDescent secondary_;
  WindBack wind_back_;
};

// For the trace, if there is one.
void note(const Query& query, const Solution& solution, Stage stage, double cost);

}  // namespace memetik
