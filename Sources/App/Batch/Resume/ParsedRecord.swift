import Domain
import System
import Tables

/// The ranges of a record's parts in its line.
struct ParsedRecord: Sendable, Hashable {
  /// The row's number when the record was written.
  let number: Int
  let status: RowResult.Status
  let id: Range<Int>
  let input: Range<Int>
  /// The record's `query`; everything after it depends only on the query.
  let query: Range<Int>
  let meta: Range<Int>
  /// The offset of its places.
  let placesStart: Int

  /// Parses a record; `nil` if the line isn't a complete record.
  ///
  /// The members have the same order in all versions of the program. The places are only checked for control
  /// characters: a record with its line end was written completely, but after a power failure its middle may be zeros.
  ///
  /// - Parameter line: The line, without its line feed.
  init?(line: [UInt8]) {
    var json = JSONReader(row: line, 0..<line.count)
    guard json.takeLiteral(#"{"row":"#), let row = json.takeValue(),
      let number = Int(String(decoding: line[row], as: UTF8.self)),
      json.takeLiteral(#","id":"#), let id = json.takeValue(),
      json.takeLiteral(#","status":"#), let word = json.takeValue(),
      let status = RowResult.Status(rawValue: String(decoding: line[word].dropFirst().dropLast(), as: UTF8.self)),
      json.takeLiteral(#","input":"#), let input = json.takeValue(),
      json.takeLiteral(#","query":"#), let query = json.takeValue(),
      json.takeLiteral(#","meta":"#), let meta = json.takeValue(),
      json.takeLiteral(#","places":["#), line.last == Ascii.closeBrace
    else { return nil }
    var least = UInt8.max
    for byte in line[json.offset...] { least = min(least, byte) }
    guard least >= Ascii.space else { return nil }
    self.number = number
    self.status = status
    self.id = id
    self.input = input
    self.query = query
    self.meta = meta
    placesStart = json.offset
  }

  /// Returns the names of the first place's fields; `nil` if there are no places.
  func fieldNames(in line: [UInt8]) -> [String]? {
    guard status == .ok, line[placesStart] == Ascii.openBrace else { return nil }
    var names: [String] = []
    var json = JSONReader(row: line, placesStart..<line.count)
    _ = json.scanObject { key, _ in names.append(key.text(in: line) ?? "") }
    return names
  }

  /// Returns the maximum number of places in the query; `nil` for all.
  func limit(in line: [UInt8]) -> Int? {
    var limit: Int?
    var json = JSONReader(row: line, query)
    _ = json.scanObject { key, value in
      if key.text(in: line) == "limit" { limit = value.number(in: line).flatMap { Int(exactly: $0) } }
    }
    return limit
  }

  /// The identity of a failed row's record: its id, status, input and query.
  var identity: Range<Int> { id.lowerBound..<query.upperBound }

  /// Returns the error message of a record.
  static func errorMessage(of line: [UInt8]) -> String? {
    var json = JSONReader(row: line, line.indices)
    return (try? JSONValue(nextOf: &json))?["error"]?["message"]?.string
  }

  /// Returns whether the error of a failed row may be temporary.
  static func isRetryable(_ line: ArraySlice<UInt8>) -> Bool { line.suffix(end.count).elementsEqual(end) }

  /// The end of such a record.
  private static let end = Array(#""retryable":true}}"#.utf8)

  /// Whether the record is a result, which was paid for.
  var isResult: Bool { status == .ok || status == .empty }
}

/// The `meta` of a record.
struct RecordMeta: Sendable, Hashable {
  private(set) var source = RecordSource(name: "", attribution: nil)
  private(set) var returned = 0
  private(set) var isComplete = true
  private(set) var isNearest: Bool?
  private(set) var earlyEnd: PlaceCollection.StopReason?
  /// The digest of the options' geometry; `nil` if the row had its own.
  private(set) var shapeDigest: String?

  /// Reads the `meta` at an offset of a line, ignoring everything after it.
  init(in line: [UInt8], from start: Int) {
    var cutShort: String?
    var maximumRequests: Int?
    var json = JSONReader(row: line, start..<line.count)
    _ = json.scanObject { key, value in
      switch key.text(in: line) {
      case "source": source.name = value.text(in: line) ?? ""
      case "attribution": source.attribution = value.text(in: line)
      case "shape": shapeDigest = value.text(in: line)
      case "returned": returned = value.number(in: line).flatMap { Int(exactly: $0) } ?? 0
      case "complete": isComplete = value.text(in: line) == "true"
      case "nearest": isNearest = value.text(in: line).map { $0 == "true" }
      case "cut_short": cutShort = value.text(in: line)
      case "max_requests": maximumRequests = value.number(in: line).flatMap { Int(exactly: $0) }
      default: break
      }
    }
    earlyEnd = cutShort.flatMap { PlaceCollection.StopReason(cutShort: $0, maximumRequests: maximumRequests) }
  }

  /// Throws unless the result comes from the current source.
  func checkSource(_ provenance: Provenance, in file: LockedFile) throws(FileFailure) {
    let now = RecordSource(provenance)
    if source != now { throw FileFailure(path: file.path, reason: .otherSource(earlier: source, now: now)) }
  }
}

/// Reads the lines of an earlier output, without moving the file's own offset.
struct RecordLines: Sendable {
  /// The number of bytes read at a time, so that files of gigabytes take few system calls.
  static let chunkInBytes = 1 << 20
  /// The number of bytes that suffices for a record with a few places.
  static let recordInBytes = 1 << 14

  private let file: LockedFile
  private var chunkInBytes = chunkInBytes
  private var buffer: [UInt8] = []
  private var at = 0
  /// The offset in the file after the last returned line.
  private(set) var offset: Int

  init(file: LockedFile, from offset: Int = 0) {
    self.file = file
    self.offset = offset
  }

  /// Moves to the line at an offset, which is usually one of the next lines.
  mutating func seek(to offset: Int) {
    let distance = offset - self.offset
    self.offset = offset
    if distance >= 0, distance <= buffer.count - at {
      at += distance
    } else {
      buffer = []
      at = 0
      chunkInBytes = Self.recordInBytes
    }
  }

  /// Returns the next line without its line feed; `nil` at the end.
  ///
  /// A last line without a line feed is ignored.
  mutating func next() throws(FileFailure) -> [UInt8]? {
    var searched = at
    while true {
      if let lineEnd = buffer.firstLineFeed(from: searched) {
        let line = Array(buffer[at..<lineEnd])
        at = lineEnd + 1
        offset += line.count + 1
        return line
      }
      buffer.removeFirst(at)
      searched = buffer.count
      at = 0
      let chunk = try file.read(at: offset + buffer.count, upTo: chunkInBytes)
      if chunk.isEmpty { return nil }
      buffer += chunk
    }
  }
}

extension JSONReader {
  /// Reads a whole value and returns its range, including quotes; `nil` if no value begins here.
  fileprivate mutating func takeValue() -> Range<Int>? {
    let start = offset
    return (try? value()).map { _ in start..<offset }
  }
}

extension [UInt8] {
  /// Returns the offset of the first line feed at or after an offset.
  ///
  /// Uses a view, which has a fast search, because earlier outputs may have gigabytes.
  fileprivate func firstLineFeed(from start: Int) -> Int? {
    ByteView.over(self) { $0.firstIndex(of: Ascii.lineFeed, from: start) }
  }
}
