"""Kills a batch with SIGKILL at random moments until it finishes; see kill.sh.

A small service answers every query with one place and records the queries. Between kills, the input is sometimes sorted
again and sometimes grows. In the end, the output must equal the output of an uninterrupted run, byte for byte, and no
row with a complete record may have been queried again.
"""
import http.server, json, os, random, re, signal, subprocess, sys, tempfile, threading, time, urllib.parse

placefind, rounds = sys.argv[1], int(sys.argv[2])
draw = random.Random(1)
asked = []


class Service(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True

    def do_GET(self):
        query = urllib.parse.parse_qs(urllib.parse.urlparse(self.path).query)
        asked.append(query["y"][0])
        place = {"id": "1", "place_name": "곳 " + query["y"][0], "category_group_code": "OL7",
                 "category_group_name": "주유소,충전소", "category_name": "a > b", "phone": "", "address_name": "",
                 "road_address_name": "", "x": query["x"][0], "y": query["y"][0], "distance": "0",
                 "place_url": "http://p"}
        body = json.dumps({"documents": [place], "meta": {"total_count": 1, "pageable_count": 1, "is_end": True}}).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json;charset=UTF-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *arguments):
        pass


class Server(http.server.ThreadingHTTPServer):
    def handle_error(self, request, client_address):
        pass  # Connections end with the processes that are killed.


server = Server(("127.0.0.1", 0), Service)
threading.Thread(target=server.serve_forever, daemon=True).start()
environment = {"KAKAO_REST_API_KEY": "0" * 32, "PLACEFIND_ENDPOINT": f"http://127.0.0.1:{server.server_port}",
               "PATH": "/usr/bin:/bin", "no_proxy": "127.0.0.1"}
work = tempfile.mkdtemp()
output = os.path.join(work, "out.ndjson")


def run(path, rows, kill_after=None):
    with open(os.path.join(work, "rows.csv"), "w") as file:
        file.write("id,lat,lng,note\n" + "".join(rows))
    process = subprocess.Popen(
        [placefind, "batch", file.name, "-c", "gas", "--rate", "0", "-j", "4", "-o", path, "--resume", "--quiet"],
        env=environment)
    if kill_after is not None:
        # By output size instead of time, so that kills happen everywhere, also on a busy machine.
        while process.poll() is None and os.path.getsize(path) < kill_after if os.path.exists(path) else True:
            time.sleep(0.0002)
            if process.poll() is not None:
                break
        if process.poll() is None:
            process.send_signal(signal.SIGKILL)
    return process.wait()


def recorded():
    if not os.path.exists(output):
        return set()
    with open(output, "rb") as file:
        lines = file.read().split(b"\n")[:-1]
    return {json.loads(line)["input"]["lat"] for line in lines}


def row(number):
    return f'r{number},{37 + number / 10000:.4f},127,"a, ""b"" {number}"\n'


rows = [row(number) for number in range(3000)]
kills = twice = 0
for attempt in range(rounds):
    if attempt % 20 == 19:
        draw.shuffle(rows)
    if attempt % 25 == 24:
        rows.insert(draw.randrange(len(rows)), row(len(rows)))
    before = recorded()
    asked.clear()
    size = os.path.getsize(output) if os.path.exists(output) else 0
    status = run(output, rows, size + draw.randrange(9000))
    kills += status == -signal.SIGKILL
    twice += len(before & {f"{float(y):.4f}" for y in asked})
    # Truncates a record, as a power failure would.
    if status == -signal.SIGKILL and draw.random() < 0.3:
        os.truncate(output, max(0, os.path.getsize(output) - draw.randrange(1, 200)))
assert run(output, rows) == 0
expected = os.path.join(work, "expected.ndjson")
assert run(expected, rows) == 0
with open(output, "rb") as left, open(expected, "rb") as right:
    assert left.read() == right.read(), f"the output differs; see {work}"
assert twice == 0, f"{twice} rows were asked again"
print(f"kill: {kills} kills in {rounds} runs, {len(rows)} rows: the same bytes, no row asked again")
for name in os.listdir(work):
    os.remove(os.path.join(work, name))
os.rmdir(work)
