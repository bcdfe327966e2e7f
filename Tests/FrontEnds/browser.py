#!/usr/bin/env python3
"""Visits forms with the front end web in Chromium.

  browser.py FOLDER [PICTURES]   FOLDER has the programs; pictures are written to PICTURES

It needs chromium, chromium-driver, and the packages selenium and pytest-playwright-axe of PyPI; the latter
brings axe.min.js. `Scripts/test --long` runs it.
"""
import http.server
import importlib.util
import json
import os
import pathlib
import re
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time

from selenium import webdriver
from selenium.webdriver import ActionChains
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import Select

LIMIT = 20
# Chromium finds localhost here: the program itself listens at 127.0.0.1 alone.
TUNNEL = "127.0.0.2"
folder = pathlib.Path(sys.argv[1]).resolve()
pictures = pathlib.Path(sys.argv[2]) if len(sys.argv) > 2 else None
home = tempfile.TemporaryDirectory()
# The package itself needs another driver.
package = importlib.util.find_spec("pytest_playwright_axe")
AXE = (pathlib.Path(package.origin).parent / "resources/axe.min.js").read_text()

SCHEMA = {
    "title": "Every kind", "type": "object",
    "properties": {
        "name": {"title": "Name", "type": "string", "minLength": 2},
        "text": {"title": "Text", "type": "string", "maxLength": 4000},
        "code": {"title": "Code", "type": "string", "writeOnly": True},
        "wanted": {"title": "Wanted", "type": "boolean"},
        "meal": {"title": "Meal", "enum": ["meat", "fish", "bread"]},
        "town": {"title": "Town", "enum": ["Aarau", "Basel", "Bern", "Biel", "Chur", "Genf", "Olten", "Thun", "Zug"]},
        "days": {"title": "Days", "type": "array", "uniqueItems": True, "items": {"enum": ["Monday", "Friday"]}},
        "day": {"title": "Day", "type": "string", "format": "date"},
        "hour": {"title": "Hour", "type": "string", "format": "time"},
        "count": {"title": "Count", "type": "integer"},
        "guests": {"title": "Guests", "type": "array", "items": {"title": "Guest", "type": "string"}},
    },
    "required": ["name"],
}


class Tunnel:
    """A way to the page as by `ssh -L`, which can hold answers to posts, be cut, and be opened again."""

    def __init__(self, port):
        self.port, self.flow = port, threading.Event()
        self.open()

    def open(self):
        self.has_held, self.sockets = False, []
        self.flow.set()
        self.listener = socket.create_server((TUNNEL, self.port))
        threading.Thread(target=self.accept, args=[self.listener], daemon=True).start()

    def accept(self, listener):
        try:
            while True:
                client, _ = listener.accept()
                server = socket.create_connection(("127.0.0.1", self.port))
                self.sockets += [client, server]
                for ends in [(client, server), (server, client)]:
                    threading.Thread(target=self.forward, args=ends, daemon=True).start()
        except OSError:
            listener.close()

    def forward(self, source, sink):
        try:
            while data := source.recv(1 << 16):
                if data.startswith(b"HTTP/1.1 204"):
                    self.has_held = not self.flow.is_set()
                    self.flow.wait(LIMIT)
                sink.sendall(data)
            sink.shutdown(socket.SHUT_WR)
        except OSError:
            pass

    def cut(self):
        for end in [self.listener, *self.sockets]:
            try:
                end.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass


class Visit:
    """A program with the front end, and the browser that shows its form."""

    def __init__(self, driver, *arguments, has_tunnel=False):
        self.driver, self.log = driver, tempfile.NamedTemporaryFile()
        environment = {**os.environ, "HOME": home.name, "FORMWORK_FRONT_END_BROWSER": "none"}
        self.output = tempfile.TemporaryFile()
        # Without a terminal as its input, a shell prints lists.
        self.terminal, terminal = os.openpty()
        os.set_blocking(self.terminal, False)
        self.shown = b""
        self.program = subprocess.Popen(
            [folder / arguments[0], *arguments[1:]], stdin=terminal, stdout=self.output, stderr=self.log,
            env=environment, cwd=home.name, start_new_session=True)
        os.close(terminal)
        driver.get("about:blank")
        link = self.link()
        if has_tunnel:
            self.tunnel = Tunnel(int(re.search(r":(\d+)/", link)[1]))
            link = link.replace("127.0.0.1", "localhost")
        driver.get(link)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.program.terminate()
        self.program.wait(LIMIT)
        os.close(self.terminal)

    def text(self):
        try:
            self.shown += os.read(self.terminal, 1 << 16)
        except OSError:
            pass
        self.output.seek(0)
        return self.output.read().decode() + pathlib.Path(self.log.name).read_text() + self.shown.decode()

    def link(self):
        return wait(lambda: re.findall(r"http://\S+#\S+", self.text()))[-1]

    def field(self, name):
        """Finds the control with a label, once it is there."""
        return wait(lambda: self.driver.execute_script(
            "return [...document.querySelectorAll('label')].find((label) => "
            "label.firstChild?.textContent === arguments[0])?.control", name), name)

    def button(self, name):
        return wait(lambda: next((button for button in self.driver.find_elements(By.TAG_NAME, "button")
                                  if button.text == name and button.is_displayed()), None), name)

    def answer(self):
        """Submits the form, and returns its answer."""
        self.button("Submit").click()
        return self.submitted()

    def submitted(self):
        """Returns the answer of a form that has been submitted."""
        wait(lambda: self.driver.find_element(By.TAG_NAME, "h1").text == "Submitted")
        self.program.wait(LIMIT)
        text = self.text()
        return json.loads(text[text.index("{"):text.rindex("}") + 1])

    def hold(self):
        """Holds the answers to all later posts."""
        wait(lambda: self.driver.execute_script("return !isSending && !queue.length"))
        self.tunnel.flow.clear()

    def status(self, name):
        return self.driver.execute_script(
            "return arguments[0].closest('.field').querySelector('.status').textContent", self.field(name))


def wait(look, name=""):
    """Returns what is found within a limit."""
    end = time.monotonic() + LIMIT
    while True:
        try:
            found = look()
        except Exception:
            if time.monotonic() > end:
                raise
            found = None
        if found:
            return found
        if time.monotonic() > end:
            sys.exit(f"browser: nothing was found by line {look.__code__.co_firstlineno} {name}")
        time.sleep(0.02)


def expect(found, wanted, what):
    if found != wanted:
        sys.exit(f"browser: {what}: {found!r} instead of {wanted!r}")
    print(f"browser: {what}: ok", flush=True)


def show(driver, name, width, is_dark, zoom=1):
    """Sets a width in pixels of CSS, a scheme of colours and a zoom, and takes a picture."""
    driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {
        "features": [{"name": "prefers-color-scheme", "value": "dark" if is_dark else "light"}]})
    driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
        "width": width, "height": 1024 // zoom, "deviceScaleFactor": zoom, "mobile": False})
    wide = driver.execute_script("return document.documentElement.scrollWidth")
    expect(wide <= width, True, f"{name} fits {width} px, zoom {zoom}")
    if pictures and zoom == 1:
        height = driver.execute_script("return document.documentElement.scrollHeight")
        driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
            "width": width, "height": min(height, 3000), "deviceScaleFactor": 1, "mobile": False})
        driver.save_screenshot(str(pictures / f"{name}-{width}-{'dark' if is_dark else 'light'}.png"))


def views(driver):
    """Returns pictures of the whole page without its cursor, in two sizes, dark and light."""
    driver.execute_script("document.activeElement.blur()")
    found = []
    for width, scheme in [(320, "light"), (320, "dark"), (1280, "light"), (1280, "dark")]:
        driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {
            "features": [{"name": "prefers-color-scheme", "value": scheme}]})
        driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
            "width": width, "height": 3000, "deviceScaleFactor": 1, "mobile": False})
        found.append(driver.get_screenshot_as_base64())
    driver.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
    return found


def hidden(driver):
    """Focuses each control in turn, and returns those that are not, or not wholly, in the window."""
    return driver.execute_script("""
        const faults = [], page = document.querySelector('dialog[open]') ?? document;
        for (const control of page.querySelectorAll('input, select, textarea, button')) {
          if (control.disabled || !control.offsetParent) continue;
          document.activeElement.blur();
          control.focus();
          const box = control.getBoundingClientRect();
          const top = document.elementFromPoint(box.left + box.width / 2, box.top + Math.min(box.height, 20) / 2);
          // A table scrolls sideways, and the browser is content with a part.
          const isInTable = control.closest('.scroll') && box.left < innerWidth && box.right > 0;
          const isWide = isInTable || box.left >= 0 && box.right <= innerWidth;
          // Of an area, the browser shows the line with the cursor.
          const isHigh = control.tagName === 'TEXTAREA' ? box.bottom > 20 && box.top < innerHeight - 20
            : box.top >= 0 && box.top + Math.min(box.height, innerHeight) <= innerHeight + 1 && (isInTable || control.contains(top));
          if (document.activeElement !== control || !isWide || !isHigh) {
            faults.push(control.outerHTML.slice(0, 120));
          }
        }
        return faults;""")


def examine(driver, name):
    """Shows a page in all ways, and applies the rules of axe."""
    driver.execute_script(AXE)
    # A window of 1280 by 1024 pixels at 400 % has 320 by 256.
    for width, is_dark, zoom in [(320, True, 1), (320, False, 4), (2560, False, 1), (1280, True, 1), (1280, False, 1)]:
        show(driver, name, width, is_dark, zoom)
        if zoom > 1:
            expect(hidden(driver), [], f"{name}: what has the focus is seen at 400 %")
        if width == 2560:
            continue
        found = driver.execute_async_script("axe.run().then(arguments[0])")
        faults = [f"{fault['id']}: {fault['help']}: {[node['html'][:160] for node in fault['nodes'][:3]]}"
                  for fault in found["violations"]]
        expect(faults, [], f"{name} at {width} px, {'dark' if is_dark else 'light'}, by axe {found['testEngine']['version']}")
    driver.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


def fill_in(driver):
    path = pathlib.Path(home.name) / "s.json"
    path.write_text(json.dumps(SCHEMA))
    with Visit(driver, "formwork", "ask", "s.json", "--front-end", "web") as visit:
        examine(driver, "kinds")
        visit.field("Name").send_keys("A")
        wait(lambda: visit.status("Name") == "must have at least 2 characters")
        visit.field("Name").send_keys("nn")
        wait(lambda: visit.status("Name") == "ok")
        visit.field("Text").send_keys("one")
        visit.field("yes").click()
        visit.field("fish").click()
        Select(visit.driver.find_element(By.TAG_NAME, "select")).select_by_visible_text("Bern")
        visit.field("Friday").click()
        visit.field("Day").send_keys("12012026")
        visit.field("Hour").send_keys("14:30:00Z")
        visit.field("Count").send_keys("x")
        wait(lambda: visit.status("Count"))
        before = views(driver)
        driver.refresh()
        wait(lambda: visit.status("Count"))
        expect([one == other for one, other in zip(before, views(driver))], [True] * 4,
               "a page drawn again looks like the one that was changed, in two sizes, dark and light")
        visit.field("Code").send_keys("sesame")
        wait(lambda: visit.status("Code"))
        driver.refresh()
        expect(visit.field("Name").get_attribute("value"), "Ann", "a text after a reload")
        expect(visit.field("Count").get_attribute("value"), "x", "a faulty text after a reload")
        expect(visit.field("Code").get_attribute("value"), "", "a secret after a reload")
        examine(driver, "faults")
        visit.field("Count").send_keys(Keys.BACKSPACE, "7")
        visit.button("Add guest").click()
        visit.field("Guest").send_keys("<b>Bob</b>")
        expect(visit.answer(), {
            "name": "Ann", "text": "one", "code": "sesame", "wanted": True, "meal": "fish", "town": "Bern",
            "days": ["Friday"], "day": "2026-12-01", "hour": "14:30:00Z", "count": 7, "guests": ["<b>Bob</b>"],
        }, "the answer")


def use_keys(driver):
    schema = {"properties": {
        "a": {"title": "A", "type": "string"}, "b": {"title": "B", "type": "boolean"},
        "c": {"title": "C", "type": "array", "uniqueItems": True, "items": {"enum": ["one", "two"]}}}}
    (pathlib.Path(home.name) / "k.json").write_text(json.dumps(schema))
    with Visit(driver, "formwork", "ask", "k.json", "--front-end", "web") as visit:
        visit.field("A")
        active = lambda: driver.switch_to.active_element
        wait(lambda: active() == visit.field("A"))
        active().send_keys("x", Keys.ENTER)
        wait(lambda: active().get_attribute("type") == "radio")
        active().send_keys(Keys.ARROW_DOWN)
        wait(lambda: visit.field("yes").is_selected())
        active().send_keys(Keys.CONTROL, Keys.ENTER)
        visit.program.wait(LIMIT)
        expect(visit.program.returncode, 0, "keys alone")
    with Visit(driver, "formwork", "ask", "k.json", "--front-end", "web") as visit:
        visit.field("A")
        wait(lambda: active() == visit.field("A"))
        active().send_keys("x", Keys.TAB)
        wait(lambda: active().get_attribute("type") == "radio")
        active().send_keys(Keys.SHIFT, Keys.TAB)
        wait(lambda: active() == visit.field("A"))
        # As everywhere in a browser, the text is selected now.
        active().send_keys("y")
        for name in ["no answer", "one", "two"]:
            active().send_keys(Keys.TAB)
            wait(lambda: active() == visit.field(name), name)
        active().send_keys(Keys.SPACE)
        wait(lambda: visit.field("two").is_selected())
        active().send_keys(Keys.SHIFT, Keys.TAB)
        wait(lambda: active() == visit.field("one"))
        for _ in range(2):
            active().send_keys(Keys.SPACE)
        # A press of Space at the button submits.
        while active().text != "Submit":
            active().send_keys(Keys.TAB)
        active().send_keys(Keys.SPACE)
        expect(visit.submitted(), {"a": "y", "c": ["two"]}, "Shift-Tab and Space")


def reset(driver):
    schema = {"properties": {"a": {"title": "A", "type": "string", "default": "x"}, "b": {"title": "B", "enum": [1, 2], "default": 2}}}
    (pathlib.Path(home.name) / "r.json").write_text(json.dumps(schema))
    with Visit(driver, "formwork", "ask", "r.json", "--front-end", "web") as visit:
        visit.field("A").send_keys("y")
        wait(lambda: visit.field("A").get_attribute("value") == "y")
        visit.field("1").click()
        wait(lambda: len(driver.find_elements(By.CSS_SELECTOR, "button.reset")) == 2)
        examine(driver, "reset")
        driver.find_element(By.CSS_SELECTOR, "[aria-label='Reset: A']").click()
        wait(lambda: visit.field("A").get_attribute("value") == "x")
        driver.find_element(By.CSS_SELECTOR, "[aria-label='Reset: B']").click()
        wait(lambda: visit.field("2").is_selected())
        expect(len(driver.find_elements(By.CSS_SELECTOR, "button.reset")), 0, "contents that were reset")
        # A button that appears is not the next place of Tab.
        visit.field("A").send_keys(Keys.CONTROL + "a")
        ActionChains(driver).send_keys("Ann ", Keys.TAB, " ").perform()
        expect(visit.field("A").get_attribute("value"), "Ann ", "an answer before Tab and Space")
        visit.field("A").send_keys(Keys.F4)
        wait(lambda: visit.field("A").get_attribute("value") == "x", "a reset by a key")
        wait(lambda: "A: Reset" in said(driver), "a reset is announced")
    (pathlib.Path(home.name) / "r.data.json").write_text(json.dumps({"a": "given", "b": 1}))
    with Visit(driver, "formwork", "ask", "r.json", "--data", "r.data.json", "--front-end", "web") as visit:
        visit.field("A").send_keys("!")
        wait(lambda: visit.status("A") == "ok")
        visit.field("A").send_keys(Keys.F4)
        wait(lambda: visit.field("A").get_attribute("value") == "given", "data that was restored")
        expect(visit.answer(), {"a": "given", "b": 1}, "the answer after a reset to the data")


def type_ahead(driver):
    """Types faster than the program answers: on a slow connection, during a stop and during a cut."""
    schema = {"properties": {name: {"title": name, "type": "string"} for name in "ABCD"}}
    schema["properties"] |= {"list": SCHEMA["properties"]["guests"]}
    (pathlib.Path(home.name) / "t.json").write_text(json.dumps(schema))
    values = lambda: [one.get_attribute("value") for one in driver.find_elements(By.CSS_SELECTOR, "input[type=text]")]
    press = lambda *keys: ActionChains(driver).send_keys(*keys).perform()
    command = ["formwork", "ask", "t.json", "--no-drafts", "--front-end", "web"]
    with Visit(driver, *command, has_tunnel=True) as visit:
        visit.field("A").send_keys("aa")
        wait(lambda: visit.status("A") == "ok")
        visit.hold()
        back = ActionChains(driver).send_keys(Keys.ENTER, "x", Keys.TAB, "c").key_down(Keys.SHIFT).send_keys(Keys.TAB)
        back.key_up(Keys.SHIFT).send_keys("b", Keys.TAB, "cc", Keys.ENTER, "dd").perform()
        wait(lambda: visit.tunnel.has_held)
        visit.tunnel.flow.set()
        wait(lambda: values() == ["aa", "b", "cc", "dd"], "Tab among keys that wait")
        wait(lambda: visit.status("D") == "ok")
        visit.hold()
        press(Keys.ENTER, Keys.ENTER, "one", Keys.ENTER, Keys.ENTER, "two", Keys.ENTER)
        wait(lambda: visit.tunnel.has_held)
        visit.tunnel.flow.set()
        wait(lambda: values()[4:] == ["one", "two"], "items among keys that wait")
        wait(lambda: driver.switch_to.active_element.text == "Add guest")
        visit.tunnel.cut()
        wait(lambda: driver.find_element(By.ID, "banner").text)
        driver.execute_script("arguments[0].focus()", visit.field("A"))
        press(Keys.END, "!", Keys.ENTER, "new")
        visit.tunnel.open()
        wait(lambda: values() == ["aa!", "new", "cc", "dd", "one", "two"], "Enter during a cut")
        wait(lambda: not driver.execute_script("return queue.length"))
        driver.refresh()
        wait(lambda: values()[:2] == ["aa!", "new"])
        wait(lambda: driver.switch_to.active_element.get_attribute("value") == "new")
        press("er")
        wait(lambda: values()[1] == "newer", "what is typed after a reload follows")
        wait(lambda: not driver.execute_script("return queue.length"))
        visit.tunnel.cut()
        wait(lambda: driver.find_element(By.ID, "banner").text)
        visit.button("Submit").click()
        wait(lambda: driver.execute_script("return document.querySelector('#form').inert"))
        wait(lambda: driver.find_element(By.ID, "banner").text
             == "Submit: the program has not answered yet. The fields are locked until it does.")
        press("late")
        visit.tunnel.open()
        expect(visit.submitted(), {"A": "aa!", "B": "newer", "C": "cc", "D": "dd", "list": ["one", "two"]},
               "an answer that nobody changed after Submit")
    with Visit(driver, *command) as visit:
        visit.field("A").send_keys("aa")
        wait(lambda: visit.status("A") == "ok")
        os.killpg(visit.program.pid, signal.SIGSTOP)
        press(Keys.ENTER, "bb", Keys.ENTER, "cc")
        os.killpg(visit.program.pid, signal.SIGCONT)
        wait(lambda: values()[:3] == ["aa", "bb", "cc"], "keys during a stop")
    schema = {"properties": {f"F{n}": {"title": f"F{n}", "type": "string"} for n in range(30)}, "required": ["F0"]}
    (pathlib.Path(home.name) / "t.json").write_text(json.dumps(schema))
    with Visit(driver, *command) as visit:
        first = visit.field("F0")
        wait(lambda: driver.switch_to.active_element == first)
        visit.button("Submit").click()
        wait(lambda: visit.status("F0") == "required")
        wait(lambda: driver.switch_to.active_element == first, "the focus after a refused submission")


def earlier_entries(driver):
    with Visit(driver, "formwork", "demo", "--front-end", "web"):
        command = lambda: wait(lambda: driver.find_element(By.CSS_SELECTOR, "input[id^=c]"))
        command().send_keys("help", Keys.ENTER)
        entries = lambda: [option.get_attribute("value") for option in driver.find_elements(By.CSS_SELECTOR, "datalist option")]
        wait(lambda: "help" in entries())
        driver.refresh()
        wait(lambda: "help" in entries())
        expect(bool(command().get_attribute("list")), True, "earlier entries")


def members(driver):
    accounts, password = f"{home.name}/accounts.sqlite", "correct horse battery staple"
    lines = ["ann", "Ann", "Lee", "ann@example.org", password, password]
    subprocess.run([folder / "registration", "--accounts", accounts, "register"], check=True, text=True,
                   input="".join(f"{line}\n" for line in lines), stdout=subprocess.DEVNULL)
    with Visit(driver, "registration", "--accounts", accounts, "--no-drafts", "--front-end", "web") as visit:
        find = lambda selector: wait(lambda: driver.find_element(By.CSS_SELECTOR, selector))
        # The next screen may come at once, and its first field gets the keys.
        for _ in range(4):
            find("input[type=text]").send_keys("signin ann", Keys.ENTER)
            secret = find("input[type=password]")
            wait(lambda: driver.switch_to.active_element == secret, "the focus at the password")
            visit.button("Leave").click()
            wait(lambda: driver.find_element(By.TAG_NAME, "h1").text == "Registration")
        find("input[type=text]").send_keys("signin ann", Keys.ENTER)
        secret = find("input[type=password]")
        examine(driver, "sign-in")
        visit.button("Leave").click()
        wait(lambda: driver.find_element(By.TAG_NAME, "h1").text == "Registration")
        # A wrong password is replaced by the next one.
        find("input[type=text]").send_keys("signin ann", Keys.ENTER)
        find("input[type=password]").send_keys("a wrong one", Keys.ENTER)
        wait(lambda: "wrong username or password" in find("main").text, "a refusal")
        ActionChains(driver).send_keys(password, Keys.ENTER).perform()
        wait(lambda: "Ann Lee" in said(driver), "the next password")
        find("input[type=text]").send_keys("signout", Keys.ENTER)
        # Keys that come before their screen wait for it.
        for line in ["signin ann", password, "terms", "signout", "signin ann", password]:
            ActionChains(driver).send_keys(line, Keys.ENTER).perform()
        wait(lambda: "Ann Lee" in said(driver), "the greeting is announced")
        wait(lambda: not driver.find_elements(By.CSS_SELECTOR, "input[type=password]"))
        examine(driver, "registration")
        for command in ["policy", "terms", "help"]:
            find("input[type=text]").send_keys(command, Keys.ENTER)
            wait(lambda: driver.find_elements(By.CLASS_NAME, "notice") or driver.find_elements(By.CLASS_NAME, "note"))
            examine(driver, command)
        for command, title in [
            ("profile", "Your profile"), ("password", "Your password"), ("delete", "Delete your account"),
            ("policy change", "Policy")]:
            find("input[type=text]").send_keys(command, Keys.ENTER)
            wait(lambda: driver.find_element(By.TAG_NAME, "h1").text == title)
            examine(driver, command.replace(" ", "-"))
            visit.button("Leave").click()
            wait(lambda: driver.find_element(By.TAG_NAME, "h1").text == "Registration")
        find("input[type=text]").send_keys("members", Keys.ENTER)
        wait(lambda: driver.switch_to.active_element == visit.field("Search (how a username begins)"), "the focus at the search")
        row = find("tr[data-node] button, li[data-node] button")
        examine(driver, "members")
        tab(driver, "Back")
        visit.button("Back").send_keys(Keys.SHIFT)
        expect(driver.switch_to.active_element.text, "Back", "the button below a list")
        while driver.switch_to.active_element != row:
            driver.switch_to.active_element.send_keys(Keys.SHIFT + Keys.TAB)
        row.send_keys(Keys.ENTER)
        wait(lambda: driver.find_element(By.TAG_NAME, "h1").text != "Members")
        examine(driver, "member")


def come_back(driver):
    with Visit(driver, "formwork", "ask", "k.json", "--front-end", "web") as visit:
        visit.field("A").send_keys("kept")
        wait(lambda: visit.status("A") == "ok")
        first = visit.link()
        driver.get("about:blank")
        wait(lambda: visit.link() != first)
        driver.get(visit.link())
        expect(visit.field("A").get_attribute("value"), "kept", "a page that was closed")


def hurry(driver):
    """Types before a question is seen, and before a button has done its work."""
    schema = {"properties": {"guests": {"title": "Guests", "type": "array", "items": {"title": "Guest", "type": "string"}}}}
    (pathlib.Path(home.name) / "l.json").write_text(json.dumps(schema))
    (pathlib.Path(home.name) / "h.json").write_text(json.dumps({"properties": {"a": {"title": "A", "type": "string"}}}))
    with Visit(driver, "formwork", "ask", "h.json", "--front-end", "web") as visit:
        visit.field("A").send_keys("kept", Keys.TAB)
        wait(lambda: visit.status("A") == "ok")
    with Visit(driver, "formwork", "ask", "h.json", "--front-end", "web") as visit:
        wait(lambda: driver.find_elements(By.TAG_NAME, "dialog"))
        ActionChains(driver).send_keys("new", Keys.TAB, Keys.ENTER, " ").perform()
        expect(len(driver.find_elements(By.TAG_NAME, "dialog")), 1, "a question that nobody has seen")
        visit.button("Resume").click()
        wait(lambda: visit.field("A").get_attribute("value") == "kept", "a draft that was resumed")
    with Visit(driver, "formwork", "ask", "l.json", "--front-end", "web", "--no-drafts") as visit:
        add = visit.button("Add guest")
        driver.execute_script("arguments[0].focus()", add)
        ActionChains(driver).send_keys(Keys.ENTER, "Eve", Keys.ENTER).perform()
        guests = lambda: [guest.get_attribute("value") for guest in driver.find_elements(By.CSS_SELECTOR, "input[type=text]")]
        wait(lambda: guests() == ["Eve"], "what was typed after a button")
        ActionChains(driver).double_click(visit.button("Remove guest 1")).perform()
        wait(lambda: guests() == [], "an item that was removed")
        wait(lambda: driver.switch_to.active_element.tag_name == "button", "the focus after a double click")
        expect("gone" in said(driver), False, "a double click")


def be_cut_off(driver):
    """Cuts the connection after an action whose answer is lost, and types during the cut."""
    schema = {"properties": {"a": {"title": "A", "type": "string"}, "b": SCHEMA["properties"]["guests"]}}
    (pathlib.Path(home.name) / "b.json").write_text(json.dumps(schema))
    with Visit(driver, "formwork", "ask", "b.json", "--front-end", "web", has_tunnel=True) as visit:
        banner = lambda: driver.find_element(By.ID, "banner").text
        visit.field("A").send_keys("one")
        wait(lambda: visit.status("A") == "ok")
        add = visit.button("Add guest")
        visit.hold()
        add.click()
        wait(lambda: visit.tunnel.has_held)
        visit.tunnel.cut()
        wait(lambda: banner() == "The connection to the program is interrupted. What you type is kept here.")
        visit.field("A").send_keys("two")
        expect(visit.field("A").get_attribute("value"), "onetwo", "a text during a cut")
        examine(driver, "cut")
        visit.tunnel.open()
        wait(lambda: banner() == "Connected again.")
        visit.field("Guest").send_keys("Bob")
        wait(lambda: banner() == "")
        expect(visit.answer(), {"a": "onetwo", "b": ["Bob"]}, "the answer after a cut, nothing lost or doubled")
    with Visit(driver, "formwork", "demo", "--front-end", "web", has_tunnel=True) as visit:
        line = wait(lambda: driver.find_element(By.CSS_SELECTOR, "input[id^=c]"))
        line.send_keys("form")
        visit.hold()
        line.send_keys(Keys.ENTER)
        visit.field("Name").send_keys("Ann")
        wait(lambda: visit.tunnel.has_held)
        visit.tunnel.flow.set()
        wait(lambda: visit.status("Name") == "ok")
        expect(visit.field("Name").get_attribute("value"), "Ann", "a text typed before an answer came")


def show_markup(driver):
    markup = "<img src=x onerror=document.title='taken'>&lt;<!--"
    schema = {"title": markup, "description": markup, "properties": {
        markup: {"title": markup, "description": markup, "type": "string", "maxLength": 99, "default": markup},
        "option": {"title": "Option", "enum": [markup, "</label>"]},
        "items": {"title": markup, "type": "array", "minItems": 1, "items": {"title": markup, "type": "string"}},
        "wrong": {"title": "Wrong", "type": "string", "x-formwork": {"check": ["sh", "-c", f"echo \"{markup}\"; exit 1"]}}}}
    (pathlib.Path(home.name) / "m.json").write_text(json.dumps(schema))
    with Visit(driver, "formwork", "ask", "m.json", "--allow-checks", "--front-end", "web") as visit:
        visit.field("Wrong").send_keys("x")
        wait(lambda: visit.status("Wrong") == markup)
        main = driver.find_element(By.ID, "main")
        expect(len(main.find_elements(By.CSS_SELECTOR, "img, script")), 0, "markup is text")
        expect((driver.title, main.text.count(markup) >= 6), (markup, True), "markup is shown as it is")


def taken_over(driver):
    """Lets another program answer in place of the form's."""
    asked = []

    class Other(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            asked.append(self.command)
            self.send_response(200)
            self.send_header("Content-Type", "text/event-stream")
            self.end_headers()
            picture = {"type": "picture", "revision": 1, "n": 0, "title": "Other", "focus": 0, "nodes": [], "changes": []}
            self.wfile.write(f"data: {json.dumps(picture)}\n\n".encode())

        do_POST = do_GET

        def log_message(self, *_):
            pass

    with Visit(driver, "formwork", "ask", "k.json", "--no-drafts", "--front-end", "web", has_tunnel=True) as visit:
        field = visit.field("A")
        banner = lambda: driver.find_element(By.ID, "banner").text
        visit.tunnel.cut()
        wait(lambda: "interrupted" in banner())
        field.send_keys("private")
        with wait(lambda: http.server.ThreadingHTTPServer((TUNNEL, visit.tunnel.port), Other)) as other:
            threading.Thread(target=other.serve_forever).start()
            try:
                wait(lambda: "Another program" in banner())
                field.send_keys("er")
                expect((asked, driver.title, field.get_attribute("value")), (["GET"], "k.json", "privateer"),
                       "nothing goes to another program")
                examine(driver, "left")
            finally:
                other.shutdown()


def tab(driver, last):
    """Presses Tab up to a control, and returns the names of the controls on the way."""
    names = []
    while names[-1:] != [last]:
        name = driver.execute_script("""
            const control = document.activeElement;
            return control.ariaLabel ?? control.labels?.[0]?.firstChild.textContent ?? control.textContent;""")
        # A date has several stops inside.
        if names[-1:] != [name]:
            names.append(name)
        if len(names) > 50:
            break
        driver.switch_to.active_element.send_keys(Keys.TAB)
    return names


def use_a_form(driver):
    with Visit(driver, "formwork", "demo", "form", "--front-end", "web") as visit:
        dialogs = lambda: driver.find_elements(By.CSS_SELECTOR, "dialog[open]")
        visit.field("Name").send_keys("Ann")
        wait(lambda: visit.status("Name") == "ok")
        visit.field("Late arrival").click()
        expect(visit.field("Arrival").get_attribute("type"), "time", "a native time")
        secret = visit.field("Password")
        secret.send_keys("correct horse")
        expect(secret.get_attribute("type"), "password", "a secret is hidden")
        reveal = visit.button("Show")
        for state, kind in [("true", "text"), ("false", "password")]:
            reveal.click()
            expect([reveal.get_attribute("aria-pressed"), secret.get_attribute("type"), secret.get_attribute("value")],
                   [state, kind, "correct horse"], f"a secret, revealed: {state}")
        secret.send_keys(Keys.F2)
        expect(secret.get_attribute("type"), "text", "a secret, revealed by a key")
        secret.send_keys(Keys.TAB)
        expect(secret.get_attribute("type"), "password", "a secret is hidden when the user has left it")
        add = visit.button("Add child")
        for name in ["One", "Two", "Three"]:
            add.click()
            # The value of a button is empty, too.
            wait(lambda: driver.execute_script("return document.activeElement.matches('input') && !document.activeElement.value"))
            driver.switch_to.active_element.send_keys(name)
        visit.field("Name").click()
        items = [name for number in "123" for name in (["Child", f"Remove child {number}"] + [
            f"Move child {number} {way}" for way in ["up", "down"] if number + way not in ["1up", "3down"]])]
        expect(tab(driver, "Cancel"), [
            "Name", "Password", "Born on", "Guests", "no answer", "Bread", "Soup", "Tea",
            "Late arrival", "Arrival", "E-mail", "Web page", "About you", "Address", *items, "Submit", "Rather not",
            "Cancel"], "the order of Tab")
        children = lambda: [name.get_attribute("value") for name in driver.find_elements(
            By.XPATH, "//label[starts-with(., 'Child')]/following-sibling::input")]
        for name, wanted in [("Move child 3 up", ["One", "Three", "Two"]), ("Move child 1 down", ["Three", "One", "Two"]),
                             ("Remove child 2", ["Three", "Two"])]:
            visit.button(name).click()
            wait(lambda: children() == wanted, name)
            wait(lambda: f"{name}: done" in said(driver), f"{name} is announced")
        expect(driver.switch_to.active_element.tag_name in ["input", "button"], True, "a removed item leaves the focus")
        visit.button("Submit").click()
        wait(dialogs)
        examine(driver, "alert")
        expect(driver.execute_script("return document.querySelector('dialog').contains(document.activeElement)"), True,
               "an alert has the focus")
        driver.switch_to.active_element.send_keys(Keys.ESCAPE)
        wait(lambda: not dialogs())
        expect(children(), ["Three", "Two"], "Escape leaves the form as it was")
        for name in ["Cancel", "Submit"]:
            visit.button("Submit").click()
            wait(dialogs)
            dialogs()[0].find_element(By.CLASS_NAME, name.lower()).click()
            wait(lambda: not dialogs())
        wait(lambda: driver.find_element(By.TAG_NAME, "h1").text == "Finished")
        expect(driver.find_element(By.ID, "form").text, "Thank you, Ann.", "an alert is accepted")
        examine(driver, "finished")


def said(driver):
    """Returns the last announcement."""
    return driver.find_element(By.ID, "said").get_attribute("textContent")


def type_dates(driver):
    """Types a date that does not exist, and completes it."""
    schema = {"properties": {"day": {"title": "Day", "type": "string", "format": "date"},
                             "mode": {"title": "Mode", "enum": ["a", "b"]}, "name": {"title": "Name", "type": "string"}},
              "required": ["mode"]}
    (pathlib.Path(home.name) / "d.json").write_text(json.dumps(schema))
    with Visit(driver, "formwork", "ask", "d.json", "--front-end", "web") as visit:
        day = visit.field("Day")
        day.send_keys("02312026")
        wait(lambda: visit.status("Day").startswith("must be a date"), "a date that does not exist")
        visit.field("Name").click()
        wait(lambda: driver.switch_to.active_element == visit.field("Name"))
        expect(driver.execute_script("return arguments[0].validity.badInput", day), True, "the date stays")
        visit.button("Submit").click()
        wait(lambda: driver.switch_to.active_element == day, "the form is not submitted")
        day.send_keys(Keys.BACKSPACE, "02282026")
        wait(lambda: visit.status("Day") == "ok", "a date that exists")
        day.send_keys(Keys.BACKSPACE)
        wait(lambda: visit.status("Day").startswith("must be a date"), "a date without a part")
        driver.refresh()
        wait(lambda: visit.status("Day").startswith("must be a date"), "after a reload")
        day = visit.field("Day")
        expect([day.get_attribute("type"), day.get_attribute("value")], ["date", ""], "after a reload, the date is open")
        visit.field("Name").click()
        day.send_keys("02282026")
        wait(lambda: visit.status("Day") == "ok", "a date after a reload")
        expect(driver.find_element(By.XPATH, "//legend[starts-with(., 'Mode')]/span").aria_role, "image", "a required choice")
        visit.field("b").click()
        expect(visit.answer(), {"day": "2026-02-28", "mode": "b"}, "dates")


def paste(driver):
    """Pastes tabs and line breaks, which each front end treats in one way."""
    schema = {"properties": {"source": {"title": "Source", "type": "string", "contentMediaType": "text/plain"},
                             "name": {"title": "Name", "type": "string"},
                             "code": {"title": "Code", "type": "string", "writeOnly": True},
                             "day": {"title": "Day", "type": "string", "format": "date"}}}
    (pathlib.Path(home.name) / "p.json").write_text(json.dumps(schema))
    with Visit(driver, "formwork", "ask", "p.json", "--front-end", "web") as visit:
        source = visit.field("Source")
        for name, wanted, words in [
                ("Source", " Ann Bo\nEve\n", "Tabs of the paste became spaces"),
                ("Name", " Ann Bo Eve", "Line breaks and tabs of the paste became spaces"),
                ("Code", "", "Code: the paste was ignored, it has several lines")]:
            # Keys type no tab.
            driver.execute_script("arguments[0].value = '\\tAnn\\t\\tBo\\nEve\\n'; arguments[0].select()", source)
            source.send_keys(Keys.CONTROL + "c")
            visit.field(name).send_keys(Keys.CONTROL + "av")
            wait(lambda: visit.field(name).get_attribute("value") == wanted, f"a paste into {name}")
            wait(lambda: words in said(driver), f"a paste into {name} is announced")
        driver.execute_script("arguments[0].value = '2026-11-22'; arguments[0].select()", source)
        source.send_keys(Keys.CONTROL + "c")
        visit.field("Day").send_keys(Keys.CONTROL + "v")
        wait(lambda: visit.field("Day").get_attribute("value") == "2026-11-22", "a date is pasted")
        driver.execute_script("arguments[0].value = 'x'.repeat(70000); arguments[0].select()", source)
        source.send_keys(Keys.CONTROL + "c")
        visit.field("Name").send_keys(Keys.CONTROL + "av")
        wait(lambda: "Name: the text was not taken" in said(driver), "a text that is too long")
        source.send_keys(Keys.CONTROL + "a", Keys.CONTROL, Keys.BACKSPACE)
        expect(visit.answer(), {"name": " Ann Bo Eve", "day": "2026-11-22"}, "a text that is too long is not taken")


def end(driver):
    """Ends forms in each way, which the page says."""
    for name, heading, status in [("Cancel", "Closed: nothing was submitted", 130), ("Decline", "Closed: nothing was submitted", 3)]:
        with Visit(driver, "formwork", "ask", "d.json", "--front-end", "web", "--allow-decline") as visit:
            # The address without a link leads nowhere; the next link does then, on the same page.
            link = visit.link()
            driver.execute_script("sessionStorage.clear()")
            driver.get(link.split("#")[0])
            wait(lambda: "Open the address" in driver.find_element(By.TAG_NAME, "h1").text)
            wait(lambda: visit.link() != link, "a new link")
            driver.get(visit.link())
            visit.button(name).click()
            wait(lambda: driver.find_element(By.TAG_NAME, "h1").text == heading, heading)
            expect(visit.program.wait(LIMIT), status, f"the end by {name}")
    with Visit(driver, "formwork", "ask", "d.json", "--front-end", "web") as visit:
        visit.button("Cancel")
        visit.program.terminate()
        wait(lambda: driver.find_element(By.TAG_NAME, "h1").text == "The program has ended: nothing was submitted")


def use_lists(driver):
    with Visit(driver, "formwork", "demo", "table", "--front-end", "web") as visit:
        first = lambda: driver.execute_script("return document.querySelector('tbody button')?.textContent")
        place = lambda: driver.find_element(By.CSS_SELECTOR, ".paging .count").text
        header = lambda name: wait(lambda: driver.find_element(By.CSS_SELECTOR, f"th button[aria-label='{name}']"))
        order = lambda name: header(name).find_element(By.XPATH, "..").get_attribute("aria-sort")
        for name, wanted, row in [("Name", "descending", "Joko 999"), ("Name", "ascending", "Ana 100"),
                                  ("Visits", "ascending", "Ana 1000"), ("Visits", "descending", "Holcia 27")]:
            header(name).click()
            wait(lambda: (order(name), first()) == (wanted, row), f"{name} {wanted}")
        expect(driver.switch_to.active_element.get_attribute("aria-label"), "Visits", "a heading that sorts keeps the focus")
        for key, wanted, row in [(Keys.SPACE, "ascending", "Ana 1000"), (Keys.ENTER, "descending", "Holcia 27")]:
            driver.switch_to.active_element.send_keys(key)
            wait(lambda: (order("Visits"), first()) == (wanted, row), f"by a key, {wanted}")
        for name, number in [("More rows", 201), ("More rows", 401), ("More rows", 601), ("More rows", 801),
                             ("Earlier rows", 601)]:
            visit.button(name).click()
            wait(lambda: place() == f"Rows {number} to {number + 199} of 1000", name)
            expect(len(driver.find_elements(By.CSS_SELECTOR, "tbody tr")), 200, f"rows from {number} on")
            wait(lambda: said(driver) == f"Rows {number} to {number + 199} of 1000", "rows are announced")
        expect(driver.find_elements(By.XPATH, "//label[text()='no answer']"), [], "a list always has an order")
    with Visit(driver, "formwork", "demo", "kinds", "--front-end", "web") as visit:
        expect([visit.field(name).get_attribute("type") for name in ["date", "time", "dateAndTime"]],
               ["date", "time", "datetime-local"], "native dates and times")
        for typed, wanted in [("ap", ["apple", "apricot"]), ("r", ["apricot"])]:
            visit.field("text").send_keys(typed)
            wait(lambda: driver.execute_script(
                "return [...arguments[0].list.options].map((one) => one.value)", visit.field("text")) == wanted, typed)
        print("browser: suggestions: ok")


def read_from_the_right(driver):
    """Shows a form in Hebrew: each text begins at the right, and so do its controls."""
    schema = {
        "title": "ביקור במוזיאון", "description": "כל השדות (all of them) הם רשות", "properties": {
            "name": {"title": "שם", "type": "string", "minLength": 2},
            "code": {"title": "סיסמה", "type": "string", "writeOnly": True},
            "wanted": {"title": "כן או לא", "type": "boolean"},
            "meal": {"title": "ארוחה", "enum": ["בשר", "דג", "soup"]},
            "guests": {"title": "אורחים", "type": "array", "items": {"title": "אורח", "type": "string"}}}}
    (pathlib.Path(home.name) / "h.json").write_text(json.dumps(schema))
    with Visit(driver, "formwork", "ask", "h.json", "--front-end", "web") as visit:
        visit.field("שם").send_keys("א")
        wait(lambda: visit.status("שם") == "must have at least 2 characters")
        expect(driver.execute_script("return [document.documentElement.lang, document.documentElement.dir]"),
               ["en", "rtl"], "the language of the sentences, and the direction of the form")
        examine(driver, "hebrew")
        show(driver, "hebrew", 320, False)
        expect(driver.execute_script("""
            const range = document.createRange(), page = document.querySelector('#main').getBoundingClientRect();
            const isAtLeft = (element) => {
              if (element.textContent) range.selectNodeContents(element); else range.selectNode(element);
              return page.right - range.getBoundingClientRect().right > 80;
            };
            return [...document.querySelectorAll('h1, p, label, legend, input, button.submit')].filter((element) =>
              element.offsetParent && (element.textContent || element.tagName === 'INPUT') && isAtLeft(element))
              .map((element) => element.outerHTML);"""),
            [], "all texts and controls begin at the right")


def main():
    options = webdriver.ChromeOptions()
    for argument in ["--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--window-size=1280,900",
                     f"--host-resolver-rules=MAP localhost {TUNNEL}"]:
        options.add_argument(argument)
    driver = webdriver.Chrome(options=options, service=Service("/usr/bin/chromedriver"))
    try:
        fill_in(driver)
        use_keys(driver)
        use_a_form(driver)
        type_dates(driver)
        paste(driver)
        end(driver)
        use_lists(driver)
        read_from_the_right(driver)
        reset(driver)
        earlier_entries(driver)
        come_back(driver)
        hurry(driver)
        type_ahead(driver)
        be_cut_off(driver)
        taken_over(driver)
        show_markup(driver)
        screens = ["form", "kinds", "parts", "table", "grid", "changes"]
        shown = {"demo": ["formwork", "demo"]} | {f"demo-{name}": ["formwork", "demo", name] for name in screens}
        shown["register"] = ["registration", "register", "--no-drafts"]
        for name, command in shown.items():
            with Visit(driver, *command, "--front-end", "web"):
                wait(lambda: driver.find_elements(By.CSS_SELECTOR, ".field, .list, dialog"))
                examine(driver, name)
        members(driver)
    finally:
        driver.quit()


main()
