// Cyclone (Kantack 2021): the value of a move is a weighted sum of factors, and the move with the
// highest value is made. Ties: the first in the order of HLE's action ids.
//
// The original plays with one partner; with more, the value of a hint depends on its receiver. It
// compares doubles, so terms are added in its order.
#pragma once

#include "tamaya/families/family.hpp"

namespace tamaya::cyclone {

// The factors of a move. All but the first and the last have a weight; `misplay` has three.
enum class Factor : u8 {
    fits,                   // probability that the played card fits
    certain_play,           // the card certainly fits
    misplay,                // probability that it does not
    play_singled_out,       // a hint has just singled it out
    safe_discard,           // the chance that a discarded card can be spared; for hints, how much
                            // it grows for the partner's cards that can
    unneeded_discard,       // probability that it can never score
    discard_singled_out,    // a hint has just singled it out
    discard_with_token,     // per hint token, unless the card can never score
    discard_beyond_deck,    // per token beyond the number of cards in the deck
    partner_playable,       // increase of the probability that the partner plays a playable card
    partner_unplayable,     // the same for other cards
    single_out_playable,    // the hint singles out a playable card
    single_out_unplayable,  // it singles out a card that the partner might play in vain
    end,                    // discards while misplays are free, hints in the last turn
};
constexpr int kFactors = 14;
constexpr double kNever = -1'000'000.0;

// Weights of the factors; costs are negative.
struct Params {
    double by_factor[kFactors];  // 0 for factors without a weight
    double misplay[3];           // with no, one and two lives lost

    double operator[](Factor f) const { return by_factor[static_cast<int>(f)]; }
};
FIELDS(Params, by_factor, misplay);

inline bool is_finite(double x) { return x - x == 0.0; }

inline Flaw flaw(const Params& weights) {
    for (const double weight : weights.by_factor)
        if (!is_finite(weight)) return {"by_factor", "finite numbers"};
    for (const double weight : weights.misplay)
        if (!is_finite(weight)) return {"misplay", "finite numbers"};
    return kNoFlaw;
}

// Knowledge about a hand as one of the two players tracks it.
struct Tracked {
    Row colors, ranks;                  // possible colors and ranks of each slot
    SlotSet color_hinted, rank_hinted;  // slots whose color or rank a hint named
    SlotSet present;
};

inline Tracked tracked(const Knowledge& k) {
    return {k.colors, k.ranks, k.color_hinted, k.rank_hinted, k.present};
}

// A player's notes about its own hand: the colors and ranks that hints ruled out, as the original
// tracks them. If a hint names nothing new, the original does not note what it rules out for
// untouched cards. Stored in a seat's Memory.
struct Notes {
    Row not_colors, not_ranks;
    SlotSet color_hinted, rank_hinted;
    u16 seen;  // number of log events already processed

    explicit Notes(const Memory& m)
        : not_colors{m.words[0]},
          not_ranks{m.words[1]},
          color_hinted(static_cast<SlotSet>(m.words[2])),
          rank_hinted(static_cast<SlotSet>(m.words[2] >> 8)),
          seen(static_cast<u16>(m.words[2] >> 16)) {}

    void keep(Memory& m) const {
        m.words[0] = not_colors.bits;
        m.words[1] = not_ranks.bits;
        m.words[2] = static_cast<u64>(color_hinted) | static_cast<u64>(rank_hinted) << 8 |
                     static_cast<u64>(seen) << 16;
    }

    // An own card was used; the new card is unknown.
    void drop(const Setup& s, int slot) {
        if (s.refill == Refill::shift) {
            not_colors.close(slot, 0);
            not_ranks.close(slot, 0);
            color_hinted = close(color_hinted, slot);
            rank_hinted = close(rank_hinted, slot);
            return;
        }
        not_colors.set(slot, 0);
        not_ranks.set(slot, 0);
        color_hinted &= static_cast<SlotSet>(~(1 << slot));
        rank_hinted &= static_cast<SlotSet>(~(1 << slot));
    }

    // Processes a hint to this player; returns the slots about which it named something new.
    SlotSet hear(const Event& e, SlotSet present) {
        const bool by_color = e.kind == MoveKind::hint_color;
        SlotSet& hinted = by_color ? color_hinted : rank_hinted;
        Row& excluded = by_color ? not_colors : not_ranks;
        const SlotSet named = static_cast<SlotSet>(e.touched & ~hinted);
        hinted |= e.touched;
        if (!named) return 0;
        const u8 value = static_cast<u8>(1 << (by_color ? e.value : e.value - 1));
        for (u32 left = present & ~static_cast<u32>(e.touched); left != 0; left &= left - 1) {
            const int slot = lowest_bit(left);
            excluded.set(slot, static_cast<u8>(excluded.get(slot) | value));
        }
        return named;
    }
};

inline bool is_single(SlotSet slots) { return slots != 0 && (slots & (slots - 1)) == 0; }

// The possible own cards, and the slot that a hint since the last own turn singled out, if any.
struct OwnHand {
    Tracked tracked;
    SlotSet singled_out;
};

inline OwnHand own_hand(const View& v, Memory& memory) {
    const Setup& s = v.table.setup;
    const Knowledge& k = v.table.knowledge[v.me];
    const SlotSet whole = static_cast<SlotSet>((1 << s.hand_size) - 1);
    Notes notes(memory);
    SlotSet named = 0;
    for (; notes.seen < v.table.turn; ++notes.seen) {
        const Event& e = v.log.events[notes.seen];
        if (e.actor == v.me) named = 0;
        if (e.actor == v.me && (e.kind == MoveKind::play || e.kind == MoveKind::discard))
            notes.drop(s, e.slot);
        if (e.actor != v.me && e.target == v.me) named = notes.hear(e, whole);
    }
    notes.keep(memory);
    Tracked hand = tracked(k);
    for (u32 left = k.present; left != 0; left &= left - 1) {
        const int slot = lowest_bit(left);
        if (!(k.color_hinted >> slot & 1))
            hand.colors.set(slot, static_cast<u8>(color_set(s) & ~notes.not_colors.get(slot)));
        if (!(k.rank_hinted >> slot & 1))
            hand.ranks.set(slot, static_cast<u8>(rank_set(s) & ~notes.not_ranks.get(slot)));
    }
    return {hand, is_single(named) ? named : static_cast<SlotSet>(0)};
}

inline double share(const CardCounts& pool, CardSet admitted, CardSet wanted) {
    const TwoCounts counts = count(pool, admitted & wanted, admitted);
    return counts.second > 0 ? static_cast<double>(counts.first) / counts.second : 0.0;
}

inline CardSet admitted(const Tracked& hand, int slot) {
    return product(hand.colors.get(slot), hand.ranks.get(slot));
}

// The cards of a hand that hints have named by color and rank.
struct Identified {
    Card cards[kMaxHand];
    SlotSet slots;

    explicit Identified(const Tracked& hand)
        : slots(static_cast<SlotSet>(hand.color_hinted & hand.rank_hinted & hand.present)) {
        for (u32 left = slots; left != 0; left &= left - 1) {
            const int slot = lowest_bit(left);
            cards[slot] = static_cast<Card>(lowest_bit(admitted(hand, slot)));
        }
    }

    // Cards of which the other slots are known to hold all unseen copies.
    CardSet held_elsewhere(const CardCounts& pool, int slot) const {
        CardSet elsewhere = 0;
        for (u32 left = slots & ~(1u << slot); left != 0; left &= left - 1) {
            const Card card = cards[lowest_bit(left)];
            int copies = 0;
            for (u32 same = slots & ~(1u << slot); same != 0; same &= same - 1)
                copies += cards[lowest_bit(same)] == card;
            if (copies >= pool.of(card)) elsewhere |= bit(card);
        }
        return elsewhere;
    }
};

inline double chance_to_fit(const View& v, const CardCounts& pool, const Tracked& hand,
                            const Identified& known, int slot) {
    CardSet cards = admitted(hand, slot);
    if (known.slots & ~(1 << slot)) cards &= ~known.held_elsewhere(pool, slot);
    return share(pool, cards, v.playable);
}

// Cards too far above their firework to be reached with the remaining deck.
inline CardSet given_up(const View& v) {
    const int deck = v.table.deck;
    if (deck > 7) return 0;
    const CardSet third = next_rank(next_rank(v.playable));
    const CardSet fourth = next_rank(third), fifth = next_rank(fourth);
    return fifth | (deck <= 5 ? fourth : 0) | (deck <= 3 ? third : 0);
}

// Cards that can be discarded safely: useless, unreachable, or with another unseen copy.
inline CardSet safe(const View& v, const CardCounts& pool) {
    return v.dead | given_up(v) | pool.high;
}

// A sum whose terms can be recorded.
template <typename Note>
struct Sum {
    const Note& note;
    double value = 0.0;

    template <typename Which>
    void add(Which factor, double term) {
        value += term;
        note(factor, term);
    }
};

inline int lives_lost(const View& v) {
    const int lost = 3 - v.table.lives;
    return lost < 0 ? 0 : lost;
}

// Facts about a position that all moves share.
struct Situation {
    const View& v;
    const Params& w;
    OwnHand own;
    bool last_turn;  // no turn follows, as the original counts
    bool free;       // enough lives to lose one in each remaining turn

    Situation(const View& view, const Params& weights, Memory& memory)
        : v(view), w(weights), own(own_hand(view, memory)), last_turn(false), free(false) {
        if (v.table.deck > 0) return;
        const int left = turns_left();
        last_turn = left == 0;
        free = v.table.lives > left;
    }

    // Turns after this one. With two players, the original takes this for the last turn if the last
    // move was a hint.
    int turns_left() const {
        if (v.table.setup.players != 2) return v.table.turns_left - 1;
        if (v.table.turn == 0) return 1;
        const MoveKind before = v.log.events[v.table.turn - 1].kind;
        return before == MoveKind::hint_color || before == MoveKind::hint_rank ? 0 : 1;
    }

    double misplay() const { return free ? 0.0 : w.misplay[lives_lost(v)]; }
};

// The receiver of a hint: hand, knowledge, and probabilities before the hint.
struct Receiver {
    const View& v;
    const Hand& hand;
    Tracked before;
    CardSet safe_cards;
    double fits[kMaxHand], spared[kMaxHand];

    Receiver(const View& view, int seat)
        : v(view),
          hand(view.hands[seat]),
          before(tracked(view.table.knowledge[seat])),
          safe_cards(safe(view, view.table.hidden)) {
        const Identified known(before);
        for (u32 left = before.present; left != 0; left &= left - 1) {
            const int slot = lowest_bit(left);
            fits[slot] = chance_to_fit(v, v.table.hidden, before, known, slot);
            spared[slot] = share(v.table.hidden, admitted(before, slot), safe_cards);
        }
    }

    // The receiver's hand after a hint; `named` are the slots about which it names something new.
    Tracked after(Move hint, SlotSet& named) const {
        const bool by_color = hint.kind == MoveKind::hint_color;
        const int value = by_color ? hint.value : hint.value - 1;
        const u64 touched = slots_with_bit(by_color ? hand.colors : hand.ranks, value);
        const u64 wild = static_cast<u64>(is_rainbow(v.table.setup)) << kExtraColor;
        const u64 meant = by_color ? 1ull << value | wild : 1ull << value;
        Tracked after = before;
        Row& row = by_color ? after.colors : after.ranks;
        SlotSet& hinted = by_color ? after.color_hinted : after.rank_hinted;
        row.bits &= (meant * kEachSlot) ^ ~(touched * 0xFF);
        named = static_cast<SlotSet>(slot_set(touched) & ~hinted);
        hinted |= slot_set(touched);
        return after;
    }
};

template <typename Note>
inline double value_of_hint(const Situation& at, const Receiver& them, Move hint,
                            const Note& note) {
    const View& v = at.v;
    const Params& w = at.w;
    const CardCounts& pool = v.table.hidden;
    SlotSet named = 0;
    const Tracked after = them.after(hint, named);
    const Identified known(after);
    double fits[kMaxHand];
    Sum<Note> sum{note};
    for (u32 left = after.present; left != 0; left &= left - 1) {
        const int slot = lowest_bit(left);
        fits[slot] = chance_to_fit(v, pool, after, known, slot);
        const double more = fits[slot] - them.fits[slot];
        const bool playable = v.playable & bit(them.hand.cards.get(slot));
        const Factor factor = playable ? Factor::partner_playable : Factor::partner_unplayable;
        sum.add(factor, more * w[factor]);
    }
    for (u32 left = v.table.deck > 0 ? after.present : 0; left != 0; left &= left - 1) {
        const int slot = lowest_bit(left);
        if (!(them.safe_cards & bit(them.hand.cards.get(slot)))) continue;
        const double spared = share(pool, admitted(after, slot), them.safe_cards);
        sum.add(Factor::safe_discard, w[Factor::safe_discard] * (spared - them.spared[slot]));
    }
    if (is_single(named)) {
        const int slot = lowest_bit(named);
        const bool playable = v.playable & bit(them.hand.cards.get(slot));
        if (playable) {
            sum.add(Factor::single_out_playable, w[Factor::single_out_playable]);
        } else if (fits[slot] > 0.0) {
            sum.add(Factor::single_out_unplayable, w[Factor::single_out_unplayable]);
        }
    }
    if (!at.last_turn) return sum.value;
    note(Factor::end, kNever);
    return kNever + sum.value;
}

// An own card: facts that playing and discarding it share.
struct OwnCard {
    double fits;
    bool singled_out;
};

template <typename Note>
inline double value_of_play(const Situation& at, const OwnCard& card, const Note& note) {
    Sum<Note> sum{note};
    sum.add(Factor::fits, card.fits);
    sum.add(Factor::misplay, (1.0 - card.fits) * at.misplay());
    if (card.fits == 1.0) sum.add(Factor::certain_play, at.w[Factor::certain_play]);
    if (card.singled_out) sum.add(Factor::play_singled_out, at.w[Factor::play_singled_out]);
    return sum.value;
}

template <typename Note>
inline double value_of_discard(const Situation& at, const OwnCard& card, int slot,
                               const Note& note) {
    const View& v = at.v;
    const Params& w = at.w;
    const CardSet cards = admitted(at.own.tracked, slot);
    const double unneeded = share(v.table.hidden, cards, v.dead);
    const double spared = share(v.unseen, cards, safe(v, v.unseen));
    const int tokens = v.table.hints, beyond = tokens - v.table.deck;
    Sum<Note> sum{note};
    sum.add(Factor::discard_with_token, (1.0 - unneeded) * w[Factor::discard_with_token] * tokens);
    sum.add(Factor::safe_discard, w[Factor::safe_discard] * spared);
    sum.add(Factor::unneeded_discard, w[Factor::unneeded_discard] * unneeded);
    if (at.free) sum.add(Factor::end, kNever);
    if (card.singled_out) sum.add(Factor::discard_singled_out, w[Factor::discard_singled_out]);
    if (beyond > 0) sum.add(Factor::discard_beyond_deck, w[Factor::discard_beyond_deck] * beyond);
    return sum.value;
}

// Calls use(receiver, hint) for each hint of a set, in the order of action ids.
template <typename Use>
inline void each_hint(const View& v, u64 hints, const Use& use) {
    // Hints of a kind are ordered by receiver, so each receiver is computed once per kind.
    u64 left = hints;
    while (left != 0) {
        Move move = kWidest.move(lowest_bit(left));
        const int offset = move.index;
        const Receiver them(v, seat_after(v.table, v.me, offset));
        do {
            use(them, move);
            left &= left - 1;
            if (left != 0) move = kWidest.move(lowest_bit(left));
        } while (left != 0 && move.index == offset);
    }
}

// Calls use(move, value) for each legal move in the order of action ids; before that,
// note(factor, term) for each term of the value.
template <typename Use, typename Note>
inline void each_move(const View& v, const Params& w, Memory& memory, const Use& use,
                      const Note& note) {
    const Situation at(v, w, memory);
    const Tracked& hand = at.own.tracked;
    const Identified known(hand);
    OwnCard cards[kMaxHand];
    for (u32 left = hand.present; left != 0; left &= left - 1) {
        const int slot = lowest_bit(left);
        const double fits = chance_to_fit(v, v.unseen, hand, known, slot);
        cards[slot] = {fits, (at.own.singled_out >> slot & 1) && fits > 0.0};
    }
    const u64 legal = legal_moves(v).bits;
    const u64 first_hint = 1ull << kWidest.id(hint_color(1, 0));
    for (u64 left = legal & (first_hint - 1); left != 0; left &= left - 1) {
        const Move move = kWidest.move(lowest_bit(left));
        const OwnCard& card = cards[move.index];
        use(move, move.kind == MoveKind::play ? value_of_play(at, card, note)
                                              : value_of_discard(at, card, move.index, note));
    }
    each_hint(v, legal & ~(first_hint - 1), [&](const Receiver& them, Move move) {
        use(move, value_of_hint(at, them, move, note));
    });
}

// The terms of a move before weighting: its value is the sum of terms times weights. One term per
// factor in order, but three for a misplay: with no, one and two lives lost.
constexpr int kTerms = kFactors + 2;
constexpr double kRounding = 1e-9;
struct Terms {
    double of[kTerms];

    void add(Factor factor, double term, int lost) {
        const int place = static_cast<int>(factor), misplay = static_cast<int>(Factor::misplay);
        const int shift = place < misplay ? 0 : place == misplay ? lost : 2;
        of[place + shift] += factor == Factor::end ? term / kNever : term;
    }
};

// The index of the move that an agent of these weights makes, one weight for each term; ties: the
// first. Terms are added in another order than the agent adds them, so values that differ only by
// rounding count as equal.
inline int chosen(const Terms* moves, int count, const double* weights) {
    double values[kWidest.size()];
    double highest = 0.0;
    for (int i = 0; i < count; ++i) {
        double value = 0.0;
        for (int j = 0; j < kTerms; ++j) value += moves[i].of[j] * weights[j];
        values[i] = value;
        if (i == 0 || value > highest) highest = value;
    }
    int first = 0;
    while (values[first] < highest - kRounding) ++first;
    return first;
}

// Calls use(move, terms) for each legal move in the order of action ids.
template <typename Use>
inline void each_terms(const View& v, Memory& memory, const Use& use) {
    Params ones;
    for (double& weight : ones.by_factor) weight = 1.0;
    for (double& weight : ones.misplay) weight = 1.0;
    const int lost = lives_lost(v);
    Terms terms = {};
    each_move(
        v, ones, memory,
        [&](Move move, double) {
            use(move, terms);
            terms = {};
        },
        [&](Factor factor, double term) { terms.add(factor, term, lost); });
}

OUT_OF_LINE inline Decision decide(const Params& w, const View& v, Memory& memory, Rng&) {
    Decision best = {kNoMove, 0};
    double highest = 0.0;
    each_move(
        v, w, memory,
        [&](Move move, double value) {
            if (best.move == kNoMove || value > highest) best.move = move, highest = value;
        },
        [](Factor, double) {});
    return best;
}

FAMILY(cyclone);

}  // namespace tamaya::cyclone
