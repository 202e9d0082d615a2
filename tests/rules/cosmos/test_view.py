"""What the roster, the sheet and the grimoire show of a fighter, and what can be done from there."""

from __future__ import annotations

from typing import Any

import pytest

from gmtool.rules.grimoire import refusal, spells_of
from gmtool.rules.resolve import attempt, read_step
from gmtool.rules.view import Offer, Pair, Rows, Said, Sheet, Tally, Tracks, View
from gmtool.rules.wording import LANGUAGES, Catalogue
from tests.rules.cosmos.duels import COSMOS, ILMAR, KORAX, NEREIS, duel, pending, words_in
from tests.rules.cosmos.test_fight import text

VIEW: View = COSMOS.view
WORDS = {language: Catalogue(language) for language in LANGUAGES}

BUSY: dict[str, Any] = {
    "hp": 50,
    "pa": 24,
    "cs": 25,
    "pending": [pending(block_die=4)],
    "decisions": [{"by": "nereis", "effect": "psychic", "cost": 40}],
    "markers": {"fire": 3, "psychic": 2},
    "special_markers": {"Chill": 2},
    "effects": [{"effect": "wind", "value": 2, "turns_left": 2}, {"effect": "modifier", "name": "Fog", "value": -1}],
    "active_capacities": ["Frost Wall"],
    "capacities_used": 1,
    "attacked": True,
    "recharged_last_turn": True,
    "simultaneous_successes": 1,
    "known": {"nereis": ["Abyss"]},
}


def blocks(sheet: Sheet) -> list[Any]:
    found: list[Any] = []
    for block in sheet.blocks:
        found += [block.left, block.right] if isinstance(block, Pair) else [block]
    return found


def block(sheet: Sheet, kind: type[Any], title: str) -> Any:
    return next(one for one in blocks(sheet) if isinstance(one, kind) and one.title == title)


def every_offer(position: Any, who: str) -> list[Offer]:
    found = [offer for command in VIEW.commands for offer in VIEW.offers(command, position, [who])]
    for one in blocks(VIEW.sheet(position, who)):
        if isinstance(one, Tracks):
            found += [track.offer for track in one.tracks if track.offer is not None]
        if isinstance(one, Tally):
            found += [offer for tick in one.ticks for offer in (tick.more, tick.less) if offer is not None]
    return found


def test_the_sheet_begins_with_the_figures_and_what_awaits() -> None:
    sheet = VIEW.sheet(duel(ilmar=BUSY), "ilmar")
    tracks = sheet.blocks[0]
    assert [(track.value, track.maximum) for track in tracks.tracks] == [(50, 180), (24, 80), (25, 90)]
    assert sheet.headline is not None
    assert sheet.headline.value == 50
    awaits = block(sheet, Said, "view.awaits")
    assert [text(line) for line in awaits.lines] == ["faces Maelstrom 30 from Nereis", "psychic from Nereis"]
    assert text(awaits.ends[1]) == "40 CS or defeat"


def test_markers_and_what_runs_stand_with_the_number_needed_and_the_end() -> None:
    sheet = VIEW.sheet(duel(ilmar=BUSY), "ilmar")
    ticks = {text((tick.label,)): tick.number for tick in block(sheet, Tally, "fight.markers").ticks}
    assert ticks["fire /4"] == 3
    assert ticks["Chill"] == 2
    runs = block(sheet, Said, "fight.running")
    assert [text(end) for end in runs.ends] == ["2 turns", "until removed", "5 CS a turn", "to the end of the next turn"]


def test_tiers_out_of_reach_are_struck() -> None:
    rows = block(VIEW.sheet(duel(ilmar=BUSY), "ilmar"), Rows, "field.attacks").rows
    tiers = [(bit.data, bit.ink) for bit in rows[0].cells[1] if isinstance(bit.data, int)]
    assert tiers == [(20, ""), (30, "muted struck"), (50, "muted struck")]


def test_the_technical_sheet_names_its_problems_and_effects_that_are_not_unique() -> None:
    special = {"name": "Chill"}
    broken = {
        **KORAX,
        "attacks": [{"name": str(index), "tiers": ["weak"], "element": "ice", "special": special} for index in range(4)],
        "slots": 3,
    }
    technical = block(VIEW.sheet(duel(broken), "korax"), Said, "view.technical")
    assert text(technical.right) == "not valid"
    assert [text(line) for line in technical.lines[1:]] == [
        "No special effect is allowed below gold.",
        "More slots are used than are available.",
        "Another fighter has a special effect called Chill too.",
    ]


def test_a_figure_of_the_sheet_is_changed_by_its_track_and_a_marker_by_its_tick() -> None:
    position = duel(ilmar=BUSY)
    offers = {offer.word: offer for offer in every_offer(position, "ilmar")}
    step = {**offers["view.offer.hp"].step, "with": {"hp": -10}}
    done = attempt(COSMOS, position, read_step(COSMOS, position, step), ()).resolution
    assert done is not None
    assert done.after.states["ilmar"].hp == 40


@pytest.mark.parametrize("states", [{}, {"ilmar": BUSY}, {"ilmar": {"hp": 0, "defeated": "hp"}}], ids=["fresh", "busy", "down"])
def test_every_offer_is_a_step_that_the_rules_can_read_or_an_edit_that_the_state_takes(states: dict[str, Any]) -> None:
    position = duel(**states)
    for offer in every_offer(position, "ilmar"):
        if offer.edit:
            written = {**position.states["ilmar"].write(), **offer.edit}
            COSMOS.read_state(written, position.sheets["ilmar"], position.scene, position.sheets.keys())
        elif "name" not in offer.ask:
            read_step(COSMOS, position, dict(offer.step))


def test_whoever_is_down_may_be_set_up_again() -> None:
    position = duel(ilmar={"hp": 0, "defeated": "hp"})
    words = [offer.word for offer in VIEW.offers("condition", position, ["ilmar"])]
    assert "view.offer.rises" in words
    whole = next(offer for offer in VIEW.offers("rest", position, ["ilmar"]) if offer.word == "view.offer.whole")
    assert whole.edit == {"hp": 180, "pa": 80, "cs": 90, "defeated": None}


def test_the_grimoire_lists_attacks_and_capacities_with_the_step_that_launches_them() -> None:
    position = duel()
    spells = list(spells_of(COSMOS, VIEW, position.sheets["ilmar"]))
    assert [spell.name for spell in spells] == ["Aurora Lance", "Diamond Fist", "Frost Wall", "Focus"]
    assert all(len(spell.cells) == len(spell.order) == len(VIEW.grimoire_heads) for spell in spells)
    steps = [VIEW.spell_step(position, "ilmar", spell.key) for spell in spells]
    assert steps[0] == {"do": "attack", "by": "ilmar", "with": {"attack": "Aurora Lance", "tier": "seventh"}, "to": "nereis"}
    assert steps[2] == {"do": "use_capacity", "by": "ilmar", "with": {"name": "Frost Wall"}}
    assert all(step is not None and refusal(COSMOS, position, step) is None for step in steps)


def test_the_same_attack_of_two_fighters_is_one_entry_and_another_one_of_that_name_is_not() -> None:
    attack = NEREIS["attacks"][0]
    other = {**ILMAR, "attacks": [attack]}
    third = {**ILMAR, "attacks": [{**attack, "element": "fire"}]}
    position = COSMOS.read({"one": NEREIS, "two": other, "three": third}, {})
    same = [next(spells_of(COSMOS, VIEW, sheet)).same for sheet in position.sheets.values()]
    assert same[0] == same[1] != same[2]


@pytest.mark.parametrize("preset", VIEW.presets, ids=lambda preset: preset.word)
def test_every_preset_is_a_valid_technical_sheet(preset: Any) -> None:
    position = COSMOS.read({"one": dict(preset.sheet)}, {})
    done = attempt(COSMOS, position, read_step(COSMOS, position, {"do": "validate_sheet", "by": "one"}), ()).resolution
    assert done is not None
    assert done.outcome["valid"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_word_of_the_view_stands_in_the_catalogue(language: str) -> None:
    words = WORDS[language]
    for position in (duel(), duel(KORAX, ilmar=BUSY), duel(ilmar={"hp": 0}, nereis={"known": {"ilmar": ["Aurora Lance"]}})):
        for who in position.sheets:
            sheet = VIEW.sheet(position, who)
            spells = list(VIEW.spells(position.sheets[who]))
            hands = [VIEW.at_hand(position, who, spell.key) for spell in spells]  # type: ignore[attr-defined]
            for word, facts in words_in([sheet, VIEW.cells(position, who), VIEW.facts(position, who), spells, hands, VIEW.legend]):
                assert words.has(word, "cosmos"), word
                words.say(word, "cosmos", **facts)
            titles = [one.title for one in blocks(sheet)] + [
                word for one in blocks(sheet) if isinstance(one, Rows) for word, _ in one.heads
            ]
            offers = every_offer(position, who)
            for key in [*titles, *[offer.word for offer in offers]]:
                assert words.has(key, "cosmos"), key
            for offer in offers:
                words.say(offer.word, "cosmos", **offer.facts)
    heads = [column.word for column in VIEW.columns] + [word for word, _ in VIEW.grimoire_heads]
    for key in [*heads, *[preset.word for preset in VIEW.presets], *[word for word, _ in VIEW.groups]]:
        assert words.has(key, "cosmos"), key
