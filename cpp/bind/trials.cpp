#include "trials.hpp"

#include <nanobind/ndarray.h>

#include <algorithm>
#include <memory>

#include "bind.hpp"
#include "tables.hpp"
#include "tamaya/search/trials.hpp"
#include "threads.hpp"

namespace bind {

using namespace tamaya;
using namespace nb::literals;

namespace {

using Scores = nb::ndarray<nb::numpy, u8, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

void check(const View& view, const std::vector<Move>& moves, const Policies& models, Scores out) {
    const Setup& setup = view.table.setup;
    if (is_over(view.table)) throw TamayaError("the game is over: there is no move to try");
    if (models.list.size() != setup.players)
        throw TamayaError(std::to_string(models.list.size()) + " models for " +
                          std::to_string(setup.players) + " seats");
    if (out.shape(1) != std::max<std::size_t>(1, moves.size()))
        throw TamayaError("scores must have the shape [samples, moves]");
    if (moves.empty()) return;
    check_turn(view);
    const MoveSet legal = legal_moves(view);
    for (const Move& move : moves)
        if (!legal.contains(move))
            throw IllegalMoveError(move_text(move) + " is not legal in this position");
}

void try_each(const View& view, const std::vector<Move>& moves, const Policies& models,
              const Whole& seed, bool strict, Scores out) {
    check(view, moves, models, out);
    Cast cast = {};
    for (std::size_t i = 0; i < models.list.size(); ++i) cast.seats[i] = &models.list[i];
    const Trials trials = {view, moves.data(), static_cast<int>(moves.size()),
                           cast, strict,       seed_of(seed)};
    ExtraMemory extra(kMaxPlayers, models.extra_bytes());
    const auto playout = std::make_unique<Playout>();
    for (int i = 0; i < kMaxPlayers; ++i) playout->seats[i].memory.extra = extra.seat(i);
    LongCall call;
    nb::gil_scoped_release release;
    call.run(out.shape(0), 1, [&](u64 sample, int) {
        if (sample == 0) prepare(*playout, view);
        try_moves(trials, sample, *playout, out.data() + sample * out.shape(1));
    });
}

}  // namespace

void bind_trials(nb::module_& m) {
    m.def(
        "try_moves", &try_each, "view"_a, "moves"_a, "models"_a, "seed"_a, nb::kw_only(),
        "strict"_a, "out"_a.noconvert(),
        "Plays each move in the same imagined positions and lets the models, one for each seat,\n"
        "play on. Writes scores to out [samples, moves]. Without moves, the model of the seat to\n"
        "move decides, and there is one column.");
}

}  // namespace bind
