"""The order of functions for the linker: those that a key calls, then those of a start.

After each pause the processor has lost the addresses of a program's pages, and looks up each page for
a key: adjacent functions need a fifth of the pages. Besides, Linux maps sixteen pages for one that is
used. A start uses functions everywhere in a program that contains Swift's libraries: adjacent
functions need a third of the memory.
"""
import re
import signal
import subprocess

from pages import Page
from people import KEY, NEXT, PICTURE, PROMPT, TAB, environment
from terminal import Program

PROGRAMS = ("registration", "formwork", "formwork-runner")
# For each front end: the output that asks for the first field, and the key that moves on.
FRONT_ENDS = {"plain": (PROMPT, b"\n"), "editline": (PROMPT, NEXT), "screen": (PICTURE, TAB)}
# The function in which libedit requests the next character, and which handles a key.
KEY_FUNCTION = "*EditLineFrontEnd*nextCharacter*"


def callgrind(out, *options):
    """Returns the beginning of a command that callgrind runs."""
    return ["valgrind", "--quiet", "--tool=callgrind", "--demangle=no",
            f"--callgrind-out-file={out}", *options]


def profile(bench, front_end, *options, only_keys=False, isolation="never"):
    """Returns callgrind's profile of a start of the registration form and of keys, or of keys alone that
    do not change the status."""
    out = bench.folder / f"start.{front_end}"
    accounts = bench.folder / "start.sqlite"
    command = [*callgrind(out, *options), bench.folder / "registration", "--accounts", accounts,
               "--front-end", front_end, "--isolate", isolation, "register", "--no-drafts"]
    with Program(command, environment(bench)) as program:
        prompt, next_field = FRONT_ENDS[front_end]
        program.expect(prompt, 60)
        for keys in (b"Wxyz", next_field, b"Wxyz"):
            program.type(keys)
            program.rest(1)
        if only_keys:
            control = ["callgrind_control", str(program.process)]
            subprocess.run([*control, "--instr=on"], check=True, stdout=subprocess.DEVNULL)
            for _ in range(10):
                program.type(KEY)
                program.rest(0.2)
            subprocess.run([*control, "--instr=off"], check=True, stdout=subprocess.DEVNULL)
        program.signal(signal.SIGTERM)
        while program.read(60):
            pass
    return out.read_text()


def profile_input(bench, front_end):
    """Returns callgrind's profile of `formwork input` and its answer."""
    out = bench.folder / f"input.{front_end}"
    command = [*callgrind(out), bench.folder / "formwork", "input", "Username",
               "--front-end", front_end]
    with Program(command, environment(bench)) as program:
        program.expect(b"Username", 60)
        program.rest(1)
        program.type(b"ab\r")
        while program.read(60):
            pass
    return out.read_text()


def profile_page(bench):
    """Returns callgrind's profile of a form on a page, and of keys."""
    out = bench.folder / "start.web"
    with Page(bench, 10, callgrind(out), bench.folder) as page:
        for text in (b"a", b"ab", b"a"):
            page.edit("f0", text)
    return out.read_text()


def functions(text):
    """Returns the functions of Formwork's own files in a profile, each once."""
    names, objects, found, is_own = {}, {}, {}, False
    for kind, number, name in re.findall(r"(?m)^(c?ob|c?fn)=\((\d+)\)(?: (.*))?$", text):
        known = objects if kind.endswith("ob") else names
        if name:
            known[number] = name
        if kind == "ob":
            file = objects[number].rsplit("/", 1)[-1]
            is_own = file in PROGRAMS or file.startswith("libformwork-front-end-")
        elif kind == "fn" and is_own:
            # Callgrind distinguishes the levels of a recursion.
            found[re.sub(r"'\d+$", "", names[number])] = True
    return found


def write(bench, path):
    """Profiles the release, and writes the list."""
    front_ends = (f"libformwork-front-end-{name}.so" for name in (*FRONT_ENDS, "web"))
    for name in (*PROGRAMS, *front_ends):
        # Valgrind does not understand the debug information of Swift.
        subprocess.run(["strip", "-g", "-o", bench.folder / name, bench.built / name], check=True)
    each = {}
    for front_end in ("editline", "screen"):
        each |= functions(profile(bench, front_end, "--instr-atstart=no", only_keys=True))
    some = functions(profile(bench, "editline", f"--toggle-collect={KEY_FUNCTION}"))
    start = {}
    for front_end in FRONT_ENDS:
        for isolation in ("never", "always"):
            start |= functions(profile(bench, front_end, isolation=isolation))
        start |= functions(profile_input(bench, front_end))
    start |= functions(profile_page(bench))
    found = list(dict.fromkeys([*sorted(each), *sorted(some), *sorted(start)]))
    path.write_text("".join(f"{name}\n" for name in found if not name.startswith("0x")))
    print(f"{path}: {len(each)} functions of each key, {len(each.keys() | some.keys())} of all keys, "
          f"{len(found)} with those of a start")
