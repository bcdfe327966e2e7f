"""The first mode of Scripts/mutate: each transition of the state machines in turn."""

import os, pathlib, re, subprocess, sys
from concurrent.futures import ThreadPoolExecutor

root, only = pathlib.Path(sys.argv[1]), sys.argv[2]
APPLY = re.compile(
    r"^ *(?P<access>public |package |)mutating func apply\(_ event: Event\) -> (?P<action>\w+) \{\n"
    r"(?P<indent> *)switch \(state, event\) \{\n", re.MULTILINE)


def fail(message):
    print(f"mutate: {message}", file=sys.stderr)
    sys.exit(2)


def split(text, separator):
    """Splits a text at separators outside of parentheses."""
    parts, depth = [""], 0
    for character in text:
        depth += (character in "([{") - (character in ")]}")
        if character == separator and depth == 0:
            parts.append("")
        else:
            parts[-1] += character
    return parts


def pairs(patterns, where):
    """Returns the pairs of cases in the patterns of an arm."""
    found = []
    for pattern in split(patterns, ","):
        inner = re.match(r"(?:let )?\((.*)\)", pattern.strip(), re.DOTALL)
        halves = split(inner.group(1), ",") if inner else []
        names = [re.search(r"\.(\w+)", half.split("(")[0]) for half in halves]
        if len(names) != 2 or None in names:
            fail(f"{where}: a pattern that is no pair of cases: {pattern.strip()}")
        found.append(".".join(name.group(1) for name in names))
    return found


def transitions(source, where):
    """Returns the pairs of cases whose arm has an effect, in the source's order."""
    start = APPLY.search(source)
    indent = start["indent"]
    body = source[start.end():source.index(f"\n{indent}}}\n", start.end())]
    found = []
    for arm in re.split(rf"(?m)^{indent}case ", body)[1:]:
        patterns = split(arm, ":")[0]
        code = re.sub(r"//.*", "", arm[len(patterns) + 1:]).strip()
        if code != "return .nothing":
            found += pairs(re.split(r"\bwhere\b", patterns)[0], where)
    return list(dict.fromkeys(found))


# The code that turns its machine into a mutant.
WRAPPER = """
extension {machine} {{
  {access}mutating func apply(_ event: Event) -> {action} {{
    let before = self
    let action = applyUnchanged(event)
    let pair = "\\(before.state)".prefix {{ $0 != "(" }} + "." + "\\(event)".prefix {{ $0 != "(" }}
    if livingMutant == "" {{
      let moves = state != before.state ? "moves" : "-"
      let acts = action != .nothing ? "acts" : "-"
      print("\\ntransition {machine} \\(pair) \\(moves) \\(acts)")
    }}
    let isMute = livingMutant == "{machine} \\(pair) mute"
    if livingMutant == "{machine} \\(pair) still" {{ self = before }}
    if livingMutant == "{machine} \\(pair) loop" {{
      self = before
      return .nothing
    }}
    return isMute ? .nothing : action
  }}
}}
"""
LIVING = """internal import Glibc

let livingMutant = getenv("FORMWORK_MUTANT").map { String(cString: $0) } ?? ""
"""
# Reduces the manifest to the targets of the tests.
MANIFEST = """
var kept: Set<String> = [{tests}]
var needsPackages = false
var isComplete = false
while !isComplete {{
  let before = kept
  for target in package.targets where kept.contains(target.name) {{
    for dependency in target.dependencies {{
      switch dependency {{
      case .targetItem(let name, _), .byNameItem(let name, _): kept.insert(name)
      case .productItem: needsPackages = true
      default: break
      }}
    }}
  }}
  isComplete = kept == before
}}
package.targets.removeAll {{ !kept.contains($0.name) }}
package.products = []
if !needsPackages {{ package.dependencies = [] }}
"""

machines, targets = {}, set()
for file in sorted(root.glob("Sources/**/*.swift")) + sorted(root.glob("Plugins/**/*.swift")):
    source = file.read_text()
    if only in ("", file.stem) and (start := APPLY.search(source)):
        where = file.relative_to(root)
        machines[file.stem] = transitions(source, where)
        targets.add(where.parts[:2])
        unchanged = start[0].replace(
            f"{start['access']}mutating func apply", "mutating func applyUnchanged")
        file.write_text(
            source[:start.start()] + unchanged + source[start.end():]
            + WRAPPER.format(machine=file.stem, access=start["access"], action=start["action"]))
if not machines:
    fail(f"no machine {only}".rstrip())
for target in targets:
    root.joinpath(*target, "LivingMutant.swift").write_text(LIVING)
with (root / "Package.swift").open("a") as manifest:
    manifest.write(MANIFEST.format(tests=", ".join(f'"{name}Tests"' for _, name in sorted(targets))))

print(f"Building {', '.join(machines)} with all mutants.", flush=True)
build = subprocess.run(["swift", "build", "--build-tests"], cwd=root, text=True,
                       stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
if build.returncode:
    fail("the build failed:\n" + "\n".join(build.stdout.splitlines()[-40:]))
binaries = list(root.glob(".build/debug/*.xctest"))
if len(binaries) != 1:
    fail("the build made no tests, or more than one bundle of them")


def run(machine, mutant):
    """Runs the tests of a machine with an active mutant. The limit is for endless loops."""
    try:
        return subprocess.run(
            [binaries[0], "--testing-library", "swift-testing",
             "--filter", rf"\.{machine}TableTests/"],
            cwd=root, env=os.environ | {"FORMWORK_MUTANT": mutant}, text=True, timeout=60,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    except subprocess.TimeoutExpired:
        return None


mutants = []
for machine, found in machines.items():
    tests = run(machine, "")
    if tests is None:
        fail(f"the tests of {machine} do not end")
    if tests.returncode:
        fail(f"without any mutant, {machine}TableTests fail: see swift test --filter {machine}")
    seen = re.findall(rf"^transition {machine} (\S+) (\S+) (\S+)$", tests.stdout, re.MULTILINE)
    if not seen:
        fail(f"no test of {machine}TableTests reaches the machine")
    does_both = {pair for pair, *does in seen if does == ["moves", "acts"]}
    # An arm may be shared with pairs on which it has no effect.
    has_effect = {pair for pair, *does in seen if does != ["-", "-"]}
    for pair in found:
        if pair in {pair for pair, *_ in seen} - has_effect:
            continue
        kinds = ["loop", "still", "mute"] if pair in does_both else ["loop"]
        mutants += [(machine, pair, kind) for kind in kinds]


def is_killed(mutant):
    tests = run(mutant[0], " ".join(mutant))
    return tests is None or tests.returncode != 0


survivors = []
with ThreadPoolExecutor(os.cpu_count()) as pool:
    for (machine, pair, kind), killed in zip(mutants, pool.map(is_killed, mutants)):
        print(f"{machine:<14} {pair:<34} {kind:<6} {'killed' if killed else 'SURVIVED'}", flush=True)
        if not killed:
            survivors.append(f"{machine} {pair} {kind}")
print(f"{len(mutants)} mutants, {len(mutants) - len(survivors)} killed, {len(survivors)} survived.")
for survivor in survivors:
    print(f"survived: {survivor}")
sys.exit(1 if survivors else 0)
