#include "memetik/search/solution_set.hpp"

#include <algorithm>
#include <cmath>

#include "memetik/kinematics/configuration.hpp"
#include "memetik/math/thin_svd.hpp"
#include "memetik/search/box.hpp"

namespace memetik {

namespace {

// [rad, m] Isolated solutions that differ by less than this in every variable count as the same.
constexpr double same = 1e-2;
// Near singularities a tolerance covers a larger region of configurations: solutions that differ by less than
// this count as the same if the configurations between them are solutions, too. The most exact one is kept.
constexpr double same_if_joined = 0.1;
constexpr double same_of_descents = 5e-2;  // the descent of secondary goals ends only near its minimum
constexpr double min_spread = 0.1;         // minimum distance between representatives of a continuum
constexpr std::size_t max_continuum_size = 2000;
constexpr int secondary_quota = 200, polishing = 4;
constexpr double dependent = 1e-6;  // singular values below this share of the largest count as zero

}  // namespace

SolutionSet::SolutionSet(const Problem& problem, Acceptor* acceptor, Stop& stop)
    : problem_(&problem),
      acceptor_(acceptor),
      stop_(&stop),
      exact_(problem),
      secondary_(problem),
      reach_(problem),
      unwinder_(problem),
      difference_(static_cast<std::size_t>(problem.tree().dof())),
      polished_(difference_.size()) {}

int SolutionSet::max_evaluations() const {
  return (has_secondary() ? secondary_quota : polishing) + (acceptor_ ? 2 * acceptor_->max_evaluations() : 0);
}

bool SolutionSet::accepts(const Query& query, std::vector<double>& q, SolutionFields& effort) {
  consider(query, q, false, effort);
  return false;
}

void SolutionSet::know_branches(bool continuum) {
  knows_branches_ = true;
  continuous_ = continuum && !has_secondary();
}

void SolutionSet::add_branch(const Query& query, std::vector<double> q, SolutionFields& effort) {
  consider(query, q, true, effort);
}

void SolutionSet::consider(const Query& query, std::vector<double>& q, bool is_branch,
                           SolutionFields& effort) {
  exact_.set_parameters(query.parameters);
  std::vector<double> improved = q;
  improve(query, improved, effort.evaluations);
  unwinder_.apply(query, exact_, improved, true);
  // the acceptor checks both configurations independently
  const auto valid = [&](std::vector<double>& own) {
    return !acceptor_ || acceptor_->accepts(query, own, effort);
  };
  if (valid(improved))
    add(query, std::move(improved), is_branch);
  else if (improved != q && valid(q))
    add(query, q, is_branch);
}

void SolutionSet::add(const Query& query, std::vector<double> q, bool is_branch) {
  if (solutions_.empty() && !knows_branches_) continuous_ = !has_secondary() && has_freedom(query, q);
  const double radius = has_secondary() ? same_of_descents : continuous_ && !is_branch ? min_spread : same;
  const double own = measure(query, q), cost = primary_cost(q);
  const auto is_near = [&](const Member& s) { return are_within(radius, s.q, q); };
  const auto is_joined = [&](const Member& s) {
    return !continuous_ && !is_branch && !has_secondary() && are_within(same_if_joined, s.q, q) &&
           has_solutions_between(s.q);
  };
  const auto is_twin = [&](const Member& s) { return is_near(s) || is_joined(s); };
  const auto is_as_good = [&](const Member& s) {
    if (s.is_branch && !is_branch) return is_near(s) || is_joined(s);
    return is_near(s) ? s.measure <= own : s.cost <= cost && is_joined(s);
  };
  if (std::any_of(solutions_.begin(), solutions_.end(), is_as_good)) return;
  std::erase_if(solutions_, is_twin);  // there may be several, if the new one is between them
  if (solutions_.size() < max_continuum_size) solutions_.push_back({std::move(q), own, cost, is_branch});
}

// Descends the cost of secondary goals. Without any, it makes q more exact, so that equal solutions compare
// as equal.
void SolutionSet::improve(const Query& query, std::vector<double>& q, std::int64_t& evaluations) {
  if (has_secondary()) {
    evaluations += secondary_.run(query, exact_, q.data(), secondary_quota, *stop_);
    return;
  }
  reach_.bounds().set_query(query);
  polished_ = q;
  double lowest = HUGE_VAL;
  for (int k = 0; k < polishing; ++k) {
    exact_.linearize(polished_.data(), Scope::primary);
    ++evaluations;
    if (!exact_.accepted() || !(exact_.cost() < lowest)) return;
    lowest = exact_.cost();
    q = polished_;
    reach_.apply(exact_, polished_.data());
  }
}

double SolutionSet::measure(const Query& query, const std::vector<double>& q) {
  if (has_secondary()) {
    exact_.evaluate(q.data(), Scope::all);
    return exact_.secondary_cost();
  }
  difference(problem_->tree(), query.start, q, difference_);
  double sum = 0;
  for (const double d : difference_) sum += d * d;
  return std::sqrt(sum);
}

double SolutionSet::primary_cost(const std::vector<double>& q) {
  exact_.evaluate(q.data(), Scope::primary);
  return exact_.cost();
}

// Whether variables can move without changing the error of any primary goal.
bool SolutionSet::has_freedom(const Query& query, const std::vector<double>& q) {
  exact_.linearize(q.data(), Scope::primary);
  std::vector<int> movable;
  for (int c = 0; c < static_cast<int>(problem_->active().size()); ++c) {
    const auto variable = static_cast<std::size_t>(problem_->active()[static_cast<std::size_t>(c)]);
    const auto [lower, upper] = interval_of(problem_->tree(), query, variable);
    if (lower < upper) movable.push_back(c);
  }
  if (movable.empty()) return false;
  const int rows = problem_->primary_rows(), count = static_cast<int>(movable.size());
  ThinSvd jacobian(rows, count);
  for (int c = 0; c < count; ++c) jacobian.set_column(c, exact_.column(movable[static_cast<std::size_t>(c)]));
  jacobian.decompose();
  const auto sigmas = jacobian.sigmas();
  const auto counts = [&](double sigma) { return sigma > dependent * jacobian.largest(); };
  return std::count_if(sigmas.begin(), sigmas.end(), counts) < count;
}

// The largest difference over all variables, ignoring whole turns. Leaves the differences in difference_.
double SolutionSet::distance(const std::vector<double>& a, const std::vector<double>& b) const {
  difference(problem_->tree(), a, b, difference_);
  double largest = 0;
  for (std::size_t i = 0; i < difference_.size(); ++i) {
    double& d = difference_[i];
    if (problem_->tree().variables()[i].repeats_after_turn) d = std::remainder(d, 2 * M_PI);
    largest = std::max(largest, std::abs(d));
  }
  return largest;
}

// Whether the distance is below a limit. Most pairs differ by more in one of their first angles or
// translations, which takes much less time than the whole distance.
bool SolutionSet::are_within(double limit, const std::vector<double>& a, const std::vector<double>& b) const {
  const auto variables = problem_->tree().variables();
  for (std::size_t i = 0; i < variables.size(); ++i) {
    if (variables[i].kind == VariableKind::rotation_vector) continue;
    double d = b[i] - a[i];
    if (variables[i].repeats_after_turn) d -= 2 * M_PI * std::nearbyint(d / (2 * M_PI));
    if (std::abs(d) > limit + 1e-9) return false;
  }
  return distance(a, b) < limit;
}

// Whether the configurations between q and q + difference_ are solutions.
bool SolutionSet::has_solutions_between(const std::vector<double>& q) {
  for (int quarter = 1; quarter < 4; ++quarter) {
    std::vector<double> way = difference_;
    for (double& d : way) d *= 0.25 * quarter;
    advance(problem_->tree(), q, way, polished_);
    exact_.evaluate(polished_.data(), Scope::primary);
    if (!exact_.accepted()) return false;
  }
  return true;
}

std::vector<SolutionSet::Member> SolutionSet::select(std::size_t count) const {
  std::vector<Member> sorted = solutions_;
  const auto by_measure = [](const Member& a, const Member& b) { return a.measure < b.measure; };
  std::stable_sort(sorted.begin(), sorted.end(), by_measure);
  if (sorted.size() <= count) return sorted;
  if (!continuous_) {
    sorted.resize(count);
    return sorted;
  }
  // begins with the branches, or else with the best, and repeatedly adds the member farthest from all
  // selected ones (Gonzalez 1985)
  std::vector<double> nearest(sorted.size(), HUGE_VAL);
  std::vector<Member> selected;
  const auto add = [&](const Member& member) {
    selected.push_back(member);
    for (std::size_t i = 0; i < sorted.size(); ++i)
      nearest[i] = std::min(nearest[i], distance(member.q, sorted[i].q));
  };
  for (const Member& member : sorted)
    if (member.is_branch && selected.size() < count) add(member);
  if (selected.empty()) add(sorted.front());
  while (selected.size() < count)
    add(sorted[static_cast<std::size_t>(std::max_element(nearest.begin(), nearest.end()) - nearest.begin())]);
  std::stable_sort(selected.begin(), selected.end(), by_measure);
  return selected;
}

}  // namespace memetik
