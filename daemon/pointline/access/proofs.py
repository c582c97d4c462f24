"""Proving to know a token without sending it.

All proofs are HMAC-SHA-256 over framed parts (each part after its length in four bytes, big-endian), so that no two
lists of parts look alike. ``extension/shared/proofs.js`` does the same; the tests let the two talk to each other.

A token has 256 random bits, so that one SHA-256 of it is safe to keep: there is nothing to guess. The key of the hello
proof is derived from the token and cannot be turned back into it: whoever reads the daemon's files can pretend to be
the daemon, which they could anyway, but cannot ask in the extension's name.
"""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets

NONCE = re.compile(r"[0-9a-f]{64}")
"""Nonces go as 32 random bytes in lower-case hexadecimal."""


def mac(key: bytes, *parts: bytes | str) -> bytes:
    """HMAC-SHA-256 over framed parts; 32 bytes."""
    digest = hmac.new(key, digestmod=hashlib.sha256)
    for part in parts:
        data = part.encode() if isinstance(part, str) else part
        digest.update(len(data).to_bytes(4, "big") + data)
    return digest.digest()


def new_token() -> str:
    """A token: 256 random bits in 43 characters."""
    return secrets.token_urlsafe(32)


def new_nonce() -> str:
    """A nonce for one proof."""
    return secrets.token_hex(32)


def token_hash(token: str) -> str:
    """What is kept of a token."""
    return hashlib.sha256(token.encode()).hexdigest()


def hello_key(token: str) -> bytes:
    """The key with which daemon and extension prove to each other that they were paired."""
    return mac(token.encode(), "pointline hello key")


def hello_proof(key: bytes, host: str, name: str, theirs: str, ours: str) -> str:
    """The daemon's answer to a hello.

    It is bound to the address (``host``, with port) that the extension believes to talk to, so that it cannot be passed
    on from another port; to the pairing's id; and to both nonces.
    """
    return mac(key, "pointline hello", host, name, theirs, ours).hex()
