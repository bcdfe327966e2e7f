"""A program on a terminal that the benchmark controls."""
import fcntl
import os
import pty
import re
import select
import struct
import termios
import time


class Program:
    """A program on a terminal of 24 rows."""

    def __init__(self, arguments, environment, columns=80):
        self.began = time.perf_counter()
        self.process, self.terminal = pty.fork()
        if self.process == 0:
            os.execvpe(arguments[0], arguments, os.environ | environment)
        fcntl.ioctl(self.terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))

    def __enter__(self):
        return self

    def __exit__(self, *_):
        tree = self.tree()
        for process in tree:
            try:
                os.kill(process, 9)
            except ProcessLookupError:
                pass
        os.waitpid(self.process, 0)
        os.close(self.terminal)

    def signal(self, number):
        os.kill(self.process, number)

    def type(self, keys):
        os.write(self.terminal, keys)

    def type_all(self, keys):
        """Types more than the terminal accepts at once."""
        while keys:
            keys = keys[os.write(self.terminal, keys[:512]):]

    def read(self, limit):
        """Returns the next output, or nothing after the limit in seconds."""
        if not select.select([self.terminal], [], [], limit)[0]:
            return b""
        try:
            return os.read(self.terminal, 65536)
        except OSError:
            return b""

    def expect(self, text, limit=20):
        """Returns the output up to a text."""
        came, end = b"", time.perf_counter() + limit
        while text not in came:
            piece = self.read(max(0, end - time.perf_counter()))
            if not piece:
                raise TimeoutError(f"no {text!r} in {came[-200:]!r}")
            came += piece
        return came

    def rest(self, quiet=0.004):
        """Returns the output until a pause in it."""
        came = b""
        while piece := self.read(quiet):
            came += piece
        return came

    def tree(self):
        """Returns the process and its descendants."""
        found = [self.process]
        for process in found:
            try:
                for task in os.listdir(f"/proc/{process}/task"):
                    with open(f"/proc/{process}/task/{task}/children") as file:
                        found += map(int, file.read().split())
            except FileNotFoundError:
                pass
        return found

    def processor_time(self):
        """Returns the processor time of the tree in seconds. On Linux, the clock follows from the process number."""
        return sum(time.clock_gettime((~process << 3) | 2) for process in self.tree())

    def peak_memory(self):
        """Returns the sum of the maximum memory of the tree's processes in bytes."""
        return sum(1024 * number for process in self.tree()
                   for number in self.status(process, "VmHWM"))

    def switches(self):
        """Returns the number of context switches of each thread of the tree."""
        return {task: sum(self.status(f"{process}/task/{task}", r"\w*_ctxt_switches"))
                for process in self.tree() for task in os.listdir(f"/proc/{process}/task")}

    @staticmethod
    def status(process, key):
        with open(f"/proc/{process}/status") as file:
            return [int(number) for number in re.findall(rf"(?m)^{key}:\s+(\d+)", file.read())]
