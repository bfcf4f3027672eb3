// The fast path that reads and checks the arguments of a query. If an argument is refused here, Python code
// converts it or raises an error that explains it.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "arguments.hpp"
#include "memetik/objective/history.hpp"
#include "memetik/search/query.hpp"

namespace memetik {

// Stores the arguments it read last, because queries refer to them.
class SolverArguments {
 public:
  // `defaults` has the values of options that a query does not give. The problem must outlive this object.
  SolverArguments(const Problem& problem, std::vector<nb::str> names, const std::vector<double>& neutral,
                  const SolveOptions& defaults);

  // `options` maps names to values: the options of visit_options, targets, weights, history and max_change.
  // max_change is a number or, if Python has `converted` the options, an array with one number per variable.
  Query read_query(nb::handle start, const NamedValues& options, bool converted);

  // The parameters of all goals in the last query.
  const std::vector<double>& parameters() const { return parameters_; }

 private:
  // Options that are not scalars. The handle of an option that is not given is invalid.
  struct Structured {
    nb::handle targets, weights, history, max_change;
    nb::handle* find(std::string_view name);
  };

  std::size_t goal_index(nb::handle name) const;
  // Sets start_ to the given start, or to the last configuration of the history, or to the neutral
  // configuration. Returns false in the last case.
  bool read_start(nb::handle start, std::span<const double> history);
  void read_target(std::size_t goal, nb::handle value);
  void read_targets(nb::handle targets);
  void read_weights(nb::handle weights);
  Numbers read_history(nb::handle history) const;  // without rows if none is given
  std::span<const double> read_max_change(nb::handle max_change, bool converted);

  const Problem* problem_;
  std::vector<nb::str> names_;
  std::vector<double> neutral_;
  SolveOptions defaults_;
  History history_;
  std::vector<double> start_, parameters_, max_change_;
};

// For every option of visit_options: default, minimum, maximum, and whether None keeps the default.
using OptionTable = nb::typed<nb::dict, nb::str, nb::typed<nb::tuple, nb::any, nb::any, nb::any, bool>>;
OptionTable describe_options();

}  // namespace memetik
