"""Schemas: the time from bytes to verdict, and the memory, beside other validators.

Both peers get the document from Python's reader of JSON, which takes most of the time of jsonschema-rs.
"""
import itertools
import json
import os
import pathlib
import shutil
import subprocess
import time

from core import lines
from figures import most, ratio

PEERS = {"jsonschema": "python-jsonschema", "jsonschema_rs": "jsonschema-rs"}
DRAFT = "https://json-schema.org/draft/2020-12/schema"
# Deep for all: jsonschema-rs takes at most 255 levels, and Formwork 500.
DEPTH = 240
# The size in bytes from which a document is large.
LARGE = 100_000


def records():
    """A list of records, of 10 MB."""
    schema = {"type": "array", "items": {
        "type": "object", "required": ["id", "name", "email"], "additionalProperties": False,
        "properties": {
            "id": {"type": "integer", "minimum": 0},
            "name": {"type": "string", "minLength": 1, "maxLength": 80},
            "email": {"type": "string", "pattern": "^[^@ ]+@[^@ ]+$"},
            "born": {"type": "string", "format": "date"},
            "score": {"type": "number", "multipleOf": 0.25},
            "role": {"enum": ["reader", "writer", "owner"]},
            "tags": {"type": "array", "items": {"type": "string"}, "maxItems": 5,
                     "uniqueItems": True},
            "address": {"$ref": "#/$defs/address"}}},
        "$defs": {"address": {"type": "object", "required": ["city"], "properties": {
            "city": {"type": "string"}, "zip": {"type": "string", "pattern": "^[0-9]{5}$"}}}}}
    document = [
        {"id": number, "name": f"Person \u00e9 {number}", "email": f"p{number}@example.com",
         "born": f"19{number % 90 + 10}-0{number % 9 + 1}-1{number % 10}",
         "score": number % 400 / 4, "role": ("reader", "writer", "owner")[number % 3],
         "tags": ["a", f"t{number % 7}", "long tag"][:number % 4],
         "address": {"city": "Some Town", "zip": f"{number % 100000:05}"}}
        for number in range(51_000)]
    return schema, document


def deep():
    """Trees as deep as all validators permit."""
    schema = {"type": "array", "items": {"$ref": "#/$defs/tree"}, "$defs": {"tree": {
        "type": "object", "required": ["name"], "unevaluatedProperties": False,
        "properties": {"name": {"type": "string"}, "child": {"$ref": "#/$defs/tree"}}}}}
    tree = {"name": "leaf"}
    for level in range(DEPTH):
        tree = {"name": f"level {level}", "child": tree}
    return schema, [tree] * 200


def wide():
    """One object with many members."""
    schema = {"type": "object", "propertyNames": {"maxLength": 12}, "minProperties": 1000,
              "patternProperties": {"^n[0-9]+$": {"type": "integer", "maximum": 10**9}},
              "additionalProperties": {"type": "string", "maxLength": 20}}
    document = {f"{'ns'[number % 2]}{number}": number if number % 2 == 0 else f"text {number}"
                for number in range(200_000)}
    return schema, document


def cases(bench, report):
    """Yields a name and the paths of a schema and a document."""
    suites = pathlib.Path(os.environ.get("FORMWORK_SUITES", bench.root / "../shared/suites"))
    found = [path for path in sorted((suites / "../forms").glob("*.json"))
             if not path.name.endswith(".data.json")]
    if not found:
        report.skip("schemas of real forms", "no folder ../shared/forms")
    empty = bench.folder / "empty.json"
    empty.write_text("{}")
    for path in found:
        document = path.with_suffix(".data.json")
        yield path.stem, path, document if document.exists() else empty
    for make in (records, deep, wide):
        schema, document = (bench.folder / f"{make.__name__}{end}" for end in (".schema", ".json"))
        rules, value = make()
        schema.write_text(json.dumps({"$schema": DRAFT, **rules}))
        document.write_text(json.dumps(value, ensure_ascii=False))
        yield make.__name__, schema, document


def validators(bench, report):
    """Returns the commands of all validators that are installed."""
    commands = {"formwork": [bench.built / "SchemaBenchmark"]}
    program = pathlib.Path(__file__).with_name("schema_peer.py")
    for module, name in PEERS.items():
        command = [bench.python, "-c", f"import {module}"]
        if subprocess.run(command, stderr=subprocess.DEVNULL).returncode:
            report.skip(name, "Scripts/bench --peers")
        else:
            commands[name] = [bench.python, program, module]
    return commands


def measure(bench, report):
    commands = validators(bench, report)
    for case, schema, document in cases(bench, report):
        is_large = document.stat().st_size > LARGE
        runs = bench.rounds if is_large else 20 * bench.rounds
        found = {}
        for name, command in commands.items():
            # It needs a minute for a large document.
            count = 1 if is_large and name == "python-jsonschema" else runs
            found[name] = lines([*command, schema, document, str(count)])
        verdicts = {name: rows[0]["valid"] for name, rows in found.items()}
        if len(set(verdicts.values())) > 1:
            print(f"{case}: the verdicts differ: {verdicts}")
        measure_times(report, case, found, is_large)
        if is_large:
            measure_memory(report, case, found, document.stat().st_size)


def measure_times(report, case, found, is_large):
    for key, title in (("compiled", "compiling"), ("validated", "bytes to verdict")):
        times = {name: [row[key] / 1000 for row in rows] for name, rows in found.items()}
        for name in [name for name in times if name != "formwork"] or ["formwork"]:
            is_aim = is_large and name == "jsonschema-rs" and key == "validated"
            report.add("schema", f"{title}, {case}", "us", times["formwork"],
                       (name, times[name]) if name != "formwork" else None,
                       ratio(1.25) if is_aim else None)


def measure_memory(report, case, found, size):
    for name, rows in found.items():
        is_aim = name == "formwork" and case == "records"
        report.add("schema", f"peak memory, beside {case}: {name}", "times",
                   [rows[-1]["memory"] / size], target=most(8) if is_aim else None)


def measure_program(bench, report):
    """The program for a small document, beside a program that only reads it."""
    schema, document = (bench.folder / name for name in ("small.schema.json", "small.json"))
    schema.write_text(json.dumps({"$schema": DRAFT, "properties": {"a": {"type": "integer"}}}))
    document.write_text('{"a": 1}')
    commands = {"formwork validate": [bench.built / "formwork", "validate", schema, document]}
    if shutil.which("jq"):
        commands["jq empty"] = ["jq", "empty", document]
    else:
        report.skip("jq", "Scripts/bench --peers")
    times = {name: [] for name in commands}
    # Alternately, so that other work of the machine affects both equally.
    for name, command in itertools.chain.from_iterable([commands.items()] * 20 * bench.rounds):
        start = time.perf_counter()
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        times[name].append((time.perf_counter() - start) * 1000)
    peer = ("jq empty", times["jq empty"]) if "jq empty" in times else None
    report.add("schema", "formwork validate of a small document", "ms",
               times["formwork validate"], peer)
