#!/usr/bin/env python3
"""Counts the instructions of fixed commands and compares them with the committed table, instructions.txt.

usage: count.py PLACEFIND TABLE [--write] [WORD ...]

Times vary on shared machines. The instructions of one thread are repeatable to 0.01 % for a batch, 0.5 % for a query,
and 2 % over the network. A count of more than 3 % above the table is a failure on the machine of the table, whose first
lines identify the toolchain, C library, libcurl with its libraries, and processor. On other machines the counts are only
printed. --write replaces the table. Words select the commands whose names contain one of them.
"""
import concurrent.futures
import contextlib
import ctypes
import fcntl
import hashlib
import http.server
import itertools
import json
import os
import platform
import pty
import random
import re
import select
import shutil
import struct
import subprocess
import sys
import tempfile
import termios
import threading

ALLOWED = 1.03
POINT = ["--at", "37.4979,127.0276", "-r", "1km"]
# Two of five places have hours, like the shops of Helsinki.
HOURS = ["Mo-Fr 09:00-18:00; Sa 10:00-14:00", "Mo-Su 18:00-03:00", "24/7", "Mo-Sa 10:00-22:00; PH off",
         "Apr-Sep 09:00-20:00; Oct-Mar 10:00-16:00", "sunrise-sunset"]
CATEGORIES = ["cafe", "bank", "gas", "pharmacy", "restaurant", "convenience", "parking", "hospital"]
# The duration of silence after which the first picture counts as drawn; pauses are longer under valgrind.
SILENCE_SECONDS = 3.0

PLACE = {
    "place_name": "샘플카페", "distance": "0", "place_url": "http://place.map.kakao.com/26338954",
    "category_name": "음식점 > 카페", "address_name": "샘플시 샘플구 샘플동 159", "phone": "02-000-1880",
    "road_address_name": "샘플시 샘플로 513", "category_group_code": "CE7", "category_group_name": "카페",
}


class Service(http.server.BaseHTTPRequestHandler):
    """A service in Kakao's format with fifteen cafes at every point, and no other places."""

    protocol_version = "HTTP/1.1"

    def do_GET(self):
        lng = re.search(r"[?&]x=([0-9.]+)", self.path).group(1)
        lat = re.search(r"[?&]y=([0-9.]+)", self.path).group(1)
        count = 15 if "CE7" in self.path else 0
        body = json.dumps({
            "documents": [dict(PLACE, id=str(26338954 + number), x=lng, y=lat) for number in range(count)],
            "meta": {"same_name": None, "is_end": True, "pageable_count": count, "total_count": count},
        }, ensure_ascii=False).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json;charset=UTF-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


class Server(http.server.ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 64


def write_inputs(folder):
    """Writes the same rows and places in every run."""
    numbers = random.Random(1)
    for count in (200, 2_200):
        with open(f"{folder}/rows-{count}.csv", "w") as rows:
            rows.write("id,lat,lng\n")
            draw = random.Random(2)
            for row in range(count):
                lat = 37.4979 + draw.uniform(-0.002, 0.002)
                lng = 127.0276 + draw.uniform(-0.002, 0.002)
                rows.write(f"{row},{lat:.6f},{lng:.6f}\n")
        with open(f"{folder}/queries-{count}.csv", "w") as rows:
            rows.write("id,category,lat,lng,radius\n")
            for row in range(count):
                lat = 37.4979 + draw.uniform(-0.002, 0.002)
                lng = 127.0276 + draw.uniform(-0.002, 0.002)
                rows.write(f"{row},{draw.choice(CATEGORIES)},{lat:.6f},{lng:.6f},{draw.choice((300, 1000, 5000))}\n")
    for count in (1, 100, 600):
        with open(f"{folder}/points-{count}.csv", "w") as rows:
            rows.write("id,lat,lng\n")
            for row in range(count):
                rows.write(f"{row},{37.4 + row / 10_000:.4f},127.0276\n")
    places = [
        {
            "id": f"P{number}",
            "name": f"{numbers.choice(['하늘', '별빛', '바다', '나무', 'Sky', 'Café'])} {number % 997}호점",
            "category": numbers.choice(CATEGORIES),
            "lat": f"{37.4979 + numbers.gauss(0, 0.02):.6f}",
            "lng": f"{127.0276 + numbers.gauss(0, 0.025):.6f}",
            "phone": f"02-{numbers.randrange(100, 1000)}-{numbers.randrange(1000, 10_000)}",
            "address": f"서울 강남구 역삼동 {numbers.randrange(1, 900)}-{numbers.randrange(1, 40)}",
        }
        for number in range(22_000)
    ]
    with open(f"{folder}/hours.csv", "w") as rows:
        rows.write("id,name,category,lat,lng,opening_hours\n")
        for number, place in enumerate(places):
            hours = HOURS[number % len(HOURS)] if number % 5 < 2 else ""
            rows.write(",".join([*list(place.values())[:5], hours]) + "\n")
    for count in (2_000, 22_000):
        with open(f"{folder}/places-{count}.csv", "w") as rows:
            rows.write("id,name,category,lat,lng,phone,address\n")
            for place in places[:count]:
                rows.write(",".join(place.values()) + "\n")
        with open(f"{folder}/places-{count}.geojson", "w") as features:
            for place in places[:count]:
                point = [float(place["lng"]), float(place["lat"])]
                known = {key: place[key] for key in ("id", "name", "category", "phone", "address")}
                features.write(json.dumps({
                    "type": "Feature",
                    "geometry": {"type": "Point", "coordinates": point},
                    "properties": known,
                }, ensure_ascii=False) + "\n")


class Counter:
    """Runs a command under cachegrind, in an environment without the user's settings.

    The inputs are in one folder; the output of a measure is in its own."""

    def __init__(self, program, folder, output, address):
        self.program, self.folder, self.output, self.address = program, folder, output, address

    def environment(self):
        # Each run has its own home, because files saved by an earlier run would change the count.
        home = tempfile.mkdtemp(dir=self.output)
        return {
            "PATH": os.environ["PATH"], "HOME": home, "TERM": "xterm-256color", "LANG": "C.UTF-8",
            "KAKAO_REST_API_KEY": "0123456789abcdef0123456789abcdef", "no_proxy": "127.0.0.1",
            "SWIFT_DETERMINISTIC_HASHING": "1",
        }

    def under_valgrind(self, arguments):
        return ["valgrind", "--tool=cachegrind", "--cachegrind-out-file=/dev/null", f"--log-file={self.output}/log",
                self.program, *arguments]

    def counted(self):
        with open(f"{self.output}/log") as log:
            found = re.search(r"I\s+refs:\s+([0-9,]+)", log.read())
        return int(found.group(1).replace(",", ""))

    def run(self, *arguments):
        command = self.under_valgrind(arguments)
        done = subprocess.run(command, env=self.environment(), cwd=self.folder, capture_output=True)
        if done.returncode:
            sys.exit(f"count: status {done.returncode} from placefind {' '.join(arguments)}\n{done.stderr.decode()}")
        return self.counted()

    def screen(self, *arguments):
        """Waits for the first picture, then presses `q`."""
        command, environment = self.under_valgrind(arguments), self.environment()
        pid, terminal = pty.fork()
        if pid == 0:
            os.chdir(self.folder)
            os.execvpe(command[0], command, environment)
        fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        drawn = b""
        while b" 15 " not in drawn or select.select([terminal], [], [], SILENCE_SECONDS)[0]:
            drawn += os.read(terminal, 1 << 16)
        os.write(terminal, b"q")
        with contextlib.suppress(OSError):
            while os.read(terminal, 1 << 16):
                pass
        os.waitpid(pid, 0)
        os.close(terminal)
        return self.counted()

    def to(self, name):
        return ["-o", f"{self.output}/{name}", "--force"]

    def rows(self, count, *options):
        return self.run("batch", f"rows-{count}.csv", *options, "-c", "cafe", "-r", "1km", "-j", "1", *self.to("out"))

    def queries(self, count, *options):
        """Rows with their own category and radius."""
        return self.run("batch", f"queries-{count}.csv", *options, "-j", "1", *self.to("out"))

    def online(self, count, category="cafe", jobs=1):
        return self.run("batch", f"points-{count}.csv", "--endpoint", self.address, "-c", category, "-r", "1km", "-n",
                        "15", "-j", str(jobs), "--rate", "10000", "--no-cache", *self.to("out.ndjson"))

    def build(self, count, form):
        return self.run("index", "build", f"places-{count}.{form}", *self.to("built.pfx"))


def measures(counter):
    """The name and the function of each count."""
    index = ["--index", "places.pfx"]

    def each(small, large, units):
        return round((large - small) / units)

    def each_row(*options):
        return each(counter.rows(200, *options), counter.rows(2_200, *options), 2_000)

    return {
        "help": lambda: counter.run("help"),
        "query over the sample": lambda: counter.run("-s", "sample", "-c", "cafe", *POINT),
        "query over an index": lambda: counter.run(*index, "-c", "cafe", *POINT),
        "query over an index of hours": lambda: counter.run("--index", "hours.pfx", "-c", "cafe", *POINT),
        "query for open places": lambda: counter.run(
            "--index", "hours.pfx", "-c", "cafe", *POINT, "--open-at", "2026-12-24T18:00"),
        "query by name": lambda: counter.run(*index, "-q", "하늘 77호점"),
        "query as a page": lambda: counter.run(*index, "-c", "any", *POINT, "-n", "300", "-f", "html"),
        "query as a map": lambda: counter.run(*index, "-c", "any", *POINT, "-n", "300", "-f", "map"),
        "first picture of browse": lambda: counter.screen("browse", *index, "-c", "cafe", *POINT, "-n", "15"),
        "query online": lambda: counter.run("--endpoint", counter.address, "--no-cache", "-c", "cafe", *POINT),
        "batch of one row online": lambda: counter.online(1),
        "row over the sample": lambda: each_row("-s", "sample", "-n", "5"),
        "row over an index": lambda: each_row(*index, "-n", "1"),
        "row with its own query": lambda: each(
            counter.queries(200, *index, "-n", "1"), counter.queries(2_200, *index, "-n", "1"), 2_000),
        "row of CSV over an index": lambda: each_row(*index, "-n", "5", "-f", "csv"),
        "row online": lambda: each(counter.online(100), counter.online(600), 500),
        "empty row online, 16 at once": lambda: each(
            counter.online(100, "gas", 16), counter.online(600, "gas", 16), 500),
        "place of CSV in a build": lambda: each(counter.build(2_000, "csv"), counter.build(22_000, "csv"), 20_000),
        "place of GeoJSON in a build": lambda: each(
            counter.build(2_000, "geojson"), counter.build(22_000, "geojson"), 20_000),
    }


def libcurl():
    with contextlib.suppress(OSError):
        library = ctypes.CDLL("libcurl.so.4")
        library.curl_version.restype = ctypes.c_char_p
        return library.curl_version().decode().split()[0]
    return "none"


def processor():
    """The processor model, by which libraries choose their instructions."""
    with contextlib.suppress(OSError), open("/proc/cpuinfo") as lines:
        for line in lines:
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.machine()


def libraries():
    """The number and a digest of the libraries that the first request loads; each one runs its own code."""
    found = subprocess.run(["ldconfig", "-p"], capture_output=True, text=True).stdout
    path = (re.search(r"libcurl\.so\.4 .*=> (\S+)", found) or ["", ""])[1]
    loaded = subprocess.run(["ldd", path], capture_output=True, text=True).stdout if path else ""
    paths = sorted(re.findall(r"=> (/\S+)", loaded))
    sizes = [f"{os.path.basename(path)} {os.path.getsize(path)}" for path in paths]
    return f"{len(paths)} {hashlib.sha256(chr(10).join(sizes).encode()).hexdigest()[:12]}"


def machine():
    toolchain = subprocess.run(["swift", "--version"], capture_output=True, text=True).stdout
    return {
        "swift": (re.search(r"Swift version (\S+)", toolchain) or ["", "unknown"])[1],
        "libc": "-".join(platform.libc_ver()),
        "libcurl": libcurl(),
        "libraries": libraries(),
        "processor": processor(),
    }


def read_table(path):
    made_on, counts = {}, {}
    with contextlib.suppress(FileNotFoundError), open(path) as table:
        for line in table:
            line = line.rstrip("\n")
            name, _, value = line.rpartition("\t")
            if line.startswith("# "):
                continue
            if name.startswith("@"):
                made_on[name[1:]] = value
            elif name:
                counts[name] = int(value.replace(",", ""))
    return made_on, counts


def write_table(path, counts):
    with open(path, "w") as table:
        table.write("# Instructions of fixed commands, written by `make count COUNT=--write`. A count may exceed its line by 3 %.\n")
        table.write("# Give the reason for a higher line in the commit. A row or a place is the difference of two runs.\n")
        for name, value in machine().items():
            table.write(f"@{name}\t{value}\n")
        for name, count in counts.items():
            table.write(f"{name}\t{count:,}\n")


def main():
    program, path, words = os.path.abspath(sys.argv[1]), sys.argv[2], sys.argv[3:]
    writes = "--write" in words
    words = [word for word in words if word != "--write"]
    if not shutil.which("valgrind"):
        print("skipped: make count (valgrind is not installed)")
        return
    made_on, table = read_table(path)
    binds = made_on == machine()
    if table and not binds:
        print(f"count: only printed, since the table is of {made_on} and this is {machine()}")
    server = Server(("127.0.0.1", 0), Service)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    counts, over = {}, []
    with tempfile.TemporaryDirectory() as folder:
        write_inputs(folder)
        for rows, index in ("places-22000.csv", "places.pfx"), ("hours.csv", "hours.pfx"):
            subprocess.run([program, "index", "build", rows, "-o", index], cwd=folder, check=True, capture_output=True)
        address = f"http://127.0.0.1:{server.server_port}"

        def measure(name):
            with tempfile.TemporaryDirectory() as output:
                return measures(Counter(program, folder, output, address))[name]()

        names = [name for name in measures(None) if not words or any(word in name for word in words)]
        # Waiting threads take instructions, so requests are counted one after the other, on an idle machine.
        alone = [name for name in names if "online" in name]
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            others = [name for name in names if name not in alone]
            found = itertools.chain(zip(others, pool.map(measure, others)), ((name, measure(name)) for name in alone))
            for name, count in found:
                counts[name] = count
                ratio = count / table[name] if name in table else None
                told = f"{ratio:6.3f} of the table" if ratio else "not in the table"
                print(f"{name:<30}{count:>14,}   {told}", flush=True)
                # Measure again if the limit is exceeded: concurrent threads may have been expensive by chance.
                if binds and not writes and ratio and ratio > ALLOWED:
                    counts[name] = min(count, measure(name))
                    if counts[name] > table[name] * ALLOWED:
                        over.append(f"{name}: {counts[name]:,} instead of {table[name]:,}")
    server.shutdown()
    if writes:
        write_table(path, {**table, **counts})
    for line in over:
        print(f"count: {line}", file=sys.stderr)
    sys.exit(1 if over else 0)


main()
