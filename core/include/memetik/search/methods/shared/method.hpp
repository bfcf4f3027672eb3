// What a method is to the core: a name, options, and a factory of engines.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <stdexcept>
#include <string_view>

#include "memetik/search/engine.hpp"
#include "memetik/search/methods/shared/option.hpp"
#include "memetik/search/starts.hpp"

namespace memetik {

// What an engine is made for. It refers to the problem and the sources for as long as it lives.
struct EngineContext {
  const Problem& problem;
  const StartSources& sources;
  int threads;  // of the solver
};

// A method with its options chosen: makes an engine, one for every thread of a solver.
struct EngineFactory {
  std::function<std::unique_ptr<Engine>(const EngineContext&)> make;
  bool on_calling_thread = false;  // the engine runs Python, which other threads must not
};

struct SearchMethod {
  std::string_view name;
  std::vector<Option> options;
  // Throws std::invalid_argument for values that the options do not take, or that do not go together.
  std::function<EngineFactory(const OptionValues&)> with;
};

// All methods of the core: one per file in src/search/methods, named as its file. methods.cmake writes the
// list.
std::span<const SearchMethod> all_methods();
// Throws std::invalid_argument if there is none of this name.
const SearchMethod& find_method(std::string_view name);

// A method without its name, which the list adds. `describe(visitor, options)` passes every option to the
// visitor, and throws std::invalid_argument if values do not go together; `make` is the factory.
template <class Options>
SearchMethod make_method(void (*describe)(OptionVisitor&, Options&),
                         std::unique_ptr<Engine> (*make)(const EngineContext&, const Options&)) {
  OptionList list;
  Options defaults;
  describe(list, defaults);
  return {.name = {}, .options = list.options, .with = [=](const OptionValues& values) {
            check_names(list.options, values);
            OptionAssignment assignment(values);
            Options options;
            describe(assignment, options);
            return EngineFactory{[=](const EngineContext& context) { return make(context, options); }};
          }};
}

}  // namespace memetik
