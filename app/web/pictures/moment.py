"""A moment of a session as a picture: its words and its scene, from what somebody without a seat may see of it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from app.persistence.stored.codec import Json
from app.persistence.stored.rows import Seat, Session
from app.services.rulebooks.registry import Rulebook
from app.web.boards import drawn, template_of
from app.web.pages import templates, words
from app.web.pictures.drawing import BOLD, Caption, Player, font_of, picture_of
from app.web.pictures.scene import Scene, rolls_in, scene_of
from app.web.pictures.style import SERIF, plain_style


@dataclass(frozen=True, slots=True)
class Moment:
    """What there is to see of a session at one of its actions."""

    book: Rulebook
    session: Session
    language: str
    action: Json | None
    """The document of the action; None where there is none yet."""
    board: Json | None
    """The board of a game after it, as somebody without a seat sees it; None where there is none."""
    turn: Sequence[int | None]
    """The seats for which the session waits."""
    is_of_action: bool
    """Whether the picture is of the action, not of the session."""


def picture_at(moment: Moment) -> bytes:
    """The PNG of a moment."""
    texts = words(moment.language, moment.book)
    names = names_of(moment, texts)
    scene = board_of(moment, texts, names)
    if not scene.drawing:
        own = template_of(moment.book.package, "picture")
        rolls = rolls_in(moment.action, lambda face: texts["word"]("face", face)) if moment.action else []
        scene = replace(scene, mark=own or scene.mark, rolls=rolls)
    return picture_of(moment.book, caption_of(moment, texts, names, scene.head), scene)


def names_of(moment: Moment, texts: Mapping[str, Any]) -> Mapping[int, str]:
    """What the player of each seat is called in letters that the font has; one without a name by the seat's number."""
    font = font_of(SERIF, BOLD)
    return {
        seat.seat: font.legible(seat.name or "") or texts["text"]("play.seat", n=seat.seat)
        for seat in moment.session.seats
    }


def board_of(moment: Moment, texts: Mapping[str, Any], names: Mapping[int, str]) -> Scene:
    """The board as a scene; a scene without a drawing where there is none."""
    book, board = moment.book, moment.board
    if board is None:
        return Scene()
    template, values = drawn(book, board, moment.session.options, None)
    cut = font_of(SERIF, BOLD).cut
    found = [each for each in (template, template_of(book.package, "scene")) if each is not None]
    pages = [templates().get_template(each).render(**texts, players=names, cut=cut, **values) for each in found]
    return scene_of(book, pages)


def caption_of(moment: Moment, texts: Mapping[str, Any], names: Mapping[int, str], head: str) -> Caption:
    """The words of a moment: how the session ended, else what happened last."""
    session, action, text = moment.session, moment.action, texts["text"]
    result: Json = (session.result or {}) if not moment.is_of_action else {}
    winners: list[int] = result.get("winners") or ([result["winner"]] if result.get("winner") else [])
    happened: str = action["text"] if action else ""
    if winners:
        headline = text("play.won", names=", ".join(names[seat] for seat in winners))
    elif result:
        headline = text("play.draw")
    else:
        headline = happened or text("session.before" if session.is_game else "picture.before")
    number = text("session.move" if session.is_game else "session.action", n=action["number"]) if action else ""
    is_marked = winners or moment.turn
    scores = result.get("scores") or {}
    return Caption(
        title=moment.book.ruleset.title,
        place=" · ".join(part for part in (number, head) if part),
        headline=headline,
        then=happened if result else "",
        players=[
            Player(
                names[seat.seat],
                texts["word"]("side", seat.side) if seat.side else "",
                color_of(moment.book, seat),
                str(scores.get(str(seat.seat), "")),
                seat.seat in is_marked,
            )
            for seat in session.seats
        ],
    )


def color_of(book: Rulebook, seat: Seat) -> str:
    """The class with the color of a seat: that of its side where sides have one."""
    return seat.side if seat.side and f".{seat.side}," in plain_style(book.package) else f"seat-{seat.seat}"
