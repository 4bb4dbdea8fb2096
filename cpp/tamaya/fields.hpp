// Names, types and offsets of a struct's fields. Python reads and writes structs with them, without
// a binding for each field.
//
//   struct Params { double weight; u16 samples; bool careful; };
//   FIELDS(Params, weight, samples, careful);
//
// Use FIELDS in the struct's namespace and list all fields in order: numbers, bools, one-byte
// enums, and arrays of them. It declares `fields_of(const Params*)`.
#pragma once

#include "tamaya/platform.hpp"

namespace tamaya {

#if defined(__CUDACC_RTC__)
#define FIELDS(Type, ...) static_assert(true)
#else

struct Field {
    const char* name;
    const char* type;  // NumPy's type code, like "u1", "f8", "?"
    u32 offset;
    u32 size;   // bytes of one element
    u32 count;  // elements of an array
    bool is_array;
};

struct FieldList {
    const Field* at;
    int count;
};

template <typename T>
constexpr const char* kFieldType = __is_enum(T) && sizeof(T) == 1 ? "u1" : nullptr;
template <>
inline constexpr const char* kFieldType<bool> = "?";
template <>
inline constexpr const char* kFieldType<u8> = "u1";
template <>
inline constexpr const char* kFieldType<i8> = "i1";
template <>
inline constexpr const char* kFieldType<u16> = "u2";
template <>
inline constexpr const char* kFieldType<u32> = "u4";
template <>
inline constexpr const char* kFieldType<i32> = "i4";
template <>
inline constexpr const char* kFieldType<u64> = "u8";
template <>
inline constexpr const char* kFieldType<i64> = "i8";
template <>
inline constexpr const char* kFieldType<float> = "f4";
template <>
inline constexpr const char* kFieldType<double> = "f8";

// Describes one field by its type.
template <typename T>
struct FieldOf {
    static_assert(kFieldType<T> != nullptr, "a field is a number, a bool or an array of them");
    static constexpr Field at(const char* name, u32 offset) {
        return {name, kFieldType<T>, offset, sizeof(T), 1, false};
    }
};
template <typename T, decltype(sizeof(0)) n>
struct FieldOf<T[n]> {
    static_assert(kFieldType<T> != nullptr, "a field is a number, a bool or an array of them");
    static constexpr Field at(const char* name, u32 offset) {
        return {name, kFieldType<T>, offset, sizeof(T), n, true};
    }
};

// Whether the fields fill a struct of this size, except for padding.
constexpr bool is_complete(const Field* fields, int count, u32 size, u32 alignment) {
    u32 end = 0;
    for (int i = 0; i < count; ++i) {
        const u32 start = (end + fields[i].size - 1) / fields[i].size * fields[i].size;
        if (fields[i].offset != start) return false;
        end = start + fields[i].size * fields[i].count;
    }
    return (end + alignment - 1) / alignment * alignment == size;
}

#define TAMAYA_FIELD(Type, name) \
    ::tamaya::FieldOf<decltype(Type::name)>::at(#name, __builtin_offsetof(Type, name)),

// Repeats TAMAYA_FIELD for up to 64 names.
#define TAMAYA_PARENTHESES ()
#define TAMAYA_EXPAND1(...) __VA_ARGS__
#define TAMAYA_EXPAND4(...) \
    TAMAYA_EXPAND1(TAMAYA_EXPAND1(TAMAYA_EXPAND1(TAMAYA_EXPAND1(__VA_ARGS__))))
#define TAMAYA_EXPAND16(...) \
    TAMAYA_EXPAND4(TAMAYA_EXPAND4(TAMAYA_EXPAND4(TAMAYA_EXPAND4(__VA_ARGS__))))
#define TAMAYA_EXPAND64(...) \
    TAMAYA_EXPAND16(TAMAYA_EXPAND16(TAMAYA_EXPAND16(TAMAYA_EXPAND16(__VA_ARGS__))))
#define TAMAYA_EACH(Type, name, ...) \
    TAMAYA_FIELD(Type, name)         \
    __VA_OPT__(TAMAYA_AGAIN TAMAYA_PARENTHESES(Type, __VA_ARGS__))
#define TAMAYA_AGAIN() TAMAYA_EACH

#define FIELDS(Type, ...)                                                                      \
    inline constexpr ::tamaya::Field kFieldsOf##Type[] = {                                     \
        TAMAYA_EXPAND64(TAMAYA_EACH(Type, __VA_ARGS__))};                                      \
    constexpr ::tamaya::FieldList fields_of(const Type*) {                                     \
        return {kFieldsOf##Type, sizeof kFieldsOf##Type / sizeof(tamaya::Field)};              \
    }                                                                                          \
    static_assert(                                                                             \
        ::tamaya::is_complete(kFieldsOf##Type, sizeof kFieldsOf##Type / sizeof(tamaya::Field), \
                              sizeof(Type), alignof(Type)),                                    \
        "FIELDS lists all fields in their order")
#endif

}  // namespace tamaya
