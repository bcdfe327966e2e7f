"""The front ends web and lines, by their protocols: the costs of a page, of a key and of a line."""
import http.client
import json
import os
import re
import socket
import subprocess
import time

from figures import least, most

LIMIT = 20
LINES = 200_000


class Page:
    """A form of `formwork ask`, and the browser that has its page."""

    def __init__(self, bench, fields, prefix=(), folder=None):
        """Starts the program of a folder, after a prefix of the command."""
        schema = bench.folder / f"{fields}.json"
        members = {f"f{number}": {"type": "string", "minLength": 2} for number in range(fields)}
        schema.write_text(json.dumps({"properties": members}))
        environment = {**os.environ, "HOME": str(bench.folder), "FORMWORK_FRONT_END_BROWSER": "none"}
        self.began = time.perf_counter()
        self.process = subprocess.Popen(
            [*prefix, (folder or bench.built) / "formwork", "ask", schema, "--no-drafts",
             "--front-end", "web"],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
            env=environment, start_new_session=True)
        line = self.process.stderr.readline().decode()
        self.port, token = re.search(r":(\d+)/#(\S+)", line).groups()
        self.count, self.revision, self.text, self.cookie = 0, 0, b"", ""
        self.posts = http.client.HTTPConnection("127.0.0.1", int(self.port), timeout=LIMIT)
        response = self.post("/open", token.encode())
        self.cookie = response.headers["Set-Cookie"].split(";")[0]
        opened = json.loads(response.text)
        self.word, proof = opened["pass"]
        self.events = socket.create_connection(("127.0.0.1", int(self.port)), LIMIT)
        self.events.sendall(f"GET /{self.word}/events?first=1 HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\n"
                            f"Cookie: {self.cookie}\r\n\r\n".encode())
        self.nodes = {}
        assert self.event() == {"type": "proof", "proof": proof}
        picture = opened["picture"]
        while f"f{fields - 1}" not in self.nodes:
            event, picture = picture or self.event(), None
            inserted = [change[1:] for change in event["changes"] if change[0] == "insert"]
            self.nodes |= {node[2]: node[0] for node in event.get("nodes", []) + inserted}
            self.revision = event["revision"]
        self.shown = time.perf_counter() - self.began

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait(LIMIT)

    def post(self, path, body):
        self.posts.request("POST", path, body, {
            "Origin": f"http://127.0.0.1:{self.port}", "Cookie": self.cookie,
            "Content-Type": "application/octet-stream"})
        response = self.posts.getresponse()
        response.text = response.read()
        assert response.status in (200, 204), response.status
        return response

    def event(self):
        """Returns the next event."""
        while b"\n\n" not in self.text:
            part = self.events.recv(1 << 20)
            assert part, "the connection has ended"
            self.text += part
        # The parts of a response of unknown length are between line breaks of their own.
        data, self.text = self.text.split(b"\n\n", 1)
        data = re.sub(rb"\r\n[0-9a-fA-F]+\r\n", b"", data[data.index(b"data: ") + 6:])
        event = json.loads(data)
        self.revision = event.get("revision", 0)
        return event

    def edit(self, name, text):
        """Returns the seconds from a key to the event with its status."""
        self.count += 1
        path = (f"/{self.word}/input?kind=edit&n={self.count}&revision={self.revision}"
                f"&node={self.nodes[name]}&cursor={len(text)}")
        began = time.perf_counter()
        self.post(path, text)
        while not any(change[2] == "status" for change in self.event()["changes"]):
            pass
        return time.perf_counter() - began

    def status(self, name, path="status"):
        with open(f"/proc/{self.process.pid}/{path}") as file:
            return int(re.search(rf"\n{name}:\s+(\d+)", file.read())[1])

    def switches(self):
        tasks = os.listdir(f"/proc/{self.process.pid}/task")
        return sum(self.status("voluntary_ctxt_switches", f"task/{task}/status") for task in tasks)


def measure(bench, report):
    with Page(bench, 10) as page:
        times = []
        for number in range(1000):
            times.append(page.edit("f0", b"ab" if number % 2 else b"a") * 1000)
            # The page accepts 200 posts a second.
            time.sleep(0.006)
        times.sort()
        report.add("pages", "a key to its changed status: web, median", "ms", [times[500]])
        report.add("pages", "a key to its changed status: web, 99th percentile", "ms", [times[990]],
                   target=most(5, " ms"))
        report.add("pages", "peak memory: web", "MB", [page.status("VmHWM") / 1000],
                   target=most(20, " MB"))
        # The connection for posts is closed meanwhile.
        time.sleep(12)
        before = page.switches()
        time.sleep(10)
        report.add("pages", "idle for 10 s: web", "wake-ups", [page.switches() - before],
                   target=most(0))
    shown = []
    for _ in range(bench.rounds):
        with Page(bench, 1000) as page:
            shown.append(page.shown * 1000)
    report.add("pages", "a form of 1,000 fields, with its picture: web", "ms", shown,
               target=most(1000, " ms"))
    report.add("pages", "edits read: lines", "a second",
               [edits(bench) for _ in range(bench.rounds)], target=least(100_000))


def edits(bench):
    """Returns the rate of edits in a file of lines, from the picture of the form to the end of the program."""
    schema, lines, answer = (bench.folder / name for name in ("lines.json", "lines", "answer.json"))
    schema.write_text('{"properties": {"a": {"type": "string"}}}')
    line = '{"message":"edit","node":2,"text":"text %d"}\n'
    lines.write_text("".join(line % number for number in range(LINES))
                     + '{"message":"activate","node":3}\n')
    environment = {**os.environ, "HOME": str(bench.folder), "FORMWORK_FRONT_END_LINES": "0,2"}
    with open(lines) as input:
        program = subprocess.Popen(
            [bench.built / "formwork", "ask", schema, "--no-drafts", "--front-end", "lines",
             "--output", answer], stdin=input, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
            env=environment)
        program.stderr.readline()
        began = time.perf_counter()
        program.communicate()
    rate = LINES / (time.perf_counter() - began)
    assert json.loads(answer.read_text()) == {"a": f"text {LINES - 1}"}
    return rate
