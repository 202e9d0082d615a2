"""Magic resistance and the Parma Magica's part in it (HM-MR, HM-PAR, HM-MAS-7)."""

from __future__ import annotations

from gmtool.rules.board import Term
from gmtool.rules.systems.hermetic.scene import HermeticBoard
from gmtool.rules.wording import name_of

PARMA_FACTOR, PROTECTING_COST = 5, 3


def parma_bonus(board: HermeticBoard, who: str) -> int:
    """What a Parma that is up gives to its magus: five times the score, less three while it protects anyone (HM-PAR-1, HM-PAR-6)."""
    score = board.sheet(who).abilities["parma_magica"]
    if board.view(who).parma.protected:
        score = max(0, score - PROTECTING_COST)
    return PARMA_FACTOR * score


def protectors(board: HermeticBoard, who: str) -> list[str]:
    """Those whose Parma covers somebody: up and not suspended (HM-PAR-7, HM-PAR-8)."""
    return [
        other
        for other in board.ids
        if other != who
        and who in (state := board.view(other)).parma.protected
        and state.parma.up
        and not state.resistance_suspended
    ]


def sources(board: HermeticBoard, who: str, form: str) -> list[tuple[Term, ...]]:
    """Every resistance that somebody has against a Form, each with its parts (HM-MR-1 to HM-MR-6)."""
    sheet, state = board.sheet(who), board.view(who)
    found: list[tuple[Term, ...]] = []
    if sheet.might is not None:
        found.append((Term("term.might", sheet.might, "HM-MR-3"),))
    if sheet.granted_resistance is not None:
        granted = sheet.granted_resistance
        found.append((Term(f"term.granted.{granted.source}", granted.value, "HM-MR-2"),))
    own: tuple[Term, ...] = ()
    if sheet.kind == "magus" and not state.resistance_suspended:
        own = (Term(f"choice.{form}", sheet.arts[form], "HM-MR-4"),)
        if state.parma.up:
            found.append((*own, Term("term.parma", parma_bonus(board, who), "HM-PAR-1")))
        else:
            found.append(own)
    for other in protectors(board, who):
        found.append((*own, Term("term.parma_of", parma_bonus(board, other), "HM-PAR-7", {"who": name_of(board.position, other)})))
    return found


def knows_similar(board: HermeticBoard, who: str, family: str | None) -> bool:
    """Whether a magus has mastered resistance against spells of that family (HM-MAS-7)."""
    sheet = board.sheet(who)
    if family is None or sheet.kind != "magus":
        return False
    return any("magic_resistance" in spell.specials and (spell.family or key) == family for key, spell in sheet.spells.items())


def resistance(board: HermeticBoard, who: str, form: str, family: str | None) -> int | None:
    """The highest resistance of a target, None where it has none; its parts are explained (HM-MR-6)."""
    found = sources(board, who, form)
    if not found:
        return None
    best: tuple[Term, ...] = ()
    highest = -1
    for terms in found:
        value = sum([term.value or 0 for term in terms])
        if value > highest:
            best, highest = terms, value
    if knows_similar(board, who, family):
        best = (*best, Term("term.mastered_resistance", highest, "HM-MAS-7"))
        highest *= 2
    board.explain(f"resistance.{who}", *best)
    return highest
