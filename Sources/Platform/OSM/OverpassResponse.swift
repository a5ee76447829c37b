import Domain
import PlaceIndex
import Rows
import Tables

/// A response of Overpass with status 200, which may be incomplete.
struct OverpassResponse: Sendable {
  /// The elements, comma-separated, without those that can't match the query.
  let elements: ArraySlice<UInt8>
  /// The number of distinct elements received.
  let count: Int
  /// The number of elements that the server counted; `nil` if the response has a remark instead.
  let total: Int?
  /// The whole body.
  let body: [UInt8]
  /// The server's reason for ending early; `nil` if it didn't.
  let remark: String?
  /// The number of elements that were left out because they can't match the query.
  let mismatchCount: Int
  /// The reason why elements are missing; `nil` if none are.
  let shortage: String?
  /// Whether the response is incomplete, as for an area that is too large.
  var isCutShort: Bool { remark != nil || count < total ?? 0 }
  /// The time of the data; `nil` if it isn't a valid time.
  let dataTime: String?

  /// The maximum size of a response in bytes: about 100,000 places.
  static let maximumBytes = 32 << 20

  /// Degrees by which a coordinate may be outside the requested area, because of rounding on either side.
  private static let slack = 1e-5

  /// Reads a response.
  ///
  /// - Parameters:
  ///   - response: The response.
  ///   - area: The area that must contain its nodes; `nil` for any.
  ///   - expected: The tags that its elements must have; `nil` for any.
  /// - Throws: `.untrustworthy` if it isn't complete JSON, if it doesn't count its elements and gives no reason, or
  ///     if more than a fifth of its elements can't match the query, as from a cache that ignores the query.
  init(
    reading response: HTTPResponse,
    about area: BoundingBox? = nil,
    of expected: ExpectedTags? = nil
  ) throws(PlaceSearchError) {
    try self.init(body: try response.json(), about: area, of: expected)
  }

  /// Reads the body of a response.
  init(
    body bytes: [UInt8],
    about area: BoundingBox? = nil,
    of expected: ExpectedTags? = nil
  ) throws(PlaceSearchError) {
    var content = Parts(area: area?.grown(byDegrees: Self.slack), expected: expected)
    do throws(SyntaxError) { try content.read(bytes) } catch {
      let isJSON = JSONValue(reading: bytes) != nil
      let detail = isJSON ? "it isn't a list of OpenStreetMap elements" : "it isn't JSON, or is cut short"
      throw .untrustworthy(.unreadable(detail: detail))
    }
    guard content.total != nil || content.remark != nil else {
      throw .untrustworthy(.unreadable(detail: "it doesn't count its elements"))
    }
    elements =
      content.mismatches.isEmpty ? bytes[content.range] : bytes.removing(content.mismatches, from: content.range)
    mismatchCount = content.mismatches.count
    body = bytes
    let count = content.count
    self.count = count
    total = content.total
    remark = content.remark
    dataTime = DataTime.read(content.dataTime)
    shortage = content.remark ?? Self.contradiction(of: count, counted: content.total ?? 0)
    if let example = content.example,
      ResponseMismatch.discardsResponse(with: content.mismatches.count, of: content.elementCount)
    {
      throw .untrustworthy(.otherQuery(place: example.path, example.mismatch))
    }
  }

  /// Returns the number of elements counted at the start of a response, even of a truncated one; `nil` if there is no
  /// count.
  static func counted(in bytes: [UInt8]) -> Int? {
    var content = Parts()
    try? content.read(bytes)
    return content.total
  }

  /// Describes a wrong number of elements; `nil` if it equals the server's count.
  private static func contradiction(of count: Int, counted total: Int) -> String? {
    guard count != total else { return nil }
    let missing = total - count
    guard missing > 0 else { return "it counts \(total) elements and has \(count)" }
    return "\(missing) of \(total) elements \(missing == 1 ? "is" : "are") missing"
  }

  private struct Parts {
    /// The area that must contain all nodes; `nil` for any.
    let area: BoundingBox?
    /// The tags that the elements must have; `nil` for any.
    let expected: ExpectedTags?
    var range = 0..<0
    /// The elements that can't match the query.
    var mismatches: [Range<Int>] = []
    /// The first of these elements, and the mismatch.
    var example: (path: String, mismatch: ResponseMismatch)?
    var elementCount = 0
    private var identities: [UInt64] = []
    var total: Int?
    var remark: String?
    var dataTime: String?

    init(area: BoundingBox? = nil, expected: ExpectedTags? = nil) {
      self.area = area
      self.expected = expected
    }

    mutating func read(_ bytes: [UInt8]) throws(SyntaxError) {
      var json = JSONReader(bytes)
      guard try json.take(UInt8(ascii: "{")) else { throw .malformed }
      var isFirst = true
      while let key = try json.nextKey(isFirst: &isFirst) {
        switch String(decoding: bytes[key.range], as: UTF8.self) {
        case "elements": try readElements(&json)
        case "remark": remark = try JSONValue(nextOf: &json).string
        case "osm3s": dataTime = try JSONValue(nextOf: &json)["timestamp_osm_base"]?.string
        default: _ = try json.value()
        }
      }
      try json.end()
    }

    /// Reads the count, which comes first, and skips the elements after it.
    private mutating func readElements(_ json: inout JSONReader) throws(SyntaxError) {
      guard try json.take(UInt8(ascii: "[")) else { throw .malformed }
      var isFirst = true
      var start: Int?
      while try json.nextElement(isFirst: &isFirst) {
        if total == nil, start == nil {
          let first = try JSONValue(nextOf: &json)
          if first["type"]?.string == "count" {
            total = first["tags"]?["total"]?.integer.flatMap { $0 < 0 ? nil : $0 }
            continue
          }
        }
        _ = try json.peek()
        let begin = json.offset
        start = start ?? begin
        let element = try OverpassElement(reading: &json)
        elementCount += 1
        if let identity = element.identity { identities.append(identity) }
        if let mismatch = mismatch(of: element, json.bytes[begin..<json.offset]) {
          mismatches.append(begin..<json.offset)
          example = example ?? (element.path ?? "an element", mismatch)
        }
        range = (start ?? 0)..<json.offset
      }
    }

    /// Returns the reason why an element can't match the query; `nil` if it can.
    ///
    /// Only nodes are checked against the area, because the centre of a shape may be outside an area that the shape
    /// intersects.
    private func mismatch(of element: OverpassElement, _ bytes: ArraySlice<UInt8>) -> ResponseMismatch? {
      if let area, let point = element.point, !area.contains(point) { return .outsideArea }
      guard let expected, element.identity != nil else { return nil }
      let members = JSONValue(reading: Array(bytes))?["tags"]?.members ?? []
      let tags = Dictionary(members.compactMap { tag in tag.value.string.map { (tag.key, $0) } }) { first, _ in first }
      guard !expected.accept(tags) else { return nil }
      guard !expected.acceptCategory(of: tags) else { return .name }
      let key = OSMTags.categoryKeys.first { tags[$0] != nil }
      return .category(code: key.map { "\($0)=\(tags[$0] ?? "")" })
    }

    /// The number of distinct elements.
    ///
    /// A duplicate may hide a missing element.
    var count: Int { elementCount - identities.count + Set(identities).count }
  }
}

extension [UInt8] {
  /// Returns the comma-separated elements in a range, without some of them.
  fileprivate func removing(_ removed: [Range<Int>], from range: Range<Int>) -> ArraySlice<UInt8> {
    var rest: [UInt8] = []
    var next = range.lowerBound
    for element in removed {
      rest += self[next..<element.lowerBound]
      next = element.upperBound
      // Remove the comma after the element, or the comma before the last element.
      if let comma = self[next..<range.upperBound].firstIndex(of: UInt8(ascii: ",")) {
        next = comma + 1
      } else if let comma = rest.lastIndex(of: UInt8(ascii: ",")) {
        rest.removeSubrange(comma...)
      }
    }
    return (rest + self[next..<range.upperBound])[...]
  }
}
