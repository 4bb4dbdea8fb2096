// Many games side by side. Learners choose their moves outside; partners, native agents sampled
// from a pool, move inside the same step. Each place plays games one after the other. Except for
// the learners' moves, its games are a pure function of (seed, place, number of the game).
#pragma once

#include "tamaya/game_loop.hpp"
#include "tamaya/observation_extended.hpp"
#include "tamaya/recolor.hpp"

namespace tamaya {

// Settings shared by all places.
struct VectorPlan {
    Setup setup;
    u8 learners;  // set of the learners' seats; 0: one learner, who moves on by a seat every game
    bool permute_colors;  // each learner sees its own permutation of colors, new in every game
    bool bombs_cost_all;  // losing the last life subtracts all points of the game
    ObservationKind observation;
    bool packed;   // rows consist of words; otherwise each bit becomes a byte
    u32 episode;   // number of games with the same partner
    u32 partners;  // size of the pool
    u32 extra;  // bytes of extra memory that a partner's seat needs, a multiple of kExtraAlignment
    u64 seed;
};

// The game of one place, without its position.
struct Place {
    u64 number;   // games dealt earlier in this place
    u64 trace;    // hash of the moves so far, see extend_trace
    i32 partner;  // index in the pool; -1: none
    u8 learners;  // learners' seats in this game
    u8 credited;  // points already rewarded
    Recoloring colors[kMaxPlayers];
    Memory memory[kMaxPlayers];  // of the partners
    Rng rng[kMaxPlayers];
};

// Memory and outputs of all places. Pointers that the plan does not need may be null: views,
// policies and weights without partners, habits without counts.
struct VectorArrays {
    State* states;
    View* views;  // views of partners; events are copied once
    Place* places;
    HabitCounts* habits;  // [places][kMaxPlayers]
    u8* extra;            // [places][players][plan.extra]
    const Policy* policies;
    const u64* weights;  // cumulative weights of the partners
    const i32* actions;
    u32* rows;  // [places][row words, or a quarter of the bytes]
    u8* legal;  // [places][actions]
    i8* seats;
    i32* partners;
    i32* games;  // number of each game in its episode
    float* rewards;
    u8* done;
    u8* scores;  // of ended games
    u8* bombed;
    u8* illegal;  // the action was not legal and ended the game
    u64* traces;  // of games that ended
};

// The seed of a game; `tamaya match` with this seed deals the same cards.
inline u64 seed_of_game(u64 seed, u64 place, u64 number) {
    Rng rng = stream(seed, Purpose::series, static_cast<u32>(place));
    rng.counter = number;
    return rng.next();
}

// The partner of an episode: the first whose cumulative weight exceeds a random number.
inline i32 draw_partner(const VectorPlan& plan, const u64* weights, u64 place, u64 episode) {
    if (plan.partners == 0) return -1;
    Rng rng = stream(plan.seed, Purpose::partner, static_cast<u32>(place));
    rng.counter = episode;
    const u64 at = rng.next() % weights[plan.partners - 1];
    u32 low = 0, high = plan.partners - 1;
    while (low < high) {
        const u32 middle = (low + high) / 2;
        if (weights[middle] > at)
            high = middle;
        else
            low = middle + 1;
    }
    return static_cast<i32>(low);
}

inline u8 learners_of(const VectorPlan& plan, u64 place, u64 number) {
    if (plan.learners != 0) return plan.learners;
    return static_cast<u8>(1 << (place + number) % plan.setup.players);
}

inline void draw_colors(const VectorPlan& plan, Place& place, u64 game_seed) {
    Rng rng = stream(game_seed, Purpose::colors);
    for (int seat = 0; seat < plan.setup.players; ++seat)
        place.colors[seat] = draw_recoloring(plan.setup.colors, rng);
}

inline bool waits_for_learner(const Table& t, const Place& place) {
    return is_over(t) || (place.learners >> t.current & 1);
}

// Applies a move of the seat to move; false if the move was illegal and ended the game.
inline bool make_move(const VectorPlan& plan, const VectorArrays& all, u64 i, Move move) {
    State& state = all.states[i];
    Occasion before;
    if (plan.observation == ObservationKind::counts) before = occasion(state.table, state.log);
    const Event& event = apply_or_forfeit(state, move);
    if (plan.observation == ObservationKind::counts)
        count_habits(all.habits + i * kMaxPlayers, before, event, plan.setup.ranks);
    all.places[i].trace = extend_trace(all.places[i].trace, move_of(event, plan.setup.players));
    return event.kind != MoveKind::none;
}

// The extra memory of a partner's seat. Memories do not store its address, because they may be
// copied to another device.
inline Extra extra_of(const VectorPlan& plan, const VectorArrays& all, u64 i, int seat) {
    const u64 at = i * plan.setup.players + static_cast<u64>(seat);
    return {all.extra + at * plan.extra, plan.extra};
}

// Lets partners move until a learner is to move or the game is over. Without partners this is
// empty, so their rules need not be compiled for a GPU.
template <bool kPartners>
inline void let_partners_move(const VectorPlan& plan, const VectorArrays& all, u64 i) {
    if constexpr (!kPartners) return;
    const Table& t = all.states[i].table;
    Place& place = all.places[i];
    while (!waits_for_learner(t, place)) {
        const int seat = t.current;
        look(all.views[i], all.states[i], seat);
        place.memory[seat].extra = extra_of(plan, all, i, seat);
        const Policy& policy = all.policies[place.partner];
        const Decision decision = decide(policy, all.views[i], place.memory[seat], place.rng[seat]);
        make_move(plan, all, i, decision.move);
    }
}

// Deals game `number` of a place.
template <bool kPartners>
inline void deal_game(const VectorPlan& plan, const VectorArrays& all, u64 i, u64 number) {
    Place& place = all.places[i];
    const u64 seed = seed_of_game(plan.seed, i, number);
    if (number % plan.episode == 0 && plan.observation == ObservationKind::counts)
        for (int seat = 0; seat < kMaxPlayers; ++seat)
            all.habits[i * kMaxPlayers + static_cast<u64>(seat)] = {};
    place.partner = draw_partner(plan, all.weights, i, number / plan.episode);
    place.number = number;
    place.trace = 0;
    place.credited = 0;
    place.learners = learners_of(plan, i, number);
    if (plan.permute_colors) draw_colors(plan, place, seed);
    if constexpr (kPartners) {
        all.views[i].table.turn = 0;
        for (int seat = 0; seat < plan.setup.players; ++seat) {
            place.memory[seat] = empty_memory(extra_of(plan, all, i, seat));
            place.rng[seat] = stream(seed, Purpose::agent, static_cast<u32>(seat));
        }
    }
    Deck deck = sorted_deck(plan.setup);
    shuffle(deck, seed);
    deal(all.states[i], plan.setup, deck);
}

// Deals game `number` of a place and plays until the first learner is to move.
template <bool kPartners>
inline void begin_game(const VectorPlan& plan, const VectorArrays& all, u64 i, u64 number) {
    deal_game<kPartners>(plan, all, i, number);
    let_partners_move<kPartners>(plan, all, i);
}

// The move of a learner's action id; kNoMove if the id does not exist.
inline Move move_of_action(const VectorPlan& plan, const Place& place, int seat, i32 action) {
    const ActionIds ids = action_ids(plan.setup);
    if (action < 0 || action >= ids.size()) return kNoMove;
    Move move = ids.move(action);
    if (plan.permute_colors && move.kind == MoveKind::hint_color)
        move.value = static_cast<u8>(place.colors[seat].color_named(move.value));
    return move;
}

// Points since the learners' last move; losing the last life may subtract all earlier points.
inline float reward(const VectorPlan& plan, const Table& t, Place& place) {
    const int worth = plan.bombs_cost_all ? strict_score(t) : score(t);
    const int gained = worth - place.credited;
    place.credited = static_cast<u8>(worth);
    return static_cast<float>(gained);
}

// A step has three parts, between which the threads of a GPU synchronize. First: applies the
// learner's action, which is ignored if the game ended before a learner could move.
inline void act(const VectorPlan& plan, const VectorArrays& all, u64 i) {
    const Table& t = all.states[i].table;
    all.illegal[i] = 0;
    if (is_over(t)) return;
    const Move move = move_of_action(plan, all.places[i], t.current, all.actions[i]);
    all.illegal[i] = !make_move(plan, all, i, move);
}

// Last: computes the reward. Returns true if the game is over and the next one must be dealt.
inline bool settle(const VectorPlan& plan, const VectorArrays& all, u64 i) {
    const Table& t = all.states[i].table;
    const bool over = is_over(t);
    all.rewards[i] = reward(plan, t, all.places[i]);
    all.done[i] = over;
    all.scores[i] = over ? static_cast<u8>(score(t)) : u8{0};
    all.bombed[i] = t.end == End::bombed;
    all.traces[i] = over ? mix(all.places[i].trace) : 0;
    return over;
}

// Applies a learner's action and the partners' moves after it; deals the next game if the game
// ended.
template <bool kPartners>
inline void step_game(const VectorPlan& plan, const VectorArrays& all, u64 i) {
    act(plan, all, i);
    let_partners_move<kPartners>(plan, all, i);
    if (settle(plan, all, i)) begin_game<kPartners>(plan, all, i, all.places[i].number + 1);
}

// The viewer's legal moves as bits by action id: the bits of a MoveSet without ids that the game
// does not have. If the game is over, only the first action is legal; it continues with the next
// game.
inline u64 legal_actions(const View& v) {
    const ActionIds ids = action_ids(v.table.setup);
    const u64 bits = legal_moves(v).bits;
    if (bits == 0) return 1;
    const u64 hand = (1u << ids.hand_size) - 1;
    u64 legal = (bits & hand) | (bits >> kWidest.id(play(0)) & hand) << ids.hand_size;
    int at = 2 * ids.hand_size;
    for (int offset = 1; offset < ids.players; ++offset, at += ids.colors) {
        const u64 colors = bits >> kWidest.id(hint_color(offset, 0)) & 63;
        const u64 ordinary = colors & ((1u << ids.colors) - 1) & 31;
        const u64 extra = ids.extra_named ? colors >> kExtraColor << (ids.colors - 1) : 0;
        legal |= (ordinary | extra) << at;
    }
    for (int offset = 1; offset < ids.players; ++offset, at += ids.ranks)
        legal |= (bits >> kWidest.id(hint_rank(offset, 1)) & ((1u << ids.ranks) - 1)) << at;
    return legal;
}

// One byte for each action id.
inline void write_mask(u64 legal, int actions, u8* out) {
    int id = 0;
    if (actions % 4 == 0)  // then the bytes of every place are word-aligned
        for (; id < actions; id += 4)
            *reinterpret_cast<u32*>(out + id) = four_bytes(static_cast<u32>(legal >> id));
    for (; id < actions; ++id) out[id] = static_cast<u8>(legal >> id & 1);
}

// The view of the seat to move with its colors renamed, without events that rows do not contain.
inline void look_as_learner(const VectorPlan& plan, const State& state, const Place& place,
                            View& v) {
    const int turn = state.table.turn;
    const int first = turn > kRecentEvents ? turn - kRecentEvents : 0;
    v.table.turn = static_cast<u8>(first);
    look(v, state, state.table.current);
    if (plan.permute_colors) recolor(v, place.colors[state.table.current], first);
}

// Writes the outputs of a place for its learner, and the words of its observation to `row`.
inline void show(const VectorPlan& plan, const VectorArrays& all, u64 i, u32* row) {
    const State& state = all.states[i];
    const Place& place = all.places[i];
    View v;
    look_as_learner(plan, state, place, v);
    const int game = static_cast<int>(place.number % plan.episode);
    all.seats[i] = static_cast<i8>(state.table.current);
    all.partners[i] = place.partner;
    all.games[i] = game;
    const int actions = action_ids(plan.setup).size();
    write_mask(legal_actions(v), actions, all.legal + i * static_cast<u64>(actions));
    write_row(v, plan.observation, {all.habits + i * kMaxPlayers, game}, row);
}

// The same, and writes the observation to the outputs, too.
inline void show_in_place(const VectorPlan& plan, const VectorArrays& all, u64 i) {
    const RowSize size = row_size(plan.setup, plan.observation);
    if (plan.packed) return show(plan, all, i, all.rows + i * static_cast<u64>(size.words()));
    u32 row[kMaxRowWords];
    show(plan, all, i, row);
    unpack_row(row, size, all.rows + i * static_cast<u64>(size.unpacked() / 4));
}

// A random legal action, a pure function of (key, place).
inline i32 random_action(const u8* legal, int actions, u64 key, u64 place) {
    Rng rng = stream(key, Purpose::sample, static_cast<u32>(place));
    int count = 0;
    for (int id = 0; id < actions; ++id) count += legal[id];
    u32 left = rng.below(static_cast<u32>(count));
    for (int id = 0; id < actions; ++id)
        if (legal[id] && left-- == 0) return id;
    return 0;
}

}  // namespace tamaya
