"""Whole fights, every figure worked out by hand from the rules page."""

from __future__ import annotations

from tests.rules.cosmos.desk import Desk, attack, capacity, fighter


def test_a_duel_of_fifteen_turns() -> None:
    """Special effect, boost, first use, decision, six, residues, upkeep, recharges, poison, broken armour."""
    petals = capacity("petals", cost=5, upkeep=4, block_cs="damage", incoming_damage=-4)
    pollen = capacity("pollen", "offensive", cost=10, damage=10, target_block_die=-1)
    thorn, bloom = attack("thorn", "strong", "poison"), attack("bloom", "medium", "psychic", "seventh")
    ink, crush = (
        attack("ink", "medium", "lightning", name="murk", markers=1, extra_cost=3, uses=2),
        attack("crush", "strong", "physical"),
    )
    desk = Desk(
        rose=fighter(thorn, bloom, rank="divinity", hp=150, pa=30, cs=200, capacities=[petals, pollen]),
        poulpe=fighter(ink, crush, hp=120, pa=40, cs=180, capacities=[capacity("shell", block_die=1)]),
    )
    # 1: 20 and 3 for the special effect.
    desk.do("start_duel", first="poulpe").do("attack", "poulpe", "rose", attack="ink")
    assert desk.figures("cost", "damage", "special", "automatic_full") == (23, 20, "murk", False)
    # 2: 20 - 4 halved; no recharge after a capacity that cost CS; 50 + 10 as a first use.
    desk.do("end_turn").do("roll_block", "rose", dice=(5,)).do("use_capacity", "rose", name="petals").do("recharge", "rose")
    assert desk.code() == "not_allowed"
    desk.do("react", "rose", choice="normal")
    assert desk.figures("damage", "hp_lost", "pa_lost", "markers_left", "special_markers_laid") == (16, 8, 8, 2, 1)
    desk.do("use_capacity", "rose", name="pollen").do("attack", "rose", "poulpe", attack="bloom", tier="seventh")
    assert desk.figures("cost", "damage", "automatic_full") == (50, 60, True)
    assert (desk.points("rose"), desk.points("poulpe")) == ((142, 22, 135), (120, 40, 157))
    # 3: a thrown attempt helps nothing without a first use of one's own; the decision is paid in the own turn.
    assert desk.do("end_turn").figures("lapsed", "upkeep") == (["pollen"], 0)
    desk.do("roll_block", "poulpe", dice=(6,)).do("try_simultaneous", "poulpe", dice=(4,)).do("reply", "poulpe", attack="crush")
    assert desk.codes()[-3:] == ["no_roll", "", "reply_too_weak"]
    assert desk.do("react", "poulpe", choice="full").figures("hp_lost", "effect", "effect_value") == (60, "psychic", 50)
    assert desk.do("end_turn").code() == "decision_pending"
    desk.do("counter", "poulpe").do("attack", "poulpe", "rose", attack="crush")
    # 4: poison against physical, whole after a six.
    assert desk.do("end_turn").figures("next", "turn", "upkeep") == ("rose", 4, 4)
    desk.do("roll_block", "rose", dice=(6,)).do("reply", "rose", attack="thorn")
    assert desk.figures("winner", "reason", "full_power", "residue", "against") == ("reply", "inferiority", True, 30, "poulpe")
    assert (desk.points("rose"), desk.points("poulpe")) == ((142, 22, 101), (60, 40, 77))
    # 5: a five made a six; a reply that loses is paid all the same, what is left of the attack is blocked.
    desk.do("end_turn").do("roll_block", "poulpe", dice=(5,)).do("use_capacity", "poulpe", name="shell").do(
        "reply", "poulpe", attack="ink"
    )
    assert desk.figures("winner", "reason", "residue", "against", "cost") == ("incoming", "damage", 10, "poulpe", 23)
    assert desk.do("react", "poulpe", choice="blocked").figures("result", "damage", "pa_lost", "hp_lost") == (6, 10, 10, 0)
    assert desk.do("attack", "poulpe", "rose", attack="crush").code() == "already_attacked"
    # 6 and 7: the attack is known by now; a recharge makes a two of a one.
    desk.do("end_turn").do("attack", "rose", "poulpe", attack="bloom", tier="medium")
    assert desk.figures("automatic_full", "cost") == (False, 20)
    desk.do("end_turn").do("recharge", "poulpe").do("roll_block", "poulpe", dice=(1,)).do("react", "poulpe", choice="normal")
    assert desk.figures("result", "hp_lost", "pa_lost", "markers_left") == (2, 10, 10, 2)
    assert desk.do("attack", "poulpe", "rose", attack="crush").code() == "recharging"
    # 8 and 9: no recharge in the next turn; poison bites 4 at once; the special effect is used up.
    desk.do("end_turn").do("attack", "rose", "poulpe", attack="thorn").do("end_turn").do("recharge", "poulpe")
    assert desk.code() == "recharge_limit"
    desk.do("roll_block", "poulpe", dice=(1,)).do("react", "poulpe", choice="full")
    assert desk.figures("hp_lost", "effect", "effect_value", "effect_turns") == (34, "poison", 4, 3)
    assert desk.do("attack", "poulpe", "rose", attack="ink").code() == "not_allowed"
    assert desk.do("attack", "poulpe", "rose", attack="ink", special=False).figures("cost") == (20,)
    assert desk.do("end_turn").figures("burn", "turn") == (0, 10)
    assert (desk.points("rose"), desk.points("poulpe")) == ((142, 22, 39), (16, 20, 54))
    # 10: the second reply of this duel needs a five.
    desk.do("roll_block", "rose", dice=(3,)).do("try_simultaneous", "rose", dice=(5,))
    assert desk.figures("threshold", "success") == (5, True)
    assert desk.do("reply", "rose", attack="thorn").figures("residue", "full_power") == (10, False)
    # 11: blocked by the armour, and the poison bites.
    desk.do("end_turn").do("roll_block", "poulpe", dice=(6,)).do("react", "poulpe", choice="blocked")
    desk.do("attack", "poulpe", "rose", attack="crush").do("end_turn")
    assert desk.figures("burn", "expired", "upkeep") == (4, [], 4)
    # 12: too little CS to block by the capacity, so the armour breaks.
    desk.do("roll_block", "rose", dice=(6,)).do("react", "rose", choice="blocked", capacity="petals")
    assert desk.code() == "insufficient_cs"
    assert desk.do("react", "rose", choice="blocked").figures("damage", "pa_lost", "hp_lost", "effect_value") == (26, 22, 0, 6)
    assert desk.do("recharge", "rose").figures("gained", "cs") == (20, 25)
    # 13: the poison has run its three turns.
    desk.do("end_turn").do("attack", "poulpe", "rose", attack="ink", special=False).do("end_turn")
    assert desk.figures("burn", "expired", "upkeep") == (4, ["poison"], 4)
    # 14: both halves go to HP.
    desk.do("roll_block", "rose", dice=(4,)).do("react", "rose", choice="normal")
    assert desk.figures("damage", "hp_lost", "pa_lost", "markers_left") == (16, 16, 0, 4)
    desk.do("attack", "rose", "poulpe", attack="bloom", tier="medium").do("end_turn")
    # 15: a one.
    desk.do("roll_block", "poulpe", dice=(1,)).do("react", "poulpe", choice="full")
    assert desk.figures("damage", "hp_lost", "defeated", "over") == (20, 8, True, True)
    assert (desk.points("rose"), desk.points("poulpe")) == ((126, 0, 1), (0, 10, 4))
    rose, poulpe = desk.state("rose"), desk.state("poulpe")
    assert (rose["markers"], rose["special_markers"], rose["simultaneous_successes"]) == ({"lightning": 4}, {"murk": 1}, 2)
    assert (poulpe["markers"], poulpe["decisions"], poulpe["known"]) == ({"psychic": 2}, [], {"rose": ["bloom"]})
    assert (desk.scene()["winner"], desk.scene()["turn"]) == ("rose", 15)


def test_a_fight_of_three_with_witnesses_and_a_clash() -> None:
    """A tied clash of two kinds above the circle, two decisions, a lock, an attempt in vain, a defeated one passed over."""
    void, spark = attack("void", "eighth", "dimensional"), attack("spark", "weak", "lightning", "medium")
    mind, frost = attack("mind", "eighth", "psychic"), attack("frost", "strong", "ice")
    desk = Desk(
        {"witnesses_learn": True, "pa_overflow": "lost", "chaos_die": 10},
        ada=fighter(void, spark, rank="gold_superior", hp=90, pa=20, cs=250),
        bel=fighter(mind, frost, rank="divinity_superior", hp=80, pa=0, cs=300),
        cyr=fighter(attack("gust"), hp=60, pa=15, cs=60),
    )
    # 1 and 2: a first use answered by a first use; equal power, both above the circle.
    desk.do("attack", "ada", "bel", attack="void").do("end_turn").do("try_simultaneous", "bel", dice=(4,))
    desk.do("reply", "bel", attack="mind", dice=(7, 7))
    assert desk.figures("winner", "clash_tie", "hp_lost_by", "hp_lost_to", "over") == ("clash", True, 60, 60, False)
    assert [desk.state(who)["known"] for who in ("ada", "bel", "cyr")] == [
        {"bel": ["mind"]},
        {"ada": ["void"]},
        {"ada": ["void"], "bel": ["mind"]},
    ]
    assert (desk.state("ada")["decisions"], desk.state("bel")["decisions"]) == (
        [{"by": "bel", "effect": "dimensional", "cost": 60}],
        [{"by": "ada", "effect": "psychic", "cost": 60}],
    )
    assert desk.do("recharge", "bel").code() == "already_attacked"
    desk.do("counter", "bel").do("end_turn")
    # 3 and 4: the decision bars the reply until it is paid; lightning over wind, whole after a six.
    desk.do("attack", "cyr", "ada", attack="gust").do("end_turn").do("attack", "ada", "cyr", attack="void")
    desk.do("roll_block", "ada", dice=(6,)).do("reply", "ada", attack="spark", tier="medium").do("counter", "ada")
    assert desk.codes()[-4:] == ["attack_pending", "", "decision_pending", ""]
    desk.do("reply", "ada", attack="spark", tier="medium")
    assert desk.figures("reason", "full_power", "residue", "against") == ("circle", True, 20, "cyr")
    assert (desk.points("ada"), desk.points("bel"), desk.points("cyr")) == ((30, 20, 110), (20, 0, 180), (60, 15, 40))
    # 5 and 6: two attacks against one; the lock of the second bars a reply to the first until it is paid.
    desk.do("end_turn").do("attack", "bel", "cyr", attack="frost").do("end_turn")
    desk.do("roll_block", "cyr", dice=(2,)).do("roll_block", "cyr", dice=(1,), index=1).do("react", "cyr", index=1, choice="full")
    assert desk.figures("hp_lost", "effect", "effect_value", "effect_turns") == (30, "ice", 30, None)
    desk.do("try_simultaneous", "cyr", dice=(4,)).do("break_free", "cyr").do("try_simultaneous", "cyr", dice=(3,))
    assert desk.codes()[-3:] == ["locked", "", ""]
    desk.do("react", "cyr", choice="full").do("react", "cyr", choice="normal")
    assert desk.codes()[-2:] == ["not_allowed", ""]
    assert desk.figures("hp_lost", "pa_lost", "markers_left") == (10, 10, 2)
    desk.do("attack", "cyr", "ada", attack="gust").do("recharge", "cyr")
    assert desk.codes()[-2:] == ["insufficient_cs", ""]
    # 7 to 9: both great attacks are known; who falls in the own turn is passed over afterwards.
    assert desk.do("end_turn").do("attack", "ada", "cyr", attack="void").figures("automatic_full", "cost") == (False, 60)
    assert desk.do("end_turn").do("attack", "bel", "ada", attack="mind").figures("automatic_full", "cost") == (False, 60)
    desk.do("end_turn").do("roll_block", "cyr", dice=(1,)).do("react", "cyr", choice="full")
    assert desk.figures("damage", "hp_lost", "effect", "defeated", "over") == (60, 20, "dimensional", True, False)
    assert desk.state("cyr")["decisions"] == []
    assert desk.do("end_turn").figures("ended", "defeated", "next", "turn") == ("cyr", False, "ada", 10)
    # 10: an attempt succeeds but nothing can be launched, so the hit is normal; what the armour cannot bear is lost.
    desk.do("roll_block", "ada", dice=(3,)).do("try_simultaneous", "ada", dice=(5,)).do("reply", "ada", attack="void")
    desk.do("reply", "ada", attack="spark", tier="weak").do("react", "ada", choice="full").do("react", "ada", choice="normal")
    assert desk.codes()[-5:] == ["", "insufficient_cs", "reply_too_weak", "not_allowed", ""]
    assert desk.figures("hp_lost", "pa_lost", "markers_left", "defeated", "over") == (30, 20, 6, True, True)
    assert (desk.points("ada"), desk.points("bel"), desk.points("cyr")) == ((0, 0, 50), (20, 0, 90), (0, 5, 30))
    assert desk.scene()["winner"] == "bel"
    # Afterwards only what is known is left.
    assert desk.do("end_duel").outcome() == {"winner": "bel", "restored": False, "forgotten": False}
    assert (desk.scene()["active"], desk.scene()["turn"], desk.scene()["winner"]) == ("bel", 1, None)
    assert desk.state("cyr")["known"] == {"ada": ["void"], "bel": ["mind"]}
    assert (desk.state("ada")["markers"], desk.state("ada")["defeated"]) == ({}, "hp")
