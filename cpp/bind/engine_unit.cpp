// Compiled twice by CMakeLists.txt. In the second unit the macro TAMAYA_V3 is set and the compiler
// may use popcnt, BMI2 and AVX2; there the namespace of the core is renamed, so that the linker
// cannot merge its inline functions with those of the portable unit.
#ifdef TAMAYA_V3
#define tamaya tamaya_v3
#define ENGINE_UNIT engine_v3
#define ENGINE_NAME "x86-64-v3"
#else
#define ENGINE_UNIT engine_portable
#define ENGINE_NAME "portable"
#endif

#include "engine_unit.hpp"

#include "tamaya/any_seat.hpp"
#include "tamaya/observation.hpp"
#include "tamaya/open_game.hpp"
#include "tamaya/vector.hpp"
#include "tamaya/witness.hpp"

namespace {

using namespace tamaya;

// Native agents at a table, as the game loop expects them.
struct NativeTable {
    const Setup& setup;
    Deck deck;
    NativeSeat seats[kMaxPlayers];

    explicit NativeTable(const EngineTable& table)
        : setup(*static_cast<const Setup*>(table.setup)), deck(sorted_deck(setup)) {
        const Policy* policies[kMaxPlayers];
        for (int i = 0; i < setup.players; ++i)
            policies[i] = static_cast<const Policy*>(table.policies[i]);
        seat_agents(seats, setup.players, policies, table.extra, table.extra_bytes);
    }

    template <typename Also = NothingElse>
    Result play(u64 seed, Counters* counters, const Also& also = {}) {
        return play_game(setup, deck, seed, seats, counters, also);
    }
};

void play_games(const EngineTable& table, u64 first_seed, u64 games, void* out, void* counter_bytes,
                int stride) {
    NativeTable seated(table);
    Result* results = static_cast<Result*>(out);
    Counters* counters = static_cast<Counters*>(counter_bytes);
    for (u64 i = 0; i < games; ++i, counters += stride)
        results[i] = seated.play(first_seed + i, counters);
}

void let_open_natives_move(void* bytes, u64 count, void* counter_bytes) {
    OpenGame* games = static_cast<OpenGame*>(bytes);
    Counters* counters = static_cast<Counters*>(counter_bytes);
    for (u64 i = 0; i < count; ++i) {
        let_natives_move(games[i], counters);
        counters += games[i].state.table.setup.players;
    }
}

void count_fires(const EngineTable& table, u64 first_seed, u64 games, u64* fired, int stride) {
    NativeTable seated(table);
    Counters unused[kMaxPlayers] = {};
    for (u64 i = 0; i < games; ++i)
        seated.play(first_seed + i, unused,
                    [&](const View& v, const Decision& d, const Event&, const Table&) {
                        ++fired[v.me * stride + d.fired];
                    });
}

// The action id of a policy's move, or -1 if it gives up or its move is illegal.
signed char answer(const Policy& policy, const View& view, const MoveSet& legal, Rng rng,
                   Extra extra) {
    Memory memory = empty_memory(extra);
    const Move move = decide(policy, view, memory, rng).move;
    if (!fires(move) || !legal.contains(move)) return -1;
    return static_cast<signed char>(action_ids(view.table.setup).id(move));
}

void ask(const EngineTable& table, u64 first_seed, u64 games, const void* asked, u64 count,
         void* context, TakeAnswers take) {
    NativeTable seated(table);
    const Policy* policies = static_cast<const Policy*>(asked);
    const Extra extra = {table.extra + seated.setup.players * table.extra_bytes, table.extra_bytes};
    Counters unused[kMaxPlayers] = {};
    for (u64 i = 0; i < games; ++i)
        seated.play(first_seed + i, unused,
                    [&](const View& v, const Decision&, const Event&, const Table&) {
                        const MoveSet legal = legal_moves(v);
                        const Rng rng = stream(first_seed + i, Purpose::question, v.table.turn);
                        signed char* out = take(context, i, legal.size());
                        for (u64 k = 0; k < count; ++k)
                            out[k] = answer(policies[k], v, legal, rng, extra);
                    });
}

// Writes what a seat saw of the others: the whole account of each seat, then the published account.
void witness_game(const EngineTable& table, u64 seed, int me, void* out, void* account_bytes) {
    NativeTable seated(table);
    Counters unused[kMaxPlayers] = {};
    Witness seen = {};
    seen.me = static_cast<u8>(me);
    *static_cast<Result*>(out) = seated.play(
        seed, unused, [&](const View& v, const Decision&, const Event& event, const Table& after) {
            witness(seen, v, event, after.hints);
        });
    Counters* accounts = static_cast<Counters*>(account_bytes);
    for (int i = 0; i < seated.setup.players; ++i) {
        accounts[i] = seen.whole[i];
        accounts[seated.setup.players + i] = seen.published[i];
    }
}

void play_row(const EngineTable& table, const void* decks, u64 games, u64 first_seed,
              u32 remembering, void* results) {
    NativeTable seated(table);
    play_in_a_row(seated.setup, static_cast<const Deck*>(decks), games, first_seed, seated.seats,
                  remembering, static_cast<Result*>(results));
}

void play_seats(const void* setup_bytes, void* seats, u64 seed, void* result, void* counters) {
    const Setup& setup = *static_cast<const Setup*>(setup_bytes);
    *static_cast<Result*>(result) =
        play_game(setup, sorted_deck(setup), seed, static_cast<AnySeat*>(seats),
                  static_cast<Counters*>(counters));
}

const void* think_of(void* seat, const void* view) {
    return &think(*static_cast<SearchSeat*>(seat), *static_cast<const View*>(view));
}

const void* investigate_move(const void* by, void* seat, const void* view, const void* standard) {
    return &investigate(*static_cast<const Investigator*>(by), *static_cast<MetaSeat*>(seat),
                        *static_cast<const View*>(view), *static_cast<const Move*>(standard));
}

void observe_state(const void* state, int seat, u8* out) {
    View view;
    view.table.turn = 0;
    look(view, *static_cast<const State*>(state), seat);
    write_bytes(observe(view), out);
}

void legal_mask(const void* bytes, u8* out) {
    const State& state = *static_cast<const State*>(bytes);
    const ActionIds ids = action_ids(state.table.setup);
    const MoveSet moves = legal_moves(state);
    for (int id = 0; id < ids.size(); ++id) out[id] = moves.contains(ids.move(id));
}

// Calls work(plan, arrays, place) for a range of places.
template <typename Work>
void each_place(const void* plan, const void* arrays, u64 first, u64 count, const Work& work) {
    for (u64 i = first; i < first + count; ++i)
        work(*static_cast<const VectorPlan*>(plan), *static_cast<const VectorArrays*>(arrays), i);
}

void vector_begin(const void* plan_bytes, const void* arrays, u64 first, u64 count) {
    each_place(plan_bytes, arrays, first, count,
               [](const VectorPlan& plan, const VectorArrays& all, u64 i) {
                   plan.partners > 0 ? begin_game<true>(plan, all, i, 0)
                                     : begin_game<false>(plan, all, i, 0);
               });
}

void vector_step(const void* plan_bytes, const void* arrays, u64 first, u64 count) {
    each_place(plan_bytes, arrays, first, count,
               [](const VectorPlan& plan, const VectorArrays& all, u64 i) {
                   plan.partners > 0 ? step_game<true>(plan, all, i)
                                     : step_game<false>(plan, all, i);
               });
}

void vector_show(const void* plan_bytes, const void* arrays, u64 first, u64 count) {
    each_place(plan_bytes, arrays, first, count,
               [](const VectorPlan& plan, const VectorArrays& all, u64 i) {
                   show_in_place(plan, all, i);
               });
}

}  // namespace

extern "C" const EngineUnit ENGINE_UNIT = {ENGINE_NAME,      play_games,    let_open_natives_move,
                                           count_fires,      ask,           witness_game,
                                           play_row,         play_seats,    think_of,
                                           investigate_move, observe_state, legal_mask,
                                           vector_begin,     vector_step,   vector_show};
