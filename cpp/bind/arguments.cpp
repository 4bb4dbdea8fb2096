#include "arguments.hpp"

#include "errors.hpp"

namespace bind {

using tamaya::u64;

std::string utf8_of(nb::handle text) {
    const nb::object bytes =
        nb::steal(PyUnicode_AsEncodedString(text.ptr(), "utf-8", "surrogatepass"));
    if (!bytes.is_valid()) {
        PyErr_Clear();
        return "";
    }
    return {PyBytes_AsString(bytes.ptr()), static_cast<std::size_t>(PyBytes_Size(bytes.ptr()))};
}

std::optional<long long> small_number(const Whole& whole) {
    int overflow = 0;
    const long long number = PyLong_AsLongLongAndOverflow(whole.number.ptr(), &overflow);
    return overflow ? std::nullopt : std::optional(number);
}

// Python refuses to print numbers with thousands of digits.
std::string number_text(const Whole& whole) {
    constexpr int kMostBits = 128;
    const int bits = nb::cast<int>(nb::handle(&PyLong_Type).attr("bit_length")(whole.number));
    if (bits > kMostBits) return "a number of " + std::to_string(bits) + " bits";
    return utf8_of(nb::steal(PyNumber_ToBase(whole.number.ptr(), 10)));
}

u64 seed_of(const Whole& whole) {
    const u64 seed = PyLong_AsUnsignedLongLong(whole.number.ptr());
    if (PyErr_Occurred()) {
        PyErr_Clear();
        throw TamayaError("not a seed: " + number_text(whole) +
                          " (expected a whole number from 0 to 2**64 - 1)");
    }
    return seed;
}

u64 seed_of(const SeedLike& seed) {
    if (PyIndex_Check(seed.given.ptr())) {
        const Whole whole{nb::steal(PyNumber_Index(seed.given.ptr()))};
        if (whole.number.is_valid()) return seed_of(whole);
        PyErr_Clear();
    }
    nb::object text = nb::steal(PyObject_Repr(seed.given.ptr()));
    if (!text.is_valid()) PyErr_Clear();
    constexpr std::size_t kMostShown = 60;
    const std::string shown = text.is_valid() ? utf8_of(text) : "an object";
    throw TamayaError("not a seed: " + shown.substr(0, kMostShown) +
                      " (expected a whole number from 0 to 2**64 - 1)");
}

}  // namespace bind
