"""The order in which the linker lays out functions: those that a key calls, then those of a start.

After each pause the processor has forgotten where the pages of a program lie, and looks each one up
that a key touches: side by side, its functions are a fifth of the pages. And Linux maps sixteen pages
where one is touched. A start touches functions all over a program that has Swift's libraries within
it: laid side by side they are a third of the memory.
"""
import re
import signal
import subprocess

from people import KEY, NEXT, PICTURE, PROMPT, TAB, environment
from terminal import Program

PROGRAM = "registration"
# Of each front end: what shows that it asks for the first field, and the key that goes on from there.
FRONT_ENDS = {"plain": (PROMPT, b"\n"), "editline": (PROMPT, NEXT), "screen": (PICTURE, TAB)}
# Where libedit asks the line editor for the next character, in which all is done that a key wants.
KEY_FUNCTION = "*EditLineFrontEnd*nextCharacter*"


def profile(bench, front_end, *options, only_keys=False):
    """Callgrind's profile of a start of the registration form and of some keys, or of keys alone that
    leave the status as it is."""
    out = bench.folder / f"start.{front_end}"
    accounts = bench.folder / "start.sqlite"
    command = ["valgrind", "--tool=callgrind", "--demangle=no", f"--callgrind-out-file={out}",
               *options,
               bench.folder / PROGRAM, "--accounts", accounts, "--front-end", front_end,
               "register", "--no-drafts"]
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


def functions(text):
    """The functions of Formwork's own files that a profile names, each once."""
    names, objects, found, is_own = {}, {}, {}, False
    for kind, number, name in re.findall(r"(?m)^(c?ob|c?fn)=\((\d+)\)(?: (.*))?$", text):
        known = objects if kind.endswith("ob") else names
        if name:
            known[number] = name
        if kind == "ob":
            file = objects[number].rsplit("/", 1)[-1]
            is_own = file == PROGRAM or file.startswith("libformwork-front-end-")
        elif kind == "fn" and is_own:
            # Callgrind tells the levels of a recursion apart.
            found[re.sub(r"'\d+$", "", names[number])] = True
    return found


def write(bench, path):
    """Profiles the release, and writes the list."""
    for name in (PROGRAM, *(f"libformwork-front-end-{name}.so" for name in FRONT_ENDS)):
        # Valgrind gives up on the debug information of Swift.
        subprocess.run(["strip", "-g", "-o", bench.folder / name, bench.built / name], check=True)
    each = {}
    for front_end in ("editline", "screen"):
        each |= functions(profile(bench, front_end, "--instr-atstart=no", only_keys=True))
    some = functions(profile(bench, "editline", f"--toggle-collect={KEY_FUNCTION}"))
    start = {}
    for front_end in FRONT_ENDS:
        start |= functions(profile(bench, front_end))
    found = list(dict.fromkeys([*sorted(each), *sorted(some), *sorted(start)]))
    path.write_text("".join(f"{name}\n" for name in found if not name.startswith("0x")))
    print(f"{path}: {len(each)} functions of each key, {len(each.keys() | some.keys())} of all keys, "
          f"{len(found)} with those of a start")
