"""The resolver by keys alone: three keys to a result, typed dice, mistakes, refusals, undo."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from gmtool.play.table import Table, fresh_demo, told
from gmtool.rules.dice import Die
from gmtool.tui.app import GmApp
from gmtool.tui.dice_entry import DiceEntry
from gmtool.tui.screens.resolver import ResolverDialog
from gmtool.tui.widgets.lines import Lines
from tests.tui.harness import press, seen, settle, write

SIZES = [(80, 24), (120, 40), (160, 50)]
TEN, SIX, HUNDRED = Die(10, 0), Die(6), Die(100)


async def with_resolver(
    covenant: Path,
    act: Callable[[GmApp, ResolverDialog, object], Awaitable[None]],
    *,
    actor: str = "berard",
    typing: bool = True,
    size: tuple[int, int] = (120, 40),
    language: str = "en",
) -> None:
    app = GmApp(language=language)
    async with app.run_test(size=size) as pilot:
        table = Table.open(covenant, language)
        app.table = table
        app.typing = typing
        dialog = ResolverDialog(table, actor)
        app.push_screen(dialog)
        await settle(pilot)
        await act(app, dialog, pilot)
        app.close_campaign()


async def aim_at(pilot: object, name: str) -> None:
    await press(pilot, "+")  # type: ignore[arg-type]
    await write(pilot, name)  # type: ignore[arg-type]
    await press(pilot, "space", "enter")  # type: ignore[arg-type]


async def test_a_cast_with_rolled_dice_takes_one_key_once_the_resolver_stands(covenant: Path, reader: Table) -> None:
    async def act(app: GmApp, dialog: ResolverDialog, pilot: object) -> None:
        await press(pilot, "enter")  # type: ignore[arg-type]
        assert dialog.done is not None

    await with_resolver(covenant, act, typing=False)
    reader.refresh()
    entry = reader.entry(reader.journal(limit=1)[0].number)
    assert entry.row.do == "cast_formal"
    assert entry.faces
    assert not any(face.typed for face in entry.faces)


async def test_the_exact_odds_stand_before_the_commit(covenant: Path) -> None:
    async def act(app: GmApp, dialog: ResolverDialog, pilot: object) -> None:
        await aim_at(pilot, "Wyrm")
        text = seen(app)
        assert "Might 22" in text or "against 22" in text
        assert dialog.odds is not None
        chance = dialog.odds["through wyrm"]["true"]
        assert f"{chance * 100:.1f} %" in text

    await with_resolver(covenant, act)


async def test_typed_faces_are_asked_for_one_by_one_and_a_one_doubles_the_next(covenant: Path, reader: Table) -> None:
    async def act(app: GmApp, dialog: ResolverDialog, pilot: object) -> None:
        await press(pilot, "enter")  # type: ignore[arg-type]
        assert dialog.done is None
        assert "A face is missing" in seen(app)
        await press(pilot, "1", "6", "enter")  # type: ignore[arg-type]
        assert dialog.done is not None
        assert dialog.done.outcome["die"] == 12
        await press(pilot, "enter")
        assert app.screen is not dialog

    await with_resolver(covenant, act)
    reader.refresh()
    entry = reader.entry(reader.journal(limit=1)[0].number)
    assert [(face.face, face.typed) for face in entry.faces] == [(1, True), (6, True)]


async def test_a_sign_that_only_looks_like_a_digit_is_no_face(covenant: Path) -> None:
    async def act(app: GmApp, dialog: ResolverDialog, pilot: object) -> None:
        await press(pilot, "²", "7", "enter")  # type: ignore[arg-type]
        assert dialog.done is not None
        assert dialog.done.outcome["die"] == 7

    await with_resolver(covenant, act)


async def test_after_a_face_the_odds_are_those_of_now(covenant: Path) -> None:
    async def act(app: GmApp, dialog: ResolverDialog, pilot: object) -> None:
        await aim_at(pilot, "Wyrm")
        assert dialog.odds is not None
        before = dialog.odds["through wyrm"]["true"]
        await press(pilot, "9")  # type: ignore[arg-type]
        assert dialog.odds is not None
        assert dialog.odds["through wyrm"] in ({"true": 1.0}, {"false": 1.0})
        assert dialog.before is not None
        assert dialog.before["through wyrm"]["true"] == before

    await with_resolver(covenant, act)


async def test_correcting_the_last_face_keeps_the_others(covenant: Path) -> None:
    async def act(app: GmApp, dialog: ResolverDialog, pilot: object) -> None:
        await press(pilot, "1", "1", "5")  # type: ignore[arg-type]
        assert dialog.dice_entry.faces == [1, 1, 5]
        await press(pilot, "backspace", "3", "enter")  # type: ignore[arg-type]
        assert dialog.done is not None
        assert dialog.done.outcome["die"] == 12

    await with_resolver(covenant, act)


async def test_the_missing_faces_may_be_rolled_and_the_journal_says_which(covenant: Path, reader: Table) -> None:
    async def act(app: GmApp, dialog: ResolverDialog, pilot: object) -> None:
        await press(pilot, "1", "space", "r")  # type: ignore[arg-type]
        assert dialog.done is not None

    await with_resolver(covenant, act)
    reader.refresh()
    faces = reader.entry(reader.journal(limit=1)[0].number).faces
    assert faces[0] == (1, True)
    assert all(not face.typed for face in faces[1:])


async def test_undo_takes_it_back_and_leaves_everything_as_it_was_set(covenant: Path, reader: Table) -> None:
    before = reader.position.game.states["berard"].write()  # type: ignore[union-attr]

    async def act(app: GmApp, dialog: ResolverDialog, pilot: object) -> None:
        await press(pilot, "down", "right", "right", "7", "enter")  # type: ignore[arg-type]
        assert dialog.done is not None
        await press(pilot, "u")  # type: ignore[arg-type]
        assert dialog.done is None
        assert dialog.step["with"]["vis"] == {"creo": 2}
        assert dialog.dice_entry.faces == [7]

    await with_resolver(covenant, act)
    reader.refresh()
    assert reader.position.game is not None
    assert reader.position.game.states["berard"].write() == before
    assert reader.journal(limit=1)[0].undone


async def test_an_option_shows_what_it_does_to_the_score(covenant: Path) -> None:
    async def act(app: GmApp, dialog: ResolverDialog, pilot: object) -> None:
        await press(pilot, "down", "right", "right")  # type: ignore[arg-type]
        row = next(line for line in seen(app).splitlines() if "virtus Creo" in line)
        assert "+4" in row
        assert "stock 2, cap 11" in row

    await with_resolver(covenant, act)


async def test_a_refused_step_says_why_and_may_be_overridden_with_a_reason(covenant: Path, reader: Table) -> None:
    async def act(app: GmApp, dialog: ResolverDialog, pilot: object) -> None:
        assert dialog.fault
        assert "unconscious" in seen(app).lower()
        await press(pilot, "enter")  # type: ignore[arg-type]
        assert dialog.done is None
        await press(pilot, "!")  # type: ignore[arg-type]
        await write(pilot, "he was shamming")  # type: ignore[arg-type]
        await press(pilot, "enter")  # type: ignore[arg-type]
        assert dialog.done is not None

    reader.edit_state("aude", {"fatigue.short": 5})
    await with_resolver(covenant, act, actor="aude")
    reader.refresh()
    assert reader.journal(limit=1)[0].reason == "he was shamming"


async def test_several_targets_are_resolved_at_once_and_listed(covenant: Path) -> None:
    async def act(app: GmApp, dialog: ResolverDialog, pilot: object) -> None:
        dialog.step["with"]["spell"] = "candle_rain"
        await press(pilot, "+")  # type: ignore[arg-type]
        for name in ("Odile", "Wyrm", "Pons"):
            await write(pilot, name)  # type: ignore[arg-type]
            await press(pilot, "space")  # type: ignore[arg-type]
        await press(pilot, "enter", "8", "enter")  # type: ignore[arg-type]
        assert dialog.done is not None
        text = seen(app)
        for name in ("Sister Odile", "The Wyrm of Noirmont", "Pons"):
            assert name in text

    await with_resolver(covenant, act)


async def test_a_ritual_sets_its_pawns_aside_by_itself(covenant: Path) -> None:
    async def act(app: GmApp, dialog: ResolverDialog, pilot: object) -> None:
        await press(pilot, "a")  # type: ignore[arg-type]
        await write(pilot, "ritual")  # type: ignore[arg-type]
        await press(pilot, "enter")  # type: ignore[arg-type]
        assert dialog.step["do"] == "cast_ritual"
        assert sum(dialog.step["with"]["vis"].values()) == 4
        assert dialog.fault == ""

    await with_resolver(covenant, act, actor="ysoria")


async def test_why_opens_the_score_into_its_parts(covenant: Path) -> None:
    async def act(app: GmApp, dialog: ResolverDialog, pilot: object) -> None:
        await press(pilot, "w")  # type: ignore[arg-type]
        text = seen(app)
        assert "Casting Score" in text
        assert "Technique + Form + Stamina + aura" in text
        await press(pilot, "escape")  # type: ignore[arg-type]
        assert app.screen is dialog

    await with_resolver(covenant, act)


async def test_several_copies_are_weighed_and_cast_at_once(covenant: Path) -> None:
    async def act(app: GmApp, dialog: ResolverDialog, pilot: object) -> None:
        dialog.other("cast_multiple")
        await aim_at(pilot, "Isarn")
        await press(pilot, "down", "right")  # type: ignore[arg-type]
        assert dialog.fault == ""
        assert dialog.odds is not None
        assert sum(dialog.odds["reached"].values()) == pytest.approx(1.0)
        await press(pilot, "enter")  # type: ignore[arg-type]
        assert dialog.done is not None
        assert dialog.done.outcome["copies"] == 2

    await with_resolver(covenant, act, typing=False)


async def test_who_is_no_magus_is_told_so_and_not_asked_for_a_spell(covenant: Path) -> None:
    async def act(app: GmApp, dialog: ResolverDialog, pilot: object) -> None:
        dialog.other("cast_formal")
        await settle(pilot)  # type: ignore[arg-type]
        assert "Only a magus can do this" in seen(app)

    await with_resolver(covenant, act, actor="hamelin")


async def test_a_target_that_the_rules_refuse_is_listed_with_the_reason(covenant: Path) -> None:
    async def act(app: GmApp, dialog: ResolverDialog, pilot: object) -> None:
        dialog.other("unprotect")
        await press(pilot, "+")  # type: ignore[arg-type]
        rows = seen(app).splitlines()
        assert "not protected" in next(row for row in rows if "Pons" in row)
        assert "not protected" not in next(row for row in rows if "Hamelin" in row)
        assert "Nobody here" not in seen(app)

    await with_resolver(covenant, act, actor="aude")


async def test_nothing_moves_when_a_face_is_typed(covenant: Path) -> None:
    async def act(app: GmApp, dialog: ResolverDialog, pilot: object) -> None:
        await aim_at(pilot, "Wyrm")
        places = labels(dialog)
        await press(pilot, "5")  # type: ignore[arg-type]
        assert labels(dialog) == places

    await with_resolver(covenant, act)


def labels(dialog: ResolverDialog) -> list[str]:
    """The first word of every row."""
    return [row[:20].strip() for row in dialog.query_one("#what", Lines).text().splitlines()]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("language", ["en", "fr"])
async def test_the_resolver_is_whole_at_every_size_in_both_languages(covenant: Path, size: tuple[int, int], language: str) -> None:
    async def act(app: GmApp, dialog: ResolverDialog, pilot: object) -> None:
        await aim_at(pilot, "Ermesinde")
        await press(pilot, "5")  # type: ignore[arg-type]
        dice = dialog.query_one("#dice", Lines)
        assert dice.size.height >= 4
        what = dialog.query_one("#what", Lines)
        assert len(what.text().splitlines()) <= what.size.height
        assert "Options" in what.text()
        assert sum("Ermesinde" in row for row in what.text().splitlines()) >= 2
        for line in seen(app).splitlines():
            assert len(line) <= size[0]

    await with_resolver(covenant, act, size=size, language=language)


async def test_the_options_last_used_are_offered_again(covenant: Path) -> None:
    async def first(app: GmApp, dialog: ResolverDialog, pilot: object) -> None:
        voice = next(index for index, item in enumerate(dialog.items) if item.path == ("voice",))
        await press(pilot, *["down"] * voice, "left", "enter")  # type: ignore[arg-type]
        assert dialog.done is not None

    async def second(app: GmApp, dialog: ResolverDialog, pilot: object) -> None:
        assert dialog.step["with"]["voice"] == "loud"

    await with_resolver(covenant, first, typing=False)
    await with_resolver(covenant, second, typing=False)


async def test_the_options_last_used_outlast_gmtool_and_are_no_entry(covenant: Path, reader: Table) -> None:
    async def first(app: GmApp, dialog: ResolverDialog, pilot: object) -> None:
        await aim_at(pilot, "Wyrm")
        voice = next(index for index, item in enumerate(dialog.items) if item.path == ("voice",))
        await press(pilot, *["down"] * voice, "left", "enter")  # type: ignore[arg-type]

    await with_resolver(covenant, first, typing=False)
    used = Table.open(covenant).remembered.last("berard", "cast_formal")
    assert used is not None
    assert (used.options["voice"], used.to) == ("loud", ("wyrm",))
    reader.refresh()
    assert reader.journal(limit=1)[0].do == "cast_formal"
    assert reader.verify() == []


async def test_what_was_used_last_is_left_out_where_it_is_not_to_be_had_any_more(covenant: Path, reader: Table) -> None:
    options = {"spell": "forgotten", "voice": "loud", "modifier": 1000, "gone": 3}
    reader.remembered.keep("berard", "cast_formal", options, ("nobody_here",))

    async def act(app: GmApp, dialog: ResolverDialog, pilot: object) -> None:
        assert dialog.fault == ""
        assert dialog.step["with"]["voice"] == "loud"
        assert dialog.step["with"]["spell"] != "forgotten"
        assert not {"modifier", "gone"} & set(dialog.step["with"])
        assert dialog.targets == ()

    await with_resolver(covenant, act)


@pytest.mark.parametrize("kept", ["{", "[1, [2]]", '[["berard", "cast_formal", {}, [3]]]', "\x00"])
async def test_a_broken_file_of_last_options_counts_as_none(covenant: Path, kept: str) -> None:
    covenant.with_name(covenant.stem + ".last.json").write_text(kept, "utf-8")

    async def act(app: GmApp, dialog: ResolverDialog, pilot: object) -> None:
        await press(pilot, "enter")  # type: ignore[arg-type]
        assert dialog.done is not None

    await with_resolver(covenant, act, typing=False)


async def two_copies(dialog: ResolverDialog, pilot: object) -> None:
    """Two copies, the first at Isarn, the second at the Wyrm."""
    dialog.other("cast_multiple")
    await aim_at(pilot, "Isarn")
    copies = next(index for index, item in enumerate(dialog.items) if item.path == ("copies",))
    dialog.at = copies
    await press(pilot, "right", "down", "down", "e")  # type: ignore[arg-type]
    for name in ("Isarn", "Wyrm"):
        await write(pilot, name)  # type: ignore[arg-type]
        await press(pilot, "space")  # type: ignore[arg-type]
    await press(pilot, "enter")  # type: ignore[arg-type]


async def test_each_copy_may_have_a_target_of_its_own_with_a_chance_for_each(covenant: Path, reader: Table) -> None:
    async def act(app: GmApp, dialog: ResolverDialog, pilot: object) -> None:
        await two_copies(dialog, pilot)
        assert dialog.step["with"]["assign"] == [["isarn"], ["wyrm"]]
        assert dialog.fault == ""
        assert dialog.odds is not None
        alone = app.table.odds(  # type: ignore[union-attr]
            {"do": "cast_formal", "by": "berard", "to": ["wyrm"], "with": {"spell": dialog.step["with"]["spell"]}},
            (),
            lambda outcome: {"through": outcome["affected"]},
        )
        assert dialog.odds["through wyrm"]["true"] == pytest.approx(alone["through"].get("true", 0.0))
        both = 1 - (1 - dialog.odds["through wyrm"]["true"]) * (1 - dialog.odds["through isarn"]["true"])
        reached = 1 - dialog.odds["reached"].get("false", 0.0)
        assert reached == pytest.approx(both)
        text = seen(app)
        assert "copy 2" in text
        assert f"{dialog.odds['through wyrm']['true'] * 100:.1f} %" in text
        await press(pilot, "7", "4", "enter")  # type: ignore[arg-type]
        assert dialog.done is not None
        rows = [[row["who"] for row in result["targets"]] for result in dialog.done.outcome["results"]]
        assert rows == [["isarn"], ["wyrm"]]

    await with_resolver(covenant, act)


async def test_copies_that_share_their_target_again_need_no_dealing_out(covenant: Path) -> None:
    async def act(app: GmApp, dialog: ResolverDialog, pilot: object) -> None:
        await two_copies(dialog, pilot)
        dialog.at = next(index for index, item in enumerate(dialog.items) if item.path == ("copies",))
        await press(pilot, "left")  # type: ignore[arg-type]
        assert "assign" not in dialog.step["with"]
        assert dialog.step["to"] == ["isarn"]
        await press(pilot, "right")  # type: ignore[arg-type]
        assert dialog.fault == ""

    await with_resolver(covenant, act)


async def test_names_with_markup_are_shown_as_they_are(covenant: Path, reader: Table) -> None:
    reader.edit_character("berard", name="[red]Bérard[/] \x1b[2J")

    async def act(app: GmApp, dialog: ResolverDialog, pilot: object) -> None:
        assert "[red]Bérard[/] \\x1b[2J" in seen(app)
        await press(pilot, "4", "enter")  # type: ignore[arg-type]
        assert dialog.done is not None
        assert "[red]Bérard[/] \\x1b[2J" in told(dialog.done, app.words)

    await with_resolver(covenant, act)


def test_a_one_waits_because_ten_may_be_meant() -> None:
    entry = DiceEntry()
    assert entry.type("1", TEN) == "wait"
    assert entry.type("0", TEN) == ""
    assert entry.faces == [0]
    assert entry.type("1", TEN) == "wait"
    assert entry.type("4", TEN) == ""
    assert entry.faces == [0, 1, 4]


def test_zero_and_ten_are_the_same_face_of_a_d10() -> None:
    for die, ten in ((Die(10), 10), (TEN, 0)):
        for typed in ("0", "10"):
            entry = DiceEntry()
            for digit in typed:
                entry.type(digit, die)
            assert entry.faces == [ten]


def test_three_faces_are_typed_in_one_go() -> None:
    entry = DiceEntry()
    assert [entry.type(digit, SIX) for digit in "446"] == ["", "", ""]
    assert entry.faces == [4, 4, 6]


def test_a_face_that_the_die_lacks_is_refused_in_place() -> None:
    entry = DiceEntry()
    assert entry.type("7", SIX) == "wrong"
    assert entry.faces == []


def test_large_dice_wait_for_their_digits() -> None:
    entry = DiceEntry()
    assert [entry.type(digit, HUNDRED) for digit in "42"] == ["wait", ""]
    assert entry.faces == [42]
    assert [entry.type(digit, HUNDRED) for digit in "100"] == ["wait", "wait", ""]
    assert entry.faces == [42, 100]


async def test_an_effect_that_somebody_meets_is_chosen_by_its_name(covenant: Path, reader: Table) -> None:
    caster = next(who for who, state in reader.position.game.states.items() if state.effects)  # type: ignore[union-attr]
    effect = reader.position.game.states[caster].effects[0]  # type: ignore[union-attr]

    async def act(app: GmApp, dialog: ResolverDialog, pilot: object) -> None:
        dialog.other("encounter")
        dialog.at = next(index for index, item in enumerate(dialog.items) if item.path == ("caster",))
        values = [value.value for value in dialog.items[dialog.at].values]
        await press(pilot, *["right"] * values.index(caster))  # type: ignore[arg-type]
        dialog.at = next(index for index, item in enumerate(dialog.items) if item.path == ("effect",))
        await press(pilot, "right")  # type: ignore[arg-type]
        assert dialog.step["with"]["effect"] == effect.id
        assert effect.id not in seen(app)
        assert dialog.fault == ""

    await with_resolver(covenant, act)


@pytest.mark.parametrize(
    ("game", "action"),
    [("action_points", "join"), ("cosmos", "start_duel"), ("hermetic", "sunset"), ("magic_fight", "begin_combat")],
)
async def test_what_nobody_in_particular_does_offers_no_other_action_of_the_actor(
    game: str, action: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GMTOOL_HOME", str(tmp_path))
    table = Table.open(fresh_demo(game, "en"), "en")
    app = GmApp()
    async with app.run_test(size=(80, 24)) as pilot:
        app.table = table
        dialog = ResolverDialog(table, "", step={"do": action})
        app.push_screen(dialog)
        await settle(pilot)
        await press(pilot, "a")
        assert app.screen is dialog
        app.close_campaign()


async def test_odds_that_come_back_to_a_dialog_that_has_been_left_do_no_harm(covenant: Path) -> None:
    async def act(app: GmApp, dialog: ResolverDialog, pilot: object) -> None:
        await dialog.query("*").remove()
        assert dialog.is_mounted
        dialog.weighed(dialog.token, {}, {})
        dialog.follow()
        await settle(pilot)  # type: ignore[arg-type]

    await with_resolver(covenant, act)
