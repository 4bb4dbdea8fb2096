// The errors of the Python package, as C++ exceptions.
#pragma once

#include <stdexcept>
#include <string>

namespace bind {

struct TamayaError : std::runtime_error {
    using std::runtime_error::runtime_error;
};
struct NotationError : TamayaError {
    using TamayaError::TamayaError;
};
struct IllegalMoveError : TamayaError {
    using TamayaError::TamayaError;
};
struct UnknownNameError : TamayaError {
    using TamayaError::TamayaError;
};

// Text as Python would quote it.
std::string quoted(const std::string& text);

}  // namespace bind
