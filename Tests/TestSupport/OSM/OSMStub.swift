import Foundation

/// A double of Overpass with elements in memory.
///
/// It accepts only queries in the program's format.
package struct OSMStub: Sendable {
  /// A node, or a way or multipolygon whose outline is a rectangle.
  package struct Element: Sendable {
    package let id: String
    package let latitude, longitude: Double
    /// Half the height and width of the outline in degrees; `nil` for a node.
    package let extent: (height: Double, width: Double)?
    package let tags: [String: String]

    package init(
      _ id: String,
      _ latitude: Double,
      _ longitude: Double,
      extent: (height: Double, width: Double)? = nil,
      _ tags: [String: String]
    ) {
      (self.id, self.latitude, self.longitude, self.extent, self.tags) = (id, latitude, longitude, extent, tags)
    }

    /// The element in the format of Overpass.
    package var json: String {
      let parts = id.split(separator: "/")
      let tags = tags.sorted { $0.key < $1.key }.map { "\"\($0)\":\"\($1)\"" }.joined(separator: ",")
      let position: String
      if extent == nil {
        position = "\"lat\":\(latitude),\"lon\":\(longitude)"
      } else {
        position = "\"center\":{" + String(format: "\"lat\":%.7f,\"lon\":%.7f", latitude, longitude) + "}"
      }
      return "{\"type\":\"\(parts[0])\",\"id\":\(parts[1]),\(position),\"tags\":{\(tags)}}"
    }

    /// The element with the points of its outline (`out tags geom`, or `out geom` for a multipolygon).
    ///
    /// The outline of a multipolygon is two ways in different directions; its hole has half the size.
    fileprivate var outlineJSON: String {
      guard id.hasPrefix("relation/") else {
        return json.replacing(/"center":\{[^}]*\}/, with: geometry([0, 1, 2, 3, 0]))
      }
      let ways = [
        ("outer", geometry([0, 1, 2])), ("outer", geometry([0, 3, 2])), ("inner", geometry([0, 1, 2, 3, 0], 0.5)),
      ]
      let members = ways.map { "{\"type\":\"way\",\"ref\":7,\"role\":\"\($0)\",\($1)}" }
      return json.replacing(/"center":\{[^}]*\}/, with: "\"members\":[\(members.joined(separator: ","))]")
    }

    /// Returns the points at some corners of the outline, or of a smaller outline.
    private func geometry(_ corners: [Int], _ scale: Double = 1) -> String {
      let (height, width) = extent ?? (0, 0)
      let points = corners.map { number in
        let (north, east) = [(-1.0, -1.0), (-1, 1), (1, 1), (1, -1)][number]
        return String(
          format: "{\"lat\":%.7f,\"lon\":%.7f}",
          latitude + north * height * scale,
          longitude + east * width * scale
        )
      }
      return "\"geometry\":[\(points.joined(separator: ","))]"
    }

    /// Returns the distance to a point in metres, on the sphere used for distances.
    package func meters(to latitude: Double, _ longitude: Double) -> Double {
      let (first, second) = (latitude * .pi / 180, self.latitude * .pi / 180)
      let (up, aside) = (sin((second - first) / 2), sin((self.longitude - longitude) * .pi / 360))
      return 2 * 6_371_008.8 * asin(min(1, (up * up + cos(first) * cos(second) * aside * aside).squareRoot()))
    }

    fileprivate func surrounds(_ latitude: Double, _ longitude: Double) -> Bool {
      guard let extent else { return false }
      return abs(latitude - self.latitude) <= extent.height && abs(aside(longitude)) <= extent.width
    }

    /// Returns whether the outline intersects a box, or the point is inside it.
    ///
    /// A box inside the outline doesn't count.
    fileprivate func touches(_ box: [Double]) -> Bool {
      let (south, west, north, east) = (box[0], box[1], box[2], box[3])
      let width = (east - west + 360).truncatingRemainder(dividingBy: 360)
      let middle = west + width / 2
      let extent = extent ?? (0, 0)
      let (up, side) = (abs(latitude - (south + north) / 2), abs(aside(middle)))
      let (height, half) = ((north - south) / 2, width / 2)
      guard up <= height + extent.height, side <= half + extent.width else { return false }
      return !(up + height < extent.height && side + half < extent.width)
    }

    /// Returns the difference to a meridian in degrees, -180...180.
    private func aside(_ longitude: Double) -> Double {
      (self.longitude - longitude + 540).truncatingRemainder(dividingBy: 360) - 180
    }
  }

  package let elements: [Element]

  package init(_ elements: [Element]) { self.elements = elements }

  /// Generates elements around a point from a seed.
  ///
  /// One in five is a way, and one in a hundred is larger than a town.
  package static func generated(_ count: Int, seed: UInt64, around center: (Double, Double)) -> OSMStub {
    var random = SeededRandom(seed)
    let tags: [[String: String]] = [
      ["amenity": "cafe"], ["amenity": "cafe;bar"], ["shop": "coffee"], ["amenity": "parking"], ["amenity": "fuel"],
      ["amenity": "restaurant", "tourism": "hotel"], ["station": "subway"],
      ["railway": "station", "subway": "yes"], ["railway": "station"], ["leisure": "garden"], ["amenity": "bench"],
    ]
    return OSMStub(
      (0..<count).map { number in
        let (latitude, longitude) = (center.0 + 0.03 * random.normal(), center.1 + 0.03 * random.normal())
        let around = (longitude + 540).truncatingRemainder(dividingBy: 360) - 180
        let size = number % 100 == 0 ? 0.08 : 0.0005 + 0.004 * random.unit()
        let tags = tags[number % tags.count].merging(["name": "Place \(number)"]) { $1 }
        let extent = number % 5 == 0 ? (height: size, width: size * (0.5 + random.unit())) : nil
        func rounded(_ degrees: Double) -> Double { (degrees * 1e7).rounded() / 1e7 }
        return Element(
          "\(extent == nil ? "node" : "way")/\(number + 1)",
          rounded(latitude),
          rounded(around),
          extent: extent,
          tags
        )
      }
    )
  }

  /// Answers a request to `/api/interpreter`; unsupported queries get status 400.
  ///
  /// More than `limit` elements are returned incompletely, with a remark. Every complete response ends with `others`.
  package func reply(
    to request: LoopbackRequest,
    atMost limit: Int = .max,
    and others: [String] = []
  ) -> LoopbackReply {
    let posted = LoopbackRequest(
      method: "GET",
      target: "?" + String(decoding: request.body, as: UTF8.self),
      headers: [:]
    )
    guard let query = request.parameters["data"] ?? posted.parameters["data"], let found = elements(for: query) else {
      let text = "<p><strong>Error</strong>: line 1: parse error: not understood </p>"
      return LoopbackReply(status: 400, headers: [("Content-Type", "text/html")], body: Array(text.utf8))
    }
    let countsOnly = (request.parameters["data"] ?? posted.parameters["data"])?.hasSuffix("out count;\n") == true
    guard !countsOnly else { return .json(Self.response([], counting: found.count + others.count)) }
    let hasOutlines = (request.parameters["data"] ?? posted.parameters["data"])?.contains("out tags geom qt;") == true
    if hasOutlines, found.count <= limit { return .json(Self.response([], and: found.map(\.outlineJSON) + others)) }
    guard found.count > limit else { return .json(Self.response(found, and: others)) }
    return .json(
      Self.response(Array(found.prefix(limit)), counting: found.count, remark: "runtime error: out of memory")
    )
  }

  /// Returns a response with elements, and with others as JSON; `time` is the time of the data.
  package static func response(
    _ elements: [Element],
    and others: [String] = [],
    counting total: Int? = nil,
    remark: String? = nil,
    of time: String = "2026-11-22T00:00:00Z"
  ) -> String {
    let all = elements.map(\.json) + others
    let count = #"{"type":"count","id":0,"tags":{"nodes":"0","total":"\#(total ?? all.count)"}}"#
    let lines = ([count] + all).joined(separator: ",\n")
    let end = remark.map { ",\"remark\":\"\($0)\"" } ?? ""
    return #"{"version":0.6,"osm3s":{"timestamp_osm_base":"\#(time)"},"elements":[\#(lines)]\#(end)}"#
  }

  /// Returns the elements that match a query; `nil` for an unsupported query.
  package func elements(for query: String) -> [Element]? {
    var lines = query.split(separator: "\n").map(String.init)
    if lines.count == 4, let match = lines[1].wholeMatch(of: #/(node|way|relation)\((\d+)\);/#) {
      return elements.filter { $0.id == "\(match.output.1)/\(match.output.2)" }
    }
    guard lines.count > 4, lines.removeFirst().hasPrefix("[out:json][timeout:"),
      let point = Self.numbers(in: lines.removeFirst(), between: "is_in(", and: ")->.a;"),
      let ending = Self.endings.first(where: { lines.suffix($0.count).elementsEqual($0) })
    else { return nil }
    lines.removeLast(ending.count)
    var found: [String: Element] = [:]
    for line in lines {
      let statement = line.hasPrefix("(") ? line.dropFirst() : line[...]
      guard let place = statement.lastIndex(of: "("), let first = statement.firstIndex(of: "["),
        let filters = OverpassFilter.all(in: statement[first..<place])
      else { return nil }
      let box = Self.numbers(in: String(statement[place...]), between: "(", and: ");")
      guard box?.count == 4 || statement[place...] == "(pivot.a);" else { return nil }
      let types = statement[..<first]
      // Foundation's search for a character is slow.
      for element in elements where element.id.utf8.first.map(types.utf8.contains) == true {
        // Check the location first, because expressions are slower.
        guard box.map(element.touches) ?? element.surrounds(point[0], point[1]) else { continue }
        if found[element.id] == nil, filters.allSatisfy({ $0.matches(element.tags) }) { found[element.id] = element }
      }
    }
    return found.values.sorted { $0.id > $1.id }
  }

  /// The last lines of queries that count or return elements, or ways and relations with their outlines.
  private static let endings = [
    [");", "out count;"], [");", "out count;", "out tags center qt;"], [")->.b;", ".b out count;"],
    [")->.b;", ".b out count;", "way.b;", "out tags geom qt;", "rel.b;", "out geom qt;"],
  ]

  private static func numbers(in text: String, between start: String, and end: String) -> [Double]? {
    guard text.hasPrefix(start), text.hasSuffix(end) else { return nil }
    let numbers = text.dropFirst(start.count).dropLast(end.count).split(separator: ",").compactMap { Double($0) }
    return numbers.isEmpty ? nil : numbers
  }
}
