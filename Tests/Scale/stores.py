"""Kills placefind at random while it writes its stores, and checks that the next run reads every store.

    python3 stores.py PLACEFIND [TIMES]

Everything runs in a separate home directory against a server in this process; no request leaves the machine.
"""

import http.server
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import threading
import time
import urllib.parse

KEY = "0123456789abcdef0123456789abcdef"


class Service(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        longitude = urllib.parse.parse_qs(urllib.parse.urlsplit(self.path).query)["x"][0]
        documents = [
            {
                "address_name": "서울 강남구 가짜동 %d" % number, "category_group_code": "OL7",
                "category_group_name": "주유소,충전소", "category_name": "교통,수송 > 자동차", "distance": str(10 * number),
                "id": str(1000 + number), "phone": "", "place_name": "주유소 %d" % number,
                "place_url": "http://place.map.kakao.com/%d" % number, "road_address_name": "",
                "x": longitude, "y": "%.6f" % (37.4979 + 10 * number / 110987),
            }
            for number in range(1, 6)
        ]
        body = json.dumps(
            {"documents": documents, "meta": {"is_end": True, "pageable_count": 5, "total_count": 5, "same_name": None}}
        ).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json;charset=UTF-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *arguments):
        pass


class Server(http.server.ThreadingHTTPServer):
    def handle_error(self, *arguments):
        """Reports nothing, because killed processes reset their connections."""


def main():
    placefind, times = sys.argv[1], int(sys.argv[2])
    server = Server(("127.0.0.1", 0), Service)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    with tempfile.TemporaryDirectory() as home:
        environment = {
            "HOME": home, "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "no_proxy": "127.0.0.1",
            "KAKAO_REST_API_KEY": KEY, "PLACEFIND_ENDPOINT": "http://127.0.0.1:%d" % server.server_port,
        }

        def run(*words):
            return subprocess.run([placefind, *words], env=environment, capture_output=True, stdin=subprocess.DEVNULL)

        first = run("-c", "gas", "--at", "37.4979,127.0276", "--record")
        assert first.returncode == 0, first.stderr
        generator = random.Random(13)
        killed = 0
        for number in range(times):
            words = [
                ["-c", "gas", "--at", "37.4979,127.%06d" % (20000 + number), "--record"],
                ["saved", "add", str(number % 5 + 1), "--note", "n%d" % number],
                ["here", "p%d" % number, "--at", "37.5,127", "--default"],
            ][number % 3]
            child = subprocess.Popen(
                [placefind, *words], env=environment, stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            )
            time.sleep(generator.random() * 0.03)
            child.send_signal(signal.SIGKILL)
            killed += child.wait() == -signal.SIGKILL
            for command in (["history"], ["saved"], ["here"], ["quota"], ["cache", "info"], ["show", "1"]):
                outcome = run(*command, "--json", "--quiet")
                assert outcome.returncode == 0 and not outcome.stderr, (number, command, outcome.stderr)
                json.loads(outcome.stdout)
        last = run("-c", "gas", "--at", "37.4979,127.0276", "--record", "--refresh")
        assert last.returncode == 0 and not last.stderr, last.stderr
        for directory, _, names in os.walk(home):
            for name in names:
                with open(os.path.join(directory, name), "rb") as file:
                    assert KEY.encode() not in file.read(), name
        print("stores: %d of %d processes killed while they kept something; every store was read after each" % (killed, times))


main()
