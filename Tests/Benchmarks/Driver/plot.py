"""The main figures as a drawing: bars next to those of the peers."""
from xml.sax.saxutils import escape

from figures import number

# For each panel: its title, and the prefix of its figures' names.
PANELS = [
    ("Start to the answer to the first key, ms", "to the answer to a key: "),
    ("Bytes for a key", "a key: "),
    ("Processor time of a key, µs", "processor time of a key: "),
    ("Peak memory, MB", "peak memory: "),
]
WIDTH, LABEL, ROW, BAR = 720, 170, 20, 12
STYLE = """
  text { font: 13px system-ui, sans-serif; fill: #1f2328 }
  .title { font-weight: 600 }
  .ours { fill: #0969da } .peer { fill: #8c959f }
  @media (prefers-color-scheme: dark) {
    text { fill: #e6edf3 } .ours { fill: #4493f8 } .peer { fill: #6e7681 }
  }
"""


def drawing(document):
    """Returns the drawing of a report."""
    parts, y = [], 8
    for title, beginning in PANELS:
        rows = [(row["name"].removeprefix(beginning), row["value"])
                for row in document["figures"] if row["name"].startswith(beginning)]
        if not rows:
            continue
        y += 18
        parts.append(f'<text class="title" x="0" y="{y}">{escape(title)}</text>')
        y += 8
        longest = max(value for _, value in rows) or 1
        for name, value in rows:
            width = max(1, value / longest * (WIDTH - LABEL - 80))
            kind = "ours" if name.startswith(("editline", "plain", "screen")) else "peer"
            parts += [
                f'<text x="0" y="{y + 13}">{escape(name)}</text>',
                f'<rect class="{kind}" x="{LABEL}" y="{y + 3}" width="{width:.1f}" '
                f'height="{BAR}" rx="2"/>',
                f'<text x="{LABEL + width + 6:.1f}" y="{y + 13}">{number(value)}</text>',
            ]
            y += ROW
        y += 10
    body = "\n".join(parts)
    return (f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{y}" '
            f'viewBox="0 0 {WIDTH} {y}" role="img">\n<title>Formwork beside its peers</title>\n'
            f"<style>{STYLE}</style>\n{body}\n</svg>\n")
