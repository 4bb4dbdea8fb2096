// Positions and events as bytes for pickling. A tag identifies the memory layout, and every field
// is checked on loading, so no bytes can make the core read or write out of bounds.
#pragma once

#include "bind.hpp"

namespace bind {

nb::bytes pickled(const tamaya::State& state);
nb::bytes pickled(const tamaya::View& view);
nb::bytes pickled(const EventValue& event);

// Throw a TamayaError if the bytes are not a valid object.
tamaya::State unpickled_state(const nb::bytes& bytes);
tamaya::View unpickled_view(const nb::bytes& bytes);
EventValue unpickled_event(const nb::bytes& bytes);

}  // namespace bind
