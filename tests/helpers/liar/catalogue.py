"""All lies there are."""

from __future__ import annotations

from helpers.liar import figures, forms, quotes, senses
from helpers.liar.lie import Lie

LIES: tuple[Lie, ...] = (*quotes.LIES, *figures.LIES, *senses.LIES, *forms.LIES)
