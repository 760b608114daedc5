"""Texts that try to be more than text, and a run that has them in every field."""

from __future__ import annotations

from dataclasses import replace

from fuzzwright.engine.outcome import Frame
from fuzzwright.reports.summary import ExampleReport, Summary, TargetReport
from tests.reports.shop import PARSE

TEXTS = {
    "control": "".join(map(chr, range(0x20))) + "\x7f\x80\x85\x9b31m\x9d",
    "ansi": "\x1b[31mred\x1b[0m \x1b]0;title\x07 \x1b[2J\x1b[1;1H \x1b]8;;http://x\x1b\\link",
    "script": "</script><script>alert(1)</script></code></pre><img src=x onerror=alert(1)>",
    "attribute": '" onmouseover="alert(1)" x=\'',
    "template": "{{ 7 * 7 }} {% raw %} {# #} ${7*7} <%= 7*7 %> &lt; &#60;",
    "markup": "[red]not red[/red] [/] [link=http://x]y[/link] [bold",
    "emoji code": ":smile: :warning:",
    "surrogates": "\ud800 \udfff \udcff",
    "direction": "\u202eevil\u202c \u2066x\u2069 \u200b\u200d\ufeff\u2028\u2029",
    "null": "a\0b",
    "carriage": "shown\rhidden\x08\x08\x08",
    "combining": "e" + "\u0301" * 500,
    "wide": "漢字🎉👩‍👩‍👧" * 40,
    "noncharacters": "\ufffe\uffff\U0010ffff",
    "csv": "=cmd|' /C calc'!A0",
    "comment": "--> <!-- ]]> <![CDATA[",
    "huge": "A" * 10_000_000,
    "huge lines": "\n" * 10_000_000,
}


def everywhere(text: str) -> tuple[Summary, dict[str, str]]:
    """Return a run with the text in each field a target can influence, and its sources."""
    finding = replace(
        PARSE,
        id=text,
        function=text,
        exception=text,
        message=text,
        file=text,
        call=text,
        imports=(text, text),
        before=(text,),
        evidence=text,
        suggestion=text,
        frames=(Frame(text, text, 1), Frame("shop/orders.py", text, 2)),
    )
    others = (replace(finding, verdict="deliberate"), replace(finding, verdict=text, kind=text))
    example = ExampleReport(text, text, value=text, lines=(1,))
    targets = (
        TargetReport(text, examples=(example, ExampleReport(text, text, exception=text))),
        TargetReport(text, "skipped", text),
    )
    summary = Summary(text, 0, 1.0, targets, (finding, *others), command=text)
    return summary, {text: text[:100_000], "shop/orders.py": f"first\n{text[:100_000]}\nlast"}
