"""Runs test targets with or without a mutant, and returns the failed tests."""
import dataclasses, json, os, re, resource, shutil, signal, subprocess, time

# The tests have their own process numbers: remaining processes end with them, and a
# mutant with a wrong number cannot end other processes.
ALONE = ["unshare", "--pid", "--fork", "--kill-child", "--mount-proc"]
FIRST = ["bash", "-c", '"$@"; exit $?', "bash"]
MEMORY, FILE_SIZE = 8 << 30, 2 << 30


@dataclasses.dataclass
class Outcome:
    """The result of a run: the failed tests, and the reason for a break-off, or ""."""

    failed: list
    broke: str
    seconds: float
    count: int


class Trials:
    def __init__(self, package):
        self.package, self.root = package, package.root
        binaries = list(self.root.glob(".build/debug/*.xctest"))
        if len(binaries) != 1:
            raise RuntimeError("the build made no tests, or more than one bundle of them")
        self.binary = binaries[0]
        self.temporary = self.root.parent / "t"
        self.alone = next((command for command in (ALONE, ALONE[:1] + ["--user", "--map-current-user"] + ALONE[1:])
                           if subprocess.run(command + ["true"], stderr=subprocess.DEVNULL).returncode == 0), [])
        # Tests that fail without a mutant, and the seconds for each target.
        self.left_out, self.seconds = set(), {}

    def run(self, pattern, mutant, limit, ignored=frozenset(), stops=True):
        """Runs the tests that match a pattern, up to the first failure that is not ignored."""
        self.package.wake(mutant)
        shutil.rmtree(self.temporary, ignore_errors=True)
        self.temporary.mkdir(exist_ok=True)
        events = self.root.parent / "events"
        events.unlink(missing_ok=True)
        events.touch()
        environment = {name: value for name, value in os.environ.items() if not name.startswith("FORMWORK_")}
        environment |= {"TMPDIR": str(self.temporary), "SWIFT_BACKTRACE": "enable=no"}
        command = self.alone + FIRST + [
            str(self.binary), "--testing-library", "swift-testing", "--filter", pattern,
            "--event-stream-output-path", str(events), "--event-stream-version", "0"]
        begin = time.monotonic()
        with open(self.root.parent / "output", "wb") as output:
            process = subprocess.Popen(command, cwd=self.root, env=environment, preexec_fn=set_limits,
                                       stdin=subprocess.DEVNULL, stdout=output, stderr=output,
                                       start_new_session=True)
        failed, ended, count, rest = [], False, 0, b""
        try:
            with open(events, "rb") as stream:
                while True:
                    status = process.poll()
                    rest += stream.read()
                    *lines, rest = rest.split(b"\n")
                    for payload in filter(None, map(payload_of, lines)):
                        ended = ended or payload["kind"] == "runEnded"
                        count += payload["kind"] == "testStarted" and "/" in payload["testID"]
                        name = failure(payload)
                        if name is not None and name not in ignored and name not in failed:
                            failed.append(name)
                    seconds = time.monotonic() - begin
                    if status is not None or seconds > limit or (failed and stops):
                        break
                    time.sleep(0.1)
        finally:
            end(process)
            shutil.rmtree(self.temporary, ignore_errors=True)
            self.package.wake(0)
        broke = ""
        if not (failed and stops) and not ended:
            broke = "its tests do not end" if status is None else f"its tests break off ({status})"
        return Outcome(failed, broke, seconds, count)

    def prepare(self, tests):
        """Runs everything without a mutant, and returns the problems as lines."""
        notes = []
        for test in list(tests):
            pattern = rf"^{test}\."
            outcome = self.run(pattern, 0, 1800, stops=False)
            if outcome.broke:
                outcome = self.run(pattern, 0, 1800, stops=False)
            if outcome.broke or not outcome.count:
                notes.append(f"left out: {test}: without any mutant "
                             f"{outcome.broke or 'it has no tests'}")
                tests.remove(test)
                continue
            self.seconds[test] = outcome.seconds
            for name in outcome.failed:
                alone = self.run(exactly(name), 0, 600, stops=False)
                if alone.failed or alone.broke:
                    self.left_out.add(name)
                notes.append(f"{'left out' if name in self.left_out else 'fails at times'}: {name}: "
                             "it fails without any mutant")
            print(f"without any mutant: {test}: {outcome.count} tests, {outcome.seconds:.0f} s", flush=True)
        return notes

    def killer(self, place, order):
        """Returns what kills a mutant, or `None`.

        A test must fail twice with it, and then pass without it, because the machine may be busy.
        """
        for test in order:
            pattern, limit = rf"^{test}\.", 60 + 5 * self.seconds[test]
            ignored = set(self.left_out)
            while True:
                outcome = self.run(pattern, place.number, limit, ignored)
                name = outcome.failed[0] if outcome.failed else ""
                if outcome.broke:
                    if not self.run(pattern, 0, limit, stops=False).broke:
                        return f"{test}: {outcome.broke}"
                    print(f"  {test}: {outcome.broke}, without the mutant, too: it does not count", flush=True)
                    break
                if not outcome.failed:
                    break
                if name and self.fails(name, place.number, limit) and not self.fails(name, 0, limit):
                    return name
                print(f"  {name or test} failed, but not for the mutant: it does not count", flush=True)
                ignored.add(name)
        return None

    def fails(self, name, mutant, limit):
        """Whether a test fails in one of two runs, alone."""
        runs = (self.run(exactly(name), mutant, limit) for _ in range(2))
        return any(run.failed or run.broke for run in runs)


def set_limits():
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    for limit, value in ((resource.RLIMIT_DATA, MEMORY), (resource.RLIMIT_FSIZE, FILE_SIZE)):
        resource.setrlimit(limit, (value, value))


def end(process):
    """Ends a run and its descendants."""
    if process.poll() is None:
        try:
            os.killpg(process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
    process.wait()


def payload_of(line):
    """Parses an event. Returns `None` for an invalid line, because a mutant may write anywhere."""
    try:
        return json.loads(line)["payload"]
    except (ValueError, KeyError, TypeError):
        return None


def failure(payload):
    """Returns the name of the failed test in an event, without its location."""
    issue = payload.get("issue", {})
    if payload["kind"] != "issueRecorded" or issue.get("isKnown") or not issue.get("isFailure", True):
        return None
    return re.sub(r"/[^/]+\.swift:\d+:\d+$", "", payload.get("testID", ""))


def exactly(name):
    """Returns a pattern for one test."""
    return "^" + re.escape(name) + "(/|$)"
