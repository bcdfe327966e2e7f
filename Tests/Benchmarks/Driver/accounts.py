"""The accounts: look-ups and new accounts per second."""
import json
import os
import subprocess

from core import lines
from figures import most, ratio, share

QUESTIONS_BASELINE = "bare SQLite"


def make_file(bench, name):
    """Creates an empty file of accounts."""
    path = bench.folder / name
    for end in ("", "-wal", "-shm"):
        path.with_name(name + end).unlink(missing_ok=True)
    subprocess.run([bench.built / "AccountsBenchmark", "make", path, "0"], check=True)
    return path


def measure(bench, report):
    program, bare = bench.built / "AccountsBenchmark", bench.built / "BareSQLite"

    def make(name):
        return make_file(bench, name)

    def rate(work, path, count, processes=1):
        """Returns the rate per second of several processes together."""
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


ORDERS = ("newest", "oldest", "ascending", "descending", "recentlySeen", "recentlyChanged")
TYPED = ("u", "us", "use", "user", "user1")


def measure_members(bench, report):
    def fill(count):
        path = make_file(bench, "members.sqlite")
        subprocess.run([bench.built / "AccountsBenchmark", "fill", path, str(count)], check=True,
                       stdout=subprocess.DEVNULL)
        return path

    measure_lists(bench, report, "accounts", fill)


def measure_lists(bench, report, group, fill):
    """The list of members: its first page compared to the policy, its memory, and each key of a search."""
    program, runs = bench.built / "AccountsBenchmark", 21
    searched = {}
    for count in (10, 1000, 1_000_000):
        path = fill(count)
        # One after the other, so that other work of the machine affects all of them equally.
        works = ("policy", *(f"first-{order}" for order in ORDERS))
        opened = [{work: lines([program, work, path, str(count)])[0] for work in works}
                  for _ in range(runs)]
        for work in works[1:]:
            report.add(group, f"members, {work[6:]}, {count:,} accounts", "ms",
                       [run[work]["milliseconds"] for run in opened],
                       ("the policy", [run["policy"]["milliseconds"] for run in opened]), ratio(3))
        report.add(group, f"memory of the list, {count:,} accounts", "MB",
                   [max(line["memory"] for line in run.values()) / 1000 for run in opened],
                   target=most(32, " MB"))
        answers = [lines([program, "members", path, str(count)]) for _ in range(runs)]
        for key in TYPED:
            searched[key, count] = [max(line["milliseconds"] for line in answer
                                        if line["work"] == key) for answer in answers]
    for key in TYPED:
        for count in (10, 1_000_000):
            report.add(group, f"search for {key}, slowest order, {count:,} accounts", "ms",
                       searched[key, count], ("1,000 accounts", searched[key, 1000]),
                       ratio(5) if count > 1000 else None)
