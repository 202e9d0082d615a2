"""Shapes of values: how JSON is checked on the way in, written on the way out, copied and compared."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

from gmtool.rules.errors import RuleError

Json = Any
"""What `json.loads` may return: the rules only meet it at the border."""

Ids = frozenset[str] | None
"""Identifiers of the combatants, for shapes that refer to one; None where references are not checked."""


class Change(NamedTuple):
    """One altered field: `who` is a combatant or `scene`, `field` a dotted path in its state (a dot in a key is `\\.`)."""

    who: str
    field: str
    before: Json
    after: Json

    def write(self) -> dict[str, Json]:
        return {"who": self.who, "field": self.field, "from": self.before, "to": self.after}


Found = Callable[[str, Json, Json], None]
"""Receives each difference: dotted path, value before, value after."""


def step_into(path: str, key: str) -> str:
    """The dotted path of `key` inside `path`, with the key's own dots escaped."""
    key = key.replace(".", "\\.")
    return f"{path}.{key}" if path else key


class Shape:
    """A kind of value. Scalars are the default: they are their own JSON and need no copying."""

    plain = True
    """True when values are immutable and equal their JSON."""

    def read(self, raw: Json, ids: Ids) -> Any:
        """The value for `raw`; raises RuleError with the place of the fault seen from this value."""
        raise NotImplementedError(type(self).__name__)

    def write(self, value: Any) -> Json:
        return value

    def copy(self, value: Any) -> Any:
        return value

    def diff(self, before: Any, after: Any, path: str, found: Found) -> None:
        """Report every leaf that differs; maps are descended where both sides are maps, lists are whole."""
        if before != after:
            found(path, self.write(before), self.write(after))

    def put(self, document: Json, keys: tuple[str, ...], value: Json) -> Json:
        """`document` (JSON of this shape) with the leaf at `keys` replaced; the given document is left as it is."""
        if keys:
            raise RuleError("bad_value", keys)
        return value

    def at(self, document: Json, keys: tuple[str, ...]) -> Json:
        """The JSON found at `keys` inside `document`; None where a key is absent."""
        if keys:
            raise RuleError("bad_value", keys)
        return document


class Integer(Shape):
    """A whole number within `low`..`high`; booleans and 3.0 are not whole numbers."""

    def __init__(self, low: int | None, high: int | None) -> None:
        self.low, self.high = low, high

    def read(self, raw: Json, ids: Ids) -> int:
        if type(raw) is not int:
            raise RuleError("bad_value", wanted="integer", low=self.low, high=self.high, found=raw)
        if (self.low is not None and raw < self.low) or (self.high is not None and raw > self.high):
            raise RuleError("bad_value", wanted="range", low=self.low, high=self.high, found=raw)
        return raw


class Flag(Shape):
    """True or false."""

    def read(self, raw: Json, ids: Ids) -> bool:
        if raw is not True and raw is not False:
            raise RuleError("bad_value", wanted="flag", found=raw)
        return bool(raw)


class Text(Shape):
    """A text, not empty unless `empty`; `lines` asks the form for a larger field."""

    def __init__(self, empty: bool = False, lines: bool = False) -> None:
        self.empty, self.lines = empty, lines

    def read(self, raw: Json, ids: Ids) -> str:
        if type(raw) is not str or not (raw or self.empty):
            raise RuleError("bad_value", wanted="text", found=raw)
        return raw


class Choice(Shape):
    """One name out of `names`. `code` is the error for another text, where a game gives it one of its own."""

    def __init__(self, names: Iterable[str], code: str = "bad_value") -> None:
        self.names = tuple(names)
        self.code = code

    def read(self, raw: Json, ids: Ids) -> str:
        if type(raw) is not str:
            raise RuleError("bad_value", wanted="choice", names=self.names, found=raw)
        if raw not in self.names:
            raise RuleError(self.code, wanted="choice", names=self.names, found=raw)
        return raw


class Who(Shape):
    """An identifier of a combatant; `code` when it is not one. References are free where no identifiers are known."""

    def __init__(self, code: str = "unknown_combatant") -> None:
        self.code = code

    def read(self, raw: Json, ids: Ids) -> str:
        if type(raw) is not str or not raw:
            raise RuleError("bad_value", wanted="combatant", found=raw)
        if ids is not None and raw not in ids:
            raise RuleError(self.code, found=raw)
        return raw


class Maybe(Shape):
    """Null, or a value of `inner`."""

    def __init__(self, inner: Shape) -> None:
        self.inner = inner
        self.plain = inner.plain

    def read(self, raw: Json, ids: Ids) -> Any:
        return None if raw is None else self.inner.read(raw, ids)

    def write(self, value: Any) -> Json:
        return None if value is None else self.inner.write(value)

    def copy(self, value: Any) -> Any:
        return None if value is None else self.inner.copy(value)

    def diff(self, before: Any, after: Any, path: str, found: Found) -> None:
        if before is None or after is None:
            if before is not after:
                found(path, self.write(before), self.write(after))
        else:
            self.inner.diff(before, after, path, found)

    def put(self, document: Json, keys: tuple[str, ...], value: Json) -> Json:
        return self.inner.put(document, keys, value) if keys else value

    def at(self, document: Json, keys: tuple[str, ...]) -> Json:
        if not keys or document is None:
            return document
        return self.inner.at(document, keys)


class ListOf(Shape):
    """A list of `inner`, whole in every difference. `unique` refuses repeats (by `key` where values are records)."""

    plain = False

    def __init__(
        self,
        inner: Shape,
        *,
        least: int = 0,
        most: int | None = None,
        unique: bool = False,
        key: Callable[[Any], object] | None = None,
        repeated: str = "bad_value",
    ) -> None:
        self.inner, self.least, self.most = inner, least, most
        self.unique, self.key, self.repeated = unique, key, repeated

    def read(self, raw: Json, ids: Ids) -> list[Any]:
        if type(raw) is not list:
            raise RuleError("bad_value", wanted="list", found=raw)
        if len(raw) < self.least or (self.most is not None and len(raw) > self.most):
            raise RuleError("bad_value", wanted="length", low=self.least, high=self.most, found=len(raw))
        values: list[Any] = []
        seen: list[object] = []
        for index, item in enumerate(raw):
            try:
                value = self.inner.read(item, ids)
                if self.unique:
                    mark = self.key(value) if self.key else value
                    if mark in seen:
                        raise RuleError(self.repeated, wanted="distinct", found=mark if self.key else item)
                    seen.append(mark)
            except RuleError as error:
                raise error.within(index) from None
            values.append(value)
        return values

    def write(self, value: Any) -> Json:
        if self.inner.plain:
            return list(value)
        write = self.inner.write
        return [write(item) for item in value]

    def copy(self, value: Any) -> Any:
        if self.inner.plain:
            return list(value)
        copy = self.inner.copy
        return [copy(item) for item in value]


def check_object(raw: Json) -> dict[str, Json]:
    """`raw` as a JSON object, or bad_value."""
    if type(raw) is not dict:
        raise RuleError("bad_value", wanted="object", found=raw)
    return raw


class Keyed(Shape):
    """What fixed and free maps share: descent by key."""

    plain = False
    inner: Shape

    def keys_of(self, before: Mapping[str, Any], after: Mapping[str, Any]) -> Iterable[str]:
        raise NotImplementedError(type(self).__name__)

    def write(self, value: Any) -> Json:
        if self.inner.plain:
            return dict(value)
        write = self.inner.write
        return {key: write(item) for key, item in value.items()}

    def copy(self, value: Any) -> Any:
        if self.inner.plain:
            return dict(value)
        copy = self.inner.copy
        return {key: copy(item) for key, item in value.items()}

    def diff(self, before: Any, after: Any, path: str, found: Found) -> None:
        if before == after:
            return
        inner = self.inner
        for key in self.keys_of(before, after):
            here = step_into(path, key)
            if key not in before:
                found(here, None, inner.write(after[key]))
            elif key not in after:
                found(here, inner.write(before[key]), None)
            else:
                inner.diff(before[key], after[key], here, found)

    def at(self, document: Json, keys: tuple[str, ...]) -> Json:
        if not keys:
            return document
        if keys[0] not in document:
            return None
        return self.inner.at(document[keys[0]], keys[1:])


class Table(Keyed):
    """A map that always holds exactly `names`, in their order; those not given count `default`."""

    def __init__(self, names: Iterable[str], inner: Shape, default: Any) -> None:
        self.names, self.inner, self.default = tuple(names), inner, default
        self._known = frozenset(self.names)

    def read(self, raw: Json, ids: Ids) -> dict[str, Any]:
        check_object(raw)
        for key in raw:
            if key not in self._known:
                raise RuleError("unknown_field", (key,), field=key, names=self.names)
        table: dict[str, Any] = dict.fromkeys(self.names, self.default)
        read = self.inner.read
        for key in self.names:
            if key in raw:
                try:
                    table[key] = read(raw[key], ids)
                except RuleError as error:
                    raise error.within(key) from None
        return table

    def keys_of(self, before: Mapping[str, Any], after: Mapping[str, Any]) -> Iterable[str]:
        return self.names

    def put(self, document: Json, keys: tuple[str, ...], value: Json) -> Json:
        if not keys:
            return value
        if keys[0] not in self._known:
            raise RuleError("bad_value", keys)
        return {**document, keys[0]: self.inner.put(document.get(keys[0]), keys[1:], value)}


class MapOf(Keyed):
    """A free map: any text to `inner`; keys may be limited by `key`, unknown ones being `code`."""

    def __init__(self, inner: Shape, key: Shape | None = None, code: str | None = None) -> None:
        self.inner, self.key, self.code = inner, key, code

    def read(self, raw: Json, ids: Ids) -> dict[str, Any]:
        check_object(raw)
        values: dict[str, Any] = {}
        for key, item in raw.items():
            try:
                if self.key is not None:
                    self.key.read(key, ids)
            except RuleError as error:
                raise RuleError(self.code or error.code, (key,), **error.facts) from None
            try:
                values[key] = self.inner.read(item, ids)
            except RuleError as error:
                raise error.within(key) from None
        return values

    def keys_of(self, before: Mapping[str, Any], after: Mapping[str, Any]) -> Iterable[str]:
        return sorted({*before, *after})

    def put(self, document: Json, keys: tuple[str, ...], value: Json) -> Json:
        if not keys:
            return value
        first, rest = keys[0], keys[1:]
        if not rest and value is None:
            return {key: item for key, item in document.items() if key != first}
        return {**document, first: self.inner.put(document.get(first), rest, value)}
