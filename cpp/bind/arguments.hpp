// Arguments as Python hands them over: text of any characters, whole numbers of any type and size.
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

// Anything that operator.index takes: int, its subclasses, NumPy's integers.
struct Whole {
    nb::object number;
};

// Whatever a user gives as a seed, so that an error can quote it.
struct SeedLike {
    nb::object given;
};

std::string utf8_of(nb::handle text);

// The number if it fits, whatever it prints as; nothing if it does not.
std::optional<long long> small_number(const Whole& whole);

// Its digits, or for very long ones how long it is.
std::string number_text(const Whole& whole);

// A whole number from 0 to 2**64-1, or an error that quotes what was given.
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
