import Foundation
import TestSupport
import Testing

/// The page in a browser, printed, without its script, or of a batch.
@Suite(
  .timeLimit(.minutes(20)),
  .enabled(if: PageBrowser.path != nil, "skipped: the page in a browser (no Chromium is installed)")
)
struct PrintedPageTests {
  @Test func `the rows of a batch are on the map of their page`() async throws {
    try await TemporaryDirectory.with { directory in
      try directory.write("name,lat,lng\n집,37.4979,127.0276\nb,,\nc,37.499,127.03\n", to: "rows.csv")
      let page = directory.file("rows.html")
      let outcome = try await Placefind.run(
        "batch \(directory.file("rows.csv")) --nearest cafe --source sample -o \(page)"
      )
      #expect(outcome.status == 6, "\(outcome.errors)")
      try await PageBrowser.show(page, in: directory) { page in
        #expect(try page.text(of: "#status") == "3 rows")
        #expect(try page.text(of: "header")?.contains("without a location: 1 of 3 rows") == true)
        // The rows are at two corners of the map, 213 m apart from west to east.
        let point = """
          (() => { const b = document.querySelector('canvas').getBoundingClientRect();
          const meters = 150 / (Math.min(b.width, b.height) / 2 - 24);
          return [b.x + b.width / 2 + 106 / meters, b.y + b.height / 2 - 61 / meters]; })()
          """
        let spot = try #require(try page.value(of: point) as? [Double])
        try page.click(spot[0], spot[1])
        #expect(try page.text(of: "#card h3") == "3. c")
        #expect(page.console.isEmpty, "\(page.console)")
      }
    }
  }

  @Test func `the page of a batch has the streets around its rows`() async throws {
    try await TemporaryDirectory.with { directory in
      let (index, cafes) = (directory.file("town.pfx"), directory.file("cafes.csv"))
      #expect(try await Placefind.run("index build \(PageFixture.town) -o \(index)").status == 0)
      try directory.write("name,category,lat,lng\nKahvila,cafe,60.17,24.945\n", to: "cafes.csv")
      try directory.write("name,lat,lng\na,60.1699,24.942\nb,60.1712,24.948\n", to: "rows.csv")
      let line = "batch \(directory.file("rows.csv")) --nearest cafe --index \(cafes)"
      let (page, bare) = (directory.file("rows.html"), directory.file("bare.html"))
      #expect(try await Placefind.run("\(line) --ground \(index) -o \(page)").status == 0)
      #expect(try await Placefind.run("\(line) --ground \(index) --plain-map -o \(bare)").status == 0)
      let sizes = try [page, bare].map { try String(contentsOfFile: $0, encoding: .utf8).utf8.count }
      #expect(3_000...60_000 ~= sizes[0] - sizes[1], "\(sizes)")
      try await PageBrowser.show(page, in: directory) { page in
        let uses = try page.value(of: "document.querySelectorAll('use[data-sizes]').length") as? Int
        #expect(try #require(uses) > 5)
        #expect(try page.value(of: "document.querySelector('#answer').text.includes('Kaivokatu')") as? Bool == true)
        #expect(try page.text(of: "header #facts-after-rows a") == "streets: © OpenStreetMap contributors, ODbL 1.0")
        // A street crosses the map: many pixels have its colour.
        let pixels = """
          (() => { const c = document.querySelector('canvas');
          const d = c.getContext('2d').getImageData(0, 0, c.width, c.height).data; let n = 0;
          for (let i = 0; i < d.length; i += 4) if (d[i] === 255 && d[i + 1] === 255 && d[i + 2] === 255) n += 1;
          return n; })()
          """
        let count = try page.value(of: pixels) as? Int
        #expect(try #require(count) > 500)
        #expect(page.console.isEmpty, "\(page.console)")
      }
    }
  }

  @Test func `the rows of a batch on both sides of the antimeridian are next to each other`() async throws {
    try await TemporaryDirectory.with { directory in
      try directory.write("name,lat,lng\na,-16.8,179.999\nb,-16.8,-179.999\n", to: "rows.csv")
      try directory.write("name,category,lat,lng\nKava,cafe,-16.8,180\n", to: "cafes.csv")
      let page = directory.file("rows.html")
      let line = "batch \(directory.file("rows.csv")) --nearest cafe --index \(directory.file("cafes.csv")) -o \(page)"
      #expect(try await Placefind.run(line).status == 0)
      let text = try String(contentsOfFile: page, encoding: .utf8)
      #expect(text.contains("\"positions\":[-106."), "\(text.suffix(2_000))")
      #expect(text.contains("\"extent\":[106."))
    }
  }

  @Test(arguments: [2, 500])
  func `a printed page of a batch has its map above the table, and few pages`(count: Int) async throws {
    try await TemporaryDirectory.with { directory in
      let index = directory.file("town.pfx")
      #expect(try await Placefind.run("index build \(PageFixture.town) -o \(index)").status == 0)
      try directory.write("name,category,lat,lng\nKahvila,cafe,60.17,24.945\n", to: "cafes.csv")
      let rows = (0..<count).map { row in
        "Talo \(row),Kaivokatu \(row),\(60.165 + Double(row % 25) * 0.0003),\(24.938 + Double(row / 25) * 0.0006)"
      }
      try directory.write("name,address,lat,lng\n" + rows.joined(separator: "\n") + "\n", to: "rows.csv")
      let (file, cafes) = (directory.file("rows.html"), directory.file("cafes.csv"))
      let line = "batch \(directory.file("rows.csv")) --nearest cafe --index \(cafes) --ground \(index) -o \(file)"
      #expect(try await Placefind.run(line).status == 0)
      try await PageBrowser.show(file, in: directory) { page in
        let sheets = try page.printedPageCount()
        #expect(sheets <= 10)
        try page.showAsPrinted()
        let isAbove = """
          document.querySelector('#drawing').getBoundingClientRect().bottom
            <= document.querySelector('#places').getBoundingClientRect().top
          """
        #expect(try page.value(of: isAbove) as? Bool == true)
        #expect(try page.value(of: Self.missing) as? Int == 0)
        let isShown = "getComputedStyle(document.querySelector('#drawing use.k-road')).stroke !== 'none'"
        #expect(try page.value(of: isShown) as? Bool == true)
        let empty = "Array.from(document.querySelectorAll('#places th[hidden]'), (heading) => heading.textContent)"
        #expect(try page.value(of: empty) as? [String] == ["nearest_error", "nearest_near"])
        let cut = """
          Array.from(document.querySelectorAll('#places td.number')).filter((cell) => cell.scrollWidth > cell.clientWidth)
            .length
          """
        #expect(try page.value(of: cut) as? Int == 0)
        // The map fills its border.
        func size(_ side: String) -> String { "document.querySelector('#drawing > svg').client\(side)" }
        let ratio = try #require(try page.value(of: "\(size("Width")) / \(size("Height"))") as? Double)
        #expect(abs(ratio - 960.0 / 672) < 0.01, "\(ratio)")
        let drawn = try #require(try page.text(of: "#drawing"))
        #expect(count > 2 || drawn.contains("Talo 1"), "\(drawn)")
      }
    }
  }

  @Test func `a printed page has the map and the table, and no buttons`() async throws {
    try await PageFixture.show { page in
      try page.value(
        of: "addEventListener('beforeprint', () => { window.isTableOpen = document.querySelector('#table').open })"
      )
      #expect(try page.print().hasPrefix("JVBERi"))
      #expect(try page.value(of: "window.isTableOpen") as? Bool == true)
      #expect(try page.value(of: "document.querySelector('#table').open") as? Bool == false)
      try page.showAsPrinted()
      let shown = """
        ['#drawing', '#table', '.map', '.side', '.card'].map((part) => getComputedStyle(document.querySelector(part)).display !== 'none')
        """
      #expect(try page.value(of: shown) as? [Bool] == [true, true, false, false, false])
      #expect(try page.value(of: Self.missing) as? Int == 0)
      #expect(try page.value(of: "document.documentElement.scrollWidth <= innerWidth") as? Bool == true)
    }
  }

  // Two thousand take half a minute of processor time.
  @Test(arguments: [(500, 2...10)] + (Seeds.areAll ? [(2_000, 20...30)] : []))
  func `five hundred places are printed on at most ten pages, and two thousand on thirty`(
    count: Int,
    range: ClosedRange<Int>
  ) async throws {
    try await PageFixture.show(count: count) { page in
      let count = try page.printedPageCount()
      #expect(range ~= count, "\(count)")
    }
  }

  @Test func `without its script a page is the table and the drawing, and has no dead buttons`() async throws {
    try await PageFixture.show(isDark: true, hasScript: false) { page in
      let missing = try page.value(of: Self.missing) as? Int
      let seen = try page.value(
        of:
          "[...document.querySelectorAll('#drawing, #places, button, input')].filter((e) => e.checkVisibility()).map((e) => e.id)"
      )
      #expect(missing == 0 && seen as? [String] == ["drawing", "places"])
    }
  }

  /// The number of places in the table that are neither a number in the drawing nor included in a mark.
  private static let missing = """
    (() => {
      const marks = [...document.querySelectorAll('svg .number')].map((text) => text.textContent);
      const drawn = marks.reduce((sum, text) => sum + (text.startsWith('×') ? +text.slice(1) : 1), 0);
      return document.querySelector('#places').tBodies[0].rows.length - drawn;
    })()
    """
}
