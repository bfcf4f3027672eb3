#include "solver_arguments.hpp"

#include <algorithm>
#include <cmath>
#include <type_traits>
#include <utility>

#include "memetik/kinematics/configuration.hpp"

namespace memetik {

namespace {

std::string_view text_of(nb::handle name) {
  Py_ssize_t size = 0;
  const char* text = PyUnicode_AsUTF8AndSize(name.ptr(), &size);
  if (!text) throw nb::python_error();
  return {text, static_cast<std::size_t>(size)};
}

template <class T>
void read_option(nb::handle value, T& member, const OptionRange<T>& range) {
  if (range.or_none && value.is_none()) return;
  const bool is_flag = PyBool_Check(value.ptr());
  accept_if(is_flag == std::is_same_v<T, bool> && nb::try_cast(value, member) && member >= range.min &&
            member <= range.max);
}

}  // namespace

SolverArguments::SolverArguments(const Problem& problem, std::vector<nb::str> names,
                                 const std::vector<double>& neutral, const SolveOptions& defaults)
    : problem_(&problem),
      names_(std::move(names)),
      neutral_(neutral),
      defaults_(defaults),
      history_(problem),
      start_(neutral) {}

nb::handle* SolverArguments::Structured::find(std::string_view name) {
  if (name == "targets") return &targets;
  if (name == "weights") return &weights;
  if (name == "history") return &history;
  if (name == "max_change") return &max_change;
  return nullptr;
}

Query SolverArguments::read_query(nb::handle start, const NamedValues& options, bool converted) {
  Query query{.options = defaults_};
  Structured structured;
  for (const auto [name, value] : options) {
    const std::string_view given = text_of(name);
    if (nb::handle* option = structured.find(given)) {
      *option = value;
      continue;
    }
    bool known = false;
    visit_options(query.options, [&](const char* option, auto& member, const auto& range) {
      if (given != option) return;
      read_option(value, member, range);
      known = true;
    });
    accept_if(known);
  }
  parameters_.assign(problem_->parameters().begin(), problem_->parameters().end());
  const Numbers rows = read_history(structured.history);
  const auto history = rows.is_valid() ? std::span(rows.data(), rows.size()) : std::span<const double>();
  query.start_given = read_start(start, history);
  read_weights(structured.weights);
  history_.set_targets(start_, history, query.options.dt, parameters_);
  read_targets(structured.targets);
  query.parameters = parameters_;
  query.start = start_;
  query.max_change = read_max_change(structured.max_change, converted);
  return query;
}

std::size_t SolverArguments::goal_index(nb::handle name) const {
  for (std::size_t i = 0; i < names_.size(); ++i)
    if (names_[i].is(name)) return i;
  for (std::size_t i = 0; i < names_.size(); ++i)
    if (names_[i].equal(name)) return i;
  throw RefusedArgument();
}

bool SolverArguments::read_start(nb::handle start, std::span<const double> history) {
  if (start.is_none()) {
    const auto last = history.empty() ? std::span<const double>(neutral_) : history.last(start_.size());
    std::copy(last.begin(), last.end(), start_.begin());
    if (!history.empty()) clip(problem_->tree(), start_);
    return !history.empty();
  }
  Numbers array;
  accept_if(nb::try_cast(start, array) && array.ndim() == 1 && array.shape(0) == start_.size() &&
            all_usable(array.data(), array.size()));
  std::copy_n(array.data(), start_.size(), start_.begin());
  clip(problem_->tree(), start_);
  return true;
}

void SolverArguments::read_target(std::size_t index, nb::handle value) {
  const Goal& goal = problem_->goals()[index];
  Numbers array;
  const bool is_matrix = goal.kernel->target_kind == TargetKind::pose;
  accept_if(goal.smooths == 0 && nb::try_cast(value, array) &&
            (is_matrix ? array.ndim() >= 2 : array.ndim() == 1) && array.size() == goal.target.size() &&
            array.size() > 0 && is_target(goal, array.data()));
  set_target(goal, array.data(), parameters_.data() + goal.parameter);
}

void SolverArguments::read_targets(nb::handle targets) {
  if (!targets.is_valid() || targets.is_none()) return;
  accept_if(nb::isinstance<nb::dict>(targets));
  for (const auto [name, value] : nb::borrow<nb::dict>(targets)) read_target(goal_index(name), value);
}

void SolverArguments::read_weights(nb::handle weights) {
  if (!weights.is_valid() || weights.is_none()) return;
  accept_if(nb::isinstance<nb::dict>(weights));
  for (const auto [name, value] : nb::borrow<nb::dict>(weights)) {
    const Goal& goal = problem_->goals()[goal_index(name)];
    double weight;
    accept_if(nb::try_cast(value, weight) && weight >= 0 && weight <= largest_weight);
    set_weight(weight, parameters_.data() + goal.parameter);
  }
}

Numbers SolverArguments::read_history(nb::handle history) const {
  Numbers rows;
  if (!history.is_valid() || history.is_none()) return rows;
  accept_if(nb::try_cast(history, rows) && rows.ndim() == 2 && rows.shape(1) == start_.size() &&
            rows.shape(0) > 0 && all_usable(rows.data(), rows.size()));
  return rows;
}

std::span<const double> SolverArguments::read_max_change(nb::handle max_change, bool converted) {
  if (!max_change.is_valid() || max_change.is_none()) return {};
  double change;
  Numbers array;
  if (PyFloat_CheckExact(max_change.ptr()) || PyLong_CheckExact(max_change.ptr())) {
    accept_if(nb::try_cast(max_change, change));
    if (std::isinf(change) && change > 0) return {};
    max_change_.assign(start_.size(), change);
  } else {
    accept_if(converted && nb::try_cast(max_change, array) && array.ndim() == 1 &&
              array.shape(0) == start_.size());
    max_change_.assign(array.data(), array.data() + array.size());
  }
  accept_if(std::all_of(max_change_.begin(), max_change_.end(), [](double change) { return change >= 0; }));
  return max_change_;
}

OptionTable describe_options() {
  OptionTable described;
  SolveOptions defaults;
  visit_options(defaults, [&](const char* name, const auto& value, const auto& range) {
    described[name] = nb::make_tuple(value, range.min, range.max, range.or_none);
  });
  return described;
}

}  // namespace memetik
