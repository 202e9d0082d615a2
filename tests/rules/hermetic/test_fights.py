"""Whole stories, every figure worked out by hand from the page."""

from __future__ import annotations

from typing import Any

from tests.rules.hermetic.desk import MUNDANE, Desk


def holds(found: dict[str, Any], **wanted: Any) -> None:
    """Whether an outcome has these figures."""
    assert {name: found[name] for name in wanted} == wanted


def link(name: str, target: str, **more: Any) -> dict[str, Any]:
    """A link, mystic where it has a life."""
    kind = "mystic" if "life" in more else "sympathetic"
    return {"id": name, "target": target, "type": kind, "life": None, "kind": None, "bonus": None, **more}


def test_a_duel_of_lances_links_and_parmas() -> None:
    """Penetration through links, copies, fast defence, botch, aim, suspension, collapse, sunset, rest."""
    lance = {"technique": "creo", "form": "ignem", "level": 25, "delivery": "creation", "mastery": 2}
    lance["specials"] = ["penetration", "multiple_casting"]
    stone = {"technique": "rego", "form": "terram", "level": 15, "delivery": "indirect"}
    links = [link("l1", "bor", life="days"), link("l2", "bor", kind="kinship", bonus=1)]
    ada = {
        "stamina": 1,
        "quickness": 2,
        "perception": 1,
        "arts": {"creo": 12, "ignem": 9, "rego": 7, "terram": 8},
        "abilities": {"penetration": 4, "concentration": 2, "finesse": 3, "parma_magica": 3},
        "spells": {"lance": lance, "stone": stone},
        "state": {"vis": {"ignem": 4}, "links": links},
    }
    bor = {
        "quickness": 1,
        "perception": 2,
        "arts": {"perdo": 6, "ignem": 11, "vim": 3},
        "abilities": {"finesse": 2, "awareness": 1, "parma_magica": 4, "concentration": 1},
    }
    desk = Desk({"ada": ada, "bor": bor, "gus": MUNDANE}, stress=True, aura=2, aura_botch_dice=1)

    holds(desk.do("raise_parma", "bor"), until="sunset", bonus=20)
    holds(desk.do("protect", "bor", ["gus"]), protected=["gus"], bonus=5)
    cast = desk.do("cast_formal", "ada", "bor", (1, 4), spell="lance", vis={"ignem": 2}, links=["l1", "l2"], voice="loud")
    holds(cast, score=29, die=8, total=39, margin=14, penetration=32, resistance=16, affected=True, voice_reach=50, vis_spent=2)

    holds(desk.do("recognize_form", "bor", "ada", (7,), level=25), ease_factor=10, total=10, recognized=True)
    holds(desk.do("fast_cast_speed", "bor", dice=(6,), threshold=9), total=9, in_time=True, penalty=0)
    ward = {"technique": "perdo", "form": "ignem", "level": 8, "fast": True, "against": {"who": "ada", "level": 25}}
    defence = desk.do("cast_spontaneous", "bor", dice=(9,), **ward)
    holds(
        defence, score=9, total=9, margin=1, success=True, defense="none", in_time=True, max_level=9, penetration=1, fatigue_lost=1
    )
    assert desk.refused("raise_effect", "bor", level=9, change=["strength"]) == "not_allowed"
    holds(desk.do("raise_effect", "bor", level=9, change=["range"], range="sight"), defense="none", penetration=0, effect=None)

    storm = desk.do("cast_multiple", "ada", dice=(0, 3), spell="lance", copies=2, assign=[["bor"], ["gus"]])
    holds(storm, score=24, successes=2, affected_count=1, botches=0, fatigue_lost=0)
    first, second = storm["results"]
    holds(first, die=0, botch_dice=0, total=26, margin=1, penetration=7, resistance=16, result="kept_off", affected=False)
    holds(second, die=3, total=29, penetration=10, resistance=5, result="affected", affected=True)
    holds(desk.do("end_turn", None), turn=2)

    botched = desk.do("cast_formal", "ada", "gus", (6, 0, 5, 0), spell="stone", distraction=9, aim={"defense": 9, "size_bonus": 3})
    holds(botched, concentration_total=9, interrupted=False, score=18, botch_dice=2, botches=1, total=0, success=False)
    holds(botched, fatigue_lost=1, penetrates=False, affected=False, aim_total=None)
    thrown = desk.do("cast_formal", "ada", "gus", (2, 2), spell="stone", aim={"defense": 9, "size_bonus": 3})
    holds(thrown, total=20, penetration=9, aim_total=9, hit=False, result="missed", affected=False, affected_count=0)

    desk.do("suspend_resistance", "bor")
    holds(desk.do("encounter", "gus", penetration=1), resistance=None, penetrates=None, affected=True)
    holds(desk.do("adjust_fatigue", "bor", kind="short", levels=4), short=5, unconscious=True)
    state = desk.state("bor")
    assert (state["resistance_suspended"], state["parma"]) == (False, {"up": True, "until": "sunset", "protected": []})
    holds(desk.do("encounter", "bor", penetration=30, form="ignem"), resistance=31, affected=False, knows_resisted=True)
    holds(desk.do("sunset", None), parma_ended=["bor"])
    holds(desk.do("encounter", "bor", penetration=12, form="ignem"), resistance=11, affected=True)

    night = desk.do("night_rest", None, who=["bor"])
    assert night["rested"] == [{"who": "bor", "short_recovered": 5, "long_recovered": 0, "fatigue_level": 0}]
    day = desk.do("pass_time", None, minutes=2, resting=["ada"])
    holds(day, minutes=482, rested=[{"who": "ada", "recovered": 1, "fatigue_level": 0, "unused_minutes": 0}])


def test_a_day_of_rituals_that_ends_badly() -> None:
    """Copies of a ritual, penalties of fatigue, an interrupted and botched ritual, a wound, a ceremony that exhausts its magus."""
    heal = {"technique": "creo", "form": "corpus", "level": 20, "ritual": True, "range": "touch", "mastery": 3}
    heal["specials"] = ["multiple_casting", "still_casting"]
    ward = {
        "technique": "rego",
        "form": "vim",
        "level": 30,
        "ritual": True,
        "range": "touch",
        "duration": "ring",
        "target": "circle",
    }
    ora = {
        "stamina": 2,
        "arts": {"creo": 10, "corpus": 8, "muto": 5, "rego": 6, "vim": 7},
        "abilities": {"artes_liberales": 3, "philosophiae": 2, "penetration": 1},
        "spells": {"heal": heal, "ward": ward},
        "state": {"vis": {"creo": 10, "corpus": 8, "rego": 4, "vim": 6}},
    }
    desk = Desk({"ora": ora, "x": MUNDANE, "y": MUNDANE}, aura=5, sun="night")

    healed = desk.do("cast_multiple", "ora", ["x", "y"], (0, 1, 1, 2), spell="heal", copies=2, vis={"creo": 3, "corpus": 2})
    holds(healed, score=27, die_kind="stress", fatigue_kind="long", fatigue_lost=2, fatigue_level=2, minutes=60, vis_spent=10)
    assert [(row["die"], row["total"], row["penetration"], row["affected"]) for row in healed["results"]] == [
        (0, 35, 16, True),
        (8, 43, 24, True),
    ]
    warded = desk.do("cast_ritual", "ora", dice=(3,), spell="ward", vis={"rego": 3, "vim": 3})
    holds(warded, score=19, total=27, margin=-3, success=True, fatigue_lost=2, fatigue_level=4, minutes=90, effect="e1")
    holds(warded, penetration=-2, voice_reach=None)
    assert desk.refused("cast_ritual", "ora", spell="ward", vis={"rego": 1, "vim": 3}) == "ritual_vis_short"
    assert desk.refused("cast_ritual", "ora", spell="ward", vis={"rego": 3, "vim": 3}) == "vis_over_stock"
    holds(desk.do("gain_vis", "ora", art="rego", pawns=5), stock=6)

    rolled = (9, 0, 0, 1, 2, 3, 4, 5, 0)
    lost = desk.do("cast_ritual", "ora", dice=rolled, spell="ward", vis={"rego": 3, "vim": 3}, distraction=12)
    holds(lost, concentration_total=6, interrupted=True, total=None, botch_dice=7, botches=2, vis_spent=6)
    holds(lost, fatigue_lost=5, fatigue_level=5, unconscious=True, wound="incapacitating")
    assert desk.state("ora")["fatigue"] == {"short": 0, "long": 5}
    assert desk.refused("cast_ritual", "ora", spell="nothing") == "incapacitated"
    assert [effect["id"] for effect in desk.state("ora")["effects"]] == ["e1"]

    night = desk.do("night_rest", None)["rested"][0]
    assert night == {"who": "ora", "short_recovered": 0, "long_recovered": 1, "fatigue_level": 4}
    holds(desk.do("adjust_wounds", "ora", severity="incapacitating", number=-1), number=0, wound_penalty=0)
    ceremony = {"technique": "creo", "form": "corpus", "level": 10, "ceremonial": True, "duration": "concentration"}
    cast = desk.do("cast_spontaneous", "ora", dice=(5,), **ceremony)
    holds(cast, score=25, total=15, success=True, max_level=10, minutes=30, penetration=6, effect=None, unconscious=True)
    assert desk.refused("raise_effect", "ora", level=11, change=["duration"]) == "over_total"
    holds(desk.do("pass_time", None, minutes=119, resting=["ora"])["rested"][0], recovered=0, unused_minutes=119)
    holds(desk.do("pass_time", None, minutes=130, resting=["ora"])["rested"][0], recovered=1, unused_minutes=10, fatigue_level=4)
