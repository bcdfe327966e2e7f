"""The contract: the costs of a message to a front end."""
import os
import subprocess

from core import lines
from figures import most, ratio


def measure(bench, report):
    library = bench.folder / "libformwork-front-end-stopwatch.so"
    subprocess.run(
        [bench.compiler, "-std=c11", "-O2", "-shared", "-fPIC", "-Wall", "-Wextra",
         f"-I{bench.root}/Sources/CFormwork/include",
         bench.root / "Tests/Benchmarks/Stopwatch/stopwatch.c", "-o", library], check=True)
    one = ["taskset", "--cpu-list", str(min(os.sched_getaffinity(0)))]
    places = [("never", "inside", []), ("always", "outside", []),
              ("always", "outside, on one processor", one)]
    for isolation, place, prefix in places:
        runs = [lines([*prefix, bench.built / "LongForm", library, "1000", isolation])[0]
                for _ in range(5)]
        of = {key: [run[key] for run in runs] for key in runs[0]}
        report.add("contract", f"one message of a picture, {place}", "ns", of["message"],
                   ("a plain call", of["call"]), most(40, " ns") if place == "inside" else None)
        for part, name in (("", "median"), ("99", "99th percentile")):
            report.add(
                "contract", f"an edit to its flush, {place}, {name}", "us",
                [time / 1000 for time in of["edit" + part]],
                ("pipe ping-pong", [time / 1000 for time in of["pipe" + part]]),
                ratio(1.5) if place == "outside" and part == "" else None)
