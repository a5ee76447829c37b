#!/usr/bin/env python3
"""Compares one query per process between placefind and the commands that a user would type instead.

usage: oneshot.py PLACEFIND [RUNS]

Each pair is run alternately, A B A B …, and the ratio is computed per pair, so that a machine that slows down doesn't
decide the outcome. Alternatives that aren't installed are named and skipped.
"""
import http.server
import json
import os
import shutil
import subprocess
import sys
import tempfile
import threading
import time

PLACE = {
    "place_name": "샘플주유소", "distance": "445", "place_url": "http://place.map.kakao.com/26338954",
    "category_name": "교통,수송 > 자동차 > 주유소,충전소", "address_name": "샘플시 샘플구 샘플동 159", "phone": "02-000-1880",
    "road_address_name": "샘플시 샘플로 513", "category_group_code": "OL7", "category_group_name": "주유소,충전소",
    "x": "127.0276", "y": "37.50191",
}
PAGE = json.dumps({
    "documents": [dict(PLACE, id=str(26338954 + i)) for i in range(15)],
    "meta": {"same_name": None, "is_end": True, "pageable_count": 15, "total_count": 15},
}, ensure_ascii=False).encode()


class Service(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        self.send_response(200)
        self.send_header("Content-Type", "application/json;charset=UTF-8")
        self.send_header("Content-Length", str(len(PAGE)))
        self.end_headers()
        self.wfile.write(PAGE)

    def log_message(self, *_):
        pass


def seconds(command, environment):
    start = time.perf_counter()
    subprocess.run(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)
    return time.perf_counter() - start


def compare(title, ours, theirs, environment, runs):
    for command in (ours, theirs):
        seconds(command, environment)
    pairs = [(seconds(ours, environment), seconds(theirs, environment)) for _ in range(runs)]
    middle = lambda values: sorted(values)[len(values) // 2]
    print(f"{title:<52} {middle([a for a, _ in pairs]) * 1e3:7.2f} ms against {middle([b for _, b in pairs]) * 1e3:7.2f} ms"
          f"   ratio {middle([a / b for a, b in pairs]):.2f}", flush=True)


class Agent:
    """A server of the Model Context Protocol, to which calls are sent one at a time."""

    def __init__(self, program, index, environment):
        self.process = subprocess.Popen([program, "mcp", "--index", index], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=environment)
        self.ask("initialize", {"protocolVersion": "2025-11-25", "capabilities": {}})

    def ask(self, method, params):
        message = json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params})
        self.process.stdin.write(message.encode() + b"\n")
        self.process.stdin.flush()
        return self.process.stdout.readline()

    def call(self):
        arguments = {"category": "gas", "lat": 37.4979, "lng": 127.0276, "limit": 15}
        start = time.perf_counter()
        answer = self.ask("tools/call", {"name": "find_places", "arguments": arguments})
        assert b'"isError":false' in answer, answer
        return time.perf_counter() - start

    def kilobytes(self):
        with open(f"/proc/{self.process.pid}/status") as status:
            return next(int(line.split()[1]) for line in status if line.startswith("VmRSS"))

    def end(self):
        self.process.stdin.close()
        self.process.wait()


def compare_agent(program, index, ours, environment, runs):
    agent = Agent(program, index, environment)
    agent.call()
    pairs = [(agent.call(), seconds(ours, environment)) for _ in range(runs)]
    middle = lambda values: sorted(values)[len(values) // 2]
    print(f"{'a call of mcp, against the same command line':<52} {middle([a for a, _ in pairs]) * 1e3:7.2f} ms against "
          f"{middle([b for _, b in pairs]) * 1e3:7.2f} ms   ratio {middle([a / b for a, b in pairs]):.2f}", flush=True)
    if os.path.exists("/proc/self/status"):
        before = agent.kilobytes()
        calls = 10_000
        for _ in range(calls):
            agent.call()
        print(f"{'memory of mcp':<52} {before / 1024:7.1f} MB, after {calls:,} calls {agent.kilobytes() / 1024:7.1f} MB", flush=True)
    agent.end()


def main():
    with tempfile.TemporaryDirectory() as folder:
        # Copy, as `make install` does: a program takes 1 ms longer from pages that the linker has just written.
        measure(shutil.copy2(sys.argv[1], folder), folder, int(sys.argv[2]) if len(sys.argv) > 2 else 101)


def measure(program, folder, runs):
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Service)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    address = f"http://127.0.0.1:{server.server_port}"
    environment = {"PATH": os.environ["PATH"], "KAKAO_REST_API_KEY": "x", "no_proxy": "127.0.0.1"}
    point = ["--at", "37.4979,127.0276", "-r", "1km"]

    if shutil.which("curl") and shutil.which("jq"):
        compare("online, against curl -s … | jq .", [program, "--endpoint", address, "-c", "gas", *point],
                ["sh", "-c", f"curl -s '{address}/v2/local/search/category.json' | jq ."], environment, runs)
    else:
        print("skipped: curl | jq (not installed)")

    index = os.path.join(folder, "sample.csv")
    places = subprocess.run([program, "-s", "sample", "-c", "gas", *point, "-f", "csv", "-n", "all"], capture_output=True,
                            env=environment, check=True).stdout
    with open(index, "wb") as f:
        f.write(places)
    built = os.path.join(folder, "sample.pfx")
    if subprocess.run([program, "index", "build", index, "-o", built], capture_output=True, env=environment).returncode:
        built = index
    ours = [program, "--index", built, "-c", "gas", *point]
    compare("offline, against a process that does nothing (true)", ours, ["true"], environment, runs)
    compare_agent(program, built, ours, environment, runs)
    if shutil.which("sqlite3"):
        base = os.path.join(folder, "sample.db")
        subprocess.run(["sqlite3", base, f".import --csv {index} place"], check=True)
        sql = ("select * from place where category='gas' and lat between 37.489 and 37.507 and lng between 127.016 and "
               "127.039 order by (lat-37.4979)*(lat-37.4979)+(lng-127.0276)*(lng-127.0276)*0.63 limit 15")
        compare("offline, against sqlite3 on the same places", ours, ["sqlite3", base, sql], environment, runs)
    else:
        print("skipped: sqlite3 (not installed)")
    server.shutdown()


main()
