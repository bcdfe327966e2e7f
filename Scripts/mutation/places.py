"""The possible places of mutants in a source, and their changes."""
import hashlib, re
from dataclasses import dataclass, field

from text import CLOSE, Source

KINDS = {
    "drop": "a statement is left out",
    "negate": "a condition is negated",
    "shift": "a bound is one more or one less",
    "arguments": "two arguments change places",
    "cases": "two cases change places",
}
# Declarations, and parts of other statements, which cannot be removed alone.
DECLARES = re.compile(
    r"(let|var|func|struct|enum|class|actor|extension|protocol|typealias|import|init|deinit|subscript|"
    r"case|default|guard|defer|get|set|willSet|didSet|_read|_modify|unsafeAddress|private|fileprivate|"
    r"internal|package|public|static|final|mutating|nonisolated|lazy|weak|unowned|override|indirect|"
    r"precedencegroup|operator|infix|prefix|postfix|async let)\b|[@#}]")
TYPES = re.compile(r"(?:\w+(?:\(\w+\))? |@\w+(?:\([^)]*\))?\s+)*(struct|enum|class|actor|extension|protocol) ")
# Checks of impossible states, and speed-ups: removing them has no effect.
UNSEEN = re.compile(
    r"(precondition|preconditionFailure|assert|assertionFailure|fatalError|_Static_assert)\b|"
    r"[^\n]*\.reserveCapacity\(|break$|break;$|return$")
# Numbers without a testable effect: lengths of waits, which no test measures; the contents of
# memory before it is filled, its size and alignment; values that the system overwrites.
UNASKED = re.compile(
    r"(\.(micro|milli|nano)?seconds\(|\b\[?U?(Int8|CChar)\]?\(\s*repeating: (0, count: )?|"
    r"\brevents: |\balignment: )$")
C_DECLARES = re.compile(
    r"(const|static|struct|enum|union|int|char|long|unsigned|void|typedef|extern|register|volatile|"
    r"return|break|goto|_Static_assert|_Thread_local|\w+_t)\b")


@dataclass
class Place:
    """A place in a file. `plain` is the change for a reader. `edits` add the mutant next to the original
    code, where "MUTANT" stands for its number. Both are (start, end, new text)."""

    kind: str
    start: int
    end: int
    plain: list
    edits: list
    file: str = ""
    key: str = ""
    line: int = 0
    number: int = 0
    lines: tuple = field(default=(0, 0))


def places(text, file):
    """Returns all places of a source, in any order."""
    is_c = file.endswith(".c")
    source = Source(text, is_c)
    finder = (CPlaces if is_c else SwiftPlaces)(source)
    finder.find()
    seen = {}
    for place in sorted(finder.found, key=lambda place: (place.start, place.end, place.kind)):
        place.file, place.line = file, text.count("\n", 0, place.start) + 1
        # The text of the line, not its number, so that changes elsewhere do not change a sample.
        words = f"{file}:{place.kind}:{text[place.start:place.end]}"
        seen[words] = seen.get(words, 0) + 1
        place.key = hashlib.sha256(f"{words}:{seen[words]}".encode()).hexdigest()
    return finder.found


class Places:
    def __init__(self, source):
        self.source, self.found = source, []

    def add(self, kind, start, end, plain, edits):
        self.found.append(Place(kind, start, end, plain, edits))

    def negate(self, start, end):
        """Negates a condition, or each operand of `&&` or `||`."""
        source = self.source
        for start, end in source.split(start, end, r"&&|\|\|"):
            text = source.text[start:end]
            if not text or re.match(r"(let|var|case)\b|#|true$|1$", text):
                continue
            whole = re.fullmatch(r"!?[\w.?]+(\([^()]*\))?", text)
            opposite = f"!({text})"
            if whole:
                opposite = text[1:] if text[0] == "!" else f"!{text}"
            before, after = self.NEGATION
            self.add("negate", start, end, [(start, end, opposite)],
                     [(start, start, before), (end, end, after)])

    def arguments(self, opening):
        """Exchanges adjacent arguments of a call, unless that has no effect."""
        source = self.source
        if re.search(r"\b(min|max)$", source.code[:opening]):
            return
        # Functions that compare. The third argument is the length.
        is_even = re.search(r"\b(strn?cmp|memcmp)$", source.code[:opening])
        values = []
        for start, end in source.split(opening + 1, source.partner[opening], ","):
            label = re.compile(r"\w+:\s+").match(source.code, start, end) if not source.is_c else None
            values.append((label.end() if label else start, end))
        for (start, end), (next_start, next_end) in list(zip(values, values[1:]))[1 if is_even else 0:]:
            one, other = source.text[start:end], source.text[next_start:next_end]
            if one == other or not one or not other or "\n" in one + other:
                continue
            if any(value.startswith(("&", "{", "let ", "var ", "try ", "await ")) for value in (one, other)):
                continue
            self.add("arguments", start, next_end,
                     [(start, end, other), (next_start, next_end, one)],
                     [(start, end, f"{self.LIVES} ? ({other}) : ({one})"),
                      (next_start, next_end, f"{self.LIVES} ? ({one}) : ({other})")])

    def literals(self, start, end):
        """Shifts whole numbers."""
        source = self.source
        for found in re.compile(r"(?<![\w.$#])(0x[0-9A-Fa-f_]+|[0-9][0-9_]*)(?![\w.]|\s*:\s*\d)").finditer(
                source.code, start, end):
            if source.code[max(0, found.start() - 8):found.start()].rstrip().endswith(("#", "@")):
                continue
            before = source.code[max(0, found.start() - 60):found.start()]
            if UNASKED.search(before) or before.endswith("= {") and source.code[found.end()] == "}":
                continue
            by = 1 if found[0] == "0" or len(self.found) % 2 else -1
            # Any negative number means the same, and in C 2 is as true as 1.
            if found[0] == "1" and (source.is_c or before.endswith("-")):
                by = -1
            is_octal = source.is_c and re.fullmatch(r"0[0-7]+", found[0])
            number = int(found[0].replace("_", ""), 8 if is_octal else 0)
            self.add("shift", found.start(), found.end(),
                     [(found.start(), found.end(), str(number + by))],
                     [(found.start(), found.end(), f"({found[0]} + {self.SHIFT % by})")])


class SwiftPlaces(Places):
    LIVES = "mutantLives(MUTANT)"
    NEGATION = ("(", ") != mutantLives(MUTANT)")
    SHIFT = "mutantShift(MUTANT, %d)"

    def find(self):
        self.block(0, len(self.source.code), is_code=False)
        self.expressions()

    def block(self, start, end, is_code):
        source = self.source
        for start, end in source.statements(start, end):
            self.statement(start, end, is_code)

    def statement(self, start, end, is_code):
        source, code = self.source, self.source.code
        word = source.word(start)
        if TYPES.match(code, start, end):
            if braces := source.braces(start, end):
                self.block(braces[-1] + 1, source.partner[braces[-1]], is_code=False)
            return
        if is_code and not DECLARES.match(code, start, end) and not UNSEEN.match(code, start, end):
            self.add("drop", start, end, [(start, end, "")],
                     [(start, start, "if !mutantLives(MUTANT) { "), (end, end, " }")])
        if word == "defer":
            brace = code.index("{", start)
            inner = source.trimmed(brace + 1, source.partner[brace])
            self.add("drop", start, end, [(start, end, "")],
                     [(inner[0], inner[0], "if !mutantLives(MUTANT) { "), (inner[1], inner[1], " }")])
        self.conditions(start, end)
        for brace in source.braces(start, end):
            closing = source.partner[brace]
            if re.search(r"\bswitch\b[^{}\n]*$", code[start:brace]):
                self.switch(brace + 1, closing)
            else:
                inner = brace + 1
                if arguments := re.compile(r"[^\n{}]*\bin\n").match(code, inner, closing):
                    inner = arguments.end()
                self.block(inner, closing, is_code=True)

    def conditions(self, start, end):
        """Returns the conditions of a statement outside of its blocks."""
        source, code = self.source, self.source.code
        at = start
        keyword = re.compile(r"\b(if|guard|while)\s")
        while found := keyword.search(code, at, end):
            at = found.end()
            stop = at
            while stop < end and code[stop] != "{" and not code.startswith("else {", stop):
                stop = source.partner[stop] + 1 if code[stop] in "([" else stop + 1
            if any(brace < found.start() < source.partner[brace] for brace in source.braces(start, end)):
                continue
            if source.word(start) == "repeat" or stop >= end:
                stop = end
            for clause in source.split(at, stop, ","):
                if not re.match(r"(let|var|case)\b", code[clause[0]:clause[1]]):
                    self.negate(*clause)

    def switch(self, start, end):
        """Finds the arms of a switch, and each adjacent pair that binds the same names."""
        source, code = self.source, self.source.code
        heads, at = [], source.skip(start, end)
        arm = re.compile(r"(case|default|@unknown default)\b")
        while at < end:
            if code[at] in "([{":
                at = source.partner[at] + 1
            # An arm begins its line; `if case` and `for case` do not.
            elif (at == start or not code[:at].rsplit("\n", 1)[-1].strip()) and arm.match(code, at, end):
                colon = at
                while code[colon] != ":":
                    colon = source.partner[colon] + 1 if code[colon] in "([{" else colon + 1
                heads.append((at, colon + 1))
                at = colon + 1
            else:
                at += 1
        arms = []
        for index, (head, after) in enumerate(heads):
            stop = heads[index + 1][0] if index + 1 < len(heads) else end
            body = source.trimmed(after, stop)
            names = re.findall(r"\b(?:let|var) (\w+)|\blet \(([^)]*)\)", code[head:after])
            arms.append((body, sorted(names)))
            self.block(body[0], body[1], is_code=True)
        for (one, names), (other, other_names) in zip(arms, arms[1:]):
            texts = source.text[slice(*one)], source.text[slice(*other)]
            if names != other_names or texts[0] == texts[1] or any(
                    re.search(r"\bfallthrough\b|\bcase\b", code[slice(*body)]) for body in (one, other)):
                continue
            swap = "if mutantLives(MUTANT) {\n%s\n} else {\n%s\n}"
            self.add("cases", one[0], other[1],
                     [(*one, texts[1]), (*other, texts[0])],
                     [(*one, swap % (texts[1], texts[0])), (*other, swap % texts)])

    def expressions(self):
        """Finds places independent of statements: calls, comparisons, ranges, numbers."""
        source, code = self.source, self.source.code
        for found in re.finditer(r"(?<=[\w>?\])])\(", code):
            before = code[:found.start()].rsplit("\n", 1)[-1]
            if not re.search(r"(\bfunc [^\n(]*|\bcase \w+|\binit\??(<.*>)?|@\w+|\bsubscript|\bin)$", before) or (
                    re.search(r"[.=(]\s*(self|super)?\.?init$", before)):
                self.arguments(found.start())
        for found in re.finditer(r"(?<= )(<=|>=|<|>)(?= )", code):
            opposite = {"<": "<=", "<=": "<", ">": ">=", ">=": ">"}[found[0]]
            self.operator("shift", found, opposite)
        for found in re.finditer(r"(?<= )(==|!=)(?= )", code):
            if not re.search(r"func ?$", code[:found.start()].rsplit("\n", 1)[-1]):
                self.operator("negate", found, "!=" if found[0] == "==" else "==")
        for found in re.finditer(r" (?=\? )|(?<=\n) *(?=\? )", code):
            self.add("negate", found.end(), found.end() + 1,
                     [(found.end(), found.end(), "== false ")],
                     [(found.end(), found.end(), "<~> mutantLives(MUTANT) ")])
        for found in re.finditer(r"(?<=[\w)\]])\.\.[<.](?=[\w(])", code):
            self.add("shift", found.start(), found.end(), [(found.end(), found.end(), "1 + ")],
                     [(found.end(), found.end(), "mutantShift(MUTANT, 1) + ")])
        self.partial_ranges()
        self.literals(0, len(code))

    def operator(self, kind, found, opposite):
        """Uses a separate operator for each mutant: only the compiler knows the ends of operands."""
        self.add(kind, found.start(), found.end(), [(found.start(), found.end(), opposite)],
                 [(found.start(), found.end(), f"{found[0]}OPERATOR")])

    def partial_ranges(self):
        source, code = self.source, self.source.code
        for found in re.finditer(r"[\[(]\.\.[<.]", code):
            start, end = found.end(), source.partner[found.start()]
            if len(source.split(start, end, ",")) == 1:
                self.add("shift", found.start() + 1, end, [(start, start, "1 + ")],
                         [(start, start, "(mutantShift(MUTANT, 1) + "), (end, end, ")")])
        for found in re.finditer(r"\.\.\.[\])]", code):
            start, end = source.partner[found.end() - 1] + 1, found.start()
            if len(source.split(start, end, ",")) == 1 and start < end:
                self.add("shift", start, found.end() - 1, [(start, start, "1 + ")],
                         [(start, start, "(mutantShift(MUTANT, 1) + "), (end, end, ")")])


class CPlaces(Places):
    LIVES = "formwork_mutant_lives(MUTANT)"
    NEGATION = ("(!(", ") == formwork_mutant_lives(MUTANT))")
    SHIFT = "%d * formwork_mutant_lives(MUTANT)"

    def find(self):
        source, code = self.source, self.source.code
        at = 0
        while at < len(code):
            if code[at] == "{":
                if code[:at].rstrip().endswith(")"):
                    self.block(at + 1, source.partner[at])
                    self.expressions(at + 1, source.partner[at])
                at = source.partner[at]
            at += 1

    def block(self, start, end):
        for start, end in self.source.c_statements(start, end):
            self.statement(start, end)

    def statement(self, start, end):
        source, code = self.source, self.source.code
        if not C_DECLARES.match(code, start, end) and not UNSEEN.match(code, start, end) and (
                code[start] != "{" and not re.match(r"\w+ \*?\w+( =|\[|;)", code[start:end])):
            self.add("drop", start, end, [(start, end, ";")],
                     [(start, start, "{ if (!formwork_mutant_lives(MUTANT)) { "), (end, end, " } }")])
        word = source.word(start)
        if code[start] == "{":
            self.block(start + 1, end - 1)
        elif word in ("if", "while", "for", "switch"):
            opening = code.index("(", start)
            closing = source.partner[opening]
            if word in ("if", "while"):
                self.negate(opening + 1, closing)
            self.nested(closing + 1, end)

    def nested(self, start, end):
        """Returns the statements after the parentheses of another one, and of its `else`."""
        source = self.source
        start = source.skip(start, end)
        after = source.c_statement(start)
        self.statement(start, after)
        following = source.skip(after, end)
        if source.word(following) == "else":
            self.nested(following + 4, end)

    def expressions(self, start, end):
        code = self.source.code
        for found in re.compile(r"(?<=\w)\(").finditer(code, start, end):
            self.arguments(found.start())
        for found in re.compile(r" (<=|>=|<|>) ").finditer(code, start, end):
            opposite = {"<": "<=", "<=": "<", ">": ">=", ">=": ">"}[found[1]]
            sign = "" if found[1] in ("<", ">=") else "-"  # a < b + 1 is a <= b
            self.add("shift", found.start(1), found.end(1), [(found.start(1), found.end(1), opposite)],
                     [(found.end(), found.end(), f"{sign}formwork_mutant_lives(MUTANT) + ")])
        self.literals(start, end)
