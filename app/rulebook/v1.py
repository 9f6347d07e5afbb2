"""What a rulebook may import of Umpire, all of it, in its first version: `from umpire.rulebook.v1 import Ruleset`.

A later release may add names and optional parts. What would break a rulebook comes as a module `v2` beside this one.
"""

from app.domain.board import Board, BoardTable, Concede, GameResult, LookAhead, Pass, SeatMove
from app.domain.bounded_cache import bounded_cache
from app.domain.bringing import Bringing
from app.domain.casualties import ASCII, Casualty, Fate, UnitId, is_printable_ascii
from app.domain.catalogue import Catalogue, Does, Entry, ListReader
from app.domain.choices import apart
from app.domain.completion import Completion, Note, Said, Sent
from app.domain.dice import D6, DiceSource, Die, Faces, ThrownDice
from app.domain.effort import Effort
from app.domain.errors import (
    Fact,
    IllegalAction,
    IllegalChoice,
    IllegalOption,
    IllegalSituation,
    LimitExceeded,
    NotComputable,
    NotYours,
    raise_all,
)
from app.domain.fairness import private_digest
from app.domain.hidden import NotShown, Private, view_of
from app.domain.names import dataclasses_of
from app.domain.nearest import closest, nearest
from app.domain.odds import (
    Distribution,
    Distributions,
    after_record,
    distributions_of,
    enumerate_outcomes,
    far_as,
    finished,
    mean,
    outcomes_of_step,
    played_by,
    throws,
)
from app.domain.record import (
    EVERYBODY,
    NOBODY,
    Audience,
    By,
    Chose,
    Noted,
    Origin,
    Record,
    Role,
    Rolled,
    Seated,
    Source,
    seat_name,
)
from app.domain.resolution import Pending, Resolved, answers_in, resolve
from app.domain.ruleset import (
    Change,
    Covered,
    FollowUps,
    FurtherMeasures,
    Left,
    Policies,
    Policy,
    Ruleset,
    Values,
    first_option,
)
from app.domain.table import Exchanged, Question, RecordedAnswer, RollWanted, Table, nobody
from app.domain.visible import Name, OneLine, Spelled, Visible, is_one_line
from app.drawing.cells import Cell, cells_of
from app.drawing.layout import places_of
from app.drawing.view import View

__all__ = [
    "ASCII",
    "D6",
    "EVERYBODY",
    "NOBODY",
    "Audience",
    "Board",
    "BoardTable",
    "Bringing",
    "By",
    "Casualty",
    "Catalogue",
    "Cell",
    "Change",
    "Chose",
    "Completion",
    "Concede",
    "Covered",
    "DiceSource",
    "Die",
    "Distribution",
    "Distributions",
    "Does",
    "Effort",
    "Entry",
    "Exchanged",
    "Faces",
    "Fact",
    "Fate",
    "FollowUps",
    "FurtherMeasures",
    "GameResult",
    "IllegalAction",
    "IllegalChoice",
    "IllegalOption",
    "IllegalSituation",
    "Left",
    "LimitExceeded",
    "ListReader",
    "LookAhead",
    "Name",
    "NotComputable",
    "NotShown",
    "NotYours",
    "Note",
    "Noted",
    "OneLine",
    "Origin",
    "Pass",
    "Pending",
    "Policies",
    "Policy",
    "Private",
    "Question",
    "Record",
    "RecordedAnswer",
    "Resolved",
    "Role",
    "RollWanted",
    "Rolled",
    "Ruleset",
    "Said",
    "SeatMove",
    "Seated",
    "Sent",
    "Source",
    "Spelled",
    "Table",
    "ThrownDice",
    "UnitId",
    "Values",
    "View",
    "Visible",
    "after_record",
    "answers_in",
    "apart",
    "bounded_cache",
    "cells_of",
    "closest",
    "dataclasses_of",
    "distributions_of",
    "enumerate_outcomes",
    "far_as",
    "finished",
    "first_option",
    "is_one_line",
    "is_printable_ascii",
    "mean",
    "nearest",
    "nobody",
    "outcomes_of_step",
    "places_of",
    "played_by",
    "private_digest",
    "raise_all",
    "resolve",
    "seat_name",
    "throws",
    "view_of",
]
