"""What a study is: the structs of a study file, field by field.

A text is a string, or a table with one string per language. `reading.read` reads and checks a file.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

Text = str | dict[str, str]
"""a text for all languages, or one for each language"""
Language = Literal["en", "de"]
Name = Annotated[str, Meta(pattern="^[a-z][a-z0-9_]{0,39}$")]
"""a name in exported tables: lower-case letters, digits and underscores"""
Minutes = Annotated[float, Meta(gt=0, le=60 * 24 * 30)]
Seconds = Annotated[float, Meta(ge=0, le=60)]
Count = Annotated[int, Meta(ge=1, le=100_000)]
Games = Annotated[int, Meta(ge=1, le=50)]
DeckSeed = Annotated[int, Meta(ge=0, le=2**53)]


class Option(Struct, frozen=True, forbid_unknown_fields=True):
    """One answer that a question offers."""

    code: Annotated[str, Meta(pattern="^[A-Za-z0-9_.-]{1,40}$")]
    """what the tables hold"""
    label: Text


class Item(Struct, frozen=True, forbid_unknown_fields=True):
    """One question."""

    id: Name
    kind: Literal["likert", "choice", "text", "slider"]
    """`likert` orders its options, so the tables give their numbers, counted from 1"""
    prompt: Text
    options: tuple[Option, ...] = ()
    """for `likert` and `choice`"""
    required: bool = False
    low: Text = ""
    """label of a slider's left end"""
    high: Text = ""
    """label of a slider's right end"""
    least: float = 0
    most: float = 100
    step: float = 1
    """a slider goes from `least` to `most` in steps of this size"""
    longest: Annotated[int, Meta(ge=1, le=5000)] = 2000
    """most characters of a `text` answer"""
    reversed: bool = False
    """reverse-coded: a high answer means a low value on the scale"""
    expected: str = ""
    """code of the right answer: of a quiz question, or of an attention check"""


class Instrument(Struct, frozen=True, forbid_unknown_fields=True):
    """Questions that are asked together."""

    name: Name
    items: Annotated[tuple[Item, ...], Meta(min_length=1, max_length=60)]
    title: Text = ""
    text: Text = ""
    """shown above the questions"""
    source: str = ""
    """the publication that the questions come from"""
    wording: Literal["published", "paraphrased", "own"] = "own"
    """is the English wording that of the source?"""
    scale: str = ""
    """what all items measure together; empty if they are separate questions"""


class Arm(Struct, frozen=True, forbid_unknown_fields=True):
    """One condition: the agent that people play with. Participants never learn its name."""

    name: Name
    agent: Annotated[str, Meta(min_length=1, max_length=200)]


class Seeds(Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="seeds"):
    """Decks of given seeds."""

    seeds: Annotated[tuple[DeckSeed, ...], Meta(min_length=1, max_length=500)]
    order: Literal["same", "rotated", "shuffled"] = "same"
    """`same`: everybody plays them in this order; `rotated`: the start moves on by one within each
    arm, so that all decks meet all arms; `shuffled`: each person has an order of their own"""
    shuffle: Literal["tamaya", "python2"] = "tamaya"
    """how a seed becomes a deck: as `tamaya play --seed`, or as the program of the 2017 study"""


class Fresh(Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="fresh"):
    """A new deck for every game, computed from the study's seed and the participant's slot."""


class Assignment(Struct, frozen=True, forbid_unknown_fields=True):
    """Who plays with whom."""

    design: Literal["between", "within"]
    """one arm per person, or all arms per person in the orders of a balanced Latin square"""
    method: Literal["blocks", "minimization", "simple"] = "blocks"
    """`simple` draws each person's arm independently, as in 2017"""
    repeat: Literal["consecutive", "rounds"] = "consecutive"
    """within subjects, several games per arm: all with one partner before the next, or in rounds"""
    block: Annotated[int, Meta(ge=1, le=20)] = 1
    """how often each treatment occurs in a block"""
    covariates: tuple[Name, ...] = ()
    """for minimization: questions asked before the first game"""
    chance: Annotated[float, Meta(gt=0.5, le=1)] = 0.8
    """for minimization: probability of the treatment that balances best"""


class Recruitment(Struct, frozen=True, forbid_unknown_fields=True):
    """How many people take part, and how they are identified."""

    target: Count
    """complete participations to reach; people who drop out are replaced"""
    extra: Annotated[int, Meta(ge=0, le=10_000)] = 0
    """people admitted beyond the target while others are still taking part"""
    id_parameters: tuple[Annotated[str, Meta(pattern="^[A-Za-z0-9_]{1,40}$")], ...] = (
        "PROLIFIC_PID",
        "workerId",
        "survey_code",
        "id",
    )
    """URL parameters that may carry the participant's id; the first that is present counts"""
    id_required: bool = False
    """refuse people who arrive without an id"""
    store_id: bool = True
    """keep the id as it is; otherwise only a keyed hash, to recognize people who return"""


class GameTable(Struct, frozen=True, forbid_unknown_fields=True):
    """The table at which people play: rules, seat, help and the partner's behaviour."""

    setup: str = "standard"
    seat: Literal[0, 1] = 1
    """the participant's seat; seat 0 moves first"""
    help: Literal["positive", "negative", "counting"] = "negative"
    """how much the marks on cards say"""
    partner: Text = ""
    """the partner's name at the table; `{arm}` becomes a letter that stands for the arm and
    differs from person to person"""
    comments: bool = True
    """say beside the table what can be concluded from a move"""
    reply_seconds: Seconds = 1.5
    """seconds from the last move until an agent's move appears, however long the agent thought; 0
    shows it at once, so that thinking times may tell agents apart"""
    remember: bool = False
    """agents may learn about the person over their games"""


class Consent(Struct, frozen=True, forbid_unknown_fields=True, tag_field="page", tag="consent"):
    """Informed consent. If somebody declines, the server stores only that they declined."""

    text: Text
    version: Annotated[str, Meta(min_length=1, max_length=40)]
    """change it whenever the text changes"""
    title: Text = ""


class TimedPage(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A page that may have a time limit. Consent has none, so that nobody decides in a hurry."""

    minutes: Minutes | UnsetType = UNSET
    """the page's time limit; on a games page, that of each game"""
    on_timeout: Literal["submit", "stop"] | UnsetType = UNSET
    """when the time is up: `submit` hands in what was filled in and goes on; `stop` ends the
    participation, as inactivity does"""


class Info(TimedPage, frozen=True, forbid_unknown_fields=True, tag_field="page", tag="info"):
    """A page to read."""

    name: Name
    text: Text
    title: Text = ""


class Rules(TimedPage, frozen=True, forbid_unknown_fields=True, tag_field="page", tag="rules"):
    """The rules of the game; the built-in text unless another is given."""

    title: Text = ""
    text: Text = ""


class LessonPage(
    TimedPage, frozen=True, forbid_unknown_fields=True, tag_field="page", tag="lesson"
):
    """The playable lesson of eight steps."""

    title: Text = ""


class Quiz(TimedPage, frozen=True, forbid_unknown_fields=True, tag_field="page", tag="quiz"):
    """Comprehension questions. Every item needs `expected`."""

    instrument: Name
    attempts: Annotated[int, Meta(ge=1, le=20)] = 3
    on_failure: Literal["continue", "end"] = "continue"
    """after the last attempt: continue with the next page, or end the participation"""
    title: Text = ""
    text: Text = ""


class Practice(
    TimedPage, frozen=True, forbid_unknown_fields=True, tag_field="page", tag="practice"
):
    """A game that does not count, with the same agent and deck for everybody."""

    agent: str = "piers"
    seed: DeckSeed = 1
    title: Text = ""
    text: Text = ""


class GamesPage(TimedPage, frozen=True, forbid_unknown_fields=True, tag_field="page", tag="games"):
    """Games with the assigned partners."""

    count: Games
    """games in all; in a within-subjects design a multiple of the number of arms"""
    after_each: tuple[Name, ...] = ()
    """instruments asked after every game"""
    title: Text = ""
    text: Text = ""


class Survey(TimedPage, frozen=True, forbid_unknown_fields=True, tag_field="page", tag="survey"):
    """A page with the questions of one instrument."""

    instrument: Name
    title: Text = ""
    text: Text = ""


class Debrief(TimedPage, frozen=True, forbid_unknown_fields=True, tag_field="page", tag="debrief"):
    """A page that explains what the study was about."""

    text: Text
    title: Text = ""


Page = Consent | Info | Rules | LessonPage | Quiz | Practice | GamesPage | Survey | Debrief


class Completion(Struct, frozen=True, forbid_unknown_fields=True):
    """The last page."""

    text: Text = ""
    code: Annotated[str, Meta(pattern="^[A-Za-z0-9-]{0,40}$")] = ""
    """a completion code for everybody, as on Prolific; if empty, each person gets their own"""
    link: Annotated[str, Meta(pattern="^(https://[^ ]{1,300})?$")] = ""
    """where to send people back to; `{code}` becomes the completion code"""


class Wording(Struct, frozen=True, forbid_unknown_fields=True):
    """Texts in place of the built-in ones, where no page has a text of its own."""

    landing: Text = ""
    """before somebody takes part"""
    full: Text = ""
    paused: Text = ""
    declined: Text = ""
    failed_quiz: Text = ""
    timed_out: Text = ""
    stopped: Text = ""


class LaterGames(Struct, frozen=True, forbid_unknown_fields=True):
    """Games that people may play after the study, with arms and decks drawn for each game."""

    most: Annotated[int, Meta(ge=1, le=1000)]
    first_seed: DeckSeed
    last_seed: DeckSeed


class Bands(Struct, frozen=True, forbid_unknown_fields=True):
    """A planned table: shares of high answers by arm and range of scores."""

    item: Name
    """an ordered question about the partner"""
    at_least: Annotated[int, Meta(ge=2, le=20)] = 3
    """an answer is high from this option on, counted from 1"""
    first: Annotated[int, Meta(ge=0, le=25)] = 3
    """points at which the second range of scores begins; the first range is all lower scores"""
    width: Annotated[int, Meta(ge=1, le=25)] = 5
    """scores in each range"""


class AnalysisPlan(Struct, frozen=True, forbid_unknown_fields=True):
    """The analysis that is planned before data are collected."""

    outcome: Literal["score", "strict_score"] = "score"
    contrasts: tuple[tuple[Name, Name], ...] = ()
    """pairs of arms to compare"""
    exclude: tuple[
        Literal["incomplete", "failed_quiz", "failed_attention", "three_misplays_in_a_row"], ...
    ] = ("incomplete",)
    """rules by which participants or games are left out"""
    controls: tuple[Name, ...] = ()
    """questions whose answers are held constant when arms are compared, or `deck`"""
    correlations: tuple[tuple[Name, Name], ...] = ()
    """pairs of ordered questions whose answers are correlated"""
    bands: Bands | None = None
    agents: tuple[Annotated[str, Meta(min_length=1, max_length=200)], ...] = ()
    """agents whose moves are compared with those of people; if empty, the agents of the arms"""


class StudyFile(Struct, frozen=True, forbid_unknown_fields=True):
    """A whole study."""

    format: Literal[1]
    id: Annotated[str, Meta(pattern="^[a-z][a-z0-9_-]{0,39}$")]
    title: Text
    seed: DeckSeed
    """decides assignment and fresh decks"""
    people: Recruitment
    arms: Annotated[tuple[Arm, ...], Meta(min_length=1, max_length=20)]
    assignment: Assignment
    decks: Seeds | Fresh
    pages: Annotated[tuple[Page, ...], Meta(min_length=1, max_length=60)]
    languages: Annotated[tuple[Language, ...], Meta(min_length=1)] = ("en",)
    contact: str = ""
    """the address that participants may write to, shown on every page"""
    inactive_minutes: Minutes = 60
    """a participation ends after this time without any action, and somebody else gets the place"""
    table: GameTable = GameTable()
    instruments: tuple[Instrument, ...] = ()
    """instruments of this study, beside the shipped ones"""
    completion: Completion = Completion()
    wording: Wording = Wording()
    later_games: LaterGames | None = None
    analysis: AnalysisPlan = AnalysisPlan()

    @property
    def games(self) -> int:
        """Games that each person plays, practice not counted."""
        return sum(page.count for page in self.pages if isinstance(page, GamesPage))
