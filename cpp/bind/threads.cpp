#include "threads.hpp"

#include <algorithm>
#include <system_error>
#include <vector>

#include "errors.hpp"

namespace bind {

using tamaya::u64;

namespace {

constexpr long long kMostThreads = 1024;
constexpr std::chrono::milliseconds kBetweenPolls{50};

}  // namespace

int thread_count(const Threads& threads) {
    const nb::object& given = threads.given;
    const std::string expected = " (expected a whole number from 1 to 1024)";
    if (!PyIndex_Check(given.ptr()) || PyBool_Check(given.ptr()))
        throw TamayaError("threads = " + utf8_of(nb::repr(given)) + expected);
    const Whole whole = {nb::steal(PyNumber_Index(given.ptr()))};
    if (!whole.number.is_valid()) throw nb::python_error();
    const std::optional<long long> number = small_number(whole);
    if (!number || *number < 1 || *number > kMostThreads)
        throw TamayaError("threads = " + number_text(whole) + expected);
    return static_cast<int>(*number);
}

LongCall::LongCall(bool hears_signals)
    : python_thread_(hears_signals ? std::this_thread::get_id() : std::thread::id()),
      polled_(std::chrono::steady_clock::now()) {}

void LongCall::stop_for(std::exception_ptr error, u64 item) {
    const std::lock_guard<std::mutex> lock(door_);
    if (!error_ || item < error_item_) {
        error_ = std::move(error);
        error_item_ = item;
    }
    stopped_ = true;
}

void LongCall::poll_signals() {
    const auto now = std::chrono::steady_clock::now();
    if (now - polled_ < kBetweenPolls) return;
    polled_ = now;
    const nb::gil_scoped_acquire acquire;
    if (PyErr_CheckSignals() != 0) stop_for(std::make_exception_ptr(nb::python_error()), 0);
}

bool LongCall::is_stopped() {
    if (!stopped_ && std::this_thread::get_id() == python_thread_) poll_signals();
    return stopped_;
}

void LongCall::run(u64 items, int threads, const Work& work) {
    std::atomic<u64> next{0};
    const auto work_off = [&](int worker) noexcept {
        while (!is_stopped()) {
            const u64 item = next.fetch_add(1);
            if (item >= items) return;
            try {
                work(item, worker);
            } catch (...) {
                stop_for(std::current_exception(), item);
            }
        }
    };
    std::vector<std::thread> helpers;
    try {
        const u64 useful = std::min(static_cast<u64>(threads), items);
        helpers.reserve(useful);
        for (u64 i = 1; i < useful; ++i) helpers.emplace_back(work_off, static_cast<int>(i));
    } catch (const std::exception&) {
        // The system gives no more threads: those that started do the work.
    }
    work_off(0);
    for (std::thread& helper : helpers) helper.join();
    if (error_) std::rethrow_exception(error_);
}

}  // namespace bind
