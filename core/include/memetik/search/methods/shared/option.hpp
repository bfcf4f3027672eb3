// Options of methods. A method declares each of its options once: name, member, and allowed values. Bindings
// and tests read that declaration.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace memetik {

// The value that a caller gives for an option; monostate means None.
using OptionValue = std::variant<std::monostate, bool, std::int64_t, double, std::string>;
using OptionValues = std::map<std::string, OptionValue, std::less<>>;

// The name and the allowed values of an option.
struct Option {
  enum class Kind : std::uint8_t { flag, integer, number, choice };

  std::string name;
  Kind kind;
  double min = 0, max = 0;                // range of integers and numbers
  bool may_be_none = false;               // if None, the method chooses a value
  std::vector<std::string> choices = {};  // the allowed names
  OptionValue default_value = {};

  bool allows(const OptionValue& value) const;
  // The allowed values in words: "a number from 1 to 256, or None".
  std::string expected() const;
};

// Visits the options of a method, one call per option, with the member that stores it.
class OptionVisitor {
 public:
  virtual ~OptionVisitor() = default;

  void operator()(const char* name, bool& member);
  void operator()(const char* name, int& member, int min, int max);
  void operator()(const char* name, std::optional<int>& member, int min, int max);
  void operator()(const char* name, double& member, double min, double max);
  void operator()(const char* name, std::optional<double>& member, double min, double max);

  // An enumeration and the names of its values.
  template <class Enum>
  struct Choice {
    const char* name;
    Enum value;
  };
  template <class Enum>
  void operator()(const char* name, Enum& member, std::initializer_list<Choice<Enum>> choices) {
    Option option{.name = name, .kind = Option::Kind::choice};
    for (const auto& choice : choices) {
      option.choices.push_back(choice.name);
      if (choice.value == member) option.default_value = choice.name;
    }
    const std::string chosen = std::get<std::string>(visit(option));
    for (const auto& choice : choices)
      if (chosen == choice.name) member = choice.value;
  }

 private:
  // Returns the member's new value. The present value is the option's default.
  virtual OptionValue visit(const Option& option) = 0;
  template <class Number>
  void visit_number(const char* name, std::optional<Number>& member, Number min, Number max,
                    bool may_be_none);
};

// Throw std::invalid_argument that names both options unless value <= bound, or value < bound.
void expect_at_most(const char* name, int value, const char* bound_name, int bound);
void expect_less(const char* name, int value, const char* bound_name, int bound);

// Collects the options.
class OptionList final : public OptionVisitor {
 public:
  std::vector<Option> options;

 private:
  OptionValue visit(const Option& option) override;
};

// Sets members to the caller's values. Members without a value keep their default. Throws
// std::invalid_argument if a value is not allowed.
class OptionAssignment final : public OptionVisitor {
 public:
  explicit OptionAssignment(const OptionValues& values) : values_(&values) {}

 private:
  OptionValue visit(const Option& option) override;

  const OptionValues* values_;
};

// Throws std::invalid_argument if a value belongs to no option.
void check_names(const std::vector<Option>& options, const OptionValues& values);

}  // namespace memetik
