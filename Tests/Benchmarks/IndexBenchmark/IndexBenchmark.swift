import Domain
import PlaceIndex
import Rows

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Builds an index of the generated places, runs all generated queries, and compares the results with the truth.
///
/// usage: placefind-index-benchmark DIR
///   [build [FILE] | check | ask [REPETITIONS] | kinds | shapes | names FILE | filters],
/// where DIR holds the output of `gen_places.py --truth`. `build` only builds; `build FILE` builds from another file.
/// The others use the last index: `ask` runs every query REPETITIONS times, for a profiler; `kinds` searches for a rare
/// kind and its group; `shapes` searches along a route and in boundaries, and writes them to shapes.json; `names`
/// searches for each text of a file with lines of a label, a tab and the text; `filters` prints the osmium filters of
/// everything that becomes a place.
@main
struct IndexBenchmark {
  static func main() throws {
    let arguments = CommandLine.arguments
    guard arguments.count >= 2 else {
      return say(
        "usage: placefind-index-benchmark DIR [build [FILE] | check | ask [REPETITIONS] | kinds | shapes | names FILE]"
      )
    }
    let folder = arguments[1]
    let path = "\(folder)/places.pfx"
    let part = arguments.count > 2 ? arguments[2] : ""
    let repetitions = arguments.count > 3 ? Int(arguments[3]) ?? 1 : 3
    if part == "filters" { return say(filters) }
    if part == "build", arguments.count > 3 { return try build("\(folder)/other.pfx", from: arguments[3]) }
    if part.isEmpty || part == "build" { try build(path, from: "\(folder)/places.geojsonl") }
    if part == "build" { return }
    let index = try PlaceIndex(contentsOf: path)
    if part == "names" { return try runNames(index, of: arguments.count > 3 ? arguments[3] : "\(folder)/names.tsv") }
    if part == "shapes" { return try runShapes(index, folder) }
    let queries = try CheckedQuery.read(folder: folder)
    if part == "kinds" { return try runKinds(index, queries) }
    if part != "ask" { try check(index, queries) }
    for _ in 0..<repetitions { try runQueries(index, queries) }
    if part != "ask" { try index.verify() }
  }

  /// The arguments of `osmium tags-filter` that select everything that becomes a place.
  private static var filters: String {
    let tags = OSMTags.tags(of: .any).map { $0.hasSuffix("=*") ? String($0.dropLast(2)) : $0 }
    return tags.map { "nwr/" + $0 }.joined(separator: " ")
  }

  private static func build(_ path: String, from input: String) throws {
    let clock = ContinuousClock()
    let began = clock.now
    var importer = PlaceImporter()
    try importer.read(path: input)
    let read = clock.now
    let built = try importer.builder.write(to: path)
    let buildSeconds = seconds(clock.now - began)
    say(
      "build                        \(fixed(buildSeconds, 3)) s (reading \(fixed(seconds(read - began), 3)) s)   "
        + "peak memory \(peakMegabytes()) MB   file \(built.summary.fileBytes / 1_000_000) MB   "
        + "places \(built.placeCount)"
    )
  }

  private static func runQueries(_ index: PlaceIndex, _ queries: [CheckedQuery]) throws {
    try time("whole places, total", queries.map(\.query)) { try index.places(matching: $0, limit: 15).totalCount }
  }

  /// The nearest 5 of a kind with a hundred places, and of its group, from nearby and from 300 km away.
  private static func runKinds(_ index: PlaceIndex, _ queries: [CheckedQuery]) throws {
    for (place, southing) in [("among them", nil), ("300 km away", 30.3)] {
      for category in ["hospital", "dentist"] {
        let kindQueries = try queries.prefix(2_000).compactMap {
          try $0.query.area.center.map { center in
            let center = try Coordinate(latitude: southing ?? center.latitude, longitude: center.longitude)
            return try PlaceQuery(categories: [PlaceCategory(word: category)], area: .anywhere(center: center))
          }
        }
        try time("\(category), \(place)", kindQueries) { try index.places(matching: $0, limit: 5).places.count }
      }
    }
  }

  /// The first 15 places along a route, their number, and all of them; the same for boundaries.
  private static func runShapes(_ index: PlaceIndex, _ folder: String) throws {
    guard let shapes = ShapeBenchmark(index), let route = shapes.alongRoute else { return }
    shapes.write(to: "\(folder)/shapes.json")
    say("route                        \(Int(route.area.lengthMeters ?? 0) / 1_000) km, \(shapes.route.count) points")
    for (what, queries) in [("route", [route]), ("boundary", shapes.inBoundaries)] {
      try time("\(what), first 15", queries) { try index.places(matching: $0, limit: 15).totalCount }
      try time("\(what), count", queries) { try index.places(matching: $0, limit: 0).totalCount }
      try time("\(what), all", queries) { try index.places(matching: $0).totalCount }
    }
  }

  private static func runNames(_ index: PlaceIndex, of path: String) throws {
    let lines = CheckedQuery.lines(of: path).map { $0.split(separator: "\t", maxSplits: 1).map(String.init) }
    var sorts: [String] = []
    for line in lines where sorts.last != line[0] { sorts.append(line[0]) }
    for sort in sorts {
      let texts = lines.filter { $0[0] == sort }.compactMap { SearchText($0[1]) }
      try time("near, \(sort)", texts) { try index.places(named: $0, limit: 15).totalCount }
      let queries = try texts.map { try PlaceQuery(text: $0, area: .anywhere(center: nil)) }
      try time("-q, \(sort)", queries) { try index.places(matching: $0, limit: 15).totalCount }
    }
  }

  /// Times every query individually, then all of them together.
  private static func time<Query>(_ what: String, _ queries: [Query], _ search: (Query) throws -> Int) throws {
    let clock = ContinuousClock()
    var times: [Double] = []
    times.reserveCapacity(queries.count)
    var total = 0
    for query in queries {
      let begin = clock.now
      total += try search(query)
      times.append(seconds(clock.now - begin) * 1e6)
    }
    let (start, found) = (clock.now, total)
    for query in queries { total -= try search(query) }
    let all = seconds(clock.now - start)
    guard total == 0 else { return say("\(what): answers differ from one repetition to the next") }
    times.sort()
    let name = what + String(repeating: " ", count: max(0, 28 - what.count))
    say(
      "\(name) p50 \(fixed(times[times.count / 2], 2)) us   p99 \(fixed(times[times.count * 99 / 100], 2)) us   "
        + "all \(queries.count) in one go \(fixed(all, 4)) s   found \(found)"
    )
  }

  private static func check(_ index: PlaceIndex, _ queries: [CheckedQuery]) throws {
    var wrong = 0
    for query in queries {
      let result = try index.places(matching: query.query, limit: 15)
      let isEqual =
        result.totalCount == query.total && result.places.map(\.place.id) == query.nearest.map(\.id)
        && zip(result.places, query.nearest).allSatisfy { abs(($0.distance?.meters ?? -1) - $1.meters) < 2e-6 }
      if !isEqual { wrong += 1 }
    }
    say("answers                      \(wrong == 0 ? "all \(queries.count) equal to the truth" : "\(wrong) DIFFER")")
  }

  private static func seconds(_ duration: Duration) -> Double {
    Double(duration.components.seconds) + Double(duration.components.attoseconds) * 1e-18
  }

  private static func fixed(_ value: Double, _ digits: Int) -> String {
    let scale = [1, 10, 100, 1000, 10_000][digits]
    let units = Int((value * Double(scale)).rounded())
    let fraction = String(units % scale)
    return "\(units / scale).\(String(repeating: "0", count: digits - fraction.count))\(fraction)"
  }

  private static func peakMegabytes() -> Int {
    var usage = rusage()
    guard unsafe getrusage(.init(RUSAGE_SELF.rawValue), &usage) == 0 else { return 0 }
    return usage.ru_maxrss / 1024
  }

  private static func say(_ text: String) {
    let line = Array((text + "\n").utf8)
    _ = unsafe line.withUnsafeBytes { unsafe write(1, $0.baseAddress, $0.count) }
  }
}
