"""The second mode of Scripts/mutate: a sample of the sources outside the machines."""
import argparse, difflib, pathlib, signal, sys

from build import BuildFailure, Package, test_targets
from places import KINDS
from trial import Trials


def diff(root, place):
    """Returns the change of a mutant as a readable diff."""
    text = (root / place.file).read_text()
    changed, at = "", 0
    for start, end, new in sorted(place.plain):
        changed += text[at:start] + new
        at = end
    changed += text[at:]
    return "".join(difflib.unified_diff(
        text.splitlines(True), changed.splitlines(True), place.file, place.file, n=2))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--package", type=pathlib.Path)
    parser.add_argument("--copy", type=pathlib.Path)
    parser.add_argument("--seed", type=int)
    parser.add_argument("--count", type=int)
    parser.add_argument("--only", default="")
    given = parser.parse_args()
    only = {int(number) for number in given.only.split(",") if number}

    # Started processes end with this program, as with ^C.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(130))
    (given.copy / "package").mkdir(parents=True, exist_ok=True)
    # Test programs that run as other users read the link, too.
    given.copy.chmod(0o755)
    package = Package(given.package, given.copy, given.seed, given.count)
    try:
        package.build()
    except BuildFailure as failure:
        print(f"mutate: the build failed:\n{failure}", file=sys.stderr)
        return 2
    sample = package.sample()
    print(f"{package.drawn} drawn, {len(package.failed)} did not compile, {len(sample)} are tried.", flush=True)
    if not sample:
        return 2

    trying = [(number, place) for number, place in enumerate(sample, 1) if not only or number in only]
    if not trying:
        print(f"mutate: --only: the sample has the numbers 1 to {len(sample)}", file=sys.stderr)
        return 2

    trials = Trials(package)
    distances, tests = test_targets(package.root)
    for note in trials.prepare(tests):
        print(note, flush=True)
    if not tests:
        print("mutate: no tests pass without a mutant", file=sys.stderr)
        return 2

    tried = len(trying)
    # For all mutants, the nearest tests first, so that survivors are reported early.
    for is_last in (False, True):
        survivors = []
        for number, place in trying:
            near = distances["/".join(place.file.split("/")[:2])]
            order = sorted(tests, key=lambda test: (near.get(test, 1000), trials.seconds[test]))
            killer = trials.killer(place, [test for test in order if (near.get(test, 1000) > 1) == is_last])
            result = f"killed: {killer}" if killer else "SURVIVED" if is_last else "survives the nearest tests"
            print(f"{number:>3} {place.kind:<9} {place.file}:{place.line}  {result}", flush=True)
            if not killer:
                survivors.append((number, place))
                if not is_last:
                    print(diff(given.package, place), flush=True)
        trying = survivors

    for number, place in survivors:
        print(f"\nsurvived: {number}: {KINDS[place.kind]}\n{diff(given.package, place)}")
    count = tried - len(survivors)
    print(f"seed {given.seed}: {tried} mutants, {count} killed ({100 * count // tried} %), "
          f"{len(survivors)} survived; {package.drawn} drawn, {len(package.failed)} did not compile.")
    return 0 if count >= 0.85 * tried else 1


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
