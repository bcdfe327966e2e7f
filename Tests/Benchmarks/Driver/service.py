"""The accounts in PostgreSQL, compared to pgbench on the same server."""
import contextlib
import os
import pathlib
import re
import subprocess
import tempfile

from core import lines
from figures import share

ACCOUNTS = 1_000_000
SECONDS = 10
QUESTION = r"""\set n random(1, 1000000)
SELECT NOT EXISTS (SELECT 1 FROM account WHERE name_key = 'user' || :n)
  AND NOT EXISTS (SELECT 1 FROM reserved_name WHERE name_key = 'user' || :n);
"""
FILL = f"""
INSERT INTO account (id, username, given_name, family_name, email, password_hash, submission,
  created, last_seen, last_changed, credentials, is_administrator)
SELECT n, 'user' || n, 'Given', 'Family', 'person@example.org', 'x', n,
  n * 1000, n * 7919::bigint % {ACCOUNTS} * 1000, n * 104729::bigint % {ACCOUNTS} * 1000, n, n = 1
FROM generate_series(1, {ACCOUNTS}) AS n
"""


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

        def sql(text):
            subprocess.run(["psql", "-qX", "-v", "ON_ERROR_STOP=1", url,
                            "-c", "SET client_min_messages = warning", "-c", text], check=True)

        subprocess.run([program, "make", url, "0"], check=True)
        made, hashed = [], []
        for _ in range(3):
            made.append(rate("register", 30))
            hashed.append(rate("hash", 30))
            sql("TRUNCATE account CASCADE")
        report.add("service", "accounts made", "/s", made, ("Argon2id alone", hashed), share(0.9))
        sql(FILL)
        sql("VACUUM ANALYZE")
        script = bench.folder / "question.sql"
        script.write_text(QUESTION)
        asked, bare = [], []
        for _ in range(5):
            asked.append(rate("ask-8", ACCOUNTS))
            peer = subprocess.run(
                ["pgbench", "-n", "-M", "prepared", "-c", "8", "-j", "8", "-T", str(SECONDS),
                 "-f", script, url], check=True, capture_output=True, text=True)
            bare.append(float(re.search(r"tps = ([0-9.]+)", peer.stdout)[1]))
        report.add("service", "is a name free, 8 threads", "/s", asked, ("pgbench", bare), share(0.8))
        answers = [lines([program, "members", url, str(ACCOUNTS)]) for _ in range(5)]
        for work in ("first", "second", "behind it", "middle"):
            slowest = [max(line["milliseconds"] for line in answer if line["work"] == work)
                       for answer in answers]
            report.add("service", f"page of 50, {work}, slowest order", "ms", slowest)
