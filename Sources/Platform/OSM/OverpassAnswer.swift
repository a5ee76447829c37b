import Domain
import TextParsing

/// What Overpass answered with status 200, which need not be everything.
struct OverpassAnswer: Sendable {
  /// The elements as they came, separated by commas.
  let elements: ArraySlice<UInt8>
  /// The number of elements that came.
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

  /// Reads an answer.
  ///
  /// - Throws: `.untrustworthy` when it is not whole JSON, or does not count its elements and gives no reason for that.
  init(reading response: HTTPResponse) throws(PlaceSearchError) {
    try self.init(body: try response.json())
  }

  /// Reads the body of an answer.
  init(body bytes: [UInt8]) throws(PlaceSearchError) {
    var answer = Parts()
    do throws(NotJSON) { try answer.read(bytes) } catch {
      throw .untrustworthy(.unreadable(detail: "it is not JSON, or ends early"))
    }
    guard answer.total != nil || answer.remark != nil else {
      throw .untrustworthy(.unreadable(detail: "it does not count its elements"))
    }
    elements = bytes[answer.range]
    body = bytes
    count = answer.count
    total = answer.total
    remark = answer.remark
    dataTime = DataTime.read(answer.dataTime)
    shortage = answer.remark ?? Self.contradiction(of: answer.count, counted: answer.total ?? 0)
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
    var range = 0..<0
    var count = 0
    var total: Int?
    var remark: String?
    var dataTime: String?

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
        _ = try json.value()
        count += 1
        range = (start ?? 0)..<json.offset
      }
    }

    private static func tree(_ json: inout JSONReader) throws(NotJSON) -> JSONTree? {
      _ = try json.peek()
      let start = json.offset
      _ = try json.value()
      return JSONTree(reading: Array(json.bytes[start..<json.offset]))
    }
  }
}
