"""The accounts in PostgreSQL and of a service, compared to pgbench and others on the same server."""
import contextlib
import json
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import time

import accounts
from core import lines
from figures import most, ratio, share

ACCOUNTS = 1_000_000
SECONDS = 10
QUESTION = r"""\set n random(1, 1000000)
SELECT NOT EXISTS (SELECT 1 FROM account WHERE name_key = 'user' || :n)
  AND NOT EXISTS (SELECT 1 FROM reserved_name WHERE name_key = 'user' || :n);
"""
FILL = """
INSERT INTO account (id, username, given_name, family_name, email, password_hash, submission,
  created, last_seen, last_changed, credentials, is_administrator)
SELECT n, 'user' || n, 'Given', 'Family', 'person@example.org', 'x', n,
  n * 1000, n * 7919::bigint % {0} * 1000, n * 104729::bigint % {0} * 1000, n, n = 1
FROM generate_series(1, {0}) AS n
"""


def fill(url, count):
    """Replaces all accounts."""
    subprocess.run(["psql", "-qX", "-v", "ON_ERROR_STOP=1", url, "-c", "TRUNCATE account CASCADE",
                    "-c", FILL.format(count), "-c", "VACUUM ANALYZE"], check=True,
                   env={**os.environ, "PGOPTIONS": "-c client_min_messages=warning"})


@contextlib.contextmanager
def server():
    """Runs a server of its own, as an unprivileged user, and yields its URL."""
    found = sorted(pathlib.Path("/usr/lib/postgresql").glob("*/bin"),
                   key=lambda path: int(path.parent.name))
    if not found:
        yield None
        return
    programs = found[-1]
    with tempfile.TemporaryDirectory(prefix="formwork-") as folder:
        user = []
        if os.geteuid() == 0:
            subprocess.run(["chown", "nobody", folder], check=True)
            user = ["setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups"]

        def run(*command):
            subprocess.run([*user, *command], check=True, cwd=folder, stdout=subprocess.DEVNULL)

        data = f"{folder}/data"
        run(programs / "initdb", "-D", data, "-U", "test", "-A", "trust", "-E", "UTF8", "--locale=C")
        run(programs / "pg_ctl", "-D", data, "-w", "-l", f"{folder}/log",
            "-o", f"-k {folder} -c listen_addresses=", "start")
        try:
            yield f"postgresql://test@/postgres?host={folder}"
        finally:
            run(programs / "pg_ctl", "-D", data, "-m", "immediate", "stop")


def measure(bench, report):
    program = bench.built / "AccountsBenchmark"
    with server() as url:
        if url is None:
            report.skip("the accounts in PostgreSQL", "PostgreSQL is not installed")
            return

        def rate(work, count):
            """Returns the rate per second."""
            answer = lines([program, work, url, str(count)])[0]
            return answer["count"] / (answer["ended"] - answer["began"])

        subprocess.run([program, "make", url, "0"], check=True)
        measure_new(program, url, "accounts made, 8 at once", report)
        fill(url, ACCOUNTS)
        script = bench.folder / "question.sql"
        script.write_text(QUESTION)
        asked, bare = [], []
        for _ in range(5):
            asked.append(rate("ask-8", ACCOUNTS))
            bare.append(transaction_rate(script, url))
        report.add("service", "is a name free, 8 threads", "/s", asked, ("pgbench", bare), share(0.8))
        answers = [lines([program, "members", url, str(ACCOUNTS)]) for _ in range(5)]
        for work in ("first", "second", "after it", "middle"):
            slowest = [max(line["milliseconds"] for line in answer if line["work"] == work)
                       for answer in answers]
            report.add("service", f"page of 50, {work}, slowest order", "ms", slowest)

        def refill(count):
            fill(url, count)
            return url

        accounts.measure_lists(bench, report, "service", refill)


# The queries of a page, for a reader who has not signed in, and for one who has.
NAMES = "username, given_name, family_name, id, name_key"
MEMBERS = NAMES + """, email, terms_version, is_administrator, created, last_seen, last_changed,
  profile_version, EXISTS (SELECT 1 FROM contact WHERE contact.account = account.id)"""
PAGE = "SELECT {} FROM account ORDER BY name_key ASC LIMIT 50 OFFSET 0;"
# The session of the first account of FILL.
SESSION = "Authorization: Bearer 1.1"
RANDOM_NAME = """
request = function()
  return wrk.format("GET", "/v1/availability?username=user" .. math.random(1000000))
end
"""
TOKEN = "operator" * 4


@contextlib.contextmanager
def listening(*command):
    """Runs a server, and yields its process and its URL."""
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            address = process.stdout.readline().strip().split(" ")[-1]
            if not address:
                raise RuntimeError(f"{command[0]} does not listen")
            yield process, f"http://{address}"
        finally:
            process.terminate()


def request_rate(url, *options):
    """Returns the rate of requests on eight connections per second."""
    answer = subprocess.run(["wrk", "-c", "8", "-t", "1", "-d", str(SECONDS), *options, url],
                            check=True, capture_output=True, text=True).stdout
    if "Non-2xx" in answer or "Socket errors" in answer:
        raise RuntimeError(answer)
    return float(re.search(r"Requests/sec: +([0-9.]+)", answer)[1])


def transaction_rate(script, url):
    """Returns the rate of a script of pgbench on eight connections per second."""
    peer = subprocess.run(
        ["pgbench", "-n", "-M", "prepared", "-c", "8", "-j", "8", "-T", str(SECONDS),
         "-f", script, url], check=True, capture_output=True, text=True)
    return float(re.search(r"tps = ([0-9.]+)", peer.stdout)[1])


def measure_http(bench, report):
    """The service over HTTP: each figure beside its peer in the same run."""
    built = bench.root / ".build-service/release"
    if not (built / "registration-service").exists():
        report.skip("the accounts of a service", "the service is not built")
        return
    if not shutil.which("wrk"):
        report.skip("the accounts of a service", "wrk is not installed: use --peers")
        return
    token = bench.folder / "token"
    token.write_text(TOKEN)
    token.chmod(0o600)

    def service(accounts):
        return listening(built / "registration-service", "--accounts", accounts, "--listen",
                         "127.0.0.1:0", "--rate", "0", "--operator-token-file", token)

    program = bench.built / "AccountsBenchmark"
    names = bench.folder / "names.lua"
    names.write_text(RANDOM_NAME)
    with server() as url:
        if url is None:
            report.skip("the accounts of a service", "PostgreSQL is not installed")
            return
        subprocess.run([program, "make", url, "0"], check=True)
        with service(url) as (_, ours):
            measure_new(program, ours, "accounts made, over HTTP, 8 at once", report)
        fill(url, ACCOUNTS)
        asked, bare = [], []
        with service(url) as (_, ours), listening(built / "BareRoute", url) as (_, peer):
            for _ in range(5):
                asked.append(request_rate(f"{ours}/v1/availability", "-s", names))
                bare.append(request_rate(f"{peer}/v1/availability", "-s", names))
            # For a stranger the query costs half: the rest is the server for HTTP.
            measure_page(bench, ours, url, "page of 50 names", NAMES, [], None, report)
            measure_page(bench, ours, url, "page of 50 members", MEMBERS, ["-H", SESSION], share(0.4),
                         report)
        report.add("service", "is a name free, over HTTP, 8 connections", "/s", asked,
                   ("a bare route", bare), share(0.7))
        measure_rest(service, url, report)
    measure_list(bench, service, report)


def measure_page(bench, ours, url, name, columns, options, target, report):
    """A page through the service, beside the same query by pgbench."""
    script = bench.folder / "page.sql"
    script.write_text(PAGE.format(columns))
    listed, pages = [], []
    for _ in range(5):
        listed.append(request_rate(f"{ours}/v1/members?limit=50", *options))
        pages.append(transaction_rate(script, url))
    report.add("service", f"{name}, over HTTP, 8 connections", "/s", listed, ("pgbench", pages), target)


def measure_new(program, place, name, report):
    """New accounts, which wait for the disk, beside hashes on the same number of cores."""
    def rate(work, place, count, processes):
        started = [subprocess.Popen([program, work, place, str(count)], stdout=subprocess.PIPE)
                   for _ in range(processes)]
        answers = [json.loads(process.communicate()[0]) for process in started]
        seconds = max(e["ended"] for e in answers) - min(e["began"] for e in answers)
        return sum(e["count"] for e in answers) / seconds

    made, hashed = [], []
    for _ in range(5):
        made.append(rate("register-8", place, 80, 1))
        hashed.append(rate("hash", "-", 40, os.cpu_count() or 1))
    report.add("service", name, "/s", made, ("Argon2id on each core", hashed), share(0.9))


def measure_rest(service, url, report):
    with service(url) as (process, ours):
        subprocess.run(["curl", "-sf", f"{ours}/v1/members?limit=50"], check=True,
                       stdout=subprocess.DEVNULL)
        time.sleep(12)
        folder = pathlib.Path(f"/proc/{process.pid}")

        def switches():
            return sum(int(re.search(r"\nvoluntary_ctxt_switches:\s+(\d+)", path.read_text())[1])
                       for path in folder.glob("task/*/status"))

        before = switches()
        time.sleep(10)
        report.add("service", "wake-ups of the service in 10 s of rest", "wake-ups",
                   [switches() - before], target=most(0))
        memory = int(re.search(r"VmRSS:\s+(\d+)", (folder / "status").read_text())[1])
        report.add("service", "memory of the service at rest", "MB", [memory / 1000],
                   target=most(40, " MB"))


def measure_list(bench, service, report):
    """The list of a hundred accounts, by a process each."""
    path = accounts.make_file(bench, "list.sqlite")
    subprocess.run([bench.built / "AccountsBenchmark", "fill", path, "100"], check=True,
                   stdout=subprocess.DEVNULL)
    environment = {**os.environ, "REGISTRATION_OPERATOR_TOKEN": TOKEN}

    def milliseconds(place):
        start = time.perf_counter()
        subprocess.run([bench.built / "registration", "--accounts", place, "list"], check=True,
                       stdout=subprocess.DEVNULL, env=environment)
        return (time.perf_counter() - start) * 1000

    with service(path) as (_, ours):
        times = [(milliseconds(ours), milliseconds(path)) for _ in range(21)]
    report.add("service", "list of 100 accounts, over HTTP", "ms", [both[0] for both in times],
               ("from the file", [both[1] for both in times]), ratio(2))
