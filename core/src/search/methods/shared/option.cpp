#include "memetik/search/methods/shared/option.hpp"

#include <algorithm>
#include <cstdio>
#include <stdexcept>
#include <type_traits>

namespace memetik {

namespace {

std::string text_of(Option::Kind kind, double number) {
  char text[32];
  std::snprintf(text, sizeof text, kind == Option::Kind::integer ? "%.0f" : "%g", number);
  return text;
}

// The number in an integer or floating-point value; empty for other types.
std::optional<double> number_in(const OptionValue& value) {
  if (const auto* integer = std::get_if<std::int64_t>(&value)) return static_cast<double>(*integer);
  if (const auto* number = std::get_if<double>(&value)) return *number;
  return {};
}

}  // namespace

bool Option::allows(const OptionValue& value) const {
  if (std::holds_alternative<std::monostate>(value)) return may_be_none;
  if (kind == Kind::flag) return std::holds_alternative<bool>(value);
  if (kind == Kind::choice) {
    const auto* name_of_choice = std::get_if<std::string>(&value);
    return name_of_choice && std::find(choices.begin(), choices.end(), *name_of_choice) != choices.end();
  }
  const std::optional<double> number = number_in(value);
  const bool is_fraction = std::holds_alternative<double>(value);
  return number && min <= *number && *number <= max && !(kind == Kind::integer && is_fraction);
}

std::string Option::expected() const {
  std::string words;
  if (kind == Kind::flag) words = "True or False";
  if (kind == Kind::integer || kind == Kind::number)
    words = "a number from " + text_of(kind, min) + " to " + text_of(kind, max);
  if (kind == Kind::choice)
    for (const std::string& choice : choices) words += (words.empty() ? "one of " : ", ") + choice;
  return may_be_none ? words + ", or None" : words;
}

template <class Number>
void OptionVisitor::visit_number(const char* name, std::optional<Number>& member, Number min, Number max,
                                 bool may_be_none) {
  constexpr bool whole = std::is_integral_v<Number>;
  using Value = std::conditional_t<whole, std::int64_t, double>;
  Option option{.name = name,
                .kind = whole ? Option::Kind::integer : Option::Kind::number,
                .min = static_cast<double>(min),
                .max = static_cast<double>(max),
                .may_be_none = may_be_none};
  if (member) option.default_value = static_cast<Value>(*member);
  const std::optional<double> number = number_in(visit(option));
  member = number ? std::optional(static_cast<Number>(*number)) : std::nullopt;
}

void OptionVisitor::operator()(const char* name, std::optional<int>& member, int min, int max) {
  visit_number(name, member, min, max, true);
}

void OptionVisitor::operator()(const char* name, std::optional<double>& member, double min, double max) {
  visit_number(name, member, min, max, true);
}

void OptionVisitor::operator()(const char* name, int& member, int min, int max) {
  std::optional<int> value = member;
  visit_number(name, value, min, max, false);
  member = *value;
}

void OptionVisitor::operator()(const char* name, double& member, double min, double max) {
  std::optional<double> value = member;
  visit_number(name, value, min, max, false);
  member = *value;
}

void OptionVisitor::operator()(const char* name, bool& member) {
  Option option{.name = name, .kind = Option::Kind::flag, .default_value = member};
  member = std::get<bool>(visit(option));
}

OptionValue OptionList::visit(const Option& option) {
  options.push_back(option);
  return option.default_value;
}

OptionValue OptionAssignment::visit(const Option& option) {
  const auto given = values_->find(option.name);
  if (given == values_->end()) return option.default_value;
  if (!option.allows(given->second))
    throw std::invalid_argument(option.name + ": expected " + option.expected());
  return given->second;
}

void check_names(const std::vector<Option>& options, const OptionValues& values) {
  for (const auto& [name, value] : values)
    if (std::none_of(options.begin(), options.end(), [&](const Option& o) { return o.name == name; }))
      throw std::invalid_argument(name + ": no such option");
}

void expect_at_most(const char* name, int value, const char* bound_name, int bound) {
  if (value <= bound) return;
  throw std::invalid_argument(std::string(name) + ": expected at most " + bound_name + "=" +
                              std::to_string(bound) + ", got " + std::to_string(value));
}

void expect_less(const char* name, int value, const char* bound_name, int bound) {
  if (value < bound) return;
  throw std::invalid_argument(std::string(name) + ": expected less than " + bound_name + "=" +
                              std::to_string(bound) + ", got " + std::to_string(value));
}

}  // namespace memetik
