import Domain
import PlaceIndex
import Tables

/// What Overpass answered with status 200, which need not be everything.
struct OverpassAnswer: Sendable {
  /// The elements as they came, separated by commas, without those that the query can't have returned.
  let elements: ArraySlice<UInt8>
  /// The number of different elements that came.
  let count: Int
  /// The number of elements that there are; `nil` when a remark stands in its place.
  let total: Int?
  /// The whole body.
  let body: [UInt8]
  /// Why the server ended early; `nil` when it did not.
  let remark: String?
  /// The number of elements that were left out because the query can't have returned them.
  let strangerCount: Int
  /// Why elements are missing; `nil` when none is.
  let shortage: String?
  /// Whether it has less than there is, as of an area that is too large.
  var isCutShort: Bool { remark != nil || count < total ?? 0 }
  /// The time of the data; `nil` where what stands for it is none.
  let dataTime: String?

  /// The maximum size of an answer, in bytes: some 100,000 places.
  static let maximumBytes = 32 << 20

  /// Degrees that a position may lie beyond what was asked for, by the rounding of either.
  private static let slack = 1e-5

  /// Reads an answer.
  ///
  /// - Parameters:
  ///   - response: The answer.
  ///   - area: Where its nodes have to be; `nil` for anywhere.
  ///   - expected: The tags that its elements have to have; `nil` for any.
  /// - Throws: `.untrustworthy` when it is not whole JSON, does not count its elements and gives no reason for that, or
  ///   when the query can't have returned more than a fifth of its elements, as those of a cache that ignores the query.
  init(
    reading response: HTTPResponse,
    about area: BoundingBox? = nil,
    of expected: ExpectedTags? = nil
  ) throws(PlaceSearchError) {
    try self.init(body: try response.json(), about: area, of: expected)
  }

  /// Reads the body of an answer.
  init(
    body bytes: [UInt8],
    about area: BoundingBox? = nil,
    of expected: ExpectedTags? = nil
  ) throws(PlaceSearchError) {
    var answer = Parts(area: area?.grown(byDegrees: Self.slack), expected: expected)
    do throws(NotJSON) { try answer.read(bytes) } catch {
      throw .untrustworthy(.unreadable(detail: "it is not JSON, or ends early"))
    }
    guard answer.total != nil || answer.remark != nil else {
      throw .untrustworthy(.unreadable(detail: "it does not count its elements"))
    }
    elements = answer.strangers.isEmpty ? bytes[answer.range] : bytes.removing(answer.strangers, from: answer.range)
    strangerCount = answer.strangers.count
    body = bytes
    let count = answer.count
    self.count = count
    total = answer.total
    remark = answer.remark
    dataTime = DataTime.read(answer.dataTime)
    shortage = answer.remark ?? Self.contradiction(of: count, counted: answer.total ?? 0)
    if let example = answer.example, AnswerCheck.discards(answer.strangers.count, of: answer.elementCount) {
      throw .untrustworthy(.otherQuestion(place: example.path, example.mismatch))
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
    /// The tags that elements have to have; `nil` for any.
    let expected: ExpectedTags?
    var range = 0..<0
    /// The elements that the query can't have returned.
    var strangers: [Range<Int>] = []
    /// The first of them, and why.
    var example: (path: String, mismatch: AnswerMismatch)?
    var elementCount = 0
    private var identities: [UInt64] = []
    var total: Int?
    var remark: String?
    var dataTime: String?

    init(area: BoundingBox? = nil, expected: ExpectedTags? = nil) {
      self.area = area
      self.expected = expected
    }

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
        let begin = json.offset
        start = start ?? begin
        let element = try OverpassElement(reading: &json)
        elementCount += 1
        if let identity = element.identity { identities.append(identity) }
        if let mismatch = mismatch(of: element, json.bytes[begin..<json.offset]) {
          strangers.append(begin..<json.offset)
          example = example ?? (element.path ?? "an element", mismatch)
        }
        range = (start ?? 0)..<json.offset
      }
    }

    /// The reason why the query can't have returned an element; `nil` if it can.
    ///
    /// Only a node is known to lie in the area: the middle of a shape may lie outside of an area that the shape is in.
    private func mismatch(of element: OverpassElement, _ bytes: ArraySlice<UInt8>) -> AnswerMismatch? {
      if let area, let point = element.point, !area.contains(point) { return .outsideArea }
      guard let expected, element.identity != nil else { return nil }
      let members = JSONTree(reading: Array(bytes))?["tags"]?.members ?? []
      let tags = Dictionary(members.compactMap { tag in tag.value.string.map { (tag.key, $0) } }) { first, _ in first }
      guard !expected.accept(tags) else { return nil }
      let key = OSMTags.categoryKeys.first { tags[$0] != nil }
      return .category(code: key.map { "\($0)=\(tags[$0] ?? "")" })
    }

    /// The number of different elements: one that comes twice may stand in the place of another.
    var count: Int { elementCount - identities.count + Set(identities).count }

    private static func tree(_ json: inout JSONReader) throws(NotJSON) -> JSONTree? {
      _ = try json.peek()
      let start = json.offset
      _ = try json.value()
      return JSONTree(reading: Array(json.bytes[start..<json.offset]))
    }
  }
}

extension [UInt8] {
  /// The elements of a list in a range, separated by commas, without some of them.
  fileprivate func removing(_ removed: [Range<Int>], from range: Range<Int>) -> ArraySlice<UInt8> {
    var rest: [UInt8] = []
    var next = range.lowerBound
    for element in removed {
      rest += self[next..<element.lowerBound]
      next = element.upperBound
      // With the comma after it, or after the last element the one before it.
      if let comma = self[next..<range.upperBound].firstIndex(of: UInt8(ascii: ",")) {
        next = comma + 1
      } else if let comma = rest.lastIndex(of: UInt8(ascii: ",")) {
        rest.removeSubrange(comma...)
      }
    }
    return (rest + self[next..<range.upperBound])[...]
  }
}
