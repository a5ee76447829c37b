#!/usr/bin/env python3
"""Checks that a server's memory stays constant over a day: 100,000 calls of every tool over an index.

mcp.py PROGRAM INDEX [CALLS]
Compares the resident memory after a tenth of the calls with the memory at the end, and the processor time per call,
which doesn't depend on the load of the machine, with 2 ms.
"""
import json
import os
import random
import subprocess
import sys

# The growth in kB that malloc and the first use of each tool may cause after ten thousand calls.
ALLOWED_KILOBYTES = 4_096


class Server:
    def __init__(self, program, index):
        environment = {"PATH": os.environ["PATH"], "HOME": "/nonexistent"}
        self.process = subprocess.Popen([program, "mcp", "--index", index], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=environment)
        self.number = 0
        self.ask("initialize", {"protocolVersion": "2025-11-25", "capabilities": {}})

    def ask(self, method, params):
        self.number += 1
        message = {"jsonrpc": "2.0", "id": self.number, "method": method, "params": params}
        self.process.stdin.write(json.dumps(message).encode() + b"\n")
        self.process.stdin.flush()
        answer = json.loads(self.process.stdout.readline())
        assert answer["id"] == self.number, answer
        return answer["result"]

    def call(self, tool, arguments):
        return self.ask("tools/call", {"name": tool, "arguments": arguments})

    def kilobytes(self):
        with open(f"/proc/{self.process.pid}/status") as status:
            return next(int(line.split()[1]) for line in status if line.startswith("VmRSS"))

    def milliseconds(self):
        with open(f"/proc/{self.process.pid}/stat") as status:
            fields = status.read().rsplit(") ", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) * 1e3 / os.sysconf("SC_CLK_TCK")

    def end(self):
        self.process.stdin.close()
        return self.process.wait()


def main():
    program, index = sys.argv[1:3]
    calls = int(sys.argv[3]) if len(sys.argv) > 3 else 100_000
    chance = random.Random(7)
    server = Server(program, index)
    first = server.call("find_places", {"category": "any", "lat": 37.4979, "lng": 127.0276, "limit": 1})
    known = [place["id"] for place in first["structuredContent"]["places"]] or ["1"]
    name = (first["structuredContent"]["places"] or [{}])[0].get("place_name", "cafe")
    early, began = 0, server.milliseconds()
    for number in range(calls):
        point = {"lat": 37.4979 + chance.uniform(-0.05, 0.05), "lng": 127.0276 + chance.uniform(-0.05, 0.05)}
        tool, arguments = chance.choice([
            ("find_places", {"category": chance.choice(["gas", "cafe", "any"]), "limit": 10, **point}),
            ("find_places", {"text": name, "radius_m": 500, **point}),
            ("count_places", {"category": "pharmacy", **point}),
            ("address_of", point),
            ("resolve_place", {"name": name}),
            ("list_categories", {"word": "gas"}),
            ("find_places", {"category": "no such category", **point}),
        ])
        # Finding a place by id scans all places of an index.
        if number % 100 == 0:
            tool, arguments = "place_details", {"id": chance.choice(known + ["nothing"])}
        server.call(tool, arguments)
        if number == calls // 10:
            early = server.kilobytes()
    late = server.kilobytes()
    each = (server.milliseconds() - began) / calls
    print(f"mcp: {calls:,} calls; resident {early / 1024:.1f} MB after {calls // 10:,}, {late / 1024:.1f} MB at the end; "
          f"a call {each:.2f} ms of processor")
    assert server.end() == 0, "mcp does not end with 0"
    assert late - early <= ALLOWED_KILOBYTES, "the memory of mcp grows"
    assert each <= 2, "a call of mcp takes longer than 2 ms"


if __name__ == "__main__":
    main()
