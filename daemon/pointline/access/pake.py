"""A key from a short code: after it both sides know a strong key if, and only if, they knew the same code.

The code is never sent, and nothing that is sent lets anybody try codes afterwards: not a listener, and neither side
when the other one was false. That is why this is no HMAC of the code: eight digits are tried out in seconds.

Method: CPace (draft-irtf-cfrg-cpace), in the 3072-bit group of RFC 3526, whose arithmetic a browser has (BigInt)
without a library; WebCrypto has no operations on curve points. The generator is hashed from the code, both nonces, and
the channel: the daemon's address and the extension's origin. So a false daemon that passes every message on to the real
one, which listens on another port, makes both sides come to different keys.
"""

from __future__ import annotations

import re
import secrets
from base64 import urlsafe_b64encode

from pointline.access.proofs import mac

PRIME = int(
    "FFFFFFFFFFFFFFFFC90FDAA22168C234C4C6628B80DC1CD129024E088A67CC74020BBEA63B139B22514A08798E3404DDEF9519B3CD3A431B"
    "302B0A6DF25F14374FE1356D6D51C245E485B576625E7EC6F44C42E9A637ED6B0BFF5CB6F406B7EDEE386BFB5A899FA5AE9F24117C4B1FE6"
    "49286651ECE45B3DC2007CB8A163BF0598DA48361C55D39A69163FA8FD24CF5F83655D23DCA3AD961C62F356208552BB9ED529077096966D"
    "670C354E4ABC9804F1746C08CA18217C32905E462E36CE3BE39E772C180E86039B2783A2EC07A28FB5C55DF06F4C52C9DE2BCBF695581718"
    "3995497CEA956AE515D2261898FA051015728E5A8AAAC42DAD33170D04507A33A85521ABDF1CBA64ECFB850458DBEF0A8AEA71575D060C7D"
    "B3970F85A6E1E4C7ABF5AE8CDB0933D71E8C94E04A25619DCEE3D2261AD2EE6BF12FFA06D98A0864D87602733EC86A64521F2B18177B200C"
    "BBE117577A615D6C770988C0BAD946E208E24FA074E5AB3143DB5BFCE0FD108E4B82D120A93AD2CAFFFFFFFFFFFFFFFF",
    16,
)
"""RFC 3526, group 15. A safe prime: the only elements of small order are 1 and -1."""

SIZE = 384
ELEMENT = re.compile(r"[0-9a-f]{768}")
_BLOCKS = 13
"""Blocks of 32 bytes hashed for the generator: 256 bits more than the prime has, so that no residue is preferred."""


def generator(code: str, host: str, origin: str, theirs: str, ours: str) -> int:
    """The generator for one exchange; ``theirs`` is the extension's nonce, ``ours`` the daemon's."""
    seed = mac(b"pointline pair generator", code, host, origin, theirs, ours)
    wide = b"".join(mac(seed, bytes([number])) for number in range(_BLOCKS))
    return pow(int.from_bytes(wide, "big") % PRIME, 2, PRIME)


def secret() -> int:
    """An exponent: 256 random bits, which is all that a group of this size is worth."""
    return secrets.randbits(256) | 1 << 255


def share(base: int, exponent: int) -> str:
    """What is sent: ``base ** exponent``, 384 bytes in hexadecimal."""
    return pow(base, exponent, PRIME).to_bytes(SIZE, "big").hex()


def shared_key(
    theirs: str, exponent: int, *, host: str, origin: str, nonces: tuple[str, str], shares: tuple[str, str]
) -> bytes | None:
    """The key from the other side's share; None when that is no element of the group that may be used.

    ``nonces`` and ``shares``: the extension's, then the daemon's.
    """
    if not ELEMENT.fullmatch(theirs):
        return None
    element = int(theirs, 16)
    if not 1 < element < PRIME - 1:
        return None
    # Squared with the exponent's factor 2: an element outside the squares cannot tell anything of the exponent.
    common = pow(element, 2 * exponent, PRIME).to_bytes(SIZE, "big")
    return mac(common, "pointline pair key", host, origin, *nonces, *shares)


def client_proof(key: bytes) -> str:
    """The extension proves that it knows the code."""
    return mac(key, "extension").hex()


def daemon_proof(key: bytes, pairing: str) -> str:
    """The daemon proves it too, and confirms the pairing's id."""
    return mac(key, "daemon", pairing).hex()


def agreed_token(key: bytes) -> str:
    """The token, which both sides work out and nobody sends; the form of :func:`proofs.new_token`."""
    return urlsafe_b64encode(mac(key, "token")).rstrip(b"=").decode()
