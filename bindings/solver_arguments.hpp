// The arguments of a solver's queries, read and checked at full speed. What is refused here, Python converts
// or explains.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "arguments.hpp"
#include "memetik/objective/history.hpp"
#include "memetik/search/query.hpp"

namespace memetik {

// Keeps what it read last, because queries refer to it.
class SolverArguments {
 public:
  // `defaults` are the options of queries that name none. The problem must outlive this.
  SolverArguments(const Problem& problem, std::vector<nb::str> names, const std::vector<double>& neutral,
                  const SolveOptions& defaults);

  // `options` is by name: those of visit_options, and targets, weights, history and max_change. The latter is
  // a number, or where Python has `converted` the options, an array of one number per variable.
  Query read_query(nb::handle start, const Named& options, bool converted);

  // Of all goals, as the last query has them.
  const std::vector<double>& parameters() const { return parameters_; }

 private:
  // Options that are no plain numbers; invalid where none is given.
  struct Structured {
    nb::handle targets, weights, history, max_change;
    nb::handle* find(std::string_view name);
  };

  std::size_t goal_index(nb::handle name) const;
  // False: none is given, neither a start nor a history that ends at one; start_ is the neutral posture.
  bool read_start(nb::handle start, std::span<const double> history);
  void read_target(std::size_t goal, nb::handle value);
  void read_targets(nb::handle targets);
  void read_weights(nb::handle weights);
  Numbers read_history(nb::handle history) const;  // no rows where none is given
  std::span<const double> read_max_change(nb::handle max_change, bool converted);

  const Problem* problem_;
  std::vector<nb::str> names_;
  std::vector<double> neutral_;
  SolveOptions defaults_;
  History history_;
  std::vector<double> start_, parameters_, max_change_;
};

// Every option of visit_options: its default, least, most, and whether None keeps the default.
using OptionTable = nb::typed<nb::dict, nb::str, nb::typed<nb::tuple, nb::any, nb::any, nb::any, bool>>;
OptionTable describe_options();

}  // namespace memetik
