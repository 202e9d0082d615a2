"""The hex map: a widget that draws plain values and says what the GM does on it. It knows no campaign and no rules.

How a screen uses it:

    from gmtool.tui.map.plan import Overlay, Plan, Token
    from gmtool.tui.map.widget import HexMap

    yield HexMap(id="map")                      # in compose; it fills the room that it gets and scrolls by itself

    field = self.query_one(HexMap)
    field.show(Plan(40, 40, terrain={(3, 4): "wall", (5, 5): "water"}, notes=frozenset({(2, 2)}), revealed=None))
    field.place([Token("maelis", (6, 6), "MA", side=1, value=31, most=38, active=True)])
    field.lay(Overlay(reach=hexes.reach(start, size, blocked, 5), area=frozenset(hexes.cone(start, 0, 4, size))))
    field.cursor = (6, 6)                       # from outside; no message is sent
    field.centre_on((6, 6))                     # as near to the middle of the view as the map allows
    field.zoom = 2                              # 0: 2x1 cells a hex, 1: 4x2, 2: 8x3, 3: 10x4 with edges

`show`, `place` and `lay` compare what is given with what stands and paint again only the hexes that differ, so a screen may call them after
every entry or every step of the cursor. `show` with a map of another size begins afresh, with the cursor brought back inside.

On another look or other signs (`repaint` of the screen) call `field.repaint()`: without half blocks the hexes have other outlines.

What it says (textual messages, each with `.map`):

    HexMap.CursorMoved(hex)                     # the GM moved the cursor, by key or by mouse
    HexMap.HexClicked(hex, button, double)      # button 1 left, 2 middle, 3 right; the cursor has gone there for the left one
    HexMap.HexDragged(start, hex, button)       # the button is down and the pointer came to another hex; `start` is where it went down
    HexMap.DragEnded(start, hex, button)        # and was let go there
    HexMap.Zoomed(zoom)                         # the GM chose another zoom

Keys: arrows (up and down keep the column, so they alternate), page up and down, home and end of the row, ctrl+home and ctrl+end, `+`, `-`.
The wheel scrolls, with shift sideways, with ctrl it zooms about the pointer. `enter` and letters are left to the screen.

Modules: `plan` the values, `zoom` cells and hexes, `inks` colours of a look, `face` what one hex shows, `tile` a face in cells, `widget`.
"""
