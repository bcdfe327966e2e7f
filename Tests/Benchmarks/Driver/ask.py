"""`formwork ask` and `formwork input`: the start, and a key in large forms beside a small one."""
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import time

from figures import most, ratio
from people import KEY, PICTURE, environment
from terminal import Program

# The full screen reads a key after the label of the first field.
FRONT_END = ["--front-end", "screen"]


def write(bench, name, properties, **others):
    """Writes a schema, and returns its path."""
    path = bench.folder / f"{name}.json"
    path.write_text(json.dumps({"title": "A form", "properties": properties, **others}))
    return path


def texts(count, **rules):
    """Returns the members of an object of texts."""
    rules = rules or {"minLength": 2}
    return {f"field-{number}": {"title": f"Field {number}", "type": "string", **rules}
            for number in range(count)}


def forms(bench, report):
    """Yields the name of each form, its schema, and the label of its first field.

    Each large form follows a small one whose first field has the same rules.
    """
    yield "3 fields", write(bench, "three", texts(3)), b"Field 0"
    items = {"type": "array", "items": {"title": "Field 0", **texts(1)["field-0"]},
             "default": ["abc"] * 10_000}
    yield "10,000 items", write(bench, "list", {"list": items}), b"Field 0"
    suites = pathlib.Path(os.environ.get("FORMWORK_SUITES", bench.root / "../shared/suites"))
    real = suites / "../forms/nfcore-rnaseq-params.json"
    if real.exists():
        pattern = texts(3, format="file-path", pattern=r"^\S+\.csv$")
        yield "3 fields with patterns", write(bench, "patterns", pattern), b"Field 0"
        yield "133 fields", real, b"Input"
    else:
        report.skip("a form of 133 fields", f"no file {real}")


def instructions(bench, schema, label, count=20):
    """Returns the number of instructions of a key that changes no status."""
    out = bench.folder / f"callgrind.{schema.stem}"
    command = ["valgrind", "--tool=callgrind", "--instr-atstart=no", f"--callgrind-out-file={out}",
               bench.folder / "formwork", "ask", schema, *FRONT_END, "--no-drafts"]
    with Program(command, environment(bench)) as program:
        program.expect(label, 300)
        # Valgrind is slow: the first keys are read while the picture is still drawn.
        program.type(b"abcd")
        program.rest(5)
        control = ["callgrind_control", str(program.process)]
        subprocess.run([*control, "--instr=on"], check=True, capture_output=True)
        for _ in range(count):
            program.type(KEY)
            program.rest(0.2)
        subprocess.run([*control, "--instr=off"], check=True, capture_output=True)
        program.signal(signal.SIGTERM)
        while program.read(60):
            pass
    return int(re.search(r"(?m)^totals: (\d+)", out.read_text())[1]) / count


def start(bench, command, prompt):
    """Returns the seconds to the first prompt, and those of the processor."""
    with Program(command, environment(bench)) as program:
        program.expect(prompt)
        return time.perf_counter() - program.began, program.processor_time()


def measure_keys(bench, report):
    if not shutil.which("valgrind"):
        report.skip("instructions of a key of formwork ask", "apt-get install valgrind")
        return
    for name in ("formwork", "libformwork-front-end-screen.so"):
        # Valgrind does not understand the debug information of Swift.
        subprocess.run(["strip", "-g", "-o", bench.folder / name, bench.built / name], check=True)
    small = None
    for name, schema, label in forms(bench, report):
        count = [instructions(bench, schema, label)]
        is_small = name.startswith("3 ")
        report.add("ask", f"a key in a form of {name}", "instructions", count,
                   None if is_small else small, None if is_small else ratio(1.1))
        if is_small:
            small = (name, count)


def measure_starts(bench, report):
    accounts = bench.folder / "ask.sqlite"
    registration = [bench.built / "registration", "--accounts", accounts, *FRONT_END, "register",
                    "--no-drafts"]
    # Creates the file and leaves the form, so that the measured run opens an existing file.
    subprocess.run(registration, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                   stderr=subprocess.DEVNULL)
    formwork = bench.built / "formwork"
    commands = {"registration": (registration, PICTURE),
                "formwork input": ([formwork, "input", "Username", *FRONT_END], b"Username"),
                "dialog": (["dialog", "--inputbox", "Username", "8", "70"], b"ancel")}
    if not shutil.which("dialog"):
        del commands["dialog"]
        report.skip("dialog", "apt-get install dialog")
    for name, schema, label in forms(bench, report):
        commands[name] = ([formwork, "ask", schema, *FRONT_END, "--no-drafts"], label)
    found = {name: [] for name in commands}
    # Alternately, so that other work of the machine affects all equally.
    for _ in range(3 * bench.rounds):
        for name, (command, prompt) in commands.items():
            found[name].append(start(bench, command, prompt))

    def ready(name):
        return name, [1000 * ready for ready, _ in found[name]]

    def used(name):
        return name, [1000 * used for _, used in found[name]]

    report.add("ask", "formwork input to its prompt", "ms", ready("formwork input")[1],
               ready("registration"), ratio(1.1))
    if "dialog" in found:
        report.add("ask", "processor time of formwork input", "ms", used("formwork input")[1],
                   used("dialog"), ratio(3))
    if "133 fields" in found:
        report.add("ask", "opening a form of 133 fields", "ms", ready("133 fields")[1],
                   ready("registration"), ratio(1.5))
    large = write(bench, "large", texts(100_000))
    opened = [start(bench, [formwork, "ask", large, *FRONT_END, "--no-drafts"], b"Field 0")[0]
              for _ in range(bench.rounds)]
    report.add("ask", "opening a form of 100,000 fields", "s", opened, target=most(1, " s"))
