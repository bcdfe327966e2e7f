"""The accounts: how many questions are answered, and how many accounts are made, in a second."""
import json
import os
import subprocess

from core import lines
from figures import share

QUESTIONS_BASELINE = "bare SQLite"


def measure(bench, report):
    program, bare = bench.built / "AccountsBenchmark", bench.built / "BareSQLite"

    def make(name):
        path = bench.folder / name
        for end in ("", "-wal", "-shm"):
            path.with_name(name + end).unlink(missing_ok=True)
        subprocess.run([program, "make", path, "0"], check=True)
        return path

    def rate(work, path, count, processes=1):
        """How often something is done in a second, by some processes together."""
        started = [subprocess.Popen([program, work, path, str(count)], stdout=subprocess.PIPE,
                                    text=True) for _ in range(processes)]
        ended = [json.loads(process.communicate()[0]) for process in started]
        if any(process.returncode for process in started):
            raise RuntimeError(f"AccountsBenchmark {work} failed")
        seconds = max(e["ended"] for e in ended) - min(e["began"] for e in ended)
        return sum(e["count"] for e in ended) / seconds

    asked = {}
    for count in (10, bench.accounts):
        path = make("many.sqlite")
        subprocess.run([bare, "fill", path, str(count)], check=True)
        asked[count] = [rate("ask", path, count) for _ in range(3)]
        bare_asked = [rate("bare-ask", path, count) for _ in range(3)]
        looked_up = [lines([bare, "look-up", path, str(count)])[0]["perSecond"]
                     for _ in range(3)]
        report.add("accounts", f"is a name free, {count:,} accounts", "/s", asked[count],
                   (QUESTIONS_BASELINE, looked_up), share(0.8))
        report.add("accounts", f"the same with GRDB alone, {count:,} accounts", "/s", bare_asked,
                   (QUESTIONS_BASELINE, looked_up))
    report.add("accounts", f"is a name free, {bench.accounts:,} accounts", "/s",
               asked[bench.accounts], ("10 accounts", asked[10]), share(0.5))
    for processes in (1, 8):
        ours, theirs = [], []
        for _ in range(5):
            ours.append(rate("insert", make("insert.sqlite"), 400 // processes, processes))
            theirs.append(rate("bare-insert", make("bare.sqlite"), 400 // processes, processes))
        report.add("accounts", f"durable inserts with a ready hash, {processes} processes".replace(
            "1 processes", "1 process"), "/s", ours, ("bare GRDB", theirs), share(0.8))
    cores = os.cpu_count() or 1
    for processes in sorted({1, cores}):
        whole, floor = [], []
        for _ in range(3):
            whole.append(rate("register", make("register.sqlite"), 12, processes))
            hashes = rate("hash", "-", 12, processes)
            inserts = rate("bare-insert", make("bare.sqlite"), 100)
            floor.append(1 / (1 / hashes + 1 / inserts))
        report.add("accounts", f"accounts made, processes: {processes}", "/s", whole,
                   ("a hash and a commit", floor), share(0.8))
