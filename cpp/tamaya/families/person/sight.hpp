// Input features of a position, for models of people.
//
// All features are floats, 0 where they do not apply. Their structs contain only floats, so a model
// reads them as rows; the names of the members are the names of the columns.
#pragma once

#include "tamaya/families/person/habits.hpp"

namespace tamaya::person {

// Facts about a position that several features use.
struct Sight {
    const View& v;
    const Knowledge& own;
    const Event* hint;  // the last hint received since the own last turn
    SlotSet fresh;      // cards about which it named something new
    SlotSet unhinted;
    float fits[kMaxHand], as_named_fits[kMaxHand];
    float value[kMaxHand];
    float best_fit, best_value;
    Move full, intentional;
    HintHistory history;
    int expected_best;
    Habits habits;
    Scene scene;

    explicit Sight(const View& view)
        : v(view),
          own(view.table.knowledge[view.me]),
          hint(eger::hint_received(view)),
          fresh(0),
          unhinted(static_cast<SlotSet>(own.present & ~(own.color_hinted | own.rank_hinted))),
          fits{},
          as_named_fits{},
          value{},
          best_fit(0),
          best_value(-1e9f),
          history(view, view.me),
          expected_best(0),
          habits(view),
          scene{} {
        for (u32 left = own.present; left != 0; left &= left - 1) {
            const int slot = lowest_bit(left);
            fits[slot] = share(v.unseen, possible(v, slot), v.playable);
            as_named_fits[slot] =
                share(v.table.hidden, as_named(v.table.setup, own, slot), v.playable);
            value[slot] =
                static_cast<float>(eger::discard_value(v, v.table.hidden, possible(own, slot)));
            if (fits[slot] > best_fit) best_fit = fits[slot];
            if (value[slot] > best_value) best_value = value[slot];
        }
        if (hint != nullptr)
            for (u32 left = hint->touched; left != 0; left &= left - 1)
                if (history.times[lowest_bit(left)] <= 1 || names_more(lowest_bit(left)))
                    fresh |= static_cast<SlotSet>(1 << lowest_bit(left));
        ask();
        look_around();
    }

    // Whether the hint named something that no earlier hint had named of this card. If two hints
    // touched it, only if they were of different kinds.
    bool names_more(int slot) const {
        return history.times[slot] == 2 && has(own.color_hinted, slot) &&
               has(own.rank_hinted, slot);
    }

    // The moves of two agents that were made for people; the first if they choose at random.
    void ask() {
        First first;
        Memory notes{};
        full = eger::decide_full(v, kReading, notes, first).move;
        intentional = eger::decide_intentional(v, kReading, first).move;
    }

    void look_around() {
        const Table& t = v.table;
        Scene& s = scene;
        s.always = 1;
        s.tokens = static_cast<float>(t.hints) / 8;
        s.no_token = flag(t.hints == 0);
        s.one_token = flag(t.hints == 1);
        s.all_tokens = flag(t.hints >= t.setup.max_hints);
        s.one_life = flag(t.lives == 1);
        s.two_lives = flag(t.lives == 2);
        s.deck = static_cast<float>(t.deck) / 40;
        s.no_deck = flag(t.deck == 0);
        s.last_turn = flag(t.deck == 0 && t.turns_left <= 1);
        s.score = static_cast<float>(tamaya::score(t)) / 25;
        s.opening = flag(t.turn < 2 * t.setup.players);
        habits.tell(s);
        s.got_hint = flag(hint != nullptr);
        const SlotSet mine = sure_of(t, own, v.playable);
        s.sure_plays = static_cast<float>(size(mine)) / 2;
        s.surest_play = best_fit;
        s.sure_trash = flag(sure_of(t, own, v.dead) != 0);
        s.hinted_cards = static_cast<float>(size(own.present) - size(unhinted)) / 5;
        if (hint != nullptr) {
            s.hint_touched = static_cast<float>(size(hint->touched)) / 5;
            s.hint_by_rank = flag(hint->kind == MoveKind::hint_rank);
            s.hint_new = static_cast<float>(size(fresh)) / 5;
            for (u32 left = hint->touched & own.present; left != 0; left &= left - 1)
                if (fits[lowest_bit(left)] > s.surest_touched)
                    s.surest_touched = fits[lowest_bit(left)];
        }
        for (int offset = 1; offset < t.setup.players; ++offset) {
            const Receiver them(v, seat_after(t, v.me, offset));
            const SlotSet hinted = static_cast<SlotSet>(them.k.present & ~them.unhinted);
            s.partner_playable += static_cast<float>(size(them.playable)) / 5;
            s.partner_knows_play += flag(sure_of(t, them.k, v.playable) != 0);
            s.partner_may_play += flag((them.playable & hinted) != 0);
            s.partner_chop_critical += flag(them.chop >= 0 && has(them.critical, them.chop));
            s.partner_hinted += static_cast<float>(size(hinted)) / 5;
        }
        if (t.hints > 0) weigh_hints();
    }

    void weigh_hints() {
        eger::each_hint(v, kReading, [&](const eger::Weighed& weighed) {
            if (weighed.is_valid() && weighed.score > expected_best) expected_best = weighed.score;
        });
    }
};

}  // namespace tamaya::person
