"""Golden scenarios as they are written down: pages, turns, and what each answer must and must not say.

The form is described in ``tests/golden/README.md``. Whatever is wrong with a file is said with its name and the key:
nothing is guessed, no key is passed over.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from dataclasses import field as made_by
from pathlib import Path
from typing import Any, Literal, NoReturn, get_args

from exactquote.verdicts import CAVEATS
from exactquote.verdicts.model import Word
from pointline.errors import BadInput

Kind = Literal["question", "cell", "statement"]
HELP = "Its form is described in tests/golden/README.md of the source."


@dataclass(frozen=True, slots=True)
class GoldenPage:
    """A page of a scenario: its file, and what the file does not say of itself."""

    name: str
    file: Path
    url: str
    title: str = ""
    lang: str = ""


@dataclass(frozen=True, slots=True)
class Expected:
    """What an answer must and must not hold. Texts are compared with white space closed up.

    ``says``: each stands in a claim or its lines; ``values``: in a claim's own words, or a cell's value; ``never``: in
    no claim and none of its lines; ``unseen``: nowhere, not in the page as it was read nor in the nearest lines.
    ``lines``: parts of lines that must be shown; with ``may``, no others than those and these may be. ``none``: whether
    the answer is NONE; None leaves it open. ``sources``: pages that a line must come from. ``computed``: figures that
    must be marked as computed. ``withheld``, ``guards``: what a script's lies must end as; not asked of a model.
    """

    none: bool | None
    says: tuple[str, ...] = ()
    values: tuple[str, ...] = ()
    never: tuple[str, ...] = ()
    unseen: tuple[str, ...] = ()
    lines: tuple[str, ...] = ()
    may: tuple[str, ...] | None = None
    nearest: tuple[str, ...] = ()
    sources: tuple[str, ...] = ()
    computed: tuple[str, ...] = ()
    withheld: tuple[str, ...] = ()
    guards: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    verdict: tuple[str, ...] = ()
    caveats: tuple[str, ...] = ()
    no_caveats: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Turn:
    """One question, one cell (``item`` and ``field``), or one statement to check, over pages by name."""

    number: int
    kind: Kind
    pages: tuple[str, ...]
    text: str
    expected: Expected
    item: str = ""
    field: str = ""
    max_claims: int = 3
    gather: bool = False
    script: Mapping[str, Any] = made_by(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Scenario:
    """A scenario of one file. ``starter``: fair for the starter model; ``scripted_only``: its point is what the script
    says, a lie mostly; ``thread``: its turns are one conversation."""

    name: str
    file: Path
    about: str
    topics: tuple[str, ...]
    pages: tuple[GoldenPage, ...]
    turns: tuple[Turn, ...]
    starter: bool = False
    scripted_only: bool = False
    thread: bool = False
    script: Mapping[str, Any] = made_by(default_factory=dict)


def read_scenarios(folder: Path) -> tuple[Scenario, ...]:
    """Read every ``*.toml`` in a folder and the folders in it, by name.

    Raises :class:`BadInput` (``no-scenarios``, ``bad-scenario``) naming the file and the key.
    """
    if not folder.is_dir():
        raise BadInput("no-scenarios", f"There is no folder {folder}.", "Give the folder that holds the scenarios.")
    files = sorted(folder.rglob("*.toml"))
    if not files:
        raise BadInput("no-scenarios", f"{folder} holds no scenario (*.toml).", HELP)
    return tuple(read_scenario(file, name=file.relative_to(folder).with_suffix("").as_posix()) for file in files)


def read_scenario(file: Path, *, name: str = "") -> Scenario:
    """Read one scenario; raises :class:`BadInput` (``bad-scenario``) naming the file and the key."""
    try:
        data = tomllib.loads(file.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise BadInput("bad-scenario", f"{file} cannot be read as TOML: {error}.", HELP) from None
    return _Reader(file).scenario(data, name or file.stem)


class _Reader:
    """Reads the tables of one file; every complaint names the file and the key."""

    def __init__(self, file: Path) -> None:
        self.file = file

    def bad(self, key: str, why: str) -> NoReturn:
        raise BadInput("bad-scenario", f"{self.file}: key '{key}': {why}", HELP)

    def scenario(self, data: Mapping[str, Any], name: str) -> Scenario:
        self.known(data, "", ("about", "topics", "starter", "scripted_only", "thread", "script", "page", "turn"))
        pages = tuple(self.page(one, f"page[{n}]") for n, one in enumerate(self.tables(data, "page"), 1))
        names = [page.name for page in pages]
        if len(set(names)) < len(names):
            self.bad("page", "two pages have the same name")
        turns = tuple(self.turn(one, n, names) for n, one in enumerate(self.tables(data, "turn"), 1))
        scenario = Scenario(
            name,
            self.file,
            self.text(data, "about", "", needed=True),
            self.texts(data, "topics", ""),
            pages,
            turns,
            self.flag(data, "starter", "") or False,
            self.flag(data, "scripted_only", "") or False,
            self.flag(data, "thread", "") or False,
            self.table(data, "script", ""),
        )
        if scenario.starter and scenario.scripted_only:
            self.bad("starter", "a scenario cannot be for the starter and for the script only")
        for turn in turns:
            if turn.gather and not (scenario.thread and turn.kind == "question"):
                self.bad(f"turn[{turn.number}].gather", "brings together the turns of a thread: set thread = true")
        return scenario

    def page(self, data: Mapping[str, Any], at: str) -> GoldenPage:
        self.known(data, at, ("name", "file", "url", "title", "lang"))
        given = self.text(data, "file", at, needed=True)
        path = self.file.parent / given
        if not path.is_file():
            self.bad(f"{at}.file", f"there is no file {path}")
        url = self.text(data, "url", at) or f"https://golden.example/{path.name}"
        name = self.text(data, "name", at) or path.stem
        return GoldenPage(name, path, url, self.text(data, "title", at), self.text(data, "lang", at))

    def turn(self, data: Mapping[str, Any], number: int, names: Sequence[str]) -> Turn:
        at = f"turn[{number}]"
        expected = tuple(Expected.__dataclass_fields__)
        own = ("page", "pages", "question", "item", "field", "statement", "max_claims", "gather", "script")
        self.known(data, at, (*own, *expected))
        kind, text = self.asked(data, at)
        one = self.text(data, "page", at)
        pages = (one,) if one else self.texts(data, "pages", at) or tuple(names)
        for name in pages:
            if name not in names:
                self.bad(f"{at}.page", f"there is no page called {name!r}; there are {', '.join(names)}")
        most = data.get("max_claims", 3)
        if not isinstance(most, int) or isinstance(most, bool) or not 1 <= most <= 50:
            self.bad(f"{at}.max_claims", "must be a whole number from 1 to 50")
        wanted = self.expected(data, at)
        for name in wanted.sources:
            if name not in names:
                self.bad(f"{at}.sources", f"there is no page called {name!r}")
        return Turn(
            number,
            kind,
            pages,
            text,
            wanted,
            self.text(data, "item", at),
            self.text(data, "field", at),
            most,
            self.flag(data, "gather", at) or False,
            self.table(data, "script", at),
        )

    def asked(self, data: Mapping[str, Any], at: str) -> tuple[Kind, str]:
        kinds: tuple[Kind, ...] = ("question", "statement")
        given = [kind for kind in kinds if kind in data]
        if "item" in data or "field" in data:
            given.append("cell")
        if len(given) != 1:
            self.bad(at, "needs either a question, or an item and a field, or a statement")
        if given[0] == "cell":
            self.text(data, "field", at, needed=True)
            return "cell", self.text(data, "item", at, needed=True)
        return given[0], self.text(data, given[0], at, needed=True)

    def expected(self, data: Mapping[str, Any], at: str) -> Expected:
        may = self.texts(data, "may", at) if "may" in data else None
        words = data.get("verdict", [])
        verdict = (words,) if isinstance(words, str) else self.texts(data, "verdict", at)
        for word in verdict:
            if word not in get_args(Word):
                self.bad(f"{at}.verdict", f"{word!r} is no verdict; there are {', '.join(get_args(Word))}")
        listed = {
            key: self.texts(data, key, at)
            for key in Expected.__dataclass_fields__
            if key not in ("none", "may", "verdict")
        }
        for key in ("caveats", "no_caveats"):
            for code in listed[key]:
                if code not in CAVEATS and code not in _FLAGS:
                    self.bad(f"{at}.{key}", f"{code!r} is no caveat; there are {', '.join([*CAVEATS, *_FLAGS])}")
        found = Expected(none=self.flag(data, "none", at), may=may, verdict=verdict, **listed)
        if found == Expected(none=None):
            self.bad(at, "expects nothing; say at least whether the answer is none, and what it says")
        return found

    def known(self, data: Mapping[str, Any], at: str, keys: Sequence[str]) -> None:
        for key in data:
            if key not in keys:
                self.bad(f"{at}.{key}".lstrip("."), f"is not known here; known are {', '.join(keys)}")

    def tables(self, data: Mapping[str, Any], key: str) -> list[Mapping[str, Any]]:
        found = data.get(key)
        if not isinstance(found, list) or not found or not all(isinstance(one, dict) for one in found):
            self.bad(key, f"a scenario needs at least one [[{key}]]")
        return found

    def table(self, data: Mapping[str, Any], key: str, at: str) -> Mapping[str, Any]:
        found: Mapping[str, Any] = self._of(data, key, at, {}, lambda value: isinstance(value, dict), "must be a table")
        return found

    def text(self, data: Mapping[str, Any], key: str, at: str, *, needed: bool = False) -> str:
        found = self._of(data, key, at, "", lambda value: isinstance(value, str), "must be a text")
        if needed and not found.strip():
            self.bad(f"{at}.{key}".lstrip("."), "must be given, and not be empty")
        return str(found)

    def texts(self, data: Mapping[str, Any], key: str, at: str) -> tuple[str, ...]:
        def fits(value: object) -> bool:
            return isinstance(value, list) and all(isinstance(one, str) and one.strip() for one in value)

        return tuple(self._of(data, key, at, [], fits, "must be a list of texts that are not empty"))

    def flag(self, data: Mapping[str, Any], key: str, at: str) -> bool | None:
        found = self._of(data, key, at, None, lambda value: isinstance(value, bool), "must be true or false")
        return None if found is None else bool(found)

    def _of(
        self,
        data: Mapping[str, Any],
        key: str,
        at: str,
        default: Any,
        fits: Callable[[object], bool],
        why: str,
    ) -> Any:
        if key not in data:
            return default
        if not fits(data[key]):
            self.bad(f"{at}.{key}".lstrip("."), f"{why}, and is {data[key]!r}")
        return data[key]


_FLAGS = ("repeated", "short", "from_context", "ambiguous_number", "names_unchecked")
"""Marks of a claim that are no caveats of a cell, and can be expected beside those."""
