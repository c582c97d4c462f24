"""Counters count what happened, and hold no word of it."""

from __future__ import annotations

import re

from helpers.api import HEADERS, Api

TEXT = "The lighthouse was built in 1871. It is 34 metres high."


def value(text: str, name: str) -> float:
    found = re.search(rf"^{re.escape(name)} ([\d.e+]+)$", text, re.MULTILINE)
    assert found, f"{name} is not in\n{text}"
    return float(found[1])


def test_what_was_done_is_counted(api: Api) -> None:
    page_id = api.page(text=TEXT)
    api.ask(page_id, "How many metres high is it?")
    api.ask(page_id, "zyx qwv?")
    api.post("/v1/verify", {"page_id": page_id, "quotes": ["34 metres", "35 metres"]})
    assert api.get("/v1/nothing").status_code == 404
    text = api.get("/metrics").get_data(as_text=True)
    assert api.get("/v1/metrics").status_code == 200
    assert value(text, 'pointline_asks_total{outcome="answered"}') == 1
    assert value(text, 'pointline_asks_total{outcome="none"}') == 1
    assert value(text, 'pointline_step_seconds_count{step="rank"}') == 2
    assert value(text, 'pointline_tokens_total{kind="prefilled"}') > 0
    assert value(text, 'pointline_quotes_total{fold="verbatim",status="exact"}') == 1
    assert value(text, 'pointline_problems_total{code="http-404"}') == 1
    assert value(text, "pointline_pages") == 1
    assert value(text, "pointline_queue_length") == 0
    assert value(text, "pointline_memory_bytes") > 10_000_000
    assert re.search(r'^pointline_claims_total\{found="exact \(verbatim\)",verdict="\w+"\} 1', text, re.MULTILINE)
    assert "lighthouse" not in text
    assert page_id not in text


def test_they_need_the_token(api: Api) -> None:
    assert api.client.get("/metrics", headers={"Host": HEADERS["Host"]}).status_code == 401
