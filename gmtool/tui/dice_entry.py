"""Typed faces: what a key means while a die is awaited."""

from __future__ import annotations

from gmtool.rules.dice import Die


class DiceEntry:
    """The faces typed so far and the digits of the one that is being typed.

    A digit that can only be one face is taken at once. On a ten-sided die `1` waits, since `10` may be meant: a blank or the next face takes
    it. `0` and `10` are the same face.
    """

    def __init__(self) -> None:
        self.faces: list[int] = []
        self.digits = ""

    def clear(self) -> None:
        self.faces.clear()
        self.digits = ""

    def face_of(self, digits: str, die: Die) -> int | None:
        """The face that the digits name on this die; None for none."""
        if not (digits.isascii() and digits.isdigit()):
            return None
        value = int(digits)
        if die.sides == 10 and value in (0, 10):
            return 0 if die.low == 0 else 10
        return value if value in die.faces else None

    def waits(self, digits: str, die: Die) -> bool:
        """Whether another digit could still follow."""
        return any(self.face_of(f"{digits}{digit}", die) is not None for digit in range(10)) and digits != "0"

    def type(self, digit: str, die: Die) -> str:
        """Take a digit. Gives `""` when a face was taken, `wait` while one is being typed, `wrong` when the die has no such face."""
        tried = self.digits + digit
        if self.face_of(tried, die) is None:
            if self.digits and self.face_of(self.digits, die) is not None:
                self.take(die)
                return self.type(digit, die)
            self.digits = ""
            return "wrong"
        if self.waits(tried, die):
            self.digits = tried
            return "wait"
        self.digits = tried
        self.take(die)
        return ""

    def take(self, die: Die) -> bool:
        """Take the digits typed as a face; False where there are none or they name none."""
        face = self.face_of(self.digits, die)
        self.digits = ""
        if face is None:
            return False
        self.faces.append(face)
        return True

    def back(self) -> bool:
        """Take back the last digit or face; False where there is none."""
        if self.digits:
            self.digits = self.digits[:-1]
            return True
        if self.faces:
            self.faces.pop()
            return True
        return False
