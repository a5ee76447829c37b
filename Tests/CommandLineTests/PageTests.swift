import Foundation
import TestSupport
import Testing

/// The page in a browser.
///
/// If none is installed, the tests are reported as skipped.
@Suite(
  .timeLimit(.minutes(20)),
  .enabled(if: PageBrowser.path != nil, "skipped: the page in a browser (no Chromium is installed)")
)
struct BrowserPageTests {
  @Test(arguments: [false, true])
  func `places of any source lie on the streets of an index, without a network`(hasForcedColors: Bool) async throws {
    try await TemporaryDirectory.with { directory in
      let page = try await PageFixture.page(in: directory, count: 40, limit: "all")
      let bare = try String(contentsOfFile: page, encoding: .utf8)
      let nodes = (0..<20).map { "<node id=\"\($0 + 1)\" lat=\"37.\(495 + $0 % 4)\" lon=\"127.0\(20 + $0 / 4)\"/>" }
      let town = """
        <osm version="0.6">\(nodes.joined())<node id="99" lat="37.5" lon="127.03"><tag k="amenity" v="cafe"/></node>
        <way id="1"><nd ref="1"/><nd ref="4"/><tag k="highway" v="primary"/><tag k="name" v="큰길"/></way>
        <way id="2"><nd ref="1"/><nd ref="17"/><tag k="highway" v="residential"/><tag k="name" v="\("</script>")"/></way>
        <way id="3"><nd ref="2"/><nd ref="6"/><nd ref="7"/><nd ref="2"/><tag k="leisure" v="park"/></way>
        <way id="4"><nd ref="3"/><nd ref="19"/><tag k="railway" v="rail"/></way></osm>
        """
      try directory.write(town.replacing("</script>", with: "&lt;/script&gt;"), to: "town.osm")
      let ground = directory.file("town.pfx")
      let built = try await Placefind.run("index build \(directory.file("town.osm")) -o \(ground)")
      #expect(built.status == 0, "\(built.errors)")
      let line = "-c cafe,bank --at 37.4979,127.0276 -r 1km -n all --index \(directory.file("places.csv"))"
      let outcome = try await Placefind.run("\(line) --ground \(ground) --force -o \(page)")
      #expect(outcome.status == 0, "\(outcome.errors)")
      let text = try String(contentsOfFile: page, encoding: .utf8)
      #expect(text.contains("큰길") && text.contains("streets: © OpenStreetMap contributors") && !bare.contains("큰길"))
      #expect(text.utf8.count < bare.utf8.count + 60_000)
      try await PageBrowser.show(page, in: directory, hasForcedColors: hasForcedColors) { page in
        let script = """
          (() => { const c = document.getElementById('canvas');
          const p = c.getContext('2d').getImageData(0, 0, c.width, c.height).data;
          return ['--main', '--road', '--park'].map((name) => {
            const i = document.body.appendChild(document.createElement('i')); i.style.color = `var(${name})`;
            const [r, g, b] = getComputedStyle(i).color.match(/[0-9]+/g).map(Number); i.remove(); let n = 0;
            for (let k = 0; k < p.length; k += 4) if (p[k] === r && p[k + 1] === g && p[k + 2] === b) n += 1;
            return n;
          }); })()
          """
        let kinds = try page.value(
          of: "[...document.querySelectorAll('#drawing use[data-sizes]')].map(u => u.className.baseVal).join(' ')"
        )
        #expect(kinds as? String == "k-park k-casing k-casing k-road k-main k-rail")
        let pixels = try page.value(of: script) as? [Int] ?? []
        #expect(hasForcedColors || pixels.count == 3 && pixels.allSatisfy { $0 > 50 }, "\(pixels)")
        #expect(page.console.isEmpty, "\(page.console)")
      }
    }
  }

  @Test func `a page of a town has at most 60 kB of ground, with the names of its streets`() async throws {
    try await TemporaryDirectory.with { directory in
      let (index, page) = (directory.file("town.pfx"), directory.file("town.html"))
      let built = try await Placefind.run("index build \(PageFixture.town) -o \(index)")
      #expect(built.status == 0, "\(built.errors)")
      let line = "-c cafe,pharmacy --at 60.1699,24.945 -r 500 -n all --index \(index)"
      let bare = try await Placefind.run("\(line) -f html --plain-map").output
      let outcome = try await Placefind.run("\(line) -o \(page)")
      #expect(outcome.status == 0, "\(outcome.errors)")
      let text = try String(contentsOfFile: page, encoding: .utf8)
      #expect(10_000...60_000 ~= text.utf8.count - bare.utf8.count, "\(text.utf8.count - bare.utf8.count)")
      #expect(text.contains("class=\"street\"") && text.contains("Kaivokatu") && !bare.contains("Snellmaninkatu"))
      try await PageBrowser.show(page, in: directory, isDark: true) { page in
        let count = try page.value(of: "document.querySelectorAll('svg .street').length") as? Int
        // Hours and access come first, then the coordinate, the id and the other tags.
        try page.press("/")
        try page.type("wheelchair")
        try page.press("Enter")
        let lines = try page.value(of: "[...document.querySelectorAll('#card p')].map(p => p.textContent)") as? [String]
        let access = lines?.firstIndex { $0.contains("wheelchair") }
        let copy = lines?.firstIndex { $0.contains("Copy 60.") }
        let id = lines?.firstIndex { $0.hasPrefix("id ") }
        #expect(try #require(access) < #require(copy) && #require(copy) < #require(id), "\(lines ?? [])")
        #expect(try #require(count) > 5)
        #expect(page.console.isEmpty, "\(page.console)")
      }
    }
  }

  @Test func `headings, landmarks, the licence and controls have names, and the focus follows the page`() async throws {
    try await TemporaryDirectory.with { directory in
      let (index, page) = (directory.file("town.pfx"), directory.file("town.html"))
      #expect(try await Placefind.run("index build \(PageFixture.town) -o \(index)").status == 0)
      let line = "-c cafe,pharmacy --at 60.1699,24.945 -r 500 -n 6 --index \(index) --lang ko -o \(page)"
      #expect(try await Placefind.run(line).status == 0)
      try await PageBrowser.show(page, in: directory) { page in
        func names(_ role: String) throws -> [String] { try page.heard(role).map { $0[0] } }
        #expect(try names("heading") == ["카페, 약국 · 60.1699,24.945에서 500 m 이내", "장소", "지도", "모든 장소의 표"])
        #expect(try names("region") == ["장소", "지도"] && names("main").count == 1)
        #expect(try names("link") == ["© OpenStreetMap contributors, ODbL 1.0"])
        let buttons = try names("button")
        #expect(buttons.suffix(3) == ["확대", "축소", "전체 보기"] && buttons.first?.hasPrefix("카페 ") == true, "\(buttons)")
        let focused = "document.activeElement.id || document.activeElement.localName"
        let order = try (0..<buttons.count + 5).map { _ in
          try page.press("Tab")
          return try page.value(of: focused) as? String ?? ""
        }
        let chips = Array(repeating: "button", count: buttons.count - 3)
        #expect(
          order == ["a", "search"] + chips + ["list", "canvas", "zoom-in", "zoom-out", "zoom-all", "summary"],
          "\(order)"
        )
        #expect(page.console.isEmpty, "\(page.console)")
      }
    }
  }

  @Test func `a filter is left by the arrow key, and cleared where nothing matches`() async throws {
    try await PageFixture.show { page in
      func type(_ text: String) throws {
        let search = "document.querySelector('#search')"
        try page.value(of: "\(search).value = '\(text)'; \(search).dispatchEvent(new Event('input'))")
      }
      func press(_ key: String) throws {
        let event = "new KeyboardEvent('keydown', { key: '\(key)', cancelable: true })"
        try page.value(of: "document.querySelector('#search').dispatchEvent(\(event))")
      }
      try type("카페 17")
      try press("ArrowDown")
      #expect(try page.value(of: "document.activeElement.id") as? String == "list")
      #expect(try page.text(of: "#card h3")?.hasSuffix("카페 17") == true)
      // A dash that isn't on a keyboard.
      try type("카페 1\u{2013}3")
      #expect(try page.text(of: "#status") == "11 of 40 places")
      try type("zzzz")
      #expect(try page.text(of: "#status") == "No place matches zzzz · Clear")
      try page.value(of: "document.querySelector('#status button').click()")
      #expect(try page.text(of: "#status") == "40 places")
      #expect(try page.value(of: "document.activeElement.id") as? String == "search")
    }
  }

  @Test func `a screen reader hears the name of a place`() async throws {
    try await PageFixture.show { page in
      let options = try page.heard("option")
      #expect(options.count > 5 && options[1] == ["카페 1", "bank, ↑ 18 m"], "\(options)")
      #expect(try page.heard("listbox").first?[0] == "Places")
      let maps = try page.heard("Canvas") + page.heard("application")
      #expect(maps.contains { $0[0] == "Map of the places" && $0[1].hasPrefix("Arrow keys move") }, "\(maps)")
      try page.value(of: "document.querySelector('#canvas').focus()")
      try page.press("n")
      #expect(try page.text(of: "#said") == "카페 0")
      #expect(try page.value(of: "document.querySelector('#card').getAttribute('aria-live')") is NSNull?)
    }
  }

  @Test func `a name from right to left starts next to its number`() async throws {
    try await TemporaryDirectory.with { directory in
      try directory.write("name,category,lat,lng\nمقهى,cafe,30.05,31.23\n", to: "places.csv")
      let (file, index) = (directory.file("map.html"), directory.file("places.csv"))
      #expect(try await Placefind.run("-c cafe --at 30.05,31.23 --index \(index) -o \(file)").status == 0)
      try await PageBrowser.show(file, in: directory) { page in
        // The distance from the left edge of each element to its text.
        func indent(_ selector: String) throws -> Double {
          let script = """
            (() => { const part = document.querySelector('\(selector)'), range = document.createRange();
            range.selectNodeContents(part);
            return range.getBoundingClientRect().left - part.getBoundingClientRect().left; })()
            """
          return try #require(try page.value(of: script) as? Double)
        }
        #expect(try indent(".row .name") < 1)
        try page.click(on: ".row")
        #expect(try indent(".card h3") < 1)
        try page.showAsPrinted()
        #expect(try indent("#places tbody th") < 1)
      }
    }
  }

  @Test func `list and map are linked by click and keyboard, and nothing runs that should not`() async throws {
    try await PageFixture.show { page in
      #expect(try page.text(of: "#status") == "40 places")
      #expect(try page.value(of: "document.querySelectorAll('#places tbody tr').length") as? Int == 40)
      #expect(try page.text(of: "#places tbody tr:nth-child(3) th") == PageFixture.evil)
      try page.click(on: ".row:nth-child(2)")
      #expect(try page.text(of: "#card h3") == "2. 카페 1")
      try page.press("ArrowDown")
      #expect(try page.text(of: "#card h3") == "3. \(PageFixture.evil)")
      #expect(try page.value(of: "document.querySelector('.row[aria-selected=true]').id") as? String == "row-2")
      try page.press("Escape")
      #expect(try page.value(of: "document.querySelector('#card').hidden") as? Bool == true)
      try page.press("/")
      try page.type("카페 1-3")
      try page.wait(until: "document.querySelector('#status').textContent === '11 of 40 places'")
      try page.value(
        of:
          "document.querySelector('#search').value = ''; document.querySelector('#search').dispatchEvent(new Event('input'))"
      )
      try page.click(on: ".chip:nth-child(2)")
      #expect(try page.text(of: "#status") == "14 of 40 places")
      try page.value(of: "window.before = document.querySelector('canvas').toDataURL()")
      try page.click(on: "#zoom-in")
      try page.wait(until: "document.querySelector('canvas').toDataURL() !== window.before")
    }
  }

  @Test(arguments: [(390, 844, false), (390, 844, true), (1_280, 800, true)])
  func `a page fits a phone and a desktop, light and dark`(width: Int, height: Int, isDark: Bool) async throws {
    try await PageFixture.show(width: width, height: height, isDark: isDark) { page in
      #expect(try page.value(of: "document.documentElement.scrollWidth <= innerWidth") as? Bool == true)
      #expect(try page.value(of: "document.querySelector('canvas').clientHeight > 150") as? Bool == true)
      #expect(try page.value(of: "document.querySelectorAll('.row').length > 1") as? Bool == true)
      // The contrast of text, by the formula of WCAG 2.
      let contrast = """
        (() => {
          const c = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
          const light = (color) => { c.fillStyle = color; c.fillRect(0, 0, 1, 1);
            const [r, g, b] = [...c.getImageData(0, 0, 1, 1).data].map((v) => {
              v /= 255; return v <= .04045 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4; });
            return .2126 * r + .7152 * g + .0722 * b; };
          const ratio = (a, b) => { const [x, y] = [light(a), light(b)].sort((p, q) => q - p);
          return (x + .05) / (y + .05); };
          const style = getComputedStyle(document.documentElement), value = (n) => style.getPropertyValue(n).trim();
          const pairs = [['--text', '--ground'], ['--quiet', '--ground'], ['--quiet', '--map'], ['--accent', '--ground'], ['--quiet', '--chosen'], ['--mark-text', '--quiet']].map(([a, b]) => ratio(value(a), value(b)));
          const probe = document.body.appendChild(document.createElement('i'));
          const marks = document.querySelector('style').textContent.match(/g-[a-z]+(?= \\{ --mark)/g).map((name) => { probe.className = name; probe.style.color = 'var(--mark)'; return ratio(value('--mark-text'), getComputedStyle(probe).color); });
          if (marks.length !== 18) return 0;
          return Math.min(...pairs, ...marks);
        })()
        """
      let least = try #require(try page.value(of: contrast) as? Double)
      #expect(least >= 4.5, "\(least)")
    }
  }

  @Test func `the nearest few of many fill the map`() async throws {
    try await PageFixture.show(limit: "2") { page in
      #expect(try page.text(of: "#status") == "2 places")
      // The second place is 19 m north; a map shows at least 150 m.
      let place = """
        (() => {
          const b = document.querySelector('canvas').getBoundingClientRect();
          return [b.x + b.width / 2, b.y + b.height / 2 - (Math.min(b.width, b.height) / 2 - 24) * 18.9 / 150];
        })()
        """
      let point = try #require(try page.value(of: place) as? [Double])
      try page.click(point[0], point[1])
      #expect(try page.text(of: "#card h3") == "2. 카페 1")
    }
  }

  @Test func `two fingers zoom about the point between them`() async throws {
    try await PageFixture.show { page in
      try page.press("/")
      try page.type("카페 39")
      try page.wait(until: "document.querySelector('#status').textContent === '1 of 40 places'")
      // The centre of the map, and the position of the farthest place, 737 m north of it: initially, and after
      // enlarging by a fifth.
      let places = """
        (() => {
          const b = document.querySelector('canvas').getBoundingClientRect(), x = b.x + b.width / 2, y = b.y + b.height / 2;
          const north = (Math.min(b.width, b.height) / 2 - 24) / 1.2;
          return [x, y, y - north, y - north * 1.2];
        })()
        """
      let points = try #require(try page.value(of: places) as? [Double])
      let isShown = "document.querySelector('#card').hidden === false"
      try page.click(points[0], points[3])
      #expect(try page.value(of: isShown) as? Bool == false)
      try page.click(points[0], points[2])
      #expect(try page.value(of: isShown) as? Bool == true)
      try page.click(on: "#card .close")
      try page.value(of: "window.before = document.querySelector('canvas').toDataURL()")
      try page.pinch(points[0], points[1], from: 40, to: 48)
      try page.wait(until: "document.querySelector('canvas').toDataURL() !== window.before")
      try page.click(points[0], points[2])
      #expect(try page.value(of: isShown) as? Bool == false)
      try page.click(points[0], points[3])
      #expect(try page.text(of: "#card h3") == "40. 카페 39")
    }
  }

  @Test(arguments: [(800, 360, 16), (640, 400, 16), (320, 256, 16), (1_280, 720, 32), (390, 844, 32)])
  func `the completeness of the result is visible in every window and at any text size`(
    width: Int,
    height: Int,
    textSize: Int
  ) async throws {
    try await PageFixture.show(limit: "20", width: width, height: height, textSize: textSize) { page in
      #expect(try page.value(of: "parseFloat(getComputedStyle(document.body).fontSize)") as? Double == Double(textSize))
      let facts = "document.querySelector('header p')"
      #expect(try page.value(of: "\(facts).textContent.includes('20 of 40 places, not complete')") as? Bool == true)
      let isSeen = "\(facts).checkVisibility() && \(facts).getBoundingClientRect().bottom <= innerHeight"
      #expect(try page.value(of: isSeen) as? Bool == true)
      let rows = "document.querySelector('#list').clientHeight / document.querySelector('.row').offsetHeight"
      let count = try #require(try page.value(of: rows) as? Double)
      #expect(count >= 2)
      #expect(try page.value(of: "document.documentElement.scrollWidth <= innerWidth") as? Bool == true)
    }
  }

  @Test(arguments: [(390, 844), (800, 360)])
  func `the card leaves the map of a phone in sight`(width: Int, height: Int) async throws {
    try await PageFixture.show(width: width, height: height) { page in
      try page.click(on: ".row:nth-child(2)")
      let gap = """
        (() => {
          const card = document.querySelector('#card').getBoundingClientRect(), map = document.querySelector('canvas').getBoundingClientRect();
          const isApart = card.left >= map.right || card.right <= map.left || card.top >= map.bottom ||
            card.bottom <= map.top;
          return isApart && card.height > 80 && card.bottom <= innerHeight && map.height > 200;
        })()
        """
      #expect(try page.value(of: gap) as? Bool == true)
    }
  }

  @Test(arguments: [false, true])
  func `every text is visible with the colours of the system`(isDark: Bool) async throws {
    try await PageFixture.show(isDark: isDark, hasForcedColors: true) { page in
      try page.click(on: ".row:nth-child(2)")
      // The minimum difference between a text and its background; black and white differ by 765.
      let least = """
        (() => {
          const parts = (color) => color.match(/[\\d.]+/g).map(Number);
          const ground = (part) => { for (let at = part; at; at = at.parentElement) { const found = parts(getComputedStyle(at).backgroundColor); if (found.length < 4 || found[3] > 0) return found; } return [255, 255, 255]; };
          const texts = ['h1', '.count', '.badge', '.name', '.sub', '.far', '#card h3', '.row[aria-selected=true] .name', '.row[aria-selected=true] .sub'].map((name) => document.querySelector(name));
          return Math.min(...texts.map((part) => { const [a, b] = [parts(getComputedStyle(part).color), ground(part)]; return [0, 1, 2].reduce((sum, at) => sum + Math.abs(a[at] - b[at]), 0); }));
        })()
        """
      let difference = try #require(try page.value(of: least) as? Double)
      #expect(difference > 300)
      let chosen = """
        ['.row[aria-selected=true]', '.row[aria-selected=false]'].map((name) => getComputedStyle(document.querySelector(name)).backgroundColor)
        """
      let grounds = try #require(try page.value(of: chosen) as? [String])
      #expect(Set(grounds).count == 2)
    }
  }

  @Test func `the list follows a map that is moved, and shows everything again with it`() async throws {
    try await PageFixture.show { page in
      let count = "document.querySelector('#status').textContent"
      // Only the nearest places: all are north of the centre, within 737 m.
      for _ in 0..<4 { try page.click(on: "#zoom-in") }
      // The map and the list keep moving for a moment after a click.
      let inList = "parseInt(document.querySelector('.row').getAttribute('aria-setsize'))"
      try page.wait(
        until: """
          \(count).startsWith('in view: ') && \(count).endsWith(' of 40 places') && \(inList) < 30 \
          && parseInt(\(count).slice(9)) === \(inList)
          """
      )
      try page.click(on: "#zoom-all")
      try page.wait(until: "\(count) === '40 places'")
    }
  }

  @Test func `a click on a cluster lists its places`() async throws {
    try await PageFixture.show(width: 390, height: 844) { page in
      // A line of 40 places over 123 pixels: each mark covers about ten of them, and one is at place 34.
      let point = """
        (() => {
          const b = document.querySelector('canvas').getBoundingClientRect();
          return [b.x + b.width / 2, b.y + b.height / 2 - (Math.min(b.width, b.height) / 2 - 24) / 1.2 * 33 / 39];
        })()
        """
      let spot = try #require(try page.value(of: point) as? [Double])
      try page.click(spot[0], spot[1])
      let count = "document.querySelector('#status').textContent"
      try page.wait(until: "\(count).endsWith(' here · show all')")
      let numbers = try #require(
        try page.value(of: "[...document.querySelectorAll('.row .badge')].map((b) => +b.textContent)") as? [Int]
      )
      let expected = numbers.first.map { Array($0..<$0 + numbers.count) }
      #expect(numbers == expected && numbers.contains(34) && numbers.count > 1 && numbers.count < 20, "\(numbers)")
      #expect(try page.value(of: "document.querySelector('#card').hidden") as? Bool == true)
      try page.value(of: "document.querySelector('#status button').click()")
      try page.wait(until: "\(count) === '40 places'")
    }
  }

  @Test func `directions open in new tabs, except in another program`() async throws {
    try await PageFixture.show { page in
      try page.click(on: ".row:nth-child(2)")
      let ways = """
        [...document.querySelectorAll('#card a')].map((way) => [way.protocol, way.target])
        """
      let pairs = try #require(try page.value(of: ways) as? [[String]])
      #expect(pairs.contains(["geo:", ""]) && pairs.contains(["https:", "_blank"]))
      #expect(pairs.allSatisfy { $0[0] == "https:" ? $0[1] == "_blank" : $0[1].isEmpty })
      #expect(try page.value(of: "document.querySelector('#card h3').lang") as? String == "ko")
      #expect(try page.value(of: "document.querySelector('.row .name').lang") as? String == "ko")
    }
  }

  @Test func `the address of a page contains its view`() async throws {
    try await PageFixture.show { page in
      try page.click(on: ".row:nth-child(2)")
      try page.press("/")
      try page.type("카페")
      try page.wait(until: "location.hash === '#place=2&q=%EC%B9%B4%ED%8E%98'")
      try page.value(of: "window.isOld = true; location.reload(); 0")
      try page.wait(until: "!window.isOld && document.querySelector('#card h3')?.textContent === '2. 카페 1'")
      #expect(try page.text(of: "#status") == "39 of 40 places")
    }
  }

  @Test func `ten thousand places are drawn within a frame`() async throws {
    try await PageFixture.show(count: 10_000) { page in
      #expect(try page.text(of: "#status") == "10000 places")
      #expect(try page.value(of: "document.querySelectorAll('.row').length < 60") as? Bool == true)
      try page.click(on: "#zoom-in")
      try page.press("/")
      try page.type("999")
      try page.wait(until: "document.querySelector('#status').textContent.startsWith('19 of')")
    }
  }
}
