"""The tokens of the battlemap: moved, set down by hand, placed alone or in a group, hidden, taken off."""

from __future__ import annotations

from gmtool.hexes import Hex, distance
from gmtool.rules.wording import visible
from gmtool.tui.screens.ask import Answers, Ask, Field
from gmtool.tui.screens.ground import GroundPane
from gmtool.tui.screens.pick import Pick, Row

ALL = "*"
"""Stands for everybody who is to be placed."""


class TokenPane(GroundPane):
    """The battlemap with everything that alters its tokens; each deed is one entry."""

    # -- moving -----------------------------------------------------------------------------------------------------

    def bring(self, who: str, spot: Hex) -> bool:
        """Bring somebody to a hex: by the rules where they know where people stand, else as the GM says, and tell how far it was."""
        battle = self.battle
        if battle is None:
            return False
        if battle.field.ruled:
            step = battle.field.move(battle.system, battle.game, who, spot)
            return step is not None and self.act(lambda: self.table.commit(dict(step)))
        if not self.free(who, spot):
            return False
        start = battle.spot(who)
        if start is None:
            return self.act(lambda: self.table.place_tokens({who: spot}))
        far, name = distance(start, spot), visible(battle.name(who))
        return self.act(lambda: self.table.place_tokens({who: spot}), "battlemap.moved", name=name, count=far)

    def free(self, who: str, spot: Hex) -> bool:
        """Whether somebody may be stood there; if not, the reason is told."""
        battle = self.battle
        assert battle is not None
        there = battle.at.get(spot)
        if there is not None and there.who != who and not there.out:
            self.app.tell("battlemap.taken", severity="warning", name=there.name)
        elif spot in battle.walls:
            self.app.tell("battlemap.wall_there", severity="warning")
        else:
            return True
        return False

    def action_move(self) -> None:
        """Pick the token under the cursor up, or set it down; without one, the active one walks here."""
        battle = self.battle
        if battle is None:
            return
        if self.mover is not None:
            mover, self.mover = self.mover, None
            token = battle.token(mover)
            put_back = token is not None and token.spot == self.cursor
            if put_back or not self.bring(mover, self.cursor):
                self.mover = None if put_back else mover
                self.draw_over()
            return
        there, token = battle.at.get(self.cursor), self.active_token()
        if there is None and token is not None:
            self.bring(token.who, self.cursor)
            return
        if there is None:
            self.app.tell("battlemap.nobody_placed", severity="warning")
            return
        self.lay_down()
        self.mover = there.who
        self.app.tell("battlemap.picked_up", name=visible(there.name))
        self.draw_over()

    def action_force(self) -> None:
        """Stand the one in hand on the hex under the cursor, whatever the rules say, with a reason."""
        battle, token = self.battle, self.active_token()
        if battle is None or token is None or not self.free(token.who, self.cursor):
            return
        spot, name = self.cursor, visible(token.name)

        def answered(answers: Answers | None) -> None:
            if answers is None:
                return
            self.mover = None
            reason = answers["because"].strip() or self.say("battlemap.by_hand")
            if not self.act(lambda: self.table.edit_states({token.who: battle.field.stand(spot)}, reason)):
                self.draw_over()

        fields = [Field("because", self.say("initiative.because"))]
        self.app.push_screen(Ask(self.say("battlemap.force_title", name=name), fields), answered)

    # -- placing ----------------------------------------------------------------------------------------------------

    def action_place(self) -> None:
        """Place those who stand nowhere yet, the chosen ones around the cursor."""
        battle = self.battle
        if battle is None:
            return
        waiting = battle.missing()
        if not waiting:
            self.app.tell("battlemap.all_placed")
            return
        rows = [Row(ALL, self.say("battlemap.place_all", count=len(waiting)))] if len(waiting) > 1 else []
        rows += [Row(who, visible(battle.name(who))) for who in waiting]
        self.app.push_screen(Pick(self.say("battlemap.place_title"), rows, many=True), self.placed)

    def placed(self, whos: list[str] | None) -> None:
        """One by the rules where they can; several at once are one entry."""
        battle = self.battle
        if battle is None or not whos:
            return
        whos = battle.missing() if ALL in whos else whos
        spots = dict(zip(whos, battle.free_near(self.cursor, len(whos)), strict=False))
        if len(spots) < len(whos):
            self.app.tell("battlemap.no_room", severity="warning")
        elif not battle.field.ruled:
            self.act(lambda: self.table.place_tokens(spots))
        elif len(spots) == 1 and not battle.course.running:
            self.bring(*next(iter(spots.items())))
        else:
            values = {who: battle.field.stand(spot) for who, spot in spots.items()}
            self.act(lambda: self.table.edit_states(values, self.say("battlemap.placed")))

    def action_remove(self) -> None:
        """Take the token under the cursor off the map; the combatant stays in the fight."""
        battle = self.battle
        token = battle.at.get(self.cursor) if battle is not None else None
        if battle is None or token is None:
            return
        if battle.field.ruled:
            self.app.tell("battlemap.stays", severity="warning", name=visible(token.name))
            return
        self.act(lambda: self.table.note_place([token.who], at=None))

    def action_hide(self) -> None:
        """Hide the token under the cursor from the players, or show it."""
        battle = self.battle
        token = battle.at.get(self.cursor) if battle is not None else None
        if token is not None:
            self.act(lambda: self.table.note_place([token.who], hidden=not token.hidden))

    def action_hand(self) -> None:
        """What the GM does by hand to whoever stands under the cursor, else to the active one."""
        from gmtool.tui.screens.combatants import by_hand

        battle = self.battle
        token = (battle.at.get(self.cursor) if battle is not None else None) or self.active_token()
        if token is not None:
            by_hand(self, [token.who])


__all__ = ["TokenPane"]
