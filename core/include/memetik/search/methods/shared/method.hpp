// A method of the core: a name, options, and an engine factory.
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

// The arguments of an engine factory. Engines keep references to the problem and the sources.
struct EngineContext {
  const Problem& problem;
  const StartSources& sources;
};

// A method with chosen options. It makes one engine for every thread of a solver.
struct EngineFactory {
  std::function<std::unique_ptr<Engine>(const EngineContext&)> make;
  bool on_calling_thread = false;  // the engine runs Python code, so only the calling thread may use it
};

struct SearchMethod {
  std::string_view name;
  std::vector<Option> options;
  // Throws std::invalid_argument if a value is invalid or values contradict each other.
  std::function<EngineFactory(const OptionValues&)> with;
};

// All methods of the core: one per file in src/search/methods, named like the file. find_methods.cmake writes
// the list.
std::span<const SearchMethod> all_methods();
// Throws std::invalid_argument if no method has this name.
const SearchMethod& find_method(std::string_view name);

// Makes a method without its name, which the list adds. `describe(visitor, options)` passes every option to
// the visitor, and throws std::invalid_argument if values contradict each other; `make` is the factory.
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
