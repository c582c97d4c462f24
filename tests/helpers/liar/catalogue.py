"""All lies there are."""

from __future__ import annotations

from helpers.liar import claims, forms, quotes
from helpers.liar.lie import Lie

LIES: tuple[Lie, ...] = (*quotes.LIES, *claims.LIES, *forms.LIES)
