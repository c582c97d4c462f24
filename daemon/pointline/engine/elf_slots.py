"""Give a loaded Linux library another function: the slots through which it calls, found and written.

A shared library calls imported functions through a table of addresses (System V gABI, "Procedure Linkage Table"). When
a fast BLAS exports its functions under prefixed names only, the dynamic linker cannot offer it to MLX; writing the
addresses into MLX's own table can. 64-bit little-endian ELF, x86-64 and AArch64.
"""

from __future__ import annotations

import ctypes
import mmap
import platform
import struct
from pathlib import Path

# Relocations whose slot holds nothing but a symbol's address: GLOB_DAT and JUMP_SLOT.
_SLOT_KINDS = {"x86_64": {6, 7}, "aarch64": {1025, 1026}}
_PT_DYNAMIC = 2
_DT_PLTRELSZ, _DT_STRTAB, _DT_SYMTAB, _DT_RELA, _DT_RELASZ, _DT_JMPREL = 2, 5, 6, 7, 8, 23


def loaded_at(name: str) -> tuple[Path, int] | None:
    """Return the path and load address of the library whose file name begins with ``name``, if this process has it."""
    for line in Path("/proc/self/maps").read_text(encoding="utf-8").splitlines():
        parts = line.split(maxsplit=5)
        if len(parts) == 6 and Path(parts[5]).name.startswith(name) and int(parts[2], 16) == 0:
            return Path(parts[5]), int(parts[0].split("-")[0], 16)
    return None


def find_slots(library: Path, symbols: set[str]) -> dict[str, list[int]]:
    """Return the offsets (bytes from the load address) of the slots of each symbol that ``library`` imports.

    Raises :class:`ValueError` when the file is not a 64-bit little-endian ELF file of this processor.
    """
    kinds = _SLOT_KINDS.get(platform.machine())
    with library.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
        if kinds is None or data[:6] != b"\x7fELF\x02\x01":
            raise ValueError(f"{library} is not a library of a kind that is known here")
        return _scan(data, symbols, kinds)


def _scan(data: mmap.mmap, symbols: set[str], kinds: set[int]) -> dict[str, list[int]]:
    table, size, count = struct.unpack_from("<Q", data, 32)[0], *struct.unpack_from("<HH", data, 54)
    segments = [struct.unpack_from("<IIQQQQQQ", data, table + i * size) for i in range(count)]

    def place(address: int) -> int:
        for kind, _, offset, start, _, length, _, _ in segments:
            if kind == 1 and start <= address < start + length:
                return int(offset + address - start)
        raise ValueError("an address lies outside the file")

    dynamic: dict[int, int] = {}
    for kind, _, offset, _, _, length, _, _ in segments:
        if kind == _PT_DYNAMIC:
            dynamic = dict(struct.iter_unpack("<QQ", data[offset : offset + length]))
    strings, names = place(dynamic[_DT_STRTAB]), place(dynamic[_DT_SYMTAB])
    slots: dict[str, list[int]] = {}
    for start, length in ((_DT_JMPREL, _DT_PLTRELSZ), (_DT_RELA, _DT_RELASZ)):
        if start not in dynamic:
            continue
        at = place(dynamic[start])
        for slot, info, _ in struct.iter_unpack("<QQq", data[at : at + dynamic[length]]):
            if info & 0xFFFFFFFF in kinds:
                begin = strings + struct.unpack_from("<I", data, names + 24 * (info >> 32))[0]
                name = data[begin : data.find(b"\0", begin)].decode("ascii", "replace")
                if name in symbols:
                    slots.setdefault(name, []).append(slot)
    return slots


def write_slot(address: int, function: int) -> None:
    """Write the address of ``function`` into the slot at ``address``, on a page that may have been made read-only.

    Raises :class:`OSError` when the page cannot be made writable.
    """
    libc = ctypes.CDLL(None, use_errno=True)
    page = mmap.PAGESIZE
    if libc.mprotect(ctypes.c_void_p(address // page * page), ctypes.c_size_t(page), 3):
        raise OSError(ctypes.get_errno(), "mprotect")
    ctypes.c_void_p.from_address(address).value = function
