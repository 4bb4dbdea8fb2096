"""The game core: exact rules, views, native agents."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Final, Self, SupportsIndex, overload

import numpy
from numpy.typing import NDArray


class TamayaError(ValueError):
    """Base class of all errors that Tamaya raises; a ValueError."""

class NotationError(TamayaError):
    """Text or numbers that cannot be parsed; the message quotes them."""

class IllegalMoveError(TamayaError):
    """A move that is illegal in this position; the message says why."""

class UnknownNameError(TamayaError):
    """An unknown name; the message lists similar names."""

class Card:
    """A card: a color letter and a rank, like Card('r1')."""

    def __init__(self, text: str) -> None:
        """Reads a color of 'rygwb' ('m' for an extra suit) and a rank 1-5."""

    @staticmethod
    def parse(text: str) -> Card:
        """
        Same as Card(text).

        :raises NotationError: if the text is not a card
        """

    @property
    def color(self) -> str:
        """Letter of the color: one of 'rygwbm'."""

    @property
    def rank(self) -> int:
        """Rank, 1 to 5."""

    @property
    def index(self) -> int:
        """
        Number of the card: 5 * color + rank - 1, with r, y, g, w, b, m = 0 .. 5.
        """

    def __str__(self) -> str: ...

    def __repr__(self) -> str: ...

    def __hash__(self) -> int: ...

    def __eq__(self, other: object, /) -> bool: ...

    def __lt__(self, arg: Card, /) -> bool: ...

    def __getstate__(self) -> str: ...

    def __setstate__(self, arg: str, /) -> None: ...

class Move:
    """
    What a player chose: play, discard or hint, independent of the position.
    """

    def __init__(self, text: str) -> None:
        """
        Reads 'play SLOT', 'discard SLOT', 'hint +SEATS COLOR' or 'hint +SEATS RANK'.
        """

    @staticmethod
    def parse(text: str) -> Move:
        """
        Same as Move(text).

        :raises NotationError: if the text is not a move
        """

    @staticmethod
    def play(slot: int) -> Move:
        """Plays the card in a slot (0 is the oldest under `shift`)."""

    @staticmethod
    def discard(slot: int) -> Move:
        """Discards the card in a slot."""

    @staticmethod
    def hint_color(offset: int, color: str) -> Move:
        """Tells the player `offset` seats on about a color."""

    @staticmethod
    def hint_rank(offset: int, rank: int) -> Move:
        """Tells the player `offset` seats on about a rank."""

    @staticmethod
    def from_action_id(id: int, setup: Setup) -> Move:
        """The move of an action id of the Hanabi Learning Environment."""

    def action_id(self, setup: Setup) -> int:
        """The move's action id in the Hanabi Learning Environment."""

    @property
    def kind(self) -> str:
        """'play', 'discard', 'hint_color' or 'hint_rank'."""

    @property
    def is_hint(self) -> bool:
        """Is it a hint?"""

    @property
    def slot(self) -> int | None:
        """Slot played or discarded; None for hints."""

    @property
    def offset(self) -> int | None:
        """Offset of the hinted player from the actor (1 = next); None otherwise."""

    @property
    def color(self) -> str | None:
        """Color hinted; None otherwise."""

    @property
    def rank(self) -> int | None:
        """Rank hinted; None otherwise."""

    def __str__(self) -> str: ...

    def __repr__(self) -> str: ...

    def __hash__(self) -> int: ...

    def __eq__(self, other: object, /) -> bool: ...

    def __getstate__(self) -> str: ...

    def __setstate__(self, arg: str, /) -> None: ...

class Event:
    """What everyone at the table saw in one turn."""

    @property
    def kind(self) -> str:
        """'play', 'discard', 'hint_color', 'hint_rank' or 'forfeit'."""

    @property
    def actor(self) -> int:
        """Seat that moved."""

    @property
    def move(self) -> Move | None:
        """The move that was made; None for a forfeit."""

    @property
    def target(self) -> int | None:
        """Seat that was hinted; None otherwise."""

    @property
    def touched(self) -> list[int]:
        """Slots that the hint touched, as numbered then."""

    @property
    def card(self) -> Card | None:
        """Card played or discarded; None otherwise."""

    @property
    def scored(self) -> bool:
        """Whether a play succeeded."""

    @property
    def token_returned(self) -> bool:
        """Whether a play completed a suit and returned a hint token."""

    @property
    def drew(self) -> bool:
        """Whether the actor drew a new card."""

    def __str__(self) -> str: ...

    def __repr__(self) -> str: ...

    def __eq__(self, other: object, /) -> bool: ...

    def __hash__(self) -> int: ...

    def __getstate__(self) -> bytes: ...

    def __setstate__(self, arg: bytes, /) -> None: ...

class Knowledge:
    """Public knowledge from hints about one slot."""

    @property
    def colors(self) -> str:
        """Letters of the possible colors."""

    @property
    def ranks(self) -> list[int]:
        """Possible ranks."""

    @property
    def color_hinted(self) -> bool:
        """Whether a color hint has touched it."""

    @property
    def rank_hinted(self) -> bool:
        """Whether a rank hint has touched it."""

    @property
    def present(self) -> bool:
        """Whether the slot holds a card."""

    @property
    def stamp(self) -> int:
        """Age: larger is newer within one hand."""

    def __eq__(self, other: object, /) -> bool: ...

    def __hash__(self) -> int: ...

    def __getstate__(self) -> tuple[int, int, int, bool, bool, bool]: ...

    def __setstate__(self, arg: tuple[int, int, int, bool, bool, bool], /) -> None: ...

    def __repr__(self) -> str: ...

class Setup:
    """Everything in which games differ before the first card."""

    def __init__(self, *, players: SupportsIndex = 2, colors: SupportsIndex = 5, ranks: SupportsIndex = 5, extra_suit: str = 'none', hand_size: SupportsIndex | None = None, max_hints: SupportsIndex = 8, max_lives: SupportsIndex = 3, refill: str = 'shift', discard_at_max: bool = False, first_seat: SupportsIndex = 0, illegal: str = 'raise', color_order: str = 'rygwb') -> None:
        """The defaults are those of the standard game."""

    @staticmethod
    def parse(text: str) -> Setup:
        """Reads a preset and fields, like 'competition players=3 max_lives=1'."""

    def replace(self, **changes: SupportsIndex | str | None) -> Setup:
        """
        The same set-up with changed fields. A hand size that was the default for
        the number of players stays the default.
        """

    def __str__(self) -> str: ...

    def __repr__(self) -> str: ...

    def __hash__(self) -> int: ...

    def __eq__(self, other: object, /) -> bool: ...

    def __getstate__(self) -> str: ...

    def __setstate__(self, arg: str, /) -> None: ...

    @staticmethod
    def standard(players: SupportsIndex = 2, **changes: SupportsIndex | str | None) -> Setup:
        """The rules of the printed game, as in HLE and hanab.live."""

    @staticmethod
    def competition(players: SupportsIndex = 2, **changes: SupportsIndex | str | None) -> Setup:
        """
        The rules of the Java competition framework: slots are refilled in place, and an illegal
        move ends the game with the points kept.
        """

    @staticmethod
    def eger(players: SupportsIndex = 2, **changes: SupportsIndex | str | None) -> Setup:
        """
        The rules of the program of the 2017 human study: discarding is always legal.
        """

    @property
    def players(self) -> int:
        """Players, 2 to 5."""

    @property
    def colors(self) -> int:
        """Ordinary colors, 1 to 5: the first letters of 'rygwb'."""

    @property
    def ranks(self) -> int:
        """Ranks, 1 to 5."""

    @property
    def extra_suit(self) -> str:
        """
        'none'; or one more suit 'm': 'standard', 'single' (one copy of each rank)
        or 'rainbow' (touched by every color hint, never named itself).
        """

    @property
    def hand_size(self) -> int:
        """Cards in a hand, 1 to 5; by default 5 for 2 and 3 players, 4 for more."""

    @property
    def max_hints(self) -> int:
        """Hint tokens at the start, and the maximum."""

    @property
    def max_lives(self) -> int:
        """Lives at the start."""

    @property
    def refill(self) -> str:
        """
        'shift': cards close the gap and the new card enters at the end, slot 0 is the
        oldest. 'in_place': the new card takes the emptied slot.
        """

    @property
    def discard_at_max(self) -> bool:
        """Whether discarding is legal with all hint tokens available."""

    @property
    def first_seat(self) -> int:
        """Seat that moves first."""

    @property
    def illegal(self) -> str:
        """
        What an illegal move does: 'raise' an error, or 'end' the game, points kept.
        """

    @property
    def color_order(self) -> str:
        """The order in which agents scan colors, which breaks ties."""

    @property
    def suits(self) -> str:
        """Letters of all suits, like 'rygwb' or 'rygwbm'."""

    @property
    def hint_colors(self) -> str:
        """Letters that a color hint can name."""

    @property
    def deck_size(self) -> int:
        """Number of cards."""

    @property
    def max_score(self) -> int:
        """Score of a perfect game."""

    @property
    def actions(self) -> int:
        """Number of action ids."""

    @property
    def observation_size(self) -> int:
        """Length of the observation vector."""

    def cards(self) -> list[Card]:
        """All cards of the game, by color and rank."""

class State:
    """A whole game position, hidden cards included."""

    @property
    def setup(self) -> Setup:
        """Rules of this game."""

    @property
    def turn(self) -> int:
        """Moves made so far."""

    @property
    def current(self) -> int:
        """Seat to move."""

    @property
    def hints(self) -> int:
        """Hint tokens available."""

    @property
    def lives(self) -> int:
        """Lives left."""

    @property
    def deck_size(self) -> int:
        """Cards left to draw."""

    @property
    def turns_left(self) -> int | None:
        """Remaining turns if the deck is empty, otherwise None."""

    @property
    def fireworks(self) -> dict[str, int]:
        """Height of each firework by color letter."""

    @property
    def score(self) -> int:
        """Points of all fireworks; kept if the game is bombed."""

    @property
    def strict_score(self) -> int:
        """Points of all fireworks; 0 if the game is bombed."""

    @property
    def over(self) -> bool:
        """Whether the game is over."""

    @property
    def bombed(self) -> bool:
        """Whether the last life was lost."""

    @property
    def forfeit(self) -> bool:
        """Whether an illegal move ended the game."""

    @property
    def end(self) -> str:
        """'running', 'bombed', 'complete', 'last_turn' or 'forfeit'."""

    @property
    def discards(self) -> list[Card]:
        """Discarded and misplayed cards in order."""

    @property
    def events(self) -> list[Event]:
        """All turns so far, oldest first."""

    @property
    def playable(self) -> list[Card]:
        """Cards that can be played now."""

    @property
    def dead(self) -> list[Card]:
        """Cards that will never score."""

    @property
    def critical(self) -> list[Card]:
        """Needed cards with only one copy left."""

    def knowledge(self, seat: int) -> list[Knowledge]:
        """What hints say about each slot of a seat."""

    def hand(self, seat: int) -> list[Card | None]:
        """
        Cards of a seat, slot 0 first; None for a card that may not be seen, and for a slot
        left empty under `in_place`.
        """

    def legal_moves(self) -> list[Move]:
        """
        Legal moves in the order of their action ids. Empty in the view of a seat
        that is not to move.
        """

    def __str__(self) -> str: ...

    def __copy__(self) -> State: ...

    def __deepcopy__(self, memo: object) -> Self: ...

    def __hash__(self) -> int: ...

    def __getstate__(self) -> bytes: ...

    @staticmethod
    def deal(seed: SupportsIndex, setup: Setup | None = None) -> State:
        """
        The start of the game whose deck is shuffled by this seed; without a set-up,
        the standard game for two.
        """

    @overload
    @staticmethod
    def from_deck(deck: Sequence[Card], setup: Setup | None = None) -> State:
        """
        The start of the game with this deck, first card drawn first: seat 0 gets the
        first cards, then seat 1, and so on.

        :raises NotationError: unless it holds exactly the cards of the set-up
        """

    @overload
    @staticmethod
    def from_deck(deck: str, setup: Setup | None = None) -> State:
        """The same from text like 'r1 y5 g3 ...'."""

    @staticmethod
    def place(setup: Setup, hands: Sequence[Sequence[tuple[Card | None, str, Sequence[int], bool, bool]]], played: Sequence[Card], discards: Sequence[Card], deck: Sequence[Card], hints: int, lives: int, current: int) -> State:
        """
        A position set up by hand (see `tamaya.position`). Each slot is (card or None,
        possible colors, possible ranks, color hinted, rank hinted).
        """

    @overload
    def apply(self, move: Move) -> Event:
        """
        Applies a move of the seat to move and returns the event that everyone saw.

        :raises IllegalMoveError: if it is not allowed, unless the set-up says that illegal
            moves end the game
        """

    @overload
    def apply(self, move: str) -> Event:
        """The same from text like 'play 0'."""

    def give_up(self) -> Event:
        """
        Ends the game because the seat to move has no legal move to offer; points are kept. Only if
        illegal moves end the game in this set-up.
        """

    def is_legal(self, move: Move) -> bool:
        """Whether the move is legal."""

    def __setstate__(self, arg: bytes, /) -> None: ...

    def view(self, seat: int) -> View:
        """What a seat may know."""

    def copy(self) -> State:
        """An independent copy."""

    @property
    def deck(self) -> list[Card]:
        """Cards left to draw, the next card first."""

    @property
    def full_deck(self) -> list[Card]:
        """The whole deck as it was before the deal."""

    def __eq__(self, other: object, /) -> bool: ...

    def __repr__(self) -> str: ...

class View:
    """What one seat may know. Agents receive nothing else."""

    @property
    def setup(self) -> Setup:
        """Rules of this game."""

    @property
    def turn(self) -> int:
        """Moves made so far."""

    @property
    def current(self) -> int:
        """Seat to move."""

    @property
    def hints(self) -> int:
        """Hint tokens available."""

    @property
    def lives(self) -> int:
        """Lives left."""

    @property
    def deck_size(self) -> int:
        """Cards left to draw."""

    @property
    def turns_left(self) -> int | None:
        """Remaining turns if the deck is empty, otherwise None."""

    @property
    def fireworks(self) -> dict[str, int]:
        """Height of each firework by color letter."""

    @property
    def score(self) -> int:
        """Points of all fireworks; kept if the game is bombed."""

    @property
    def strict_score(self) -> int:
        """Points of all fireworks; 0 if the game is bombed."""

    @property
    def over(self) -> bool:
        """Whether the game is over."""

    @property
    def bombed(self) -> bool:
        """Whether the last life was lost."""

    @property
    def forfeit(self) -> bool:
        """Whether an illegal move ended the game."""

    @property
    def end(self) -> str:
        """'running', 'bombed', 'complete', 'last_turn' or 'forfeit'."""

    @property
    def discards(self) -> list[Card]:
        """Discarded and misplayed cards in order."""

    @property
    def events(self) -> list[Event]:
        """All turns so far, oldest first."""

    @property
    def playable(self) -> list[Card]:
        """Cards that can be played now."""

    @property
    def dead(self) -> list[Card]:
        """Cards that will never score."""

    @property
    def critical(self) -> list[Card]:
        """Needed cards with only one copy left."""

    def knowledge(self, seat: int) -> list[Knowledge]:
        """What hints say about each slot of a seat."""

    def hand(self, seat: int) -> list[Card | None]:
        """
        Cards of a seat, slot 0 first; None for a card that may not be seen, and for a slot
        left empty under `in_place`.
        """

    def legal_moves(self) -> list[Move]:
        """
        Legal moves in the order of their action ids. Empty in the view of a seat
        that is not to move.
        """

    def __str__(self) -> str: ...

    def __copy__(self) -> View: ...

    def __deepcopy__(self, memo: object) -> Self: ...

    def __hash__(self) -> int: ...

    def __getstate__(self) -> bytes: ...

    @property
    def me(self) -> int:
        """Seat whose view this is."""

    def imagine(self, seed: SupportsIndex) -> State:
        """
        Samples a whole position that agrees with this view: the own cards and the deck follow
        hints and visible cards, all possibilities with equal probability. `Transcript.of`
        accepts the position.
        """

    def possible(self, slot: int) -> list[Card]:
        """
        Cards that a slot of the viewer's own hand may be, given hints and the cards cards
        seen elsewhere; none for an empty slot.
        """

    @property
    def unseen(self) -> dict[Card, int]:
        """
        Copies of each card that the viewer does not see: in the deck and its own hand.
        """

    def __setstate__(self, arg: bytes, /) -> None: ...

    def observation(self) -> Annotated[NDArray[numpy.uint8], dict(shape=(None,))]:
        """Observation vector of the Hanabi Learning Environment (0s and 1s)."""

    def write_observation(self, out: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu')]) -> None:
        """Writes the observation vector into a row of uint8."""

    def __eq__(self, other: object, /) -> bool: ...

    def __repr__(self) -> str: ...

class RuleInfo:
    """A rule as it was registered."""

    @property
    def name(self) -> str:
        """Name, with the rulebook in front unless it is our own."""

    @property
    def gate(self) -> str:
        """
        'play', 'hint', 'discard' or 'none': what it proposes, and when it may fire.
        """

    @property
    def parameters(self) -> str:
        """Parameters with defaults: 'percent=60'."""

    @property
    def description(self) -> str:
        """A sentence for players."""

    @property
    def values(self) -> str:
        """
        Arguments that evolution chooses from: '40, 2; 60, 2'. '': only the defaults.
        """

def rules() -> list[RuleInfo]:
    """All rules of all rulebooks."""

def ask_rule(name: str, args: Sequence[int], view: View, seed: SupportsIndex = 0) -> Move | None:
    """
    The rule's move for the seat to move; None if it does not apply.

    :raises TamayaError: where a published rule raises an exception
    """

def ask_rules(rules: Sequence[tuple[str, Sequence[int]]], views: list[View], out: Annotated[NDArray[numpy.int32], dict(shape=(None, None), order='C', device='cpu')], seed: SupportsIndex = 0) -> None:
    """
    The moves of many rules in many views, into int32 [views, rules]: action ids, -1 if a rule does
    not apply, -2 if its move is illegal. The first view is evaluated with `seed`, the
    next with the next.
    """

class Field:
    """One field of a struct of the core."""

    @property
    def name(self) -> str:
        """Its name."""

    @property
    def type(self) -> str:
        """NumPy's code of the element type, like 'u1'."""

    @property
    def offset(self) -> int:
        """Offset in bytes."""

    @property
    def count(self) -> int:
        """Number of elements: 1 unless it is an array."""

    @property
    def is_array(self) -> bool:
        """Whether it is an array."""

def families() -> list[str]:
    """Names of all families of native agents."""

def family_fields(family: str) -> list[Field]:
    """
    The parameters of a family. Rule lists have none: see `Policy`.

    :raises UnknownNameError: for another family
    """

class Policy:
    """A native agent with its parameters."""

    def __init__(self, family: str, fields: Mapping[str, object], blob: bytes | None = None) -> None:
        """
        An agent of a family. `fields` holds a value for each of `family_fields`; `blob` holds
        the bytes that a family like 'person' shares among its agents. A 'rule_list' has
        `rules`, names with their parameters; `noise`, the percentage of random legal moves;
        `skip_throws`, whether a rule that throws is skipped or ends the game; and
        `else_random`, whether a random legal move is made or the game ends if no rule applies.

        :raises TamayaError: for missing, unknown or impossible fields
        """

    @property
    def family(self) -> str:
        """Name of its family."""

    @property
    def fields(self) -> dict[str, object]:
        """Its parameters by name."""

    @property
    def blob(self) -> bytes:
        """Its blob; empty if it has none."""

    def __len__(self) -> int:
        """Number of rules; 0 for agents that are not rule lists."""

    def __getstate__(self) -> tuple[str, dict[str, object], bytes]: ...

    def __setstate__(self, arg: tuple[str, dict[str, object], bytes], /) -> None: ...

class Policies:
    """A list of policies, stored in the core."""

    def __init__(self, policies: Sequence[Policy]) -> None: ...

    @staticmethod
    def of_genes(rules: Sequence[tuple[str, Sequence[int]]], genes: Annotated[NDArray[numpy.uint16], dict(shape=(None, None), order='C', device='cpu', writable=False)], *, skip_throws: bool = True, else_random: bool = True) -> Policies:
        """
        One rule list for each row of uint16 [policies, length]: indices into `rules`.
        """

    def __len__(self) -> int: ...

    def raw(self) -> bytes:
        """The policies in the memory layout of the core, for a GPU."""

    def blobs(self) -> list[tuple[list[int], bytes]]:
        """
        The blobs of the policies: the offset of each pointer in `raw`, and the bytes.
        A GPU needs its own copies.
        """

    @property
    def extra_bytes(self) -> int:
        """The largest number of extra bytes that a seat of any of them needs."""

    def __add__(self, then: Policies) -> Policies: ...

class Notes:
    """The memory of a native agent; empty when a game starts."""

    def __init__(self) -> None: ...

    def __eq__(self, other: object, /) -> bool: ...

    def __hash__(self) -> int: ...

class WeighedHint:
    """A hint and what an intentional agent expects."""

    @property
    def move(self) -> Move:
        """The hint."""

    @property
    def touched(self) -> list[int]:
        """Slots that it touches."""

    @property
    def plays(self) -> list[int]:
        """Slots that the partner is expected to play."""

    @property
    def discards(self) -> list[int]:
        """Slots that the partner is expected to discard."""

    @property
    def against(self) -> list[int]:
        """Slots of both that contradict the agent's goals."""

    @property
    def news(self) -> bool:
        """Whether it says something new about a touched card."""

    @property
    def score(self) -> int:
        """3 a play, 2 a useless discard, 1 another."""

    @property
    def valid(self) -> bool:
        """Whether the agent may give it."""

def intentional_hints(policy: Policy, view: View) -> list[WeighedHint]:
    """All hints that touch a card, in tie-breaking order."""

def intentional_goals(policy: Policy, view: View, offset: int) -> list[str]:
    """
    The goal for each slot of a partner: 'play', 'discard', 'may discard', 'keep'; ''
    for empty slots.
    """

def intentional_discard_values(policy: Policy, view: View) -> list[float | None]:
    """The value of discarding each own slot; None for empty slots."""

def outcomes(policy: Policy, view: View, notes: Notes) -> list[tuple[Move, Notes]]:
    """
    Each possible move of an agent of Eger et al., with its notes afterwards.
    """

def follow_draws(policy: Policy, view: View, notes: Notes, numbers: Sequence[float]) -> tuple[Move, Notes, int]:
    """
    The move of an agent of Eger et al. with these random numbers of Python 2, its
    notes afterwards, and the number of random numbers used.
    """

def play_in_a_row(setup: Setup, agents: Policies, decks: Annotated[NDArray[numpy.uint8], dict(shape=(None, None), order='C', device='cpu', writable=False)], first_seed: SupportsIndex, *, forgetting: bool, out: Annotated[NDArray[numpy.uint8], dict(shape=(None, None), order='C', device='cpu')]) -> None:
    """
    Plays one game with each deck, uint8 [games, cards], in order. Agents forget
    between games, or keep their notes.
    """

def eger_styles() -> list[str]:
    """
    Names of the agents of Eger et al.; the field `style` is an index into them.
    """

def eger_steps() -> list[str]:
    """
    Names of the steps of these agents; `Decision.fired` is an index into them.
    """

def cyclone_factors() -> list[str]:
    """Names of the factors, in the order of weights and terms."""

def cyclone_paper_factors() -> list[str]:
    """Names of the twelve factors of the paper, in the order of its Table 1."""

def cyclone_terms() -> list[str]:
    """Names of the terms of `cyclone_terms_of`, in order."""

def cyclone_terms_of(views: list[View]) -> tuple[Annotated[NDArray[numpy.int64], dict(shape=(None,))], Annotated[NDArray[numpy.int32], dict(shape=(None,))], Annotated[NDArray[numpy.float64], dict(shape=(None, None))]]:
    """
    The terms of all legal moves of many views before weighting: the index at which each view's
    moves begin (and where the last end), their action ids, and their terms [moves, terms]. A
    value is the sum of terms times weights, where `fits` weighs 1 and `end` -1,000,000.
    """

def cyclone_choose(first: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], terms: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)], weights: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)], out: Annotated[NDArray[numpy.int64], dict(shape=(None, None), order='C', device='cpu')]) -> None:
    """
    Writes the index of the move that each weight vector [vectors, terms] chooses in each
    position: [positions, vectors]. If values differ only by rounding, the first move wins.
    """

def cyclone_values(policy: Policy, view: View, notes: Notes) -> tuple[list[tuple[Move, float, list[float]]], Notes]:
    """
    Every legal move with its value and the contribution of each factor, and the agent's notes
    after that.
    """

def hats_steps() -> list[str]:
    """
    Names of the steps by which the hat convention decides, as `Decision.fired` counts them.
    """

def hats_possible(view: View) -> list[list[list[Card]]]:
    """
    What each slot of each hand may be, as everyone knows who follows the hat convention:
    [seat][slot], the cards.
    """

def hats_worn(view: View) -> tuple[int, list[int]]:
    """
    How many numbers a hint of the viewer can say, and the hat of each seat (-1 for the
    viewer): a hint says the sum of the hats modulo the first number.
    """

def ladder_steps() -> list[str]:
    """
    Names of the steps by which the ladder convention decides, as `Decision.fired` counts.
    """

def ladder_hands(view: View, level: int) -> list[list[tuple[list[Card], str]]]:
    """
    What the holder of each slot takes the card for by the ladder convention, and why
    ('none', 'hint', 'prompt' or 'finesse'): [seat][slot].
    """

def ladder_hint(view: View, level: int, hint: Move) -> tuple[int, list[list[tuple[list[Card], str]]]]:
    """
    The focus of a hint that the viewer might give: the slot; and `ladder_hands` after it.
    """

def person_chances(policy: Policy, view: View) -> list[tuple[Move, float]]:
    """Every legal move with its probability."""

class ForeseenHint:
    """A hint and what a model of people expects."""

    @property
    def move(self) -> Move:
        """The hint."""

    @property
    def worth(self) -> float:
        """Expected value of the partner's next move, minus that after a discard."""

    @property
    def plays(self) -> list[float]:
        """Probability that the partner plays each slot next."""

    @property
    def discards(self) -> list[float]:
        """Probability that the partner discards each slot next."""

def foreseen_hints(policy: Policy, view: View) -> list[ForeseenHint]:
    """All hints that an agent with foresight compares; none without a token."""

def count_moves(views: list[View]) -> int:
    """The total number of legal moves in all views."""

def notice(views: list[View], scenes: Annotated[NDArray[numpy.float32], dict(shape=(None, None), order='C', device='cpu')], marks: Annotated[NDArray[numpy.float32], dict(shape=(None, None), order='C', device='cpu')], owners: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu')], ids: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu')]) -> None:
    """
    Writes the input features: of each view into float32 [views, scene], of each legal move
    into float32 [moves, marks]; the index of its view, and its action id, into int32 [moves].
    """

def person_card_fields() -> list[Field]:
    """Input features of playing or discarding an own card, all float32."""

def person_hint_fields() -> list[Field]:
    """Input features of a hint, all float32."""

PERSON_KINDS: int = 3

PERSON_SCENE: int = 43

PERSON_MARKS: int = 52

PERSON_HIDDEN: int = 64

PERSON_WEIGHTS: int = 18432

class Decision:
    """A move and its reason."""

    @property
    def move(self) -> Move | None:
        """The move; None if the agent gives up, which ends the game."""

    @property
    def fired(self) -> int:
        """
        Index of the deciding rule in the agent's list; the length of the list for a random move.
        """

class NativeSeat:
    """One native agent in one seat of one game."""

    def __init__(self, policy: Policy, seed: SupportsIndex) -> None: ...

    def decide(self, view: View) -> Decision:
        """The agent's move, and which rule fired."""

    def begin_next(self, last: View, seed: SupportsIndex) -> None:
        """
        Starts the next game; the agent remembers this one, whose last position is `last`.
        """

def agent_seed(game_seed: SupportsIndex, seat: int) -> int:
    """Seed of a seat's own random numbers in the game of a seed."""

def play_games(setup: Setup, agents: Policies, first_seed: SupportsIndex, threads: int, out: Annotated[NDArray[numpy.uint8], dict(shape=(None, None), order='C', device='cpu')], counters: Annotated[NDArray[numpy.uint64], dict(shape=(None, None), order='C', device='cpu')], game_counters: Annotated[NDArray[numpy.uint64], dict(shape=(None, None), order='C', device='cpu')] | None = None) -> None:
    """
    Plays one game of native agents for each row of `out`; adds up counters for each seat,
    and optionally writes those of each game.
    """

def play_native_episodes(setup: Setup, agents: Policies, first_seed: SupportsIndex, *, remembering: int, threads: int, out: Annotated[NDArray[numpy.uint8], dict(shape=(None, None, None), order='C', device='cpu')]) -> None:
    """
    Plays episodes of native agents, one game for each row of `out` [episodes, games]. The
    seats whose bit is set in `remembering` remember the games of the episode.
    """

def record(counters: Annotated[NDArray[numpy.uint64], dict(shape=(None, None), order='C', device='cpu')], view: View, move: Move) -> None:
    """Counts a move before it is applied."""

def trace(state: State) -> int:
    """Hash of the moves that led to a position."""

def result_fields() -> list[Field]:
    """Fields of a game result, which has RESULT_BYTES bytes."""

def counter_fields() -> list[Field]:
    """Fields of the counters of a seat, all integers of eight bytes."""

def ends() -> list[str]:
    """
    Names of the ways a game can end; the field `end` is an index into them.
    """

RESULT_BYTES: int = 16

def engine() -> str:
    """Name of the engine in use."""

def choose_engine(name: str) -> None:
    """Uses 'auto', 'portable' or 'x86-64-v3' from now on."""

class Batch:
    """Many games side by side, each waiting for its next action."""

    def __init__(self, setup: Setup, size: int) -> None: ...

    def __len__(self) -> int: ...

    def __getstate__(self) -> tuple[Setup, list[State]]: ...

    def __setstate__(self, arg: tuple[Setup, Sequence[State]], /) -> None: ...

    def deal(self, index: int, seed: SupportsIndex) -> None:
        """Restarts a game."""

    def state(self, index: int) -> State:
        """A copy of one game's position."""

    def apply(self, actions: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> None:
        """
        One action id (int32) for each game; games that are over ignore theirs.

        :raises IllegalMoveError: naming the game; then no game has changed
        """

    def write_observations(self, out: Annotated[NDArray[numpy.uint8], dict(shape=(None, None), order='C', device='cpu')]) -> None:
        """
        Observation vectors of the seats to move, into uint8 [games, observation_size].
        """

    def write_legal_masks(self, out: Annotated[NDArray[numpy.uint8], dict(shape=(None, None), order='C', device='cpu')]) -> None:
        """1 for each legal action, into uint8 [games, actions]."""

    def write_own_cards(self, out: Annotated[NDArray[numpy.uint8], dict(shape=(None, None), order='C', device='cpu')]) -> None:
        """
        Hidden cards of the seats to move, into uint8 [games, hand_size]; 31 if none.
        """

    def write_table(self, out: Annotated[NDArray[numpy.int32], dict(shape=(None, None), order='C', device='cpu')]) -> None:
        """Seat to move, score, strict score and end, into int32 [games, 4]."""

class OpenGames:
    """
    Games of a team side by side: native agents move in the core, other seats from outside.
    """

    def __init__(self, setup: Setup, agents: Sequence[Policy | None], first_seed: SupportsIndex, games: int) -> None: ...

    def waiting(self, seat: int) -> Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu')]:
        """Indices of the games in which the seat is to move, uint32 [n]."""

    def write_observations(self, games: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], kind: int, out: Annotated[NDArray[numpy.uint8], dict(shape=(None, None), order='C', device='cpu')]) -> None:
        """
        Observations of the seats to move, into uint8 [n, size]: 0 is HLE's vector, 1 the extended one.
        """

    def write_legal_masks(self, games: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], out: Annotated[NDArray[numpy.uint8], dict(shape=(None, None), order='C', device='cpu')]) -> None:
        """1 for each legal action, into uint8 [n, actions]."""

    def apply(self, games: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], actions: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> None:
        """
        Applies a move in each of these games, then lets native agents move.

        :raises IllegalMoveError: naming the game; then no game has changed
        """

    def state(self, game: int) -> State:
        """A copy of one game's position."""

    def write_results(self, results: Annotated[NDArray[numpy.uint8], dict(shape=(None, None), order='C', device='cpu')], counters: Annotated[NDArray[numpy.uint64], dict(shape=(None, None, None), order='C', device='cpu')]) -> None:
        """
        The results of all games, and the counters of each seat: uint64 [games, seats, counters].
        """

def play_teams(setup: Setup, policies: Policies, teams: Annotated[NDArray[numpy.int32], dict(shape=(None, None), order='C', device='cpu', writable=False)], first_seeds: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)], threads: int, strict: bool, scores: Annotated[NDArray[numpy.uint8], dict(shape=(None, None), order='C', device='cpu')], counters: Annotated[NDArray[numpy.uint64], dict(shape=(None, None, None), order='C', device='cpu')], traces: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu')]) -> None:
    """
    Plays games of many teams: teams int32 [teams, seats] are places in `policies`, each
    plays the seeds from its own of `first_seeds` on. Writes scores [teams, games] (0 for
    bombed games if strict), adds counters [teams, seats, counters], and writes one hash of
    all moves of a team into traces.
    """

def count_fires(setup: Setup, policies: Policies, teams: Annotated[NDArray[numpy.int32], dict(shape=(None, None), order='C', device='cpu', writable=False)], first_seeds: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)], games: int, threads: int, fired: Annotated[NDArray[numpy.uint64], dict(shape=(None, None, None), order='C', device='cpu')]) -> None:
    """
    Plays as `play_teams` and adds up which rule decided: [teams, seats, MAX_RULES + 1],
    the place after an agent's last rule counts random moves.
    """

def ask_policies(setup: Setup, policies: Policies, teams: Annotated[NDArray[numpy.int32], dict(shape=(None, None), order='C', device='cpu', writable=False)], first_seeds: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)], games: int, asked: Policies, threads: int) -> tuple[Annotated[NDArray[numpy.int8], dict(shape=(None, None), order='C', device='cpu')], Annotated[NDArray[numpy.int32], dict(shape=(None, None), order='C', device='cpu')]]:
    """
    Plays as `play_teams`, and asks each of `asked` in every position what it would do.
    Returns int8 [positions, asked], action ids or -1 where one gives up or its move is
    not legal, and int32 [positions, 3]: team, game, number of legal moves. All who are
    asked in a position have the same randomness, a pure function of the game's seed and
    the turn.
    """

def witness_teams(setup: Setup, policies: Policies, teams: Annotated[NDArray[numpy.int32], dict(shape=(None, None), order='C', device='cpu', writable=False)], seeds: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)], me: int, threads: int, results: Annotated[NDArray[numpy.uint8], dict(shape=(None, None), order='C', device='cpu')], accounts: Annotated[NDArray[numpy.uint64], dict(shape=(None, None, None, None), order='C', device='cpu')]) -> None:
    """
    Plays one game of each team on its own seed. Writes results [teams, RESULT_BYTES] and
    what the seat `me` saw of each seat [teams, 2, seats, counters]: all moves that were
    carried out, then the account that the published meta-agent keeps.
    """

def raw_setup(setup: Setup) -> bytes:
    """A set-up as the core lays it out in memory, for a GPU."""

MAX_RULES: int = 80

class Thought:
    """A move, and the statistics of all moves that the search tried."""

    @property
    def move(self) -> Move:
        """The chosen move."""

    @property
    def rollouts(self) -> int:
        """Imagined games in all."""

    @property
    def candidates(self) -> list[tuple[Move, int, float]]:
        """(move, visits, mean points), most visits first."""

class Casebook:
    """The hypotheses and responses of a meta-agent, and their scores."""

    def __init__(self, hypotheses: Policies, responses: Policies, scores: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)], *, prior: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], doubts: Sequence[tuple[float, float]], samples: int, patience: float, within_games: bool, whole_games: Sequence[bool] = [], most_samples: int = 0) -> None:
        """
        Scores of responses (rows) with hypotheses (columns). For each move of a partner
        `samples` positions are imagined. Each of the `doubts` is a share of moves that are
        not the hypothesis's, and how far its scores are trusted then. A response that is
        expected to gain more than `patience` points replaces another within a game if that
        is allowed. Responses with an entry True in `whole_games` never begin within a game.
        Plausible hypotheses are asked in up to `most_samples` positions.
        """

class Investigation:
    """Settings of a meta-agent's search."""

    def __init__(self, *, iterations: int, seconds: float, threads: int, hands: int, errors: float, strict: bool) -> None:
        """
        At most `iterations` rollouts and `seconds` per move; 0: no limit. Of `hands` own
        hands that agree with the hints, one is drawn by how well it explains the partners'
        moves. A move must beat that of the response by `errors` standard errors.
        """

class MetaSeat:
    """The meta-agent in one seat of one game."""

    def __init__(self, casebook: Casebook, beliefs: Annotated[NDArray[numpy.float64], dict(shape=(None, None, None), order='C', device='cpu')], seat: int, seed: SupportsIndex, memory: bytes = ..., moved: int = 0) -> None:
        """
        Beliefs [seats, hypotheses, doubts] are updated in place. `memory` is what `finish`
        returned for the previous game, since when everybody moved on by `moved` seats.
        """

    def finish(self, last: View) -> bytes:
        """Ends the game. Returns what all responses remember of their partners."""

    def decide(self, view: View) -> Decision:
        """The move of the current response."""

    def search(self, view: View, settings: Investigation, standard: Move) -> Thought:
        """
        Searches for a move that is better than `standard`, the move of the response.
        """

    def notice(self, before: View, event: Event) -> None:
        """
        Updates the beliefs after a move of another seat; `before` is the own view before it.
        """

    @property
    def response(self) -> int:
        """Index of the current response."""

def hand_likelihood(view: View, hands: State, model: Policy, *, noise: float) -> tuple[float, int]:
    """
    The probability of the latest moves of partners who play like `model`, if the viewer's
    hand is that of the position `hands`, and the number of these moves. In a share `noise`
    of turns a partner makes any other move.
    """

def play_episodes(casebook: Casebook, setup: Setup, partners: Policies, seeds: Annotated[NDArray[numpy.uint64], dict(shape=(None, None), order='C', device='cpu', writable=False)], *, seat: int, threads: int, scores: Annotated[NDArray[numpy.uint8], dict(shape=(None, None, None), order='C', device='cpu')], ends: Annotated[NDArray[numpy.uint8], dict(shape=(None, None, None), order='C', device='cpu')], responses: Annotated[NDArray[numpy.int32], dict(shape=(None, None, None), order='C', device='cpu')], beliefs: Annotated[NDArray[numpy.float64], dict(shape=(None, None, None, None, None), order='C', device='cpu')], search: Investigation | None = None) -> None:
    """
    Episodes with each partner in all other seats: seeds [episodes, games]. Writes scores
    (points kept), how games ended (numbered as in results) and the responses they
    began with, each [episodes, partners, games], and the mean belief about all other seats
    after each game [episodes, partners, games, hypotheses, doubts]. With settings of a
    search, the meta-agent searches for each move.
    """

class Searcher:
    """Settings of a searching agent: plan, limits and models of partners."""

    def __init__(self, own: Policy | None, models: Policies, chances: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)], *, method: str, verdict: str, models_in_tree: bool, own_model_in_tree: bool, skip_fives: bool, redeal: bool, strict: bool, tree_turns: int, rollout_turns: int, widening: int, exploration: float, errors: float, iterations: int, seconds: float, threads: int, memory: float, samples: int, noise: float, learns: bool) -> None:
        """
        `own` moves for the searching seat in rollouts (None: any legal move), `models` for
        partners; `chances` [1 or partners, models] holds the probability of each model.
        """

class SearchSeat:
    """A searching agent in one seat of one game."""

    def __init__(self, searcher: Searcher, *, players: int, seat: int, seed: SupportsIndex) -> None: ...

    def decide(self, view: View) -> Thought:
        """Searches for the viewer's move."""

    def notice(self, before: View, event: Event) -> None:
        """
        Updates the beliefs after a move of another seat; `before` is the own view before it.
        """

    def beliefs(self, seat: int) -> list[float]:
        """Probabilities of the models for one partner."""

def play_search_games(setup: Setup, agents: Sequence[Searcher | Policy], first_seed: SupportsIndex, threads: int, out: Annotated[NDArray[numpy.uint8], dict(shape=(None, None), order='C', device='cpu')], counters: Annotated[NDArray[numpy.uint64], dict(shape=(None, None, None), order='C', device='cpu')]) -> None:
    """
    Plays one game of searchers and native agents for each row of `out`, and counts what
    each seat does: counters [games, seats, counters].
    """

def try_moves(view: View, moves: Sequence[Move], models: Policies, seed: SupportsIndex, *, strict: bool, out: Annotated[NDArray[numpy.uint8], dict(shape=(None, None), order='C', device='cpu')]) -> None:
    """
    Plays each move in the same imagined positions and lets the models, one for each seat,
    play on. Writes scores to out [samples, moves]. Without moves, the model of the seat to
    move decides, and there is one column.
    """

class VectorPlan:
    """The settings that all games of a vector share."""

    def __init__(self, setup: Setup, *, learners: int, permute_colors: bool, bombs_cost_all: bool, observation: str, packed: bool, episode: int, partners: int, extra: int, seed: SupportsIndex) -> None:
        """
        `learners`: a set of seats, bit i for seat i, or 0: one seat, the next seat in
        every game. `extra`: bytes of extra memory of a partner's seat.
        """

    @property
    def partners(self) -> int:
        """Partners in the pool."""

    @property
    def extra(self) -> int:
        """Bytes of extra memory of all seats of a place."""

    @property
    def bit_words(self) -> int:
        """Words of 32 bits at the start of an observation."""

    @property
    def byte_words(self) -> int:
        """Words of four bytes at its end."""

    def game_seed(self, place: int, number: int) -> int:
        """The seed of a game; `State.deal` with this seed deals the same cards."""

    def raw(self) -> bytes:
        """The plan in the memory layout of the core, for a GPU."""

    place_bytes: Final[tuple[int, int, int, int]] = ...
    """Bytes per place: position, view of partners, other state, habits."""

def learner_observation(view: View, observation: str) -> Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu')]:
    """
    The observation of a learner in the first game of an episode: uint8 [entries].
    """

class VectorGames:
    """Many games side by side on the CPU."""

    def __init__(self, plan: VectorPlan, pool: Policies, weights: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)], games: int) -> None: ...

    def begin(self, threads: int) -> None:
        """Deals the first game of every place."""

    def step(self, actions: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], threads: int) -> None:
        """
        Applies one action id (int32) in every place.

        :raises IllegalMoveError: naming the place, where illegal moves are errors; then
            nothing has changed
        """

    def draw_actions(self, key: int, out: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu')]) -> None:
        """
        Writes a random legal action for every place, a pure function of the key.
        """

    def write_own_cards(self, out: Annotated[NDArray[numpy.uint8], dict(shape=(None, None), order='C', device='cpu')]) -> None:
        """
        Hidden cards of the learners to move, into uint8 [games, hand_size]; 31 if none.
        """

    def moves(self) -> tuple[Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu')], bytes]:
        """
        Numbers of the running games, and for each the number of its moves and their action ids.
        """

    def restore(self, numbers: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)], moves: bytes, habits: Annotated[NDArray[numpy.uint16], dict(shape=(None, None), order='C', device='cpu', writable=False)]) -> None:
        """Replays the running games of `moves`."""

    def show(self) -> None:
        """Writes observations and masks again."""

    def state(self, index: int) -> State:
        """A copy of one game's position."""

    @property
    def observation(self) -> Annotated[NDArray[numpy.uint32], dict(shape=(None, None), order='C', device='cpu')]: ...

    @property
    def legal(self) -> Annotated[NDArray[numpy.uint8], dict(shape=(None, None), order='C', device='cpu')]: ...

    @property
    def seat(self) -> Annotated[NDArray[numpy.int8], dict(shape=(None,), order='C', device='cpu')]: ...

    @property
    def partner(self) -> Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu')]: ...

    @property
    def game(self) -> Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu')]: ...

    @property
    def reward(self) -> Annotated[NDArray[numpy.float32], dict(shape=(None,), order='C', device='cpu')]: ...

    @property
    def done(self) -> Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu')]: ...

    @property
    def final_score(self) -> Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu')]: ...

    @property
    def bombed(self) -> Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu')]: ...

    @property
    def illegal(self) -> Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu')]: ...

    @property
    def trace(self) -> Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu')]: ...

    @property
    def states(self) -> Annotated[NDArray[numpy.uint8], dict(shape=(None, None), order='C', device='cpu')]: ...

    @property
    def views(self) -> Annotated[NDArray[numpy.uint8], dict(shape=(None, None), order='C', device='cpu')]: ...

    @property
    def places(self) -> Annotated[NDArray[numpy.uint8], dict(shape=(None, None), order='C', device='cpu')]: ...

    @property
    def habits(self) -> Annotated[NDArray[numpy.uint8], dict(shape=(None, None), order='C', device='cpu')]: ...

    @property
    def extra(self) -> Annotated[NDArray[numpy.uint8], dict(shape=(None, None), order='C', device='cpu')]: ...

def network_preferences(policy: Policy, view: View) -> tuple[list[float], float]:
    """
    The network's logit for each action id, legal or not, and the expected return.
    Habits are counted over this game only.
    """

MAX_ACTIVATION: int = 127

MAX_FIRST_WEIGHT: int = 2047

MAX_HEAD_WEIGHT: int = 8191

MAX_HIDDEN_LAYERS: int = 4

MAX_UNITS: int = 2048
