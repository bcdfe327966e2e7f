#!/usr/bin/env python3
"""Fills in the forms of a program from a JSON file, through the front end `lines`.

    lines.py ANSWERS PROGRAM...

as in `lines.py answer.json formwork ask schema.json --front-end lines`. The file has an answer for
each screen, in order: an object for a form, the first cell of a row for a list, or null to go back.
The lines are on pipes of their own, so that the streams of the program are free. The exit status is
that of the program. A refused form is left, and each fault is a line on standard error.
"""
import json, os, re, subprocess, sys


class Form:
    """The picture of a form, and the messages to it."""

    def __init__(self, output, input):
        self.output, self.input = output, input
        self.nodes, self.faults, self.revision, self.is_attached = {}, [], 0, True
        self.screen = self.line = 0
        self.wait()

    def wait(self):
        """Reads up to the answer to all lines, at which the host waits for input, or to the end."""
        for line in self.output:
            message = json.loads(line)
            node = self.nodes.get(message.get("node"))
            match message["message"]:
                case "attach":
                    self.nodes = {0: {"children": [], "name": ""}}
                    self.screen += 1
                case "insert":
                    self.nodes[message["node"]] = message | {"children": []}
                    siblings = self.nodes[message["parent"]]["children"]
                    siblings.insert(message["position"], message["node"])
                case "set": node[message["property"]] = message["value"]
                case "move" | "remove" as change:
                    siblings = self.nodes[node["parent"]]["children"]
                    siblings.remove(message["node"])
                    if change == "move": siblings.insert(message["position"], message["node"])
                case "refused":
                    reason = message.get("text", message["refusal"])
                    self.faults.append(f"{self.path(node)}: {reason}")
                case "complaint": raise ValueError(line)
                case "flush":
                    self.revision = message["revision"]
                    is_answered = message["line"] >= self.line
                    if is_answered and not any(map(self.is_busy, self.all())): return
        self.is_attached = False

    def is_busy(self, node):
        waits = ("loading", "waiting", "checking", "submitting", "done")
        is_awaited = node["kind"] in ("screen", "list")
        return is_awaited and (node.get("busy") == 1 or node.get("status") in waits)

    def post(self, message, node=None, **members):
        members |= {"node": node["node"]} if node else {}
        line = {"message": message, "revision": self.revision} | members
        self.input.write(json.dumps(line) + "\n")
        self.input.flush()
        self.line += 1
        self.wait()

    def children(self, id, kind=None, role=None):
        nodes = [self.nodes[child] for child in self.nodes[id]["children"]]
        return [n for n in nodes if kind in (None, n["kind"]) and role in (None, n.get("role"))]

    def all(self, id=0):
        return [node for child in self.children(id) for node in [child] + self.all(child["node"])]

    def path(self, node):
        if node is None or node["parent"] == 0: return ""
        return f"{self.path(self.nodes[node['parent']])}/{node['name']}"

    def fill(self, section, value):
        """Fills in the parts of a section with the members of an object; None empties them."""
        done, screen = set(), self.screen
        # Parts come and go with the answers.
        while part := next((n for n in self.children(section) if n["node"] not in done), None):
            done.add(part["node"])
            name, given = part["name"].removesuffix("?"), value
            if isinstance(value, dict) and name not in value:
                # Parts that exclude each other may have one name, and then are numbered.
                name = re.sub(r"-\d+$", "", name)
            # The members of such a part are those of the section.
            is_spread = re.fullmatch(r"item|(group|alternatives)(-\d+)?", name)
            if isinstance(value, dict) and (name in value or not is_spread):
                given = value.get(name)
            match part["kind"]:
                case "group" if self.button(part, "add"):
                    if isinstance(given, dict):
                        given = [{"key": name, "value": value} for name, value in given.items()]
                    self.fill_list(part, given or [])
                case "group" if isinstance(given, list):
                    count = sum(n["name"].startswith("item") for n in self.children(part["node"]))
                    items = {f"item{i}x": v for i, v in enumerate(given[:count], 1)}
                    self.fill(part["node"], items | {"others": given[count:]})
                case "group": self.fill(part["node"], given)
                case "text_field" | "text_area" | "secret_field":
                    text = "" if given is None else given
                    if not isinstance(text, str): text = json.dumps(text)
                    if text or part.get("value"): self.post("commit", part, text=text)
                case "toggle" if is_spread and given is value and value is not None:
                    # The members are known when the group is open.
                    self.post("choose", part, on=True)
                    siblings = self.children(section)
                    group = siblings[siblings.index(part) + 1]["node"]
                    names = {n["name"].removesuffix("?") for n in self.children(group)}
                    if not names & set(value): self.post("choose", part, on=False)
                case "toggle":
                    on = given is not None if part["name"].endswith("?") else given is True
                    if on != (part.get("value") == 1): self.post("choose", part, on=on)
                case "choice" if part["name"].endswith("?"):
                    if given is not None: done.add(self.fill_alternative(section, part, given))
                case "choice" | "choices": self.choose(part, given)
            # A command may open another screen.
            if self.screen != screen: return

    def fill_alternative(self, section, part, value):
        """Chooses the first alternative that fits, fills it in, and returns its group."""
        for option in self.children(part["node"], "option"):
            self.post("choose", option, on=True)
            siblings = self.children(section)
            group = siblings[siblings.index(part) + 1]
            parts = {n["name"].removesuffix("?"): n for n in self.children(group["node"])}
            if isinstance(value, dict):
                fits = all(name in value for name, n in parts.items() if n.get("required"))
            else:
                format = parts.get(option["name"], {}).get("format")
                is_number = format in ("whole_number", "decimal")
                fits = is_number == (type(value) in (int, float))
            if fits: break
        self.fill(group["node"], value)
        return group["node"]

    def fill_list(self, group, values):
        while len(items := self.items(group)) > len(values):
            if not (button := self.button(items[-1], "remove")): break
            self.post("activate", button)
        while len(items := self.items(group)) < len(values):
            if not (button := self.button(group, "add")): break
            self.post("activate", button)
            if self.items(group) == items: return
        for item, value in zip(self.items(group), values): self.fill(item["node"], value)

    def items(self, group):
        return [n for n in self.children(group["node"], "group") if n["name"].isdigit()]

    def button(self, node, role):
        return next(iter(self.children(node["node"], "button", role)), None)

    def choose(self, part, given):
        options = {n["name"]: n for n in self.children(part["node"], "option")}
        values = given if isinstance(given, list) else [] if given is None else [given]
        names = [json.dumps(v) if json.dumps(v) in options else v for v in values]
        unknown = [name for name in names if name not in options]
        self.faults += [f"{self.path(part)}: no option {name}" for name in unknown]
        for name, option in options.items():
            if (name in names) != (option.get("selected") == 1):
                self.post("choose", option, on=name in names)

    def submit(self):
        """Submits a form, and notes what is refused."""
        screen, root = self.screen, self.children(0)[0]["node"]
        for button in self.children(root, "button", "submit"):
            if not self.faults: self.post("activate", button)
        # A review or a deletion asks once more.
        while alerts := self.is_attached and [n for n in self.all() if n["kind"] == "alert"]:
            buttons = [self.button(alerts[-1], role) for role in ("submit", "destroy")]
            if not any(buttons): break
            self.post("activate", buttons[0] or buttons[1])
        if not self.is_attached or self.screen != screen: return
        wrong = [n for n in self.all() if n.get("status") in ("invalid", "refused")]
        self.faults += [f"{self.path(n)}: {n.get('explanation')}" for n in wrong]

    def answer(self, answer):
        """Answers one screen, and returns whether the next one may follow."""
        screen, rows = self.screen, [n for n in self.all() if n["kind"] == "row"]
        if answer is None: self.post("back")
        elif rows:
            names = {row.get("cells", row["label"]).split("\t")[0]: row for row in rows}
            if answer in names: self.post("activate", names[answer])
            else: self.faults.append(f"no row {answer}")
        else:
            self.fill(self.children(0)[0]["node"], answer)
            if self.screen == screen: self.submit()
        return self.is_attached and not self.faults


def documents(text):
    """Returns the JSON documents of a text."""
    while text := text.strip():
        document, end = json.JSONDecoder().raw_decode(text)
        text = text[end:]
        yield document


def main():
    inputs, outputs = os.pipe(), os.pipe()
    environment = os.environ | {"FORMWORK_FRONT_END_LINES": f"{inputs[0]},{outputs[1]}"}
    program = subprocess.Popen(sys.argv[2:], env=environment, pass_fds=(inputs[0], outputs[1]))
    os.close(inputs[0]), os.close(outputs[1])
    form = Form(os.fdopen(outputs[0]), os.fdopen(inputs[1], "w"))
    for answer in documents(open(sys.argv[1]).read()):
        if not form.answer(answer): break
    # The end of the input ends the program.
    form.input.close()
    if form.is_attached: form.wait()
    print(*form.faults, sep="\n", end="\n" * bool(form.faults), file=sys.stderr)
    return program.wait()


if __name__ == "__main__": sys.exit(main())
