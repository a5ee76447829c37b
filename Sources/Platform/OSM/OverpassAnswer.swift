import Domain
import TextParsing

/// What Overpass answered with status 200, which need not be everything.
struct OverpassAnswer: Sendable {
  /// The elements as they came, separated by commas.
  let elements: ArraySlice<UInt8>
  /// The first of them.
  let firstElements: ArraySlice<UInt8>
  /// The number of different elements that came.
  let count: Int
  /// The number of elements that there are; `nil` when a remark stands in its place.
  let total: Int?
  /// The whole body.
  let body: [UInt8]
  /// Why the server ended early; `nil` when it did not.
  let remark: String?
  /// Why elements are missing; `nil` when none is.
  let shortage: String?
  /// Whether it has less than there is, as of an area that is too large.
  var isCutShort: Bool { remark != nil || count < total ?? 0 }
  /// The time of the data; `nil` where what stands for it is none.
  let dataTime: String?

  /// The maximum size of an answer, in bytes: some 100,000 places.
  static let maximumBytes = 32 << 20

  /// The number of elements that tell whether it answers the query.
  private static let firstCount = 8

  /// Degrees that a position may lie beyond what was asked for, by the rounding of either.
  private static let slack = 1e-5

  /// Reads an answer.
  ///
  /// - Parameters:
  ///   - response: The answer.
  ///   - area: Where its nodes have to be; `nil` for anywhere.
  /// - Throws: `.untrustworthy` when it is not whole JSON, does not count its elements and gives no reason for that, or
  ///   has nodes of another area alone, as one of a cache that ignores the query.
  init(reading response: HTTPResponse, about area: BoundingBox? = nil) throws(PlaceSearchError) {
    try self.init(body: try response.json(), about: area)
  }

  /// Reads the body of an answer.
  init(body bytes: [UInt8], about area: BoundingBox? = nil) throws(PlaceSearchError) {
    var answer = Parts(area: area?.grown(byDegrees: Self.slack))
    do throws(NotJSON) { try answer.read(bytes) } catch {
      throw .untrustworthy(.unreadable(detail: "it is not JSON, or ends early"))
    }
    guard answer.total != nil || answer.remark != nil else {
      throw .untrustworthy(.unreadable(detail: "it does not count its elements"))
    }
    elements = bytes[answer.range]
    firstElements = bytes[answer.firstRange]
    body = bytes
    let count = answer.count
    self.count = count
    total = answer.total
    remark = answer.remark
    dataTime = DataTime.read(answer.dataTime)
    shortage = answer.remark ?? Self.contradiction(of: count, counted: answer.total ?? 0)
    // Beside nodes of the area, others are more than was asked for; where there are others alone, it was not asked for.
    if let stranger = answer.stranger, !answer.hasNodes {
      throw .untrustworthy(.otherQuestion(place: stranger, .outsideArea))
    }
  }

  /// The number of elements that the beginning of an answer counts, also of one that was cut; `nil` when it counts
  /// none.
  static func counted(in bytes: [UInt8]) -> Int? {
    var answer = Parts()
    try? answer.read(bytes)
    return answer.total
  }

  /// What is wrong with a number of elements; `nil` when as many came as the server counts.
  private static func contradiction(of count: Int, counted total: Int) -> String? {
    guard count != total else { return nil }
    let missing = total - count
    guard missing > 0 else { return "it counts \(total) elements and has \(count)" }
    return "\(missing) of \(total) elements \(missing == 1 ? "is" : "are") missing"
  }

  private struct Parts {
    /// Where nodes have to be; `nil` for anywhere.
    let area: BoundingBox?
    var range = 0..<0
    var firstRange = 0..<0
    /// The path of the first node that is elsewhere.
    var stranger: String?
    /// Whether there is a node in the area.
    var hasNodes = false
    private var elements = 0
    private var identities: [UInt64] = []
    var total: Int?
    var remark: String?
    var dataTime: String?

    init(area: BoundingBox? = nil) { self.area = area }

    mutating func read(_ bytes: [UInt8]) throws(NotJSON) {
      var json = JSONReader(bytes)
      guard try json.take(UInt8(ascii: "{")) else { throw NotJSON() }
      var isFirst = true
      while let key = try json.nextKey(isFirst: &isFirst) {
        switch String(decoding: bytes[key.range], as: UTF8.self) {
        case "elements": try readElements(&json)
        case "remark": remark = try Self.tree(&json)?.string
        case "osm3s": dataTime = try Self.tree(&json)?["timestamp_osm_base"]?.string
        default: _ = try json.value()
        }
      }
      try json.end()
    }

    /// Reads the count, which comes first, and passes over the elements behind it.
    private mutating func readElements(_ json: inout JSONReader) throws(NotJSON) {
      guard try json.take(UInt8(ascii: "[")) else { throw NotJSON() }
      var isFirst = true
      var start: Int?
      while try json.nextElement(isFirst: &isFirst) {
        if total == nil, start == nil, let first = try Self.tree(&json), first["type"]?.string == "count" {
          total = first["tags"]?["total"]?.integer.flatMap { $0 < 0 ? nil : $0 }
          continue
        }
        _ = try json.peek()
        start = start ?? json.offset
        let element = try OverpassElement(reading: &json)
        elements += 1
        if let identity = element.identity { identities.append(identity) }
        if let area, let point = element.point {
          if area.contains(point) { hasNodes = true } else { stranger = stranger ?? element.path ?? "a node" }
        }
        range = (start ?? 0)..<json.offset
        if elements <= OverpassAnswer.firstCount { firstRange = range }
      }
    }

    /// The number of different elements: one that comes twice may stand in the place of another.
    var count: Int { elements - identities.count + Set(identities).count }

    private static func tree(_ json: inout JSONReader) throws(NotJSON) -> JSONTree? {
      _ = try json.peek()
      let start = json.offset
      _ = try json.value()
      return JSONTree(reading: Array(json.bytes[start..<json.offset]))
    }
  }
}
