"""Questions of our own for the rooms that measure."""

from __future__ import annotations

import json
from pathlib import Path

LINES = ["The ferry leaves at {n}:40 from pier {n}.", "A ticket costs {n}2 euros.", "Dogs travel free on deck {n}."]


def ferries(folder: Path) -> Path:
    """Four articles of one paragraph; the price is asked, in words that the line has or has not."""
    articles = []
    for number in range(1, 5):
        context = " ".join(line.format(n=number) for line in LINES)
        answer = {"text": f"{number}2 euros", "answer_start": context.index(f"{number}2 euros")}
        worded = "What does a ticket cost?" if number % 2 else "When must dogs on deck be paid for?"
        asked = {"id": f"q{number}", "question": worded, "answers": [answer]}
        articles.append({"title": f"Ferry_{number}", "paragraphs": [{"context": context, "qas": [asked]}]})
    path = folder / "ferries.en.json"
    path.write_text(json.dumps({"data": articles}), encoding="utf-8")
    return path
