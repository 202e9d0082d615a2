"""The Casting Score and the sums of other rolls, with every part explained (HM-CAST-1, HM-WORD-2)."""

from __future__ import annotations

from gmtool.rules.board import Term
from gmtool.rules.systems.hermetic.fatigue import fatigue_penalty, wound_penalty
from gmtool.rules.systems.hermetic.plan import Plan
from gmtool.rules.systems.hermetic.scene import HermeticBoard
from gmtool.rules.systems.hermetic.tables import GESTURE_MODIFIER, VOICE_MODIFIER

FAST_PENALTY = -10
PER_PAWN = 2


def explained(board: HermeticBoard, total: str, always: tuple[Term, ...], more: tuple[Term, ...] = ()) -> int:
    """The sum of all terms; those of `more` are kept only where they count."""
    terms = always + tuple([term for term in more if term.value])
    board.explain(total, *terms)
    return sum([term.value for term in terms if term.value is not None])


def penalty_terms(board: HermeticBoard, who: str) -> tuple[Term, Term]:
    """Fatigue and wounds as they weigh on a roll (HM-FAT-2)."""
    if not board.setting.house.penalties_apply:
        return Term("term.fatigue", 0, "HM-FAT-2"), Term("term.wounds", 0, "HM-FAT-2")
    state = board.view(who)
    return Term("term.fatigue", fatigue_penalty(state), "HM-FAT-2"), Term("term.wounds", wound_penalty(state), "HM-FAT-2")


def voice_modifier(plan: Plan) -> int:
    """Loudness of the words; mastery takes the penalty of a quiet, then of no voice (HM-WORD-2, HM-MAS-10)."""
    quiet = plan.specials.count("quiet_casting")
    if (plan.voice == "quiet" and quiet) or (plan.voice == "silent" and quiet == 2):
        return 0
    return VOICE_MODIFIER[plan.voice]


def gesture_modifier(plan: Plan) -> int:
    """Breadth of the gestures; mastery takes the penalties (HM-WORD-2, HM-MAS-11)."""
    modifier = GESTURE_MODIFIER[plan.gestures]
    return 0 if modifier < 0 and "still_casting" in plan.specials else modifier


def casting_score(board: HermeticBoard, who: str, plan: Plan) -> int:
    """The Casting Score (HM-CAST-1)."""
    sheet = board.sheet(who)
    scholar = sheet.abilities if plan.ceremonial else {}
    return explained(
        board,
        "score",
        (
            Term(f"choice.{plan.technique}", sheet.arts[plan.technique], "HM-CAST-1"),
            Term(f"choice.{plan.form}", sheet.arts[plan.form], "HM-CAST-1"),
            Term("term.stamina", sheet.stamina, "HM-CAST-1"),
        ),
        (
            Term("term.aura", board.setting.aura, "HM-CAST-1"),
            *penalty_terms(board, who),
            Term("term.modifier", plan.modifier, "HM-CAST-1"),
            Term("term.vis", PER_PAWN * (plan.pawns - plan.cost), "HM-VIS-3"),
            Term(f"term.voice.{plan.voice}", voice_modifier(plan), "HM-WORD-2"),
            Term(f"term.gestures.{plan.gestures}", gesture_modifier(plan), "HM-WORD-2"),
            Term("term.fast", FAST_PENALTY if plan.fast else 0, "HM-FAST-6"),
            Term("term.artes_liberales", scholar.get("artes_liberales", 0), "HM-CER-2"),
            Term("term.philosophiae", scholar.get("philosophiae", 0), "HM-CER-2"),
        ),
    )
