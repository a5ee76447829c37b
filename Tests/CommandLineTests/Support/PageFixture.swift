import Foundation
import TestSupport
import Testing

/// Pages of places, shown in a browser.
enum PageFixture {
  static let evil = "</script><script>alert(1)</script>"

  /// The centre of Helsinki, © OpenStreetMap contributors, which `make picture` draws too.
  static let town = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Miniatures/helsinki.osm.pbf").path

  /// Returns a page of places, one of which has a script as its name.
  static func page(in directory: TemporaryDirectory, count: Int, limit: String) async throws -> String {
    let rows = (0..<count).map { row in
      let (latitude, longitude) = (37.4979 + Double(row % 100) * 0.00017, 127.0276 + Double(row / 100) * 0.00021)
      let name = row == 2 ? evil : "카페 \(row)"
      // Many places have hours that take two lines of a printed cell.
      let hours = count == 500 && row % 2 == 0 ? "Mo-Th 10:30-21:00; Fr 10:30-24:00; Sa,Su 12:00-20:00" : ""
      return "\(row),\"\(name)\",\(row % 3 == 0 ? "cafe" : "bank"),\(latitude),\(longitude),02-1-\(row),\"\(hours)\""
    }
    try directory.write(
      "id,name,category,lat,lng,phone,opening_hours\n" + rows.joined(separator: "\n") + "\n",
      to: "places.csv"
    )
    let path = directory.file("map.html")
    let index = directory.file("places.csv")
    let line = "-c cafe,bank --at 37.4979,127.0276 -r 5km -n \(limit) --index \(index) -o \(path)"
    let outcome = try await Placefind.run(line)
    #expect(outcome.status == 0, "\(outcome.errors)")
    return path
  }

  /// Passes a page of places to some work, and expects no console messages.
  static func show(
    count: Int = 40,
    limit: String = "all",
    width: Int = 1_280,
    height: Int = 800,
    isDark: Bool = false,
    hasForcedColors: Bool = false,
    textSize: Int = 16,
    hasScript: Bool = true,
    _ work: @escaping @Sendable (PageBrowser) throws -> Void
  ) async throws {
    try await TemporaryDirectory.with { directory in
      let page = try await page(in: directory, count: count, limit: limit)
      try await PageBrowser.show(
        page,
        in: directory,
        width: width,
        height: height,
        isDark: isDark,
        hasForcedColors: hasForcedColors,
        textSize: textSize,
        hasScript: hasScript
      ) { page in
        try work(page)
        #expect(page.console.isEmpty, "\(page.console)")
      }
    }
  }
}
