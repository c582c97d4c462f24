"""What a release would hold: versions and notices at once, the wheel and the extension's zip built from the work tree.

The sdist, web-ext's lint and the installation into an empty home are for ``scripts/release``: they take minutes.
"""

from __future__ import annotations

import importlib.metadata
import shutil
import tarfile
import zipfile
from pathlib import Path

import pytest
from scripts.lib import release_contents as contents
from scripts.lib.release_build import build_extension, build_wheel, zip_folder
from scripts.lib.release_notices import Dependency, bundle_faults, compatible, licence_faults, notices_faults, rules
from scripts.lib.release_source import ROOT, Source, copy_source, unpack


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Source:
    return copy_source(tmp_path_factory.mktemp("release") / "source", worktree=True)


@pytest.fixture(scope="module")
def wheel(source: Source, tmp_path_factory: pytest.TempPathFactory) -> Path:
    if int(importlib.metadata.version("setuptools").partition(".")[0]) < 77:
        pytest.skip("setuptools is older than 77: install the extra [test]")
    # Built in a copy: setuptools leaves its folders behind, which the comparison must not meet.
    copy = shutil.copytree(source.folder, tmp_path_factory.mktemp("wheel") / "source")
    return build_wheel(source, copy, tmp_path_factory.mktemp("made"))


def test_every_place_says_the_same_version(source: Source) -> None:
    said = contents.versions(source.folder)
    assert contents.version_faults(said) == []
    assert contents.version_faults({**said, "package.json": "0.0.1"}) != []


def test_the_wheel_holds_what_it_should(wheel: Path, source: Source, tmp_path: Path) -> None:
    assert contents.wheel_faults(wheel, source.folder) == []
    # The check sees what is missing and what is too much.
    broken = tmp_path / wheel.name
    with zipfile.ZipFile(wheel) as whole, zipfile.ZipFile(broken, "w") as less:
        for name in whole.namelist():
            if name != "pointline/sources/walker.js":
                less.writestr(name, whole.read(name))
        less.writestr("pointline/.env", "x")
    faults = contents.wheel_faults(broken, source.folder)
    assert any("misses pointline/sources/walker.js" in fault for fault in faults)
    assert any(".env, which is never to be shipped" in fault for fault in faults)


def test_the_zips_for_the_stores_are_the_same_twice(source: Source, tmp_path: Path) -> None:
    twice = [build_extension(source, tmp_path / name) for name in ("first", "second")]
    for browser in twice[0]:
        first, second = (zip_folder(folders[browser], tmp_path / f"{index}.zip") for index, folders in enumerate(twice))
        assert first.read_bytes() == second.read_bytes()
        assert contents.extension_faults(first, source.folder) == []


def test_the_notices_are_complete_and_signed_off() -> None:
    assert notices_faults() == []


def test_a_licence_that_may_not_be_is_a_fault() -> None:
    known = rules()
    wrong = (Dependency("bad", "AGPL-3.0-only", "", ("",)), Dependency("silent", "", "", ("",)))
    faults = licence_faults(wrong, known)
    assert [fault.split()[0] for fault in faults] == ["bad", "silent"]
    assert compatible("MIT OR GPL-3.0-only", {"MIT"})
    assert not compatible("MIT AND GPL-3.0-only", {"MIT"})


def test_a_library_that_a_wheel_bundles_is_named() -> None:
    numpy = (Dependency("numpy", "BSD-3-Clause", "", ("",)), Dependency("not-here", "MIT", "", ("",)))
    faults = bundle_faults(numpy, {"bundles": {}})
    assert [fault.split()[0] for fault in faults] == ["numpy"]
    assert "gfortran" in faults[0]
    assert bundle_faults(numpy, {"bundles": {"numpy": "…"}}) == []


def test_bad_metadata_is_a_fault() -> None:
    assert contents.metadata_faults(b"Metadata-Version: 2.4\nName: x\nVersion: not one\n") != []


def test_the_source_is_what_is_tracked(source: Source) -> None:
    assert (source.folder / "daemon" / "pointline" / "sources" / "walker.js").is_file()
    assert not (source.folder / ".git").exists()
    assert not any(path.is_symlink() for path in source.folder.rglob("*"))
    assert (ROOT / "scripts" / "release").is_file()


def test_an_older_python_unpacks_without_filters(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "a.txt").write_text("here", encoding="utf-8")
    with tarfile.open(tmp_path / "a.tar", "w") as made:
        made.add(tmp_path / "a.txt", "a.txt")
    whole = tarfile.TarFile.extractall

    def extractall(archive: tarfile.TarFile, path: Path) -> None:  # as Python 3.11.2 has it
        whole(archive, path)

    monkeypatch.delattr(tarfile, "data_filter")
    monkeypatch.setattr(tarfile.TarFile, "extractall", extractall)
    with tarfile.open(tmp_path / "a.tar") as archive:
        unpack(archive, tmp_path / "out")
    assert (tmp_path / "out" / "a.txt").read_text(encoding="utf-8") == "here"
