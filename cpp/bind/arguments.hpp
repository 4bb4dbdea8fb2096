// Arguments from Python: any text, and integers of any type and size.
#pragma once

#include <nanobind/nanobind.h>

#include <optional>
#include <string>

#include "tamaya/platform.hpp"

namespace bind {

namespace nb = nanobind;

// A str in UTF-8. Lone surrogates, which std::string arguments refuse with a TypeError, become
// their three bytes, so that parsers can quote them.
struct Text {
    std::string utf8;
};

// Anything that operator.index accepts: int, its subclasses, NumPy integers.
struct Whole {
    nb::object number;
};

// A seed as the user passed it, so that an error can quote it.
struct SeedLike {
    nb::object given;
};

std::string utf8_of(nb::handle text);

// The number if it fits, otherwise nothing.
std::optional<long long> small_number(const Whole& whole);

// Its digits, or their number if there are very many.
std::string number_text(const Whole& whole);

// An integer from 0 to 2**64-1, or an error that quotes the value.
tamaya::u64 seed_of(const Whole& whole);
tamaya::u64 seed_of(const SeedLike& seed);

}  // namespace bind

namespace nanobind::detail {

template <>
struct type_caster<bind::Text> {
    NB_TYPE_CASTER(bind::Text, const_name("str"))

    bool from_python(handle src, uint8_t, cleanup_list*) noexcept {
        if (!PyUnicode_Check(src.ptr())) return false;
        value.utf8 = bind::utf8_of(src);
        return true;
    }
};

template <>
struct type_caster<bind::SeedLike> {
    NB_TYPE_CASTER(bind::SeedLike, const_name("typing.SupportsIndex"))

    bool from_python(handle src, uint8_t, cleanup_list*) noexcept {
        value.given = borrow(src);
        return true;
    }
};

template <>
struct type_caster<bind::Whole> {
    NB_TYPE_CASTER(bind::Whole, const_name("typing.SupportsIndex"))

    bool from_python(handle src, uint8_t, cleanup_list*) noexcept {
        if (!PyIndex_Check(src.ptr())) return false;
        value.number = steal(PyNumber_Index(src.ptr()));
        if (!value.number.is_valid()) PyErr_Clear();
        return value.number.is_valid();
    }
};

}  // namespace nanobind::detail
