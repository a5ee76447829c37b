import Foundation
import TestSupport
import Testing

/// A join of 12,500 rows (50,000 with `SEEDS=all`) over an extract of OpenStreetMap, with and without its polygons.
@Suite(.timeLimit(.minutes(20))) struct ExtractJoinTests {
  /// A place in or near the region; the extract contains only the places within its polygons.
  private struct Pharmacy {
    let id: String
    let latitude: Double
    let longitude: Double

    func meters(to row: (latitude: Double, longitude: Double)) -> Double {
      let (first, second) = (latitude * .pi / 180, row.latitude * .pi / 180)
      let (north, east) = (sin((first - second) / 2), sin((longitude - row.longitude) * .pi / 360))
      return 2 * 6_371_008.8 * asin(min(1, sqrt(north * north + cos(first) * cos(second) * east * east)))
    }
  }

  /// The corners of the region, counterclockwise; the last line of each pair of corners turns inward.
  private static let corners = [
    (5.2, 52.1), (5.45, 52.13), (5.7, 52.08), (5.82, 52.3), (5.74, 52.52), (5.5, 52.44), (5.3, 52.53), (5.15, 52.3),
  ]

  private static func isInside(_ latitude: Double, _ longitude: Double) -> Bool {
    var isInside = false
    for (first, second) in zip(corners, corners.dropFirst() + corners.prefix(1))
    where (first.1 > latitude) != (second.1 > latitude) {
      let share = (latitude - first.1) / (second.1 - first.1)
      if longitude < first.0 + share * (second.0 - first.0) { isInside.toggle() }
    }
    return isInside
  }

  @Test func `the nearest place is proven only where the polygons of the extract reach as far`() async throws {
    let home = TemporaryDirectory()
    func run(_ line: String) async throws -> Invocation.Outcome {
      try await Placefind.run(line, environment: ["HOME": home.path])
    }
    var random = SeededRandom(50)
    let world = (0..<3_000).map { number in
      let (latitude, longitude) = (52 + 0.6 * random.unit(), 5 + random.unit())
      return Pharmacy(
        id: "node/\(number + 1)",
        latitude: (latitude * 1e7).rounded() / 1e7,
        longitude: (longitude * 1e7).rounded() / 1e7
      )
    }
    let nodes = world.filter { Self.isInside($0.latitude, $0.longitude) }.map {
      "<node id='\($0.id.dropFirst(5))' version='1' lat='\($0.latitude)' lon='\($0.longitude)'>"
        + "<tag k='amenity' v='pharmacy'/></node>"
    }
    let (extract, polygons, table) = (home.file("region.osm"), home.file("region.poly"), home.file("rows.csv"))
    try home.write("<osm version='0.6'>\n\(nodes.joined(separator: "\n"))\n</osm>\n", to: "region.osm")
    let ring = (Self.corners + Self.corners.prefix(1)).map { "   \($0.0) \($0.1)" }.joined(separator: "\n")
    let rows = (0..<Seeds.count(of: 50_000)).map { _ in
      (latitude: 52.05 + 0.5 * random.unit(), longitude: 5.1 + 0.8 * random.unit())
    }
    try home.write("lat,lng\n" + rows.map { "\($0.latitude),\($0.longitude)\n" }.joined(), to: "rows.csv")
    for name in ["open", "covered"] {
      // The polygons next to the extract are found without an option.
      if name == "covered" { try home.write("region\n1\n\(ring)\nEND\nEND\n", to: "region.poly") }
      let built = try await run("index build \(extract) -o \(home.file(name)).pfx")
      #expect(built.status == 0 && built.errors.contains(polygons) == (name == "covered"), "\(built.errors)")
      let joined = home.file("\(name).csv")
      let outcome = try await run("batch \(table) --nearest pharmacy --index \(home.file(name)).pfx -o \(joined)")
      #expect(outcome.status == 0, "\(outcome.errors)")
      let records = try String(contentsOfFile: joined, encoding: .utf8).split(separator: "\n").dropFirst()
      try #require(records.count == rows.count)
      var counts: [Substring: Int] = [:]
      for (number, record) in records.enumerated() {
        let cells = record.split(separator: ",", omittingEmptySubsequences: false)
        counts[cells[8], default: 0] += 1
        guard number % 50 == 0, cells[8] == "ok" else { continue }
        let nearest = world.min { $0.meters(to: rows[number]) < $1.meters(to: rows[number]) }
        #expect(nearest.map { $0.id } == String(cells[3]), "row \(number)")
      }
      // Without polygons, no row is proven. With polygons, most rows in the region are proven, and no row outside it.
      let inside = rows.count { Self.isInside($0.latitude, $0.longitude) }
      let proven = counts["ok", default: 0]
      #expect(name == "open" ? proven == 0 : proven > inside / 2 && proven < inside, "\(counts) of \(inside)")
      #expect(proven + counts["unproven", default: 0] == rows.count, "\(counts)")
      #expect(outcome.errors.contains("unproven"), "\(outcome.errors)")
    }
  }
}
