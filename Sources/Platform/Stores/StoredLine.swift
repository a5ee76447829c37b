import Tables

/// A line of a store: a record, or a line that this program can't read and leaves unchanged.
struct StoredLine: Sendable, Hashable {
  /// The line without its line feed; for an unchanged record, its original bytes.
  let bytes: [UInt8]
  /// The record; `nil` if the line isn't JSON.
  let record: JSONValue?

  init(reading bytes: [UInt8]) {
    self.bytes = bytes
    record = JSONValue(reading: bytes)
  }

  init(_ record: JSONValue) {
    bytes = record.line
    self.record = record
  }

  /// Makes a line that replaces another and keeps its unknown members.
  ///
  /// - Parameters:
  ///   - record: The new record.
  ///   - earlier: The line to replace.
  ///   - known: The members that this program writes, including those that the new record lacks.
  init(_ record: JSONValue, inPlaceOf earlier: StoredLine, known: [String]) {
    guard case .object(let members) = record, case .object(let before)? = earlier.record else {
      self.init(record)
      return
    }
    self.init(.object(members + before.filter { !known.contains($0.key) }))
  }
}
