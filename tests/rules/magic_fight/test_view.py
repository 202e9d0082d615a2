"""What is shown of a wizard: figures as they are now, spells with their cost, offers that set every figure, presets within the budget."""

from __future__ import annotations

from typing import Any

import pytest

from gmtool.rules.board import Position
from gmtool.rules.dice import Tape
from gmtool.rules.resolve import read_step, resolve
from gmtool.rules.systems.magic_fight import SYSTEM
from gmtool.rules.systems.magic_fight.doing import worth
from gmtool.rules.systems.magic_fight.sheet_view import half_points, total_halves
from gmtool.rules.view import Figures, Preset, Rows, Said, Tracks
from tests.rules.magic_fight.desk import armor, effect, power, spell, wizard
from tests.rules.magic_fight.test_fight import WORLDS
from tests.rules.said import FR, missing, text

GAME = "magic_fight"
VIEW = SYSTEM.view
BOLT = spell("Bolt", effect("energy_blast", 8))
BITE = spell("Bite", effect("killing_attack", 2, "no_stun", {"modifier": "charges", "count": 4}))
GHOST = spell("Ghost", effect("desolidification", 1))


def at(people: dict[str, Any], **scene: Any) -> Position:
    opened = {"turn": 1, "segment": 12, "order": list(people), "active": next(iter(people))}
    return SYSTEM.read(people, {**opened, **scene})


def block(position: Position, who: str, kind: type[Any], title: str) -> Any:
    return next(one for one in VIEW.sheet(position, who).blocks if isinstance(one, kind) and one.title == title)


def one(**state: Any) -> Position:
    return at({"ada": wizard([3, 3], BOLT, BITE, GHOST, armor(4, physical=6, energy=2), **state), "bel": wizard([5, 3])})


def test_figures_are_those_of_now() -> None:
    """MF-HIT-4, MF-DMG-1: halved while recovering, with armour added."""
    figures = block(one(recovery="pending"), "ada", Figures, "view.figures").figures
    told = {text((label,), GAME): text((value,), GAME) for label, value in figures}
    assert (told["OCV"], told["DCV"]) == ("3/3", "2/2")
    assert (told["against physical"], told["against mental"]) == ("8 (6 armour)", "2")
    assert told["segments"] == "6 12"


def test_points_are_tracks_and_a_click_takes_one_away() -> None:
    tracks = block(one(stun=7), "ada", Tracks, "view.points").tracks
    assert [(track.role, track.value, track.maximum) for track in tracks] == [
        ("stun", 7, 15),
        ("hp", 10, 10),
        ("endurance", 20, 20),
    ]
    assert [track.offer.edit for track in tracks if track.offer is not None] == [{"stun": 6}, {"body": 9}, {"endurance": 19}]


def test_spells_show_endurance_charges_and_what_they_do() -> None:
    rows = block(one(charges_used={"Bite": 4}), "ada", Rows, "field.spells")
    told = {row.key: [text(cell, GAME) for cell in row.cells] for row in rows.rows}
    assert told["Bolt"] == ["4", "", "8d6 energy"]
    assert told["Bite"] == ["–", "0/4", "2d6 killing"]
    assert told["Armour"] == ["–", "passive", "armour phys 6 en 2"]
    assert [reading.figure for reading in rows.readings] == ["hit"]
    assert block(one(), "bel", Figures, "view.figures")


def test_what_lies_on_a_wizard_says_what_ends_it() -> None:
    position = one(
        powers=[power("desolidification", "Ghost")], boosts=[{"into": "ego", "spell": None, "effect": None, "points": 5}]
    )
    lines = [text(line, GAME) for line in block(position, "ada", Said, "view.lying").lines]
    assert lines == ["desolid (Ghost) 4 END each phase until released", "Ego +5 until the turn ends"]


def test_offers_set_every_figure_of_the_state() -> None:
    position = one(
        stun=5, body=4, endurance=3, stunned=True, flash=2, recovery="pending", charges_used={"Bite": 1},
        powers=[power("desolidification", "Ghost")], drains=[{"effect": "energy_blast", "points": 7}],
        boosts=[{"into": "ego", "spell": None, "effect": None, "points": 5}],
    )  # fmt: skip
    offers = [offer for command in VIEW.commands for offer in VIEW.offers(command, position, ["ada"])]
    edited = {name for offer in offers for name in offer.edit} | (
        {"position"} if any(o.step.get("do") == "place" for o in offers) else set()
    )
    assert edited == {field.name for field in SYSTEM.state.fields}
    sheet = position.sheets["ada"]
    for offer in offers:
        if offer.edit:
            written = {**position.states["ada"].write(), **offer.edit}
            assert SYSTEM.read_state(written, sheet, position.scene).write() == written


def test_the_grimoire_parts_a_spell_from_the_units_that_are_bought() -> None:
    more = spell("Bolt", effect("energy_blast", 3))
    position = at({"ada": wizard([3, 3], BOLT), "bel": wizard([5, 3], more)})
    own, other = (next(iter(VIEW.spells(position.sheets[who]))) for who in ("ada", "bel"))
    assert own.same == other.same
    assert [text(cell, GAME) for cell in own.cells] == ["40", "4", "8d6 energy"]
    assert text(other.knows, GAME, FR) == "3d6 énergie"
    assert len(own.order) == len(VIEW.grimoire_heads)


def test_modifiers_show_their_values() -> None:
    assert [worth(quarters) for quarters in (8, 6, 2, 1, 0, -3, -5)] == ["+2", "+1 1/2", "+1/2", "+1/4", "0", "−3/4", "−1 1/4"]
    assert [half_points(halves) for halves in (500, 501)] == ["250", "250½"]


@pytest.mark.parametrize("preset", VIEW.presets, ids=lambda preset: preset.word)
def test_a_preset_is_a_wizard_within_250_points(preset: Preset) -> None:
    sheet = SYSTEM.sheet.read({"name": "x", **preset.sheet})
    assert total_halves(sheet) <= 500
    assert missing((preset.word,), GAME) == set()
    library = [{"name": one["name"], "effects": [bare(part) for part in one["effects"]]} for one in preset.sheet.get("spells", ())]
    position = SYSTEM.read({}, {"library": library})
    draft = {
        "characteristics": preset.sheet.get("characteristics", {}),
        "bought": preset.sheet.get("bought", {}),
        "spells": [
            {
                "spell": one["name"],
                "units": [part["units"] for part in one["effects"]],
                "allocations": [part.get("allocation") for part in one["effects"]],
            }
            for one in preset.sheet.get("spells", ())
        ],
    }
    step = read_step(SYSTEM, position, {"do": "quote_wizard", "with": draft})
    assert 2 * resolve(SYSTEM, position, step, Tape([])).outcome["total_cost"] == total_halves(sheet)


def bare(part: dict[str, Any]) -> dict[str, Any]:
    """An effect as the library keeps it."""
    return {name: value for name, value in part.items() if name not in ("units", "allocation")}


@pytest.mark.parametrize("position", WORLDS[:60])
def test_everything_shown_has_words_in_both_languages(position: Position) -> None:
    for who, sheet in position.sheets.items():
        assert len(VIEW.cells(position, who)) == len(VIEW.columns)
        offers = [VIEW.offers(command, position, [who]) for command in VIEW.commands]
        known = list(VIEW.spells(sheet))
        at_hand = [VIEW.at_hand(position, who, one.key) for one in known]
        shown = (VIEW.cells(position, who), VIEW.sheet(position, who), offers, known, at_hand)
        assert missing(shown, GAME) == set()
        assert all(len(one.cells) == len(VIEW.grimoire_heads) for one in known)
        for one in known:
            assert VIEW.spell_step(position, who, one.key) is not None
