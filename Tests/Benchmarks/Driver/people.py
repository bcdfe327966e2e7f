"""The bytes, the time and the memory of Formwork and of its peers at a terminal."""
import shutil
import subprocess
import threading
import time
from dataclasses import dataclass, field

from figures import most, ratio
from terminal import Program

PROMPT = b"Username (required): "
# The full screen draws the labels of all fields, and reads a key after the box of the first field.
PICTURE = b"Username *"
# The keys for the next field, in the line editor and in the full screen, and to clear a line.
NEXT, TAB, ERASE = b"\x18n", b"\t", b"\x15"
# The number of letters that fit into the narrowest box.
LINE = 20
# Unlike most letters, this one is in no control sequence.
KEY = b"W"
TEXTUAL = """
from textual.app import App
from textual.widgets import Input, Label
class Ask(App):
    def compose(self):
        yield Label('Username')
        yield Input()
Ask().run()
"""
# The prefix of Formwork's own names.
OURS = ("editline", "screen", "plain")
# For each peer in Python: its module, its name on PyPI, and the code that asks for a text.
PYTHON = [
    ("questionary", "questionary", "import questionary; questionary.text('Username').ask()"),
    ("InquirerPy", "InquirerPy",
     "from InquirerPy import inquirer; inquirer.text('Username').execute()"),
    ("textual", "Textual", TEXTUAL),
]


@dataclass
class Subject:
    """A program that asks for a text."""
    name: str
    command: list
    prompt: bytes
    # The keys to a field whose status does not change, and the output there.
    before: list = field(default_factory=list)
    # The output that answers the first key, if that is more than the key.
    answer: bytes = KEY
    erase: bytes = ERASE


def subjects(bench, report):
    """Returns Formwork's programs, and those of the installed peers."""
    accounts = bench.folder / "people.sqlite"
    registration = [bench.built / "registration", "--accounts", accounts]
    # Creates the file and leaves the form, so that the measured run opens an existing file.
    subprocess.run([*registration, "register", "--no-drafts"], stdin=subprocess.DEVNULL,
                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def form(name, *options, **others):
        command = [*registration, *options, "register", "--no-drafts"]
        return Subject(name, command, **({"prompt": PROMPT} | others))

    status = {"before": [NEXT, b"A"], "answer": b"2 more"}
    whole = {"before": [TAB, b"A"], "answer": b"2 more", "prompt": PICTURE}
    found = [
        form("editline", "--front-end", "editline", **status),
        form("editline, isolated", "--front-end", "editline", "--isolate", "always", **status),
        form("screen", "--front-end", "screen", **whole),
        form("screen, isolated", "--front-end", "screen", "--isolate", "always", **whole),
        form("plain", "--front-end", "plain"),
        form("plain, isolated", "--front-end", "plain", "--isolate", "always"),
        Subject("bare libedit", [bench.built / "BareLibedit"], PROMPT),
    ]
    for name in ("dialog", "whiptail"):
        if shutil.which(name):
            command = [name, "--inputbox", "Username", "8", "70"]
            found.append(Subject(name, command, b"ancel", erase=b"\x7f" * 40))
            if name == "dialog":
                found.append(Subject("dialog --form", dialog_form(), b"ancel", erase=b"\x7f" * 40))
        else:
            report.skip(name, f"apt-get install {name}")
    # It first searches answers in its own database, which belongs to the system.
    report.skip("cdebconf", "asks from a database of the whole system: measure it by hand")
    for module, name, program in PYTHON:
        if subprocess.run([bench.python, "-c", f"import {module}"],
                          stderr=subprocess.DEVNULL).returncode == 0:
            found.append(Subject(name, [bench.python, "-c", program], b"Username"))
        else:
            report.skip(name, f"pip install {name.lower()}, or Scripts/bench --peers")
    return found


def dialog_form():
    """Returns the form for dialog, which shows no status of fields."""
    labels = ["Username", "Given name", "Family name", "E-mail", "Password", "Password again"]
    rows = [[label, row, "1", "", row, "20", "30", "0"]
            for label, row in zip(labels, map(str, range(1, 20)))]
    return ["dialog", "--form", "Registration", "15", "70", "6", *sum(rows, [])]


def environment(bench):
    """Returns the environment of a user without settings."""
    return {"TERM": "xterm-256color", "LC_ALL": "C.UTF-8", "HOME": str(bench.folder)}


@dataclass
class Typing:
    """The results of some keys."""
    byte_count: float
    processor: float
    latencies: list


# The pause in the output before the next key, in seconds. Meanwhile the processor's caches lose
# the program: on a shared processor, the same work takes twice as long after a pause.
PAUSE = 0.004


def type_keys(program, subject, count, pause=PAUSE):
    """Types letter by letter, each after the answer to the last one and a pause, and clears the line
    before it is full. Without a pause the first bytes count as the answer: the output for several
    keys may then be mixed."""
    came, latencies = 0, []
    used = 0.0
    for start in range(0, count, LINE):
        before = program.processor_time()
        for _ in range(min(LINE, count - start)):
            began = time.perf_counter()
            program.type(b"x")
            piece = program.read(5)
            latencies.append(time.perf_counter() - began)
            came += len(piece) + (len(program.rest(pause)) if pause else 0)
        used += program.processor_time() - before
        program.type(subject.erase)
        program.rest(0.05)
        if subject.before:
            program.type(b"A")
            program.rest(0.05)
    return Typing(came / count, used / count, latencies)


def start(bench, subject, columns=80):
    """A program at a field whose status does not change."""
    program = Program(subject.command, environment(bench), columns)
    program.expect(subject.prompt)
    program.rest(0.1)
    for keys in subject.before:
        program.type(keys)
        program.rest(0.3)
    return program


def measure_terminal(bench, report):
    found = subjects(bench, report)
    typed = {subject.name: [] for subject in found}
    typed_at_once = {subject.name: [] for subject in found}
    for _ in range(bench.rounds):
        for subject in found:
            with start(bench, subject) as program:
                type_keys(program, subject, 10)
                typed[subject.name].append(type_keys(program, subject, 90))
                typed_at_once[subject.name].append(type_keys(program, subject, 90, pause=0))
    bare = "bare libedit"

    def of(name, take):
        return [take(typing) for typing in typed[name]]

    for name in typed:
        floor = None if name == bare else (bare, of(bare, lambda typing: typing.byte_count))
        target = None
        if name.startswith(("editline", "screen")):
            target = ("at most 1 byte more", lambda f: f.value <= f.baseline_value + 1)
        report.add("terminal", f"a key: {name}", "bytes", of(name, lambda t: t.byte_count), floor,
                   target)
    for title, keys in (("processor time of a key", typed),
                        ("processor time of a key without a pause", typed_at_once)):
        used = {name: [typing.processor * 1e6 for typing in typings]
                for name, typings in keys.items()}
        for name, values in used.items():
            report.add("terminal", f"{title}: {name}", "us", values,
                       None if name == bare else (bare, used[bare]))
    if "dialog" in typed:
        for name, title, peer in (("editline", "the line editor", "dialog"),
                                  ("screen", "the full screen", "dialog --form")):
            for what, keys in (("a key", typed), ("a key without a pause", typed_at_once)):
                report.add("terminal", f"processor time of {what} of {title}", "us",
                           [typing.processor * 1e6 for typing in keys[name]],
                           (peer, [typing.processor * 1e6 for typing in keys[peer]]), ratio(1))

    # One round has too few keys for a 99th percentile, which is that of all rounds.
    def latency(share, latencies):
        return 1e6 * sorted(latencies)[len(latencies) * share // 100]

    medians = {name: of(name, lambda typing: latency(50, typing.latencies)) for name in typed}
    slowest = {name: [latency(99, sum(of(name, lambda typing: typing.latencies), []))]
               for name in typed}
    for part, latencies in (("median", medians), ("99th percentile", slowest)):
        for name, values in latencies.items():
            floor = None if name == bare else (bare, latencies[bare])
            report.add("terminal", f"latency of a key, {part}: {name}", "us", values, floor,
                       ratio(1.3) if name == "editline" else None)
    measure_status(bench, report)
    measure_long_forms(bench, report)
    measure_moves(bench, report)
    measure_long_texts(bench, report, next(subject for subject in found if subject.name == bare))
    measure_idleness(bench, report, found)


def long_form(bench, front_end, fields):
    """A form with this number of fields: the status of the first one does not change."""
    prompt, before = (b"First: ", [b"A"]) if front_end == "editline" else (b"First", [b"A"])
    command = [bench.built / "LongForm", front_end, str(fields), "never"]
    return Subject(f"{fields:,} fields", command, prompt, before=before)


def measure_status(bench, report):
    """In a field of at least two characters, typing and removing the second one change the status."""
    status, short, count = "2 characters at least: 1 more", "1 more", "1"
    # The full screen counts the answers, too. On 80 columns it shows a truncated explanation beside the field, and
    # the whole one below the form.
    cases = [("editline", "editline", 80, [status]),
             ("screen, with the count", "screen", 100, [status, count]),
             ("screen, with the count, told in two places", "screen", 80, [status, short, count])]
    for name, front_end, columns, told in cases:
        counts = []
        with start(bench, long_form(bench, front_end, 3), columns) as program:
            next_field, prompt = (NEXT, b"Field 1: ") if front_end == "editline" else (TAB, b"")
            program.type(next_field)
            program.expect(prompt)
            program.type(b"a")
            program.expect(status.encode())
            program.rest(0.1)
            for key in [b"b", b"\x7f"] * 10:
                program.type(key)
                counts.append(len(program.rest(0.05)))
        limit = sum(len(text) + 16 for text in told)
        report.add("terminal", f"a key that changes the status: {name}", "bytes", counts,
                   target=(f"at most {limit} bytes", lambda figure: 1 < figure.low and
                           figure.high <= limit))


def measure_moves(bench, report):
    """On the full screen, with any number of fields: keys that change the status, and keys that move on
    by a field or a page."""
    # The input, and the number of fields that it needs.
    moves = [("a status", [b"a", b"b", ERASE], 10), ("Tab and back", [TAB, b"\x1b[Z"], 10),
             ("a page", [b"\x1b[6~"], 1000)]
    first = {}
    for fields in (10, 1000, 100_000):
        with start(bench, long_form(bench, "screen", fields)) as program:
            program.type(TAB)
            program.rest(0.3)
            for name, keys, least_fields in moves:
                if fields < least_fields:
                    continue
                counts, times = [], []
                for key in keys * (24 // len(keys)):
                    before = program.processor_time()
                    program.type(key)
                    counts.append(len(program.rest(0.02)))
                    times.append((program.processor_time() - before) * 1e6)
                title = f"{name} in a form of {fields:,} fields: screen"
                report.add("terminal", title, "bytes", counts)
                report.add("terminal", f"processor time of {title}", "us", times, first.get(name),
                           ratio(1.3) if name in first else None)
                first.setdefault(name, (f"{fields:,} fields", times))


def measure_long_forms(bench, report):
    """Typing into the first field, in forms with few and with many fields."""
    for front_end, counts in (("editline", (3, 1000)), ("screen", (10, 1000, 100_000))):
        first = None
        for fields in counts:
            subject = long_form(bench, front_end, fields)
            with start(bench, subject) as program:
                type_keys(program, subject, 30)
                typed = [type_keys(program, subject, 60) for _ in range(bench.rounds)]
                memory = program.peak_memory() / 1e6
            name = f"a key in a form of {fields:,} fields: {front_end}"
            report.add("terminal", name, "bytes", [typing.byte_count for typing in typed],
                       target=most(1, " byte"))
            times = [typing.processor * 1e6 for typing in typed]
            report.add("terminal", f"processor time of {name}", "us", times, first)
            report.add("terminal", f"peak memory with {fields:,} fields: {front_end}", "MB",
                       [memory])
            first = first or (f"{fields} fields", times)


def measure_long_texts(bench, report, bare):
    """Letters that arrive together, as an unbracketed paste does."""
    few, many = 5_000, 20_000
    libedit = [type_at_once(bench, bare, many) for _ in range(bench.rounds)]
    for front_end in ("editline", "screen"):
        subject = long_form(bench, front_end, 10)
        short, long = ([type_at_once(bench, subject, count) for _ in range(bench.rounds)]
                       for count in (few, many))
        name = f"{many:,} letters at once: {front_end}"
        report.add("terminal", f"processor time of {name}", "s", long, (bare.name, libedit),
                   most(0.5, " s"))
        report.add("terminal", f"processor time of {name}, beside fewer", "s", long,
                   (f"{few:,} letters", short), ratio(5))


def type_at_once(bench, subject, count):
    """Returns the processor time for some letters until the output stops, in seconds."""
    with start(bench, subject) as program:
        before = program.processor_time()
        typist = threading.Thread(target=program.type_all, args=(b"lorem ipsum " * (count // 12),))
        typist.start()
        used = -1.0
        while typist.is_alive() or program.processor_time() > used:
            used = program.processor_time()
            program.rest(0.1)
        return used - before


def measure_idleness(bench, report, found):
    """Ten seconds without input, after the timeouts of the start."""
    programs = [(subject, start(bench, subject)) for subject in found]
    try:
        for _, program in programs:
            program.rest(0.5)
        time.sleep(12)
        before = [program.switches() for _, program in programs]
        time.sleep(10)
        for (subject, program), counts in zip(programs, before):
            target = most(0) if subject.name.startswith(OURS) else None
            report.add("terminal", f"idle for 10 s: {subject.name}", "wake-ups",
                       [sum(count - counts.get(thread, 0)
                             for thread, count in program.switches().items())], target=target)
            report.add("terminal", f"idle for 10 s: {subject.name}", "bytes",
                       [len(program.rest())], target=target)
    finally:
        for _, program in programs:
            program.__exit__()


def measure_start(bench, report):
    found = subjects(bench, report)
    drawn = {subject.name: [] for subject in found}
    answered = {subject.name: [] for subject in found}
    memory = {subject.name: [] for subject in found}
    for _ in range(3 * bench.rounds):
        for subject in found:
            with Program(subject.command, environment(bench)) as program:
                program.expect(subject.prompt)
                drawn[subject.name].append((time.perf_counter() - program.began) * 1000)
                program.type(KEY)
                program.expect(subject.answer)
                answered[subject.name].append((time.perf_counter() - program.began) * 1000)
                memory[subject.name].append(program.peak_memory() / 1e6)
    peer = "dialog" if "dialog" in answered else None
    # It cannot be measured without Go, and the published figure is for another machine.
    report.add("start", "to the answer to a key: huh, as published", "ms", [33])
    for name, times in answered.items():
        beside = (peer, answered[peer]) if peer and name != peer else None
        target = ratio(3) if beside and name in ("editline", "plain") else None
        report.add("start", f"to the answer to a key: {name}", "ms", times, beside, target)
    for name, sizes in memory.items():
        report.add("start", f"peak memory: {name}", "MB", sizes,
                   target=most(20, " MB") if name.startswith(OURS) else None)
    beside = memory["editline"]
    report.add("start", "peak memory of the full screen", "MB", memory["screen"],
               ("editline", beside),
               ("at most 2 MB more", lambda figure: figure.value <= figure.baseline_value + 2))
    report.add("start", "first picture of the full screen", "ms", drawn["screen"],
               ("editline", drawn["editline"]), ratio(1.3))
