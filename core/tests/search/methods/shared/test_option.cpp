// Options: the values that they accept, and how a caller's values are written to their members.
#include <cmath>
#include <limits>
#include <stdexcept>

#include "check.hpp"
#include "memetik/search/methods/shared/option.hpp"

using namespace memetik;

namespace {

enum class Color { red, green };

struct Options {
  bool flag = true;
  int count = 3;
  std::optional<int> threads = {};
  double rate = 0.5;
  std::optional<double> step = {};
  Color color = Color::green;
};

void describe(OptionVisitor& option, Options& o) {
  option("flag", o.flag);
  option("count", o.count, 1, 100'000);
  option("threads", o.threads, 1, 8);
  option("rate", o.rate, 0, 1e6);
  option("step", o.step, 1e-6, 1);
  option("color", o.color, {{"red", Color::red}, {"green", Color::green}});
}

std::vector<Option> described() {
  Options options;
  OptionList list;
  describe(list, options);
  return list.options;
}

Options assigned(const OptionValues& values) {
  Options options;
  OptionAssignment assignment(values);
  describe(assignment, options);
  return options;
}

}  // namespace

TEST(a_description_has_every_option_with_its_default) {
  const auto options = described();
  CHECK(options.size() == 6);
  CHECK(options[0].default_value == OptionValue(true));
  CHECK(options[1].default_value == OptionValue(std::int64_t{3}));
  CHECK(options[2].default_value == OptionValue());
  CHECK(options[3].default_value == OptionValue(0.5));
  CHECK(options[5].default_value == OptionValue("green"));
  CHECK((options[5].choices == std::vector<std::string>{"red", "green"}));
}

TEST(expected_values_are_described_in_words) {
  const auto options = described();
  CHECK(options[0].expected() == "True or False");
  CHECK(options[1].expected() == "a number from 1 to 100000");
  CHECK(options[2].expected() == "a number from 1 to 8, or None");
  CHECK(options[3].expected() == "a number from 0 to 1e+06");
  CHECK(options[5].expected() == "one of red, green");
}

TEST(values_given_are_assigned_and_others_keep_their_default) {
  const Options options = assigned({{"count", std::int64_t{7}}, {"step", 0.25}, {"color", "red"}});
  CHECK(options.flag && options.count == 7 && !options.threads && options.rate == 0.5);
  CHECK(options.step == 0.25);
  CHECK(options.color == Color::red);
  CHECK(assigned({{"rate", std::int64_t{2}}}).rate == 2);
  CHECK(assigned({{"threads", std::int64_t{8}}}).threads == 8);
  CHECK(!assigned({{"threads", OptionValue()}}).threads);
}

TEST(values_out_of_range_or_of_another_type_are_refused) {
  const OptionValues wrong[] = {{{"flag", std::int64_t{1}}},
                                {{"flag", OptionValue()}},
                                {{"count", std::int64_t{0}}},
                                {{"count", std::int64_t{100'001}}},
                                {{"count", 3.0}},
                                {{"count", true}},
                                {{"count", OptionValue()}},
                                {{"threads", std::int64_t{9}}},
                                {{"rate", -1.0}},
                                {{"rate", std::nan("")}},
                                {{"rate", HUGE_VAL}},
                                {{"rate", "fast"}},
                                {{"step", 0.0}},
                                {{"color", "blue"}},
                                {{"color", std::int64_t{0}}}};
  for (const OptionValues& values : wrong) CHECK_THROWS(assigned(values), std::invalid_argument);
}

TEST(values_of_no_option_are_refused) {
  CHECK_THROWS(check_names(described(), {{"colour", "red"}}), std::invalid_argument);
  check_names(described(), {{"color", "red"}});
}
