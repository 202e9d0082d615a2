"""Facts of sentences and terms as JSON and back: a fact may itself be a word of the catalogue."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from gmtool.rules.board import Term
from gmtool.rules.shapes import Json
from gmtool.rules.wording import Word
from gmtool.store.values import Said


def _write(fact: Any) -> Json:
    if isinstance(fact, Word):
        return {"word": fact.key, "facts": {name: _write(value) for name, value in fact.facts.items()}}
    if isinstance(fact, list | tuple):
        return [_write(item) for item in fact]
    if isinstance(fact, Mapping):
        return {"map": {name: _write(value) for name, value in fact.items()}}
    return fact


def _read(raw: Json) -> Any:
    if isinstance(raw, list):
        return [_read(item) for item in raw]
    if isinstance(raw, dict):
        if "word" in raw:
            return Word(raw["word"], **{name: _read(value) for name, value in raw["facts"].items()})
        return {name: _read(value) for name, value in raw["map"].items()}
    return raw


def write_said(said: Sequence[Said]) -> Json:
    return [[each.game, each.key, {name: _write(value) for name, value in each.facts.items()}] for each in said]


def read_said(raw: Json) -> tuple[Said, ...]:
    return tuple([Said(game, key, {name: _read(value) for name, value in facts.items()}) for game, key, facts in raw])


def write_why(why: Mapping[str, tuple[Term, ...]]) -> Json:
    return {
        total: [[term.name, term.value, term.clause, {name: _write(value) for name, value in term.facts.items()}] for term in terms]
        for total, terms in why.items()
    }


def read_why(raw: Json) -> dict[str, tuple[Term, ...]]:
    return {
        total: tuple(
            [Term(name, value, clause, {key: _read(fact) for key, fact in facts.items()}) for name, value, clause, facts in terms]
        )
        for total, terms in raw.items()
    }
