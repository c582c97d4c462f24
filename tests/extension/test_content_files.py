"""The list of content scripts: complete, and the same that the daemon puts into its own browser."""

from __future__ import annotations

from e2e.content_scripts import CONTENT, listed
from pointline.sources.walking import walker


def test_every_content_script_is_listed_once() -> None:
    names = [*listed("WALK_FILES"), *listed("PAINT_FILES")]
    assert sorted(names) == sorted(path.name for path in CONTENT.glob("*.js") if path.name != "files.js")


def test_the_daemon_walks_with_the_extension_s_files() -> None:
    assert walker() == "\n".join((CONTENT / name).read_text(encoding="utf-8") for name in listed("WALK_FILES"))
