"""The syntax of a source for mutants: brackets, statements, conditions, arguments."""
import re

OPEN, CLOSE = "([{", ")]}"
# The beginnings of a line that continues the line before.
GOES_ON = re.compile(
    r"(\.(?!\.)|&&|\|\||\?\?|[?:] |==|!=|[<>]=? |[-+*/%&|^]=? |= |->|\.\.[.<]|"
    r"(as|is|else|catch|where|throws|async)\b|\{)")
# The ends of a line that continues in the next one.
IS_OPEN = re.compile(r"(,|(?<=[\s(])([-+*/%&|^<>=!?:]+|->|\.\.[.<]))\s*$")


# A regular expression, where no operand precedes it.
PATTERN = re.compile(r"(?<=[(\[{,=:])\s*/(?=\S)((\\.|\[(\\.|[^\]\n])*\]|[^/\\\[\n])+)/")


def masked(text, is_c):
    """Returns the text with blanks in place of comments, contents of strings, and directives of C."""
    result, at = list(text), 0

    def blank(start, end):
        for index in range(start, end):
            if result[index] != "\n":
                result[index] = " "

    while at < len(text):
        two = text[at:at + 2]
        string = re.compile(r'#*"""|#*"').match(text, at) if not is_c else None
        pattern = PATTERN.match(text, at) if not is_c and two != "//" else None
        if two == "//":
            end = text.find("\n", at)
            end = len(text) if end < 0 else end
            blank(at, end)
        elif two == "/*":
            end = text.find("*/", at) + 2
            blank(at, end)
        elif pattern:
            end = pattern.end()
            blank(pattern.start(1), pattern.end(1))
        elif string:
            end = end_of_string(text, at)
            blank(string.end(), end - len(string[0]))
        elif is_c and text[at] in "\"'":
            end = at + 1
            while text[end] != text[at]:
                end += 2 if text[end] == "\\" else 1
            end += 1
            blank(at + 1, end - 1)
        elif is_c and text[at] == "#":
            end = re.compile(r"#(?:[^\n]*\\\n)*[^\n]*").match(text, at).end()
            blank(at, end)
        else:
            end = at + 1
        at = end
    return "".join(result)


def end_of_string(text, at):
    """Returns the end of a string of Swift at a place, which may contain interpolated strings."""
    opening = re.compile(r'(#*)("""|")').match(text, at)
    hashes, quote = opening[1], opening[2]
    at = opening.end()
    while not text.startswith(quote + hashes, at):
        if text.startswith("\\" + hashes + "(", at):
            at, depth = at + len(hashes) + 2, 1
            while depth:
                if text[at] == '"':
                    at = end_of_string(text, at)
                    continue
                depth += (text[at] == "(") - (text[at] == ")")
                at += 1
        elif text.startswith("\\" + hashes, at):
            at += len(hashes) + 2
        else:
            at += 1
    return at + len(quote + hashes)


class Source:
    """A source, with the matching bracket of each bracket."""

    def __init__(self, text, is_c):
        self.text, self.is_c = text, is_c
        self.code = masked(text, is_c)
        self.partner, stack = {}, []
        for at, character in enumerate(self.code):
            if character in OPEN:
                stack.append(at)
            elif character in CLOSE:
                start = stack.pop()
                if OPEN.index(self.code[start]) != CLOSE.index(character):
                    raise ValueError("the brackets do not match")
                self.partner[start], self.partner[at] = at, start
        if stack:
            raise ValueError("a bracket is not closed")

    def skip(self, at, end):
        """Returns the next place that is not blank."""
        while at < end and self.code[at].isspace():
            at += 1
        return at

    def trimmed(self, start, end):
        """Returns the range without blanks at its ends."""
        start = self.skip(start, end)
        while end > start and self.code[end - 1].isspace():
            end -= 1
        return start, end

    def word(self, at):
        found = re.compile(r"[A-Za-z_]\w*").match(self.code, at)
        return found[0] if found else ""

    def split(self, start, end, separator):
        """Splits a range at a pattern outside of brackets, and trims the parts."""
        pattern, parts, at, begin = re.compile(separator), [], start, start
        while at < end:
            if self.code[at] in OPEN:
                at = self.partner[at] + 1
            elif found := pattern.match(self.code, at, end):
                parts.append(self.trimmed(begin, at))
                at = begin = found.end()
            else:
                at += 1
        return parts + [self.trimmed(begin, end)]

    def braces(self, start, end):
        """Returns the outermost braces of a range, including those in parentheses."""
        found, at = [], start
        while at < end:
            if self.code[at] == "{":
                found.append(at)
                at = self.partner[at]
            at += 1
        return found

    def statements(self, start, end):
        """Returns the ranges of the statements of Swift between two places."""
        found, at = [], self.skip(start, end)
        while at < end:
            begin = at
            while at < end:
                if self.code[at] in OPEN:
                    at = self.partner[at] + 1
                    continue
                if self.code[at] == ";":
                    break
                if self.code[at] == "\n":
                    following = self.skip(at, end)
                    line = self.code[begin:at].rsplit("\n", 1)[-1]
                    if not IS_OPEN.search(line) and not GOES_ON.match(self.code, following, end):
                        break
                at += 1
            found.append(self.trimmed(begin, at))
            at = self.skip(at + (at < end and self.code[at] == ";"), end)
        return found

    def c_statement(self, at):
        """Returns the end of the statement of C at a place."""
        word = self.word(at)
        if word in ("if", "for", "while", "switch"):
            after = self.partner[self.code.index("(", at)] + 1
            end = self.c_statement(self.skip(after, len(self.code)))
            following = self.skip(end, len(self.code))
            if word == "if" and self.word(following) == "else":
                end = self.c_statement(self.skip(following + 4, len(self.code)))
            return end
        if word == "do":
            at = self.c_statement(self.skip(at + 2, len(self.code)))
        elif self.code[at] == "{":
            return self.partner[at] + 1
        while self.code[at] != ";":
            at = self.partner[at] + 1 if self.code[at] in OPEN else at + 1
        return at + 1

    def c_statements(self, start, end):
        """Returns the ranges of the statements of C between two places, without labels."""
        found, at = [], self.skip(start, end)
        label = re.compile(r"(case\b[^:;{]*|default|[A-Za-z_]\w*)\s*:(?!:)")
        while at < end:
            if after := label.match(self.code, at, end):
                at = self.skip(after.end(), end)
                continue
            after = self.c_statement(at)
            found.append((at, after))
            at = self.skip(after, end)
        return found
