"""The core: the costs of one event in forms of any length."""
import json
import re
import shutil
import subprocess

from figures import least, most, ratio


def lines(command):
    """Returns the lines of JSON that a benchmark prints."""
    output = subprocess.run(command, check=True, stdout=subprocess.PIPE,
                            stderr=subprocess.STDOUT, text=True).stdout
    return [json.loads(line) for line in output.splitlines()]


def instructions(bench, work, fields, events):
    """Returns the number of instructions that callgrind counts in an event alone."""
    # Valgrind does not understand the debug information of Swift.
    copy = bench.folder / "CoreBenchmark"
    subprocess.run(["strip", "-g", "-o", copy, bench.built / "CoreBenchmark"], check=True)
    run = subprocess.run(
        ["valgrind", "--tool=callgrind", "--collect-atstart=no",
         f"--toggle-collect=*measured{work.capitalize()}*",
         f"--callgrind-out-file={bench.folder / f'callgrind.{work}.{fields}'}",
         copy, work, str(fields), str(events), "1"],
        check=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    # One run warms up, the other counts.
    return int(re.search(r"Collected : (\d+)", run.stderr)[1]) / (2 * events)


def measure(bench, report):
    program = bench.built / "CoreBenchmark"
    runs = 7

    def times(work, fields, events):
        return [line["nanoseconds"] / 1000
                for line in lines([program, work, str(fields), str(events), str(runs)])]

    for fields in (10, 1000, 100_000):
        edits = times("edit", fields, 2000)
        reload = times("reload", fields, max(2, 400_000 // fields))
        report.add("core", f"an edit to its changes, {fields:,} fields", "us", edits,
                   ("reload all", reload), ratio(1 / 50) if fields == 1000 else None)
    if shutil.which("valgrind"):
        counts = {fields: instructions(bench, "edit", fields, 500)
                  for fields in (10, 1000, 100_000)}
        reload = instructions(bench, "reload", 1000, 20)
        first = ("10 fields", [counts[10]])
        report.add("core", "an edit, 10 fields", "instructions", [counts[10]],
                   target=most(8000, " instructions"))
        report.add("core", "an edit, 1,000 fields", "instructions", [counts[1000]], first,
                   ratio(1.1))
        report.add("core", "an edit, 100,000 fields", "instructions", [counts[100_000]], first,
                   ratio(1.1))
        report.add("core", "an edit beside a reload, 1,000 fields", "instructions",
                   [counts[1000]], ("reload all", [reload]), ratio(1 / 100))
    else:
        report.skip("instructions of an edit", "apt-get install valgrind")
    for fields in (10, 10_000):
        allocations = [line["allocations"] / line["events"]
                       for line in lines([program, "edit", str(fields), "2000", str(runs)])]
        report.add("core", f"allocations of an edit, {fields:,} fields", "", allocations,
                   target=most(1))
    report.add("core", "making a form of 1,000 fields", "us", times("open", 1000, 3))
    rates = [1000 / line["nanoseconds"]
             for line in lines([program, "machine", "1", "4000000", str(runs)])]
    report.add("core", "transitions of a machine, one core", "million/s", rates,
               target=least(20, " million/s"))
