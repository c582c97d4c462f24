"""How an extension comes by its token, and makes sure of the daemon before it sends anything; no token needed.

``POST /v1/hello``            {"id", "nonce"} → {"nonce", "proof"}: the daemon proves that it knows the pairing's secret
``POST /v1/pair``             {"nonce", "label"} → {"exchange", "nonce", "share"}: only while a pairing window is open
``POST /v1/pair/{exchange}``  {"share", "proof"} → {"id", "proof"}: both now hold the token, which is never sent

Refused pairing: 401 no window (as for any missing secret) · 403 wrong code, or not an extension · 409 used, or another
exchange is under way · 410 expired · 423 locked after five wrong codes. ``pointline.access`` has the method.
"""

from __future__ import annotations

from flask import Blueprint, Response, jsonify, request
from pydantic import BaseModel, ConfigDict, Field

from pointline.access.exchange import PairingDesk, PairingRefused, Reason
from pointline.access.proofs import hello_proof, new_nonce
from pointline.errors import BadInput, Failure
from pointline.web.endpoints import Endpoint, endpoint
from pointline.web.guard import HELLO_PATH, Access, unauthorized
from pointline.web.problems import Problem

NONCE = r"^[0-9a-f]{64}$"
PROOF = r"^[0-9a-f]{64}$"
SHARE = r"^[0-9a-f]{768}$"
_OPEN_PROBLEMS = (400, 401, 413, 415, 422, 503)
AGAIN = "Run 'pointline pair' again and type the new code."


class HelloBody(BaseModel):
    """``POST /v1/hello``."""

    model_config = ConfigDict(extra="forbid", strict=True)
    id: str = Field(min_length=1, max_length=64, description="Id of the pairing; 'run' for the token of this run.")
    nonce: str = Field(pattern=NONCE, description="32 random bytes in hexadecimal, new for each hello.")


class PairBody(BaseModel):
    """``POST /v1/pair``."""

    model_config = ConfigDict(extra="forbid", strict=True)
    nonce: str = Field(pattern=NONCE)
    label: str = Field(default="", max_length=200, description="What the person will know the browser by.")


class PairProofBody(BaseModel):
    """``POST /v1/pair/{exchange}``."""

    model_config = ConfigDict(extra="forbid", strict=True)
    share: str = Field(pattern=SHARE, description="An element of the group, 384 bytes in hexadecimal.")
    proof: str = Field(pattern=PROOF)


class HelloView(BaseModel):
    """The daemon's answer to a hello."""

    nonce: str = Field(pattern=NONCE)
    proof: str = Field(pattern=PROOF)


class ExchangeView(BaseModel):
    """A pairing that has begun."""

    exchange: str
    nonce: str = Field(pattern=NONCE)
    share: str = Field(pattern=SHARE)


class PairedView(BaseModel):
    """A pairing that is kept."""

    id: str
    proof: str = Field(pattern=PROOF)


def routes(access: Access) -> Blueprint:
    """The routes, for the one ``access`` that the guard uses too."""
    blueprint = Blueprint("pairing", __name__)

    @blueprint.post(HELLO_PATH)
    @endpoint(
        Endpoint(
            "Let the daemon prove that it knows a pairing's secret",
            {200: HelloView},
            body=HelloBody,
            problems=_OPEN_PROBLEMS,
            open=True,
            description="The proof is bound to the Host that was asked; see pointline/access/proofs.py.",
        )
    )
    def hello(body: HelloBody) -> Response:
        key = access.hello_key(body.id)
        if key is None:
            raise unauthorized()
        ours = new_nonce()
        return jsonify(nonce=ours, proof=hello_proof(key, request.environ["HTTP_HOST"], body.id, body.nonce, ours))

    @blueprint.post("/v1/pair")
    @endpoint(
        Endpoint(
            "Begin to pair an extension",
            {201: ExchangeView},
            body=PairBody,
            problems=(*_OPEN_PROBLEMS, 409, 410, 423, 507),
            open=True,
            description="Only while 'pointline pair' waits, and from an extension. See pointline/access/pake.py.",
        )
    )
    def pair(body: PairBody) -> tuple[Response, int]:
        origin, desk = _extension(), _desk(access)
        try:
            exchange = desk.start(host=request.environ["HTTP_HOST"], origin=origin, nonce=body.nonce, label=body.label)
        except PairingRefused as refused:
            raise _problem(refused) from None
        return jsonify(exchange=exchange.id, nonce=exchange.nonces[1], share=exchange.share), 201

    @blueprint.post("/v1/pair/<exchange>")
    @endpoint(
        Endpoint(
            "Prove the code, and be paired",
            {200: PairedView},
            body=PairProofBody,
            problems=(*_OPEN_PROBLEMS, 409, 410, 423, 507),
            open=True,
            description="Both sides work out the same token; it is not sent. A wrong code costs one of five tries.",
        )
    )
    def prove(exchange: str, body: PairProofBody) -> Response:
        origin, desk = _extension(), _desk(access)
        try:
            pairing, proof = desk.finish(
                exchange, host=request.environ["HTTP_HOST"], origin=origin, share=body.share, proof=body.proof
            )
        except PairingRefused as refused:
            raise _problem(refused) from None
        except (BadInput, Failure) as error:
            raise Problem(507, error.code, "The pairing cannot be kept", str(error), error.action) from None
        return jsonify(id=pairing.id, proof=proof)

    return blueprint


def _desk(access: Access) -> PairingDesk:
    if access.desk is None:
        raise unauthorized()
    return access.desk


def _extension() -> str:
    origin = request.environ.get("HTTP_ORIGIN")
    if origin is None:  # any other origin was refused by the guard
        raise Problem(
            403,
            "forbidden",
            "Refused",
            "Only a browser extension is paired.",
            "A script uses the token that 'pointline serve' printed.",
        )
    return str(origin)


def _problem(refused: PairingRefused) -> Problem:
    if refused.reason == "no_window":
        return unauthorized()
    status, title, detail, action = _REFUSALS[refused.reason]
    return Problem(status, f"pair-{refused.reason.replace('_', '-')}", title, detail.format(refused.tries), action)


_REFUSALS: dict[Reason, tuple[int, str, str, str]] = {
    "pending": (
        409,
        "Another browser is being paired",
        "One exchange is under way at a time.",
        "Try again in a quarter of a minute.",
    ),
    "unknown": (409, "No such exchange", "No exchange with this id is under way (any more).", AGAIN),
    "used": (409, "This code was used", "A code pairs one browser, once.", AGAIN),
    "expired": (410, "The code has expired", "A code is good for two minutes.", AGAIN),
    "locked": (423, "Too many wrong codes", "Five wrong codes were given; this one is good for nothing now.", AGAIN),
    "wrong_code": (403, "The code is not the right one", "Tries left: {}.", "Look at the terminal and type it again."),
}
