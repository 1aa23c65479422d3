"""An agent of the relay in Python: pip install websockets, then

    python agent.py ws://localhost:3000/agent/ws --room default --study pilot-01 --participant P07
"""

import argparse
import asyncio
import itertools
import json

import websockets

PROTOCOL = "mvp-0.2"


class RelayError(Exception):
    """An `error` frame; `code` is one of those of the specification, section 5."""

    def __init__(self, payload):
        super().__init__(f"{payload['code']}: {payload['message']}")
        self.code = payload["code"]


class Agent:
    """Sends requests and waits for their answers by replyTo; everything else is a push."""

    def __init__(self, socket, on_push=print):
        self.socket, self.on_push = socket, on_push
        self.waiting, self.ids = {}, itertools.count(1)
        self.reader = asyncio.ensure_future(self._read())

    async def _read(self):
        async for text in self.socket:
            frame = json.loads(text)
            future = self.waiting.pop(frame.get("replyTo"), None)
            if future is None:
                # state.updated (its `notice` says what the person or the page did), user.message, session.ended
                self.on_push(frame["type"], frame["payload"].get("notice") or frame["payload"].get("text") or "")
            elif frame["type"] == "error":
                future.set_exception(RelayError(frame["payload"]))
            else:
                future.set_result(frame["payload"])

    async def ask(self, message_type, payload=None):
        request_id = f"py-{next(self.ids)}"
        future = asyncio.get_running_loop().create_future()
        self.waiting[request_id] = future
        frame = {"v": PROTOCOL, "type": message_type, "id": request_id, "payload": payload or {}}
        await self.socket.send(json.dumps(frame))
        return await future

    async def call(self, tool_name, params, reason):
        return await self.ask("tool.call", {"toolName": tool_name, "params": params, "reason": reason})


def choose(snapshot):
    """Your model goes here: a call of those that toolSchema lists, or None to stop."""
    for tool in snapshot["toolSchema"]:
        for name, parameter in tool["parameters"].items():
            if parameter.get("enum"):
                return tool["name"], {name: parameter["enum"][0]}, f"The first {name}."
    return None


async def main(arguments):
    async with websockets.connect(arguments.url) as socket:
        agent = Agent(socket)
        join = {"role": "agent", "sessionId": arguments.room}
        await agent.ask("relay.join", {**join, "token": arguments.token} if arguments.token else join)
        study = {"studyId": arguments.study, "participantId": arguments.participant}
        started = await agent.ask("session.start", {name: value for name, value in study.items() if value})
        print("Started", started["sessionId"])
        call = choose(await agent.ask("snapshot.get"))
        if call:
            result = await agent.call(*call)
            print(call[0], result["uiSpec"]["state"])
        ended = await agent.ask("session.end", {"reason": "done"})
        print("Log:", ended["logFile"])


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("url")
    parser.add_argument("--room", default="default")
    parser.add_argument("--token")
    parser.add_argument("--study")
    parser.add_argument("--participant")
    asyncio.run(main(parser.parse_args()))
