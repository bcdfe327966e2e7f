"""Selects mutants by a seed, writes them all into one copy of a package, and builds it."""
import collections, hashlib, json, os, pathlib, re, shutil, subprocess

from places import KINDS, places

MACHINE = "mutating func apply(_ event: Event) -> Action {"
# The number of candidates for each mutant: some do not compile.
SPARE = {"drop": 2, "negate": 1.3, "shift": 1.5, "arguments": 4, "cases": 1.7}
ERROR = re.compile(r"^(/[^:\n]+):(\d+):\d+: (?:fatal )?error: (.*)$", re.MULTILINE)

# The target of a link is the active mutant: it can be read without a descriptor, without
# memory, and by every process of the tests, with any environment.
SWIFT = """internal import Glibc

let livingMutant: Int = withUnsafeTemporaryAllocation(of: CChar.self, capacity: 32) {{ buffer in
  guard let text = buffer.baseAddress else {{ return 0 }}
  let count = readlink("{link}", text, 31)
  guard count > 0 else {{ return 0 }}
  text[count] = 0
  return atol(text)
}}

func mutantLives(_ number: Int) -> Bool {{ livingMutant == number }}

func mutantShift<T: BinaryInteger>(_ number: Int, _ by: Int) -> T {{
  livingMutant == number ? T(truncatingIfNeeded: by) : 0
}}

precedencegroup MutantPrecedence {{
  higherThan: TernaryPrecedence
  lowerThan: LogicalDisjunctionPrecedence
}}
infix operator <~> : MutantPrecedence
func <~> (condition: Bool, isNegated: Bool) -> Bool {{ condition != isNegated }}
"""
OPERATOR = """
infix operator {name} : ComparisonPrecedence
func {name} <T: {constraint}>(one: T, other: T) -> Bool {{
  mutantLives({number}) ? one {opposite} other : one {operator} other
}}
"""
NIL = """
@_disfavoredOverload
func {name} <T>(one: T?, other: _OptionalNilComparisonType) -> Bool {{
  mutantLives({number}) ? one {opposite} other : one {operator} other
}}
"""
C = """extern long readlink(const char *, char *, unsigned long); \
static inline int formwork_mutant_lives(int number) {{ \
static int living = -1; \
if (living < 0) {{ \
char text[32]; long count = readlink("{link}", text, 31); \
int read = 0; \
for (long at = 0; at < count; at++) read = read * 10 + (text[at] - '0'); \
living = read; \
}} \
return living == number; }}
"""


class BuildFailure(Exception):
    """The build failed, with this output."""


def draw(root, seed):
    """Returns all places of the sources outside the machines, by kind, in the order of the seed."""
    found = collections.defaultdict(list)
    for file in sorted(root.glob("*/**/*.*")):
        name = str(file.relative_to(root))
        if name.split("/")[0] not in ("Sources", "Plugins") or file.suffix not in (".swift", ".c"):
            continue
        text = file.read_text()
        if MACHINE in text or ".docc/" in name:
            continue
        for place in places(text, name):
            found[place.kind].append(place)
    for kind in found.values():
        kind.sort(key=lambda place: hashlib.sha256(f"{seed}:{place.key}".encode()).digest())
    return found


def touch(one, other):
    """Whether two mutants of one file exclude each other."""
    if one.start < other.start < one.end < other.end or other.start < one.start < other.end < one.end:
        return True
    return any(a[0] <= b[1] and b[0] <= a[1] for a in one.edits for b in other.edits)


class Package:
    """A copy of a package with mutants in it."""

    def __init__(self, package, copy, seed, count):
        self.package, self.root, self.link = package, copy / "package", copy / "living"
        self.count, self.waiting = count, draw(package, seed)
        self.drawn, self.chosen, self.failed = 0, [], []
        # Mutants that did not compile in an earlier use of the copy are not built again.
        self.log = copy / "not-compiled"
        self.known = set(self.log.read_text().split()) if self.log.exists() else set()
        self.wake(0)

    def wake(self, number):
        """Selects the active mutant, or none with 0."""
        new = self.link.with_name("next")
        new.unlink(missing_ok=True)
        new.symlink_to(str(number))
        new.rename(self.link)

    def choose(self):
        """Takes the required number of each kind, with some in reserve."""
        wanted = self.count / len(KINDS)
        for kind, waiting in self.waiting.items():
            made = sum(place.kind == kind for place in self.chosen)
            missing = (wanted - made) * SPARE[kind]
            taken = 0
            while waiting and taken < missing:
                place = waiting.pop(0)
                # Mutants that do not compile count, too, so that the sample is always the same.
                if any(touch(place, other) for other in self.chosen + self.failed if other.file == place.file):
                    continue
                self.drawn += 1
                taken += 1
                place.number = self.drawn
                (self.failed if place.key in self.known else self.chosen).append(place)

    def sample(self):
        """Returns the mutants to test: the same number of each kind, if there are enough."""
        rows = [[place for place in self.chosen if place.kind == kind] for kind in KINDS]
        sample = []
        while len(sample) < self.count and any(rows):
            sample += [row.pop(0) for row in rows if row][:self.count - len(sample)]
        return sample

    def write(self):
        """Writes the package with the chosen mutants, except unchanged files."""
        files, targets = {}, collections.defaultdict(list)
        for file in sorted(self.package.glob("**/*")):
            name = file.relative_to(self.package)
            if name.parts[0] not in (".git", ".build") and not name.parts[0].startswith(".build"):
                if file.is_file():
                    files[str(name)] = (file.read_bytes(), file.stat().st_mode & 0o777)
        by_file = collections.defaultdict(list)
        for place in self.chosen:
            by_file[place.file].append(place)
        for name, mutants in by_file.items():
            text = files[name][0].decode()
            files[name] = (self.mutated(name, text, mutants).encode(), files[name][1])
            if name.endswith(".swift"):
                targets["/".join(name.split("/")[:2])] += mutants
        for target, mutants in targets.items():
            files[f"{target}/LivingMutant.swift"] = (self.helper(mutants).encode(), 0o644)
        for name, (content, mode) in files.items():
            path = self.root / name
            if not path.is_file() or path.read_bytes() != content:
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(content)
            path.chmod(mode)
        for file in list(self.root.glob("**/*")):
            name = file.relative_to(self.root)
            if not name.parts[0].startswith(".build") and file.is_file() and str(name) not in files:
                file.unlink()
        for name in ("checkouts", "repositories", "artifacts", "workspace-state.json"):
            source, copy = self.package / ".build" / name, self.root / ".build" / name
            if source.is_dir() and not copy.exists():
                shutil.copytree(source, copy, symlinks=True)
            elif source.is_file() and not copy.exists():
                shutil.copy2(source, copy)

    def mutated(self, name, text, mutants):
        """Returns the text with mutants in it, and records their lines."""
        result = C.format(link=self.link) if name.endswith(".c") else ""
        lines, at = collections.defaultdict(list), 0
        edits = sorted(((edit, place) for place in mutants for edit in place.edits),
                       key=lambda pair: pair[0][:2])
        for (start, end, new), place in edits:
            result += text[at:start]
            lines[place.number].append(result.count("\n") + 1)
            result += new.replace("MUTANT", str(place.number)).replace(
                "OPERATOR", letters(place.number))
            lines[place.number].append(result.count("\n") + 1)
            at = end
        for place in mutants:
            place.lines = (min(lines[place.number]), max(lines[place.number]))
        return result + text[at:]

    def helper(self, mutants):
        text = SWIFT.format(link=self.link)
        for place in mutants:
            new = place.edits[0][2]
            if new.endswith("OPERATOR"):
                operator, opposite = new.removesuffix("OPERATOR"), place.plain[0][2]
                is_equality = operator in ("==", "!=")
                values = {"name": operator + letters(place.number), "number": place.number,
                          "constraint": "Equatable" if is_equality else "Comparable",
                          "opposite": opposite, "operator": operator}
                text += OPERATOR.format(**values) + (NIL.format(**values) if is_equality else "")
        return text

    def build(self):
        """Builds, and replaces mutants that do not compile."""
        order = None
        while True:
            self.choose()
            self.write()
            order = order or build_order(self.root)
            # Dependencies come first, because each failed mutant rebuilds the targets that use them.
            folders = {"/".join(place.file.split("/")[:2]) for place in self.chosen}
            steps = [["--target", name] for folder, name in order if folder in folders]
            print(f"Building with {len(self.chosen)} mutants.", flush=True)
            for step in steps + [["--build-tests"]]:
                self.build_step(step)
            if len(self.sample()) == self.count or not any(self.waiting.values()):
                return

    def build_step(self, step):
        """Builds a part of the package without the mutants that the compiler rejects."""
        environment = {name: value for name, value in os.environ.items() if name != "FORMWORK_STRICT"}
        while True:
            build = subprocess.run(
                ["swift", "build", *step], cwd=self.root, env=environment, text=True, errors="replace",
                stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
            if build.returncode == 0:
                return
            culprits = self.culprits(build.stdout)
            if not culprits:
                raise BuildFailure("\n".join(build.stdout.splitlines()[-40:]))
            self.failed += culprits
            self.chosen = [place for place in self.chosen if place not in culprits]
            with self.log.open("a") as log:
                log.writelines(place.key + "\n" for place in culprits)
            self.write()

    def culprits(self, output):
        """Returns the mutants that the errors of a build are about."""
        culprits = []
        errors = [(path, int(line)) for path, line, _ in ERROR.findall(output)]
        for path, line in dict.fromkeys(errors):
            if not pathlib.Path(path).is_relative_to(self.root):
                continue
            name = str(pathlib.Path(path).relative_to(self.root))
            beside = [place for place in self.chosen if place.file == name]
            guilty = [place for place in beside if place.lines[0] <= line <= place.lines[1]]
            # The innermost mutant, or else the last one before the error, which may have caused it.
            guilty = sorted(guilty, key=lambda place: place.lines[1] - place.lines[0])[:1]
            before = [place for place in beside if place.lines[0] <= line]
            guilty = guilty or sorted(before, key=lambda place: place.lines[0])[-1:] or beside
            folder = "/".join(name.split("/")[:2]) + "/"
            culprits += guilty or [place for place in self.chosen if place.file.startswith(folder)]
        if not culprits:
            # A crashed compiler names its current files.
            culprits = [place for place in self.chosen if f"/{place.file}" in output]
        return list({place.number: place for place in culprits}.values())


def letters(number):
    """Spells a number in characters of operators."""
    return "".join(chr(0x2200 + int(digit)) for digit in str(number))


def targets(root):
    """Returns the targets of a package by name, each with its folder and its dependencies."""
    dump = subprocess.run(["swift", "package", "dump-package"], cwd=root, text=True, check=True,
                          stdout=subprocess.PIPE, stdin=subprocess.DEVNULL).stdout
    dumped = {target["name"]: target for target in json.loads(dump)["targets"]}
    for name, target in dumped.items():
        target["folder"] = target.get("path") or f"Sources/{name}"
        needed = [next(iter(dependency.values()))[0] for dependency in target["dependencies"]]
        target["needs"] = [other for other in needed if other in dumped]
    return dumped


def build_order(root):
    """Returns the folders and names of all targets, each after its dependencies."""
    waiting, order = targets(root), []
    while waiting:
        ready = [name for name, target in waiting.items() if not any(other in waiting for other in target["needs"])]
        order += [(waiting.pop(name)["folder"], name) for name in ready]
    return order


def test_targets(root):
    """Returns the dependent test targets of each target's folder with their distances, and all of these."""
    known = targets(root)
    tests = [name for name, target in known.items() if target["type"] == "test"]
    distances = collections.defaultdict(dict)
    for test in tests:
        near, waiting = {test: 0}, [test]
        while waiting:
            name = waiting.pop(0)
            for other in known[name]["needs"]:
                if other not in near:
                    near[other] = near[name] + 1
                    waiting.append(other)
        for name, distance in near.items():
            distances[known[name]["folder"]][test] = distance - (test == f"{name}Tests")
    return distances, tests
