"""The main figures as the README's table."""
import re

from figures import number

COLUMNS = [
    ("first key answered, ms", "to the answer to a key: ", "ms"),
    ("memory, MB", "peak memory: ", "MB"),
    ("bytes a key", "a key: ", "bytes"),
    ("processor a key, µs", "processor time of a key: ", "us"),
    ("without pauses, µs", "processor time of a key without a pause: ", "us"),
    ("latency, µs", "latency of a key, median: ", "us"),
    ("wake-ups in 10 idle s", "idle for 10 s: ", "wake-ups"),
]
MARKS = re.compile(r"(<!-- bench -->\n).*?(<!-- end of bench -->)", re.DOTALL)


def table(document):
    """Returns the table, with a row for each program and a column for each figure."""
    values = {(row["name"], row["unit"]): row["value"] for row in document["figures"]}
    first = COLUMNS[0][1]
    names = [name.removeprefix(first) for name, _ in values if name.startswith(first)]
    rows = [["", *(title for title, _, _ in COLUMNS)], ["---"] * (len(COLUMNS) + 1)]
    for name in names:
        found = [values.get((beginning + name, unit)) for _, beginning, unit in COLUMNS]
        rows.append([name, *("" if value is None else number(value) for value in found)])
    return "".join("| " + " | ".join(row) + " |\n" for row in rows)


def write(document, path):
    """Inserts the table between its marks."""
    text = path.read_text()
    if not MARKS.search(text):
        raise ValueError(f"{path}: no place for the table: mark it with <!-- bench -->")
    path.write_text(MARKS.sub(lambda match: match[1] + table(document) + match[2], text))
