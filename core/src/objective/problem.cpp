#include "memetik/objective/problem.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <stdexcept>
#include <utility>

#include "memetik/objective/kernel.hpp"
#include "memetik/objective/quadratic.hpp"

namespace memetik {

namespace {

// The limit that a squared error is compared with. Errors of angles are chords, so the tolerance becomes
// 2 sin(tolerance / 2); a tolerance of half a turn or more accepts anything.
double limit(double tolerance, Unit unit) {
  if (unit == Unit::angle && tolerance >= 3.14159) return 5.0;
  const double size = unit == Unit::angle ? 2 * std::sin(0.5 * tolerance) : tolerance;
  return size * size;
}

// Whether one variable drives two joints between the link and the root.
bool has_mimics(const Tree& tree, int link) {
  std::vector<bool> seen(static_cast<std::size_t>(tree.dof()), false);
  for (int i = tree.link(link).segment; i >= 0; i = tree.segment(i).parent) {
    const auto variable = static_cast<std::size_t>(tree.segment(i).variable);
    if (seen[variable]) return true;
    seen[variable] = true;
  }
  return false;
}

// Appends all columns but the last.
void append(const std::vector<int>& columns, std::vector<int>& others) {
  others.insert(others.end(), columns.begin(), columns.end() - 1);
}

}  // namespace

Problem::Problem(const Tree& tree, std::vector<Goal> goals, const std::vector<bool>& movable)
    : tree_(&tree), goals_(std::move(goals)) {
  find_links();
  find_active(movable);
  measure_reach();
  for (Goal& goal : goals_) lay_out_parameters(goal);
  for (const Priority priority : {Priority::required, Priority::primary, Priority::secondary}) {
    const bool only_aggregated = aggregated_rows_ == rows_;
    for (const bool aggregates : {true, false}) {
      for (Goal& goal : goals_)
        if (goal.priority == priority && goal.kernel->aggregates == aggregates) lay_out_rows(goal);
      if (aggregates && only_aggregated && priority != Priority::secondary) aggregated_rows_ = rows_;
    }
    if (priority == Priority::required) required_rows_ = rows_;
    if (priority == Priority::primary) primary_rows_ = rows_;
  }
  const int counted_rows = rows_;
  for (Goal& goal : goals_)
    if (goal.priority == Priority::hint) lay_out_rows(goal);
  all_rows_ = std::exchange(rows_, counted_rows);
  find_support();
  find_coupled();
  for (const Goal& goal : goals_) {
    double* own = parameters_.data() + goal.parameter;
    set_weight(goal.weight, own);
    if (!goal.target.empty()) set_target(goal, goal.target.data(), own);
    const std::span<const double> factors = goal.kernel->row_factors(goal);
    std::copy(factors.begin(), factors.end(), own + 1 + goal.kernel->target_size(goal));
  }
}

void Problem::lay_out_parameters(Goal& goal) {
  goal.parameter = static_cast<int>(parameters_.size());
  goal.parameter_count =
      1 + goal.kernel->target_size(goal) + static_cast<int>(goal.kernel->row_factors(goal).size());
  parameters_.resize(parameters_.size() + static_cast<std::size_t>(goal.parameter_count), 0.0);
}

void Problem::lay_out_rows(Goal& goal) {
  const int active = static_cast<int>(active_.size());
  goal.rows = goal.kernel->aggregates ? Quadratic<double>::rows(active) : goal.kernel->row_count(goal);
  goal.row = rows_;
  rows_ += goal.rows;
  goal.limit.clear();
  for (std::size_t i = 0; i < goal.tolerance.size(); ++i)
    goal.limit.push_back(limit(goal.tolerance[i], goal.kernel->unit(goal, i)));
  goal.has_mimics = std::any_of(goal.links.begin(), goal.links.end(),
                                [&](int link) { return memetik::has_mimics(*tree_, link); });
  goal.accumulates = !goal.kernel->aggregates &&
                     (goal.links.size() + (goal.frame >= 0 ? 1 : 0) > 1 ||
                      (!goal.links.empty() && !goal.variables.empty()) || goal.kernel->reads_masses ||
                      goal.kernel->accumulates_jacobian || goal.has_mimics);
  has_external_ |= goal.function != nullptr;
  reads_masses_ |= goal.kernel->reads_masses;
  has_losses_ |= !goal.losses.empty();
  has_python_ |= goal.on_calling_thread;
  follows_history_ |= goal.follows_start || goal.smooths > 0;
}

void Problem::find_links() {
  const auto add = [&](int link) {
    if (std::find(links_.begin(), links_.end(), link) == links_.end()) links_.push_back(link);
  };
  for (const Goal& goal : goals_) {
    for (const int link : goal.links) add(link);
    if (goal.frame >= 0) add(goal.frame);
  }
}

// Tells for every variable whether it affects the goal's residuals.
std::vector<bool> Problem::variables_of(const Goal& goal) const {
  std::vector<bool> moves(static_cast<std::size_t>(tree_->dof()), goal.kernel->reads_masses);
  const auto add_link = [&](int link) {
    for (int i = tree_->link(link).segment; i >= 0; i = tree_->segment(i).parent) {
      const Segment& s = tree_->segment(i);
      for (int c = 0; c < variable_count(s.kind); ++c) moves[static_cast<std::size_t>(s.variable + c)] = true;
    }
  };
  for (const int link : goal.links) add_link(link);
  if (goal.frame >= 0) add_link(goal.frame);
  for (const int variable : goal.variables) moves[static_cast<std::size_t>(variable)] = true;
  return moves;
}

void Problem::find_active(const std::vector<bool>& movable) {
  const auto dof = static_cast<std::size_t>(tree_->dof());
  if (!movable.empty() && movable.size() != dof) throw std::invalid_argument("movable has the wrong size");
  std::vector<bool> moves(dof, false), read(dof, false);
  for (const Goal& goal : goals_) {
    const std::vector<bool> own = variables_of(goal);
    const bool counts = goal.priority != Priority::hint;
    for (std::size_t i = 0; i < dof; ++i) {
      moves[i] = moves[i] || (counts && own[i]);
      read[i] = read[i] || own[i];
    }
  }
  column_.assign(dof, -1);
  for (std::size_t i = 0; i < dof; ++i) {
    const Variable& v = tree_->variables()[i];
    if (read[i]) variables_.push_back(static_cast<int>(i));
    const bool free = v.lower < v.upper && (movable.empty() || movable[i]);
    if (!moves[i] || !free) continue;
    column_[i] = static_cast<int>(active_.size());
    active_.push_back(static_cast<int>(i));
    if (v.repeats_after_turn && v.upper - v.lower >= 2 * std::numbers::pi)
      winding_.push_back(static_cast<int>(i));
  }
}

// Whether some variable of the segment's joint is active.
bool Problem::is_active(const Segment& s) const {
  const auto first = column_.begin() + s.variable;
  return std::any_of(first, first + variable_count(s.kind), [](int column) { return column >= 0; });
}

int Problem::base_of(int link) const {
  int base = tree_->link(link).segment;
  for (int i = base; i >= 0; i = tree_->segment(i).parent)
    if (is_active(tree_->segment(i))) base = tree_->segment(i).parent;
  int fixed = 0;
  while (tree_->link(fixed).segment != base) ++fixed;
  return fixed;
}

bool Problem::moves_whole_chain(int link) const {
  const int base = tree_->link(base_of(link)).segment;
  for (int i = tree_->link(link).segment; i != base; i = tree_->segment(i).parent) {
    const Segment& s = tree_->segment(i);
    for (int c = 0; c < variable_count(s.kind); ++c)
      if (column_[static_cast<std::size_t>(s.variable + c)] < 0) return false;
  }
  return true;
}

void Problem::measure_reach() {
  bool from_root = true;
  for (const Goal& goal : goals_) {
    if (goal.priority == Priority::hint) continue;
    for (const int link : goal.links) {
      const int base = base_of(link);
      from_root &= base == 0;
      reach_ = std::max(reach_, tree_->reach_from(base, link));
    }
  }
  if (from_root) reach_ = tree_->reach();
}

std::vector<int> Problem::columns_of(const Goal& goal) const {
  const std::vector<bool> own = variables_of(goal);
  std::vector<int> columns;
  for (std::size_t c = 0; c < active_.size(); ++c)
    if (own[static_cast<std::size_t>(active_[c])]) columns.push_back(static_cast<int>(c));
  return columns;
}

void Problem::find_support() {
  support_.resize(active_.size());
  std::vector<const Goal*> by_row;
  for (const Goal& goal : goals_)
    if (goal.priority != Priority::hint) by_row.push_back(&goal);
  std::sort(by_row.begin(), by_row.end(), [](const Goal* a, const Goal* b) { return a->row < b->row; });
  for (const Goal* goal : by_row) {
    for (const int c : columns_of(*goal)) {
      auto& ranges = support_[static_cast<std::size_t>(c)];
      const bool extends = !ranges.empty() && ranges.back().last == goal->row && goal->row != primary_rows_;
      const int rows = goal->kernel->aggregates ? c + 1 : goal->rows;
      if (extends)
        ranges.back().last += rows;
      else
        ranges.push_back({goal->row, goal->row + rows});
    }
  }
  for (const auto& ranges : support_)
    primary_ranges_.push_back(static_cast<std::size_t>(
        std::count_if(ranges.begin(), ranges.end(), [&](RowRange r) { return r.first < primary_rows_; })));
}

// The pattern of J^T J, eliminated from the last variable to the first. All variables of a row couple; it is
// enough that the last of them knows the others, because the elimination of a variable passes the others on
// to the last of these (Liu 1990, "The role of elimination trees in sparse factorization").
void Problem::find_coupled() {
  if (!eliminates_variables()) return;
  coupled_.resize(active_.size());
  for (const Goal& goal : goals_) {
    if (!goal.decides_success() || goal.rows == 0) continue;
    const std::vector<int> columns = columns_of(goal);
    if (!columns.empty()) append(columns, coupled_[static_cast<std::size_t>(columns.back())]);
  }
  for (std::size_t c = coupled_.size(); c-- > 0;) {
    std::vector<int>& own = coupled_[c];
    std::sort(own.begin(), own.end());
    own.erase(std::unique(own.begin(), own.end()), own.end());
    own.shrink_to_fit();
    if (!own.empty()) append(own, coupled_[static_cast<std::size_t>(own.back())]);
  }
}

}  // namespace memetik
