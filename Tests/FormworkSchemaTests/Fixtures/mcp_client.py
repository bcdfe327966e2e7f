"""A client of `formwork mcp` by the official SDK: calls the tool, answers at a terminal, prints the results.

mcp_client.py PROGRAM MODE, where MODE is legacy (initialize) or auto (server/discover)
"""
import asyncio
import os
import pty
import sys
import tempfile
import threading
import time

from mcp import Client, StdioServerParameters

program, mode = sys.argv[1:]
master, slave = pty.openpty()
screen = bytearray()
schema = {
    "type": "object",
    "properties": {"name": {"type": "string"}, "age": {"type": "integer"}},
    "required": ["name"],
}
secret = {"properties": {"name": {"type": "string"}, "token": {"type": "string", "writeOnly": True}}}


def read():
    while True:
        try:
            screen.extend(os.read(master, 4096))
        except OSError:
            return


def answer(*dialogue):
    """Waits for each prompt, and types its answer."""
    for prompt, typed in dialogue:
        end = time.monotonic() + 60
        while prompt.encode() not in screen:
            if time.monotonic() > end:
                raise RuntimeError(f"{prompt!r} is not on the screen: {bytes(screen)!r}")
            time.sleep(0.01)
        del screen[: screen.index(prompt.encode()) + len(prompt)]
        os.write(master, typed.encode())


async def ask(client, message, *dialogue, schema=schema, **more):
    call = client.call_tool("ask_person", {"message": message, "schema": schema, **more})
    result, _ = await asyncio.gather(call, asyncio.to_thread(answer, *dialogue))
    return result


def show(result):
    print(result.content[0].text if result.is_error else result.structured_content)


async def main():
    file = os.path.join(tempfile.mkdtemp(), "secrets.json")
    # The kernel keeps no status of children for a program that ignores their signal.
    arguments = ["--ignore-signal=CHLD", program, "mcp", "--front-end", "plain", "--tty", os.ttyname(slave)]
    server = StdioServerParameters(command="env", args=arguments, env=dict(os.environ))
    async with Client(server, mode=mode) as client:
        print(client.session.protocol_version)
        named = [("asks: One", ""), ("Name (required): ", "Ann\n"), ("Age: ", "30\n"), ("[1]: ", "\n")]
        show(await ask(client, "One", *named))
        refused = [("asks: Two", ""), ("Name (required): ", "Ann\n"), ("Age: ", "\n"), ("[1]: ", "2\n")]
        left = [("asks: Three", ""), ("Name (required): ", "Bob\n"), ("Age: ", ":quit\n"), ("[1]: ", "2\n")]
        # Two at once: the second one waits.
        for result in await asyncio.gather(ask(client, "Two", *refused), ask_later(client, left)):
            show(result)
        call = asyncio.create_task(client.call_tool("ask_person", {"message": "Four", "schema": schema}))
        await asyncio.to_thread(answer, ("asks: Four", ""), ("Name (required): ", "Eve\n"), ("Age: ", ""))
        call.cancel()
        try:
            await call
        except asyncio.CancelledError:
            print("cancelled")
        await asyncio.to_thread(answer, ("saved for another time", ""))
        # The keys for a question that is gone answer no other one, whose constants are shown.
        constant = {"properties": {"consent": {"const": "All of it"}}, "required": ["consent"]}
        call = asyncio.create_task(client.call_tool("ask_person", {"message": "Bait", "schema": constant}))
        for _ in range(10):
            os.write(master, b"\n")
            await asyncio.sleep(0.2)
        await asyncio.to_thread(answer, ("asks: Bait", ""), ("All of it", ""), ("[1]: ", "2\n"))
        show(await call)
        # The draft is there when the same question comes again.
        resumed = [("asks: Four", ""), ("[1]: ", "1\n"), ("Age: ", "\n"), ("[1]: ", "\n")]
        show(await ask(client, "Four", *resumed))
        show(await ask(client, "Five", schema=secret))
        show(await ask(client, "Six", schema={"type": "nothing"}))
    server.args += ["--allow-secrets", file]
    async with Client(server, mode=mode) as client:
        hidden = [("Name: ", "Ann\n"), ("Token (not shown", "s3cret\n"), ("[1]: ", "\n")]
        show(await ask(client, "Seven", *hidden, schema=secret, data={"token": "old"}))
        print(open(file).read().strip(), oct(os.stat(file).st_mode & 0o777))
    # A command gets the answer, and may refuse it.
    for command in [f"| cat >{file}.2", "| cat >&2; exit 1"]:
        server.args = arguments + ["--allow-secrets", command]
        async with Client(server, mode=mode) as client:
            show(await ask(client, command[-1], *hidden, schema=secret))
            if command[-1] == "2":
                print(open(f"{file}.2").read().strip())


async def ask_later(client, dialogue):
    call = asyncio.create_task(client.call_tool("ask_person", {"message": "Three", "schema": schema}))
    while b"asks: Three" not in screen:
        await asyncio.sleep(0.01)
    await asyncio.to_thread(answer, *dialogue)
    return await call


threading.Thread(target=read, daemon=True).start()
asyncio.run(main())
