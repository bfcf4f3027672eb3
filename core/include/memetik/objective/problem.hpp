// A robot and its goals, compiled: active variables, rows, links, parameters.
#pragma once

#include <span>
#include <vector>

#include "memetik/kinematics/tree.hpp"
#include "memetik/objective/goal.hpp"

namespace memetik {

struct RowRange {
  int first, last;  // `last` is excluded
};

// Immutable and shared by all threads; the tree must outlive it.
class Problem {
 public:
  // `movable` tells for every variable whether it may change; empty: all may. Variables that affect no goal
  // stay at the start.
  Problem(const Tree& tree, std::vector<Goal> goals, const std::vector<bool>& movable = {});

  const Tree& tree() const { return *tree_; }
  std::span<const Goal> goals() const { return goals_; }
  std::span<const int> links() const { return links_; }     // the links that goals read, each once
  std::span<const int> active() const { return active_; }   // variables that may change, ascending
  std::span<const int> columns() const { return column_; }  // for every variable its index in active(), or -1
  // The variables that goals read, ascending: besides the active ones those that stay at the start.
  std::span<const int> variables() const { return variables_; }
  // The active angles that have room for more than one turn.
  std::span<const int> winding() const { return winding_; }
  // The base of a link, see LinkBase, as a link that is fixed to it; 0, the root, if it has no other.
  int base_of(int link) const;
  // Whether all variables between a link and its base are active.
  bool moves_whole_chain(int link) const;
  // An upper bound of the distance of any link's origin from the root. If goals' links have other bases, only
  // these links count, and their distance from their bases.
  double reach() const { return reach_; }
  int rows() const { return rows_; }  // of all goals but hints
  int all_rows() const { return all_rows_; }
  bool has_hints() const { return all_rows_ > rows_; }
  // The rows are sorted by priority: required_rows() first, then those of primary goals up to primary_rows(),
  // then those of secondary goals, and last those of hints.
  int required_rows() const { return required_rows_; }
  int primary_rows() const { return primary_rows_; }
  // The first rows, if they belong to goals that aggregate. All of them are zero where nothing is near.
  int aggregated_rows() const { return aggregated_rows_; }
  // The rows that depend on the c-th active variable, ascending. All other entries of its column are zero.
  std::span<const RowRange> support(int c) const { return support_[static_cast<std::size_t>(c)]; }
  std::span<const RowRange> primary_support(int c) const {
    return support(c).first(primary_ranges_[static_cast<std::size_t>(c)]);
  }
  // Whether searches may eliminate variables instead of rows (see DampedStep): if goals aggregate, if there
  // are more primary rows than variables, or if there are more than those of a pose. Of very many variables
  // the couplings would take more memory than anything else.
  bool eliminates_variables() const {
    constexpr int pose_rows = 6, most_variables = 128;
    const int variables = static_cast<int>(active_.size());
    return aggregated_rows_ > 0 || primary_rows_ > variables ||
           (primary_rows_ > pose_rows && variables <= most_variables);
  }
  // If so: the active variables before the c-th that share a primary row with it, or that the elimination of
  // a later variable couples with it.
  std::span<const int> coupled(int c) const { return coupled_[static_cast<std::size_t>(c)]; }
  std::span<const double> parameters() const { return parameters_; }
  // Whether some goal's target is computed from the start of a query or the configurations before it; see
  // History.
  bool follows_history() const { return follows_history_; }
  bool has_external() const { return has_external_; }
  bool has_python() const { return has_python_; }
  bool reads_masses() const { return reads_masses_; }
  bool has_losses() const { return has_losses_; }

 private:
  void lay_out_parameters(Goal& goal);
  void lay_out_rows(Goal& goal);
  void find_links();
  void find_active(const std::vector<bool>& movable);
  bool is_active(const Segment& segment) const;
  void measure_reach();
  void find_support();
  void find_coupled();
  std::vector<bool> variables_of(const Goal& goal) const;
  std::vector<int> columns_of(const Goal& goal) const;  // of the active ones among them

  const Tree* tree_;
  std::vector<Goal> goals_;
  std::vector<int> links_, active_, column_, variables_, winding_;
  double reach_ = 0;
  std::vector<std::vector<RowRange>> support_;  // per active variable
  std::vector<std::vector<int>> coupled_;       // per active variable; empty unless variables are eliminated
  std::vector<std::size_t> primary_ranges_;     // how many ranges of support_ belong to primary goals
  std::vector<double> parameters_;
  int rows_ = 0, all_rows_ = 0, primary_rows_ = 0, required_rows_ = 0, aggregated_rows_ = 0;
  bool has_external_ = false, has_python_ = false, follows_history_ = false, reads_masses_ = false,
       has_losses_ = false;
};

}  // namespace memetik
