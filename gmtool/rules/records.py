"""Records: typed objects declared field by field, each field with the shape that checks, writes and compares it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, ClassVar, NamedTuple, Self, TypeVar, dataclass_transform

from gmtool.rules.errors import RuleError
from gmtool.rules.shapes import (
    Choice,
    Flag,
    Found,
    Ids,
    Integer,
    Json,
    ListOf,
    MapOf,
    Maybe,
    Shape,
    Table,
    Text,
    Who,
    check_object,
    step_into,
)


class Required:
    """Marks a field that must be given."""


REQUIRED: Any = Required()


class Field:
    """One declared field: its name, shape and default (`fresh` makes a new one each time)."""

    __slots__ = ("default", "fresh", "name", "plain", "shape")

    def __init__(self, shape: Shape, default: Any = REQUIRED, fresh: Callable[[], Any] | None = None) -> None:
        self.name = ""
        self.shape = shape
        self.default = default
        self.fresh = fresh
        self.plain = shape.plain

    @property
    def required(self) -> bool:
        return self.default is REQUIRED and self.fresh is None

    def make(self) -> Any:
        return self.fresh() if self.fresh is not None else self.default


def of_shape(shape: Shape, *, default: Any = REQUIRED, fresh: Callable[[], Any] | None = None) -> Any:
    """A field of any shape."""
    if fresh is None and default is not REQUIRED and not shape.plain and default is not None:
        value = default
        return Field(shape, fresh=lambda: shape.copy(value))
    return Field(shape, default, fresh)


def integer(low: int | None, high: int | None, *, default: Any = REQUIRED, null: bool = False) -> Any:
    """A whole number within `low`..`high` (None: no bound); `null` allows null too."""
    shape: Shape = Integer(low, high)
    return Field(Maybe(shape) if null else shape, default)


def flag(*, default: Any = REQUIRED, null: bool = False) -> Any:
    """True or false; `null` allows null too."""
    shape: Shape = Flag()
    return Field(Maybe(shape) if null else shape, default)


def text(*, default: Any = REQUIRED, null: bool = False, empty: bool = False, lines: bool = False) -> Any:
    """A text, not empty unless `empty`."""
    shape: Shape = Text(empty, lines)
    return Field(Maybe(shape) if null else shape, default)


def choice(names: Iterable[str], *, default: Any = REQUIRED, null: bool = False) -> Any:
    """One of `names`."""
    shape: Shape = Choice(names)
    return Field(Maybe(shape) if null else shape, default)


def who(*, default: Any = REQUIRED, null: bool = False, code: str = "unknown_combatant") -> Any:
    """A combatant's identifier."""
    shape: Shape = Who(code)
    return Field(Maybe(shape) if null else shape, default)


def list_of(
    inner: Shape,
    *,
    default: Any = REQUIRED,
    least: int = 0,
    most: int | None = None,
    unique: bool = False,
    key: Callable[[Any], object] | None = None,
    null: bool = False,
) -> Any:
    """A list of `inner`."""
    shape: Shape = ListOf(inner, least=least, most=most, unique=unique, key=key)
    return of_shape(Maybe(shape) if null else shape, default=default)


def table(names: Iterable[str], inner: Shape, *, default: Any) -> Any:
    """A map of exactly `names`, each `default` unless given. The field itself may be absent."""
    shape = Table(names, inner, default)
    return Field(shape, fresh=lambda: dict.fromkeys(shape.names, default))


def map_of(inner: Shape, *, key: Shape | None = None, code: str | None = None, default: Any = REQUIRED) -> Any:
    """A free map of `inner`; absent = `default`."""
    return of_shape(MapOf(inner, key, code), default=default)


def record(kind: type[R], *, default: Any = REQUIRED, null: bool = False, fresh: Callable[[], Any] | None = None) -> Any:
    """A record inside a record; absent = a fresh `kind` when it has no required field and no default is given."""
    shape: Shape = Of(kind)
    if null:
        return Field(Maybe(shape), default)
    if default is REQUIRED and fresh is None and not any(field.required for field in kind.fields):
        fresh = kind
    return of_shape(shape, default=default, fresh=fresh)


@dataclass_transform(
    kw_only_default=True,
    field_specifiers=(of_shape, integer, flag, text, choice, who, list_of, table, map_of, record),
)
class RecordType(type):
    """Turns the fields declared in a class body into slots."""

    def __new__(mcls, name: str, bases: tuple[type, ...], body: dict[str, Any], *, frozen: bool = False) -> RecordType:
        inherited = [field for base in bases for field in getattr(base, "fields", ())]
        own = []
        for key, value in list(body.items()):
            if isinstance(value, Field):
                value.name = key
                own.append(value)
                del body[key]
        body["__slots__"] = (*(field.name for field in own), *body.get("__slots__", ()))
        mine = {field.name: field for field in own}
        body["fields"] = tuple([mine.pop(field.name, field) for field in inherited]) + tuple(mine.values())
        body["_names"] = frozenset(field.name for field in body["fields"])
        body["_plain_fields"] = tuple(field.name for field in body["fields"] if field.plain)
        body["_deep_fields"] = tuple((field.name, field.shape) for field in body["fields"] if not field.plain)
        if frozen:
            body["__setattr__"] = _refuse
        return super().__new__(mcls, name, bases, body)


def _refuse(self: object, name: str, value: object) -> None:
    raise AttributeError(f"{type(self).__name__}.{name} is fixed")


_set = object.__setattr__


class Record(metaclass=RecordType):
    """A typed object whose fields are declared with the functions of this module.

    `read` checks JSON in the contract's order (unknown keys, then missing ones, then values), `write` gives complete JSON
    back in the order of the fields. A subclass adds what one field cannot say in `check`.
    """

    fields: ClassVar[tuple[Field, ...]]
    _names: ClassVar[frozenset[str]]
    _plain_fields: ClassVar[tuple[str, ...]]
    _deep_fields: ClassVar[tuple[tuple[str, Shape], ...]]

    def __init__(self, **values: Any) -> None:
        for field in self.fields:
            name = field.name
            if name in values:
                _set(self, name, values.pop(name))
            elif field.required:
                raise TypeError(f"{type(self).__name__} needs {name}")
            else:
                _set(self, name, field.make())
        if values:
            raise TypeError(f"{type(self).__name__} has no {', '.join(values)}")

    @classmethod
    def read(cls, raw: Json, ids: Ids = None, base: Self | None = None) -> Self:
        """The record for `raw`; absent fields are copied from `base` where one is given, else take their default.

        Raises RuleError `bad_value`, `unknown_field` or `missing_field` with the place of the fault.
        """
        cls.check_keys(raw, complete=base is None)
        made = cls.__new__(cls)
        for field in cls.fields:
            name = field.name
            if name in raw:
                try:
                    _set(made, name, field.shape.read(raw[name], ids))
                except RuleError as error:
                    raise error.within(name) from None
            elif base is not None:
                _set(made, name, field.shape.copy(getattr(base, name)))
            else:
                _set(made, name, field.make())
        made.check()
        return made

    @classmethod
    def check_keys(cls, raw: Json, complete: bool = True) -> None:
        """Refuse what is no object, unknown keys and, where it must be `complete`, missing ones."""
        check_object(raw)
        if not cls._names.issuperset(raw):
            for key in raw:
                if key not in cls._names:
                    raise RuleError("unknown_field", (key,), field=key, names=tuple(f.name for f in cls.fields))
        if complete:
            for field in cls.fields:
                if field.name not in raw and field.required:
                    raise RuleError("missing_field", (field.name,), field=field.name)

    def check(self) -> None:
        """What the fields must satisfy together; raises RuleError."""

    def write(self) -> dict[str, Json]:
        """Complete JSON, in the order of the fields."""
        return {
            field.name: getattr(self, field.name) if field.plain else field.shape.write(getattr(self, field.name))
            for field in self.fields
        }

    def copy(self) -> Self:
        """A working copy that shares nothing that can change."""
        cls = type(self)
        made = cls.__new__(cls)
        for name in cls._plain_fields:
            _set(made, name, getattr(self, name))
        for name, shape in cls._deep_fields:
            _set(made, name, shape.copy(getattr(self, name)))
        return made

    def diff(self, after: Self, path: str, found: Found) -> None:
        """Report every leaf in which `after` differs from this record, in the order of the fields."""
        for field in self.fields:
            name = field.name
            old, new = getattr(self, name), getattr(after, name)
            if field.plain:
                if old != new:
                    found(step_into(path, name), old, new)
            elif old is not new and not (type(old) in (list, dict) and old == new):
                field.shape.diff(old, new, step_into(path, name), found)

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return all(getattr(self, field.name) == getattr(other, field.name) for field in self.fields)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        inside = ", ".join(f"{field.name}={getattr(self, field.name)!r}" for field in self.fields)
        return f"{type(self).__name__}({inside})"


R = TypeVar("R", bound=Record)


class Of(Shape):
    """A record as a value."""

    plain = False

    def __init__(self, kind: type[Record]) -> None:
        self.kind = kind

    def read(self, raw: Json, ids: Ids) -> Record:
        return self.kind.read(raw, ids)

    def write(self, value: Any) -> Json:
        return value.write()

    def copy(self, value: Any) -> Any:
        return value.copy()

    def diff(self, before: Any, after: Any, path: str, found: Found) -> None:
        before.diff(after, path, found)

    def _field(self, keys: tuple[str, ...]) -> Field:
        for field in self.kind.fields:
            if field.name == keys[0]:
                return field
        raise RuleError("bad_value", keys)

    def put(self, document: Json, keys: tuple[str, ...], value: Json) -> Json:
        if not keys:
            return value
        field = self._field(keys)
        return {**document, keys[0]: field.shape.put(document.get(keys[0]), keys[1:], value)}

    def at(self, document: Json, keys: tuple[str, ...]) -> Json:
        if not keys:
            return document
        return self._field(keys).shape.at(document.get(keys[0]), keys[1:])


class Fixed(Of):
    """A frozen record as a value: copies may share it."""

    def copy(self, value: Any) -> Any:
        return value


class Given(NamedTuple):
    """A record and the JSON that it was read from."""

    record: Any
    raw: Json


class Kept(Shape):
    """A frozen record that is checked, but stored and compared as it was given: a field that is absent counts as null."""

    plain = False

    def __init__(self, kind: type[Record]) -> None:
        self.kind = kind

    def read(self, raw: Json, ids: Ids) -> Given:
        return Given(self.kind.read(raw, ids), _apart(raw))

    def write(self, value: Any) -> Json:
        return value.raw

    def diff(self, before: Any, after: Any, path: str, found: Found) -> None:
        if before is not after:
            _diff_given(self.kind, before.raw, after.raw, path, found)

    def put(self, document: Json, keys: tuple[str, ...], value: Json) -> Json:
        if not keys:
            return value
        first, rest = keys[0], keys[1:]
        if not rest and value is None:
            return {key: item for key, item in document.items() if key != first}
        return {**document, first: self.put(document.get(first), rest, value)}

    def at(self, document: Json, keys: tuple[str, ...]) -> Json:
        for key in keys:
            document = document.get(key) if type(document) is dict else None
        return document


def _apart(raw: Json) -> Json:
    """A copy of JSON that shares nothing that can change."""
    if type(raw) is dict:
        return {key: _apart(item) for key, item in raw.items()}
    return [_apart(item) for item in raw] if type(raw) is list else raw


def _diff_given(kind: type[Record], before: Json, after: Json, path: str, found: Found) -> None:
    for field in kind.fields:
        old, new = before.get(field.name), after.get(field.name)
        if old == new:
            continue
        inner = field.shape.inner if isinstance(field.shape, Maybe) else field.shape
        if isinstance(inner, Of) and old is not None and new is not None:
            _diff_given(inner.kind, old, new, step_into(path, field.name), found)
        else:
            found(step_into(path, field.name), old, new)


NOTHING = type("Nothing", (Record,), {"__doc__": "Options of an action that has none."})
