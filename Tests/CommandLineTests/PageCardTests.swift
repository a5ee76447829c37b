import Foundation
import TestSupport
import Testing

/// The card of the page: telephone links, and rows of a batch.
@Suite(
  .timeLimit(.minutes(20)),
  .enabled(if: PageBrowser.path != nil, "skipped: the page in a browser (no Chromium is installed)")
)
struct PageCardTests {
  /// Telephone numbers as they are written, and the numbers to dial; `nil` for no link.
  private static let phones: [(text: String, dialled: String?)] = [
    ("+49 89 26949877; +49 176 43419534", "+498926949877"), ("+49 (0) 89 - 55 21 44 77", "+498955214477"),
    ("+49(0)89/55 21 44-77", "+498955214477"), ("0049 (0)89 55214477", "00498955214477"),
    ("(+44) (020) 7946 0123", "+442079460123"), ("+39 (06) 698 1234", "+39066981234"),
    ("02-123-4567~8", "021234567"), ("02-123-4567∼8", "021234567"), ("02-123-4567·8", "021234567"),
    ("031-123-4567 (내선 12)", "0311234567"), ("02-123-4567, 02-765-4321", "021234567"),
    ("02-123-4567/8", "021234567"), ("031-123-4567 / 031-123-4568", "0311234567"), ("089 / 55 21 44 77", "08955214477"),
    ("+49 89/55214477/78", "+498955214477"), ("+376 812345 / +376 812346", "+376812345"),
    ("02-123-4567 02-765-4321 010-1234-5678", nil), ("02-123-4567 +82 2 765 4321", "021234567"),
    ("1-800-FLOWERS", nil), ("1-800-463-FEDX", nil), ("1 800 463 FEDX", nil), ("1-212/555-1234", "12125551234"),
    ("+1 212 555 1234 ext. 5", "+12125551234"), ("555-1234x5", "5551234"), ("(212) 555-1234 #5", "2125551234"),
    ("Tel. (02) 123-4567 Fax 02-123-4568", "021234567"), ("전화 031)123-4567 예약", "0311234567"),
    ("０２－１２３－４５６７", "021234567"), ("+1.212.555.1234", "+12125551234"), ("1588-1234", "15881234"),
    ("112", "112"), ("*6050", "*6050"), ("1층 02-123-4567", nil), ("#250", nil),
  ]

  @Test func `a telephone link dials the first number`() async throws {
    try await TemporaryDirectory.with { directory in
      let rows = Self.phones.enumerated().map { row, phone in
        "\(row),a\(row),cafe,\(37.4979 + Double(row) * 0.0001),127.0276,\"\(phone.text)\""
      }
      try directory.write("id,name,category,lat,lng,phone\n\(rows.joined(separator: "\n"))\n", to: "places.csv")
      let file = directory.file("map.html")
      let line = "-c cafe --at 37.4979,127.0276 -n all --index \(directory.file("places.csv")) -o \(file)"
      #expect(try await Placefind.run(line).status == 0)
      let links = try await PageBrowser.show(file, in: directory) { page in
        let script = """
          Array.from({ length: \(Self.phones.count) }, () => {
            const event = new KeyboardEvent('keydown', { key: 'ArrowDown', cancelable: true });
            document.querySelector('#list').dispatchEvent(event);
            const link = document.querySelector('#card a[href^="tel:"]'), card = document.querySelector('#card');
            return [card.textContent, link ? link.getAttribute('href') : ''];
          })
          """
        let links = try page.value(of: script) as? [[String]]
        #expect(page.console.isEmpty, "\(page.console)")
        return links ?? []
      }
      try #require(links.count == Self.phones.count)
      for (phone, link) in zip(Self.phones, links) {
        #expect(link[1] == phone.dialled.map { "tel:\($0)" } ?? "", "\(phone.text)")
        #expect(link[0].contains(phone.text), "\(link)")
      }
    }
  }

  /// Shows the page of a batch whose rows search for the nearest of two cafés.
  private func show(_ rows: String, _ work: @escaping @Sendable (PageBrowser) throws -> Void) async throws {
    try await TemporaryDirectory.with { directory in
      try directory.write(rows, to: "rows.csv")
      try directory.write("name,category,lat,lng\nA,cafe,48.1371,11.5754\nB,cafe,48.139,11.578\n", to: "cafes.csv")
      let (file, cafes) = (directory.file("rows.html"), directory.file("cafes.csv"))
      let line = "batch \(directory.file("rows.csv")) --nearest cafe --index \(cafes) -o \(file)"
      #expect(try await Placefind.run(line).status == 6)
      try await PageBrowser.show(file, in: directory) { page in
        try work(page)
        #expect(page.console.isEmpty, "\(page.console)")
      }
    }
  }

  @Test func `rows without a location are in the list, its count, the filter and the header`() async throws {
    let rows = """
      id,lat,lng,city,population
      a,48.1372,11.5756,Mu,5
      b,91,0,X,6
      c,48.14,11.58,Mu,7
      e,,,Empty,9
      f,48.13,11.57,Mu,10

      """
    try await show(rows) { page in
      #expect(try page.text(of: "#status") == "5 rows")
      #expect(try page.text(of: "header")?.contains("without a location: 2 of 5 rows") == true)
      let names = "[...document.querySelectorAll('.row .name')].map((name) => name.textContent).join(' ')"
      #expect(try page.value(of: names) as? String == "a b c e f")
      let lines = "[...document.querySelectorAll('#card p')].map((line) => line.textContent)"
      try page.click(on: ".row:nth-child(3)")
      let located = try page.value(of: lines) as? [String] ?? []
      #expect(located.contains("city: Mu") && located.contains("population: 7"), "\(located)")
      #expect(located.contains { $0.hasPrefix("Copy 48.14,11.58") }, "\(located)")
      try page.click(on: ".row:nth-child(2)")
      #expect(try page.text(of: "#card h3") == "2. b")
      let card = try page.value(of: lines) as? [String] ?? []
      #expect(card.contains("city: X") && card.contains("Latitude, longitude: 91,0"), "\(card)")
      #expect(try page.value(of: "document.querySelectorAll('#card a').length") as? Int == 0)
      // The map shows the rows with a location, also under a filter that leaves out all of them.
      let filter = "document.querySelector('#search')"
      for (text, count) in [("x", "1 of 5 rows"), ("mu", "3 of 5 rows"), ("", "5 rows")] {
        try page.value(of: "\(filter).value = '\(text)'; \(filter).dispatchEvent(new Event('input'))")
        #expect(try page.text(of: "#status") == count)
      }
      // Zooming in leaves the rows in view.
      for _ in 0..<6 { try page.click(on: "#zoom-in") }
      try page.wait(until: "document.querySelector('#status').textContent.startsWith('in view: ')")
      #expect(try !#require(page.value(of: names) as? String).contains("b"))
    }
  }

  @Test func `a page of rows without a location lists them`() async throws {
    try await show("id,lat,lng\na,,\nb,91,0\n") { page in
      #expect(try page.text(of: "#status") == "2 rows")
      #expect(try page.text(of: "header")?.contains("without a location: 2 of 2 rows") == true)
      try page.click(on: ".row:nth-child(1)")
      #expect(try page.text(of: "#card h3") == "1. a")
    }
  }
}
