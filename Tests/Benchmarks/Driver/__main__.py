"""Measures, prints a table, and writes it as JSON and as a drawing: see Scripts/bench."""
import argparse
import json
import pathlib
import shutil
import sys
import tempfile
from dataclasses import dataclass

import accounts
import ask
import canvas
import contract
import core
import order
import pages
import people
import plot
import schema
import service
import table
from figures import Report

GROUPS = {
    "core": [core.measure],
    "canvas": [canvas.measure],
    "contract": [contract.measure],
    "terminal": [people.measure_terminal],
    "start": [people.measure_start],
    "ask": [ask.measure_keys, ask.measure_starts],
    "pages": [pages.measure],
    "accounts": [accounts.measure],
    "members": [accounts.measure_members],
    "schema": [schema.measure, schema.measure_program],
    "service": [service.measure, service.measure_http],
}


@dataclass
class Bench:
    """The paths and the extent of a run."""
    root: pathlib.Path
    built: pathlib.Path
    folder: pathlib.Path
    python: str
    compiler: str
    rounds: int
    accounts: int


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("groups", nargs="*", metavar="GROUP")
    parser.add_argument("--built", type=pathlib.Path, required=True)
    parser.add_argument("--python", default=sys.executable)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--accounts", type=int, default=10_000_000)
    parser.add_argument("--json", type=pathlib.Path)
    parser.add_argument("--plot", action="store_true")
    parser.add_argument("--readme", action="store_true")
    parser.add_argument("--order", action="store_true")
    parser.add_argument("--from", type=pathlib.Path, dest="earlier")
    options = parser.parse_args()
    root = pathlib.Path(__file__).resolve().parents[3]
    if options.order:
        with tempfile.TemporaryDirectory(dir=options.built) as folder:
            order.write(make_bench(options, root, folder), root / "Scripts/start.order")
        return
    document = json.loads(options.earlier.read_text()) if options.earlier else run(options, root)
    if options.json:
        options.json.write_text(json.dumps(document, indent=2) + "\n")
    if options.plot:
        (root / ".github/benchmarks.svg").write_text(plot.drawing(document))
    if options.readme:
        table.write(document, root / "README.md")


def make_bench(options, root, folder):
    return Bench(root, options.built, pathlib.Path(folder), options.python,
                 shutil.which("clang") or "cc", options.rounds, options.accounts)


def run(options, root):
    """Measures, and prints a line for each figure."""
    report = Report()
    with tempfile.TemporaryDirectory(dir=options.built) as folder:
        bench = make_bench(options, root, folder)
        for group in options.groups or GROUPS:
            for measure in GROUPS[group]:
                measure(bench, report)
    missed = [figure for figure in report.figures if figure.is_met is False]
    aimed = [figure for figure in report.figures if figure.is_met is not None]
    print(f"{len(report.figures)} figures; {len(aimed) - len(missed)} of {len(aimed)} targets met.")
    views = root / "Tests/Benchmarks/CoreBenchmark/ReloadViews.swift"
    if "core" in (options.groups or GROUPS):
        print("\nThe core's baseline, \"reload all\":\n")
        print(views.read_text())
    return {"figures": [figure.row() for figure in report.figures], "skipped": report.skipped}



main()
