"""The HTML frame of single-file pages."""

from collections.abc import Sequence
from html import escape

PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{title}</title>
<style>
:root {{ --ink: #2a251e; --paper: #f4eee1; --faint: #6f6556; --line: #d5c9b1; --panel: #fffdf7; --shade: #0004; }}
@media (prefers-color-scheme: dark) {{
  :root {{ --ink: #efe8d9; --paper: #191713; --faint: #b3a894; --line: #4a4336; --panel: #24211b; --shade: #fff6; }}
}}
body {{ font: 16px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper); max-width: 56rem;
  margin: 0 auto; padding: 1.5rem 1rem 4rem; }}
h1 {{ font-size: 1.6rem; line-height: 1.2; margin: 0 0 .3rem; }}
h2 {{ font-size: 1.15rem; margin: 2.4rem 0 .3rem; }}
p {{ margin: .3rem 0 .8rem; }}
.note {{ color: var(--faint); font-size: .92rem; }}
pre {{ background: var(--panel); padding: .7rem .9rem; border-radius: 6px; white-space: pre-wrap;
  overflow-wrap: anywhere; font-size: .85rem; }}
.scroll, figure {{ overflow-x: auto; margin: 0; background:  /* a shadow where there is more to scroll to */
  linear-gradient(to right, var(--paper) 50%, transparent) left / 2rem 100% no-repeat local,
  linear-gradient(to left, var(--paper) 50%, transparent) right / 2rem 100% no-repeat local,
  linear-gradient(to right, var(--shade), transparent) left / 1rem 100% no-repeat,
  linear-gradient(to left, var(--shade), transparent) right / 1rem 100% no-repeat; }}
table {{ border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; font-size: .92rem; }}
th, td {{ text-align: right; padding: .3rem .6rem; border-bottom: 1px solid var(--line); white-space: nowrap; }}
th {{ color: var(--faint); font-weight: 600; }}
th.text, td.text {{ text-align: left; }}
td.text span {{ display: inline-block; width: max-content; max-width: 11.5rem; white-space: normal;
  overflow-wrap: anywhere; }}
svg {{ width: 100%; min-width: 36rem; height: auto; color: var(--ink); }}
.narrow svg {{ min-width: 0; max-width: 36rem; }}
.grid {{ display: grid; gap: 1rem 1.6rem; grid-template-columns: repeat(auto-fill, minmax(min(100%, 22rem), 1fr)); }}
body:has(.grid) {{ max-width: 110rem; }}
.legend {{ position: sticky; top: 0; background: var(--paper); display: flex; flex-wrap: wrap; gap: .2rem 1.2rem;
  padding: .4rem 0; }}
.legend svg {{ min-width: 0; width: 2rem; vertical-align: middle; }}
[data-lines] {{ position: relative; }}
.values {{ min-height: 1.5em; font-size: .85rem; font-variant-numeric: tabular-nums; color: var(--faint); }}
a {{ color: inherit; }}
</style>
</head>
<body>
<main>
{body}
</main>
</body>
</html>
"""


def page(title: str, parts: Sequence[str]) -> str:
    return PAGE.format(title=escape(title), body="\n".join(parts))


def note(text: str) -> str:
    return f'<p class="note">{escape(text)}</p>'
