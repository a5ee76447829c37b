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
}
