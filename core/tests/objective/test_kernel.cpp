#include <algorithm>
#include <set>

#include "check.hpp"
#include "memetik/goals/keep_clear.hpp"
#include "memetik/objective/field.hpp"
#include "memetik/objective/kernel.hpp"

using namespace memetik;

namespace {

std::vector<std::string_view> field_names(const Kernel& kernel) {
  std::vector<std::string_view> names;
  kernel.make_data([&](const DataField& field) { names.push_back(field.name); });
  return names;
}

}  // namespace

TEST(kernels_have_names_of_their_own_and_are_found_by_them) {
  for (const Kernel* kernel : all_kernels()) CHECK(find_kernel(kernel->name) == kernel);
  CHECK(find_kernel("no_such_goal") == nullptr);
}

TEST(fields_of_a_kernel_have_names_of_their_own) {
  for (const Kernel* kernel : all_kernels()) {
    const std::vector<std::string_view> names = field_names(*kernel);
    CHECK(std::set<std::string_view>(names.begin(), names.end()).size() == names.size());
  }
}

TEST(only_placements_place_a_link) {
  std::set<std::string_view> placing;
  for (const Kernel* kernel : all_kernels())
    if (kernel->places_position || kernel->places_rotation) placing.insert(kernel->name);
  CHECK((placing == std::set<std::string_view>{"orientation", "pose", "position"}));
}

TEST(what_is_written_to_a_field_is_in_the_data) {
  Goal goal;
  goal.kernel = find_kernel("keep_clear");
  goal.data = goal.kernel->make_data([](const DataField& field) {
    if (field.name == "scale") *std::get<double*>(field.place) = 0.25;
    if (field.name != "form") return;
    const auto& form = std::get<Choice>(field.place);
    const auto chosen = std::find(form.names.begin(), form.names.end(), "reciprocal");
    form.choose(static_cast<std::size_t>(chosen - form.names.begin()));
  });
  CHECK(data_of<goals::KeepClear>(goal).scale == 0.25);
  CHECK(data_of<goals::KeepClear>(goal).form == goals::KeepClear::Form::reciprocal);
  CHECK(goal.kernel->nonzero_when_met(goal));
}
