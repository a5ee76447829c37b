"""Measures the time from a key to the redrawn screen of `placefind browse`, with 10,000 places above the streets of a city
of 144 km², on a pseudo-terminal: the whole city, and streets around its centre.

usage: screen.py BINARY
"""
import fcntl, os, pty, random, select, struct, subprocess, sys, tempfile, termios, time

binary, count = os.path.abspath(sys.argv[1]), 10_000


def read(descriptor, quiet):
    """Reads until the program has written nothing for a number of seconds; returns the bytes and the time of the last ones."""
    taken, last = b"", time.perf_counter()
    while select.select([descriptor], [], [], quiet)[0]:
        taken += os.read(descriptor, 1 << 16)
        last = time.perf_counter()
    return taken, last


def write_streets(path):
    """Writes a grid of 12 × 12 km with a street every 60 m, in ways of 240 m; every eighth is a main road."""
    nodes, ways = [], []
    for line in range(201):
        kind = "primary" if line % 8 == 0 else "residential"
        for isRow in (True, False):
            for way in range(50):
                refs = []
                for step in range(5):
                    along, across = (way * 4 + step) * 60 - 6000, line * 60 - 6000
                    north, east = (across, along) if isRow else (along, across)
                    nodes.append(f'<node id="{len(nodes) + 1}" lat="{37.4979 + north / 111195:.7f}" lon="{127.0276 + east / 88222:.7f}"/>')
                    refs.append(f'<nd ref="{len(nodes)}"/>')
                name = f'<tag k="name" v="{line} 길"/><tag k="highway" v="{kind}"/>'
                ways.append(f'<way id="{len(ways) + 1}">{"".join(refs)}{name}</way>')
    with open(path, "w") as file:
        file.write('<osm version="0.6">' + "\n".join(nodes + ways) + "</osm>")


with tempfile.TemporaryDirectory() as directory:
    rng = random.Random(1)
    with open(f"{directory}/places.csv", "w") as rows:
        rows.write("id,name,category,lat,lng\n")
        for row in range(count):
            rows.write(f"{row},카페 {row},cafe,{37.4979 + rng.gauss(0, .02):.6f},{127.0276 + rng.gauss(0, .025):.6f}\n")
    write_streets(f"{directory}/city.osm")
    subprocess.run([binary, "index", "build", "places.csv", "city.osm", "-o", "p.pfx"], cwd=directory, check=True, capture_output=True)
    for columns, lines, zoom in [(80, 24, 0), (80, 24, 8), (200, 50, 0), (200, 50, 8)]:
        pid, terminal = pty.fork()
        if pid == 0:
            os.execve(binary, [binary, "browse", "-c", "cafe", "--at", "37.4979,127.0276", "-r", "20km", "-n", str(count),
                               "--index", f"{directory}/p.pfx"], {"TERM": "xterm-256color", "LANG": "C.UTF-8"})
        fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))
        first, _ = read(terminal, 1.0)
        assert f"{count} places".encode() in first, first[-300:]
        os.write(terminal, b"+" * zoom)
        read(terminal, 1.0)
        for name, keys in [("next place", ["j"] * 100), ("move the map", ["L", "H"] * 50), ("last, first", ["G", "g"] * 25),
                           ("filter as typed", ["/", "9", "9", "9", "\x7f", "\x7f", "\x7f", "\x1b"] * 5)]:
            times = []
            for key in keys:
                began = time.perf_counter()
                os.write(terminal, key.encode())
                written, last = read(terminal, 0.08)
                if written:
                    times.append((last - began) * 1000)
            times.sort()
            print(f"{columns}x{lines} {'streets' if zoom else 'city':7} {name:16} median {times[len(times) // 2]:5.1f} ms   95 % {times[len(times) * 95 // 100]:5.1f} ms   "
                  f"worst {times[-1]:5.1f} ms   ({len(times)} keys)")
        os.write(terminal, b"q")
        os.waitpid(pid, 0)
        os.close(terminal)
