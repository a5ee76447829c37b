/// A line of a store: a record, or one that this program cannot read and leaves unchanged.
struct StoredLine: Sendable, Hashable {
  /// The line without its line feed; for an unchanged record, the bytes that were read.
  let bytes: [UInt8]
  /// The record; `nil` for a line that is not JSON.
  let record: JSONTree?

  init(reading bytes: [UInt8]) {
    self.bytes = bytes
    record = JSONTree(reading: bytes)
  }

  init(_ record: JSONTree) {
    bytes = record.line
    self.record = record
  }

  /// Makes a line that replaces another and keeps its members that this program does not know.
  ///
  /// - Parameters:
  ///   - record: The new record.
  ///   - earlier: The line that is replaced.
  ///   - known: The members that this program writes, including those that the new record lacks.
  init(_ record: JSONTree, inPlaceOf earlier: StoredLine, known: [String]) {
    guard case .object(let members) = record, case .object(let before)? = earlier.record else {
      self.init(record)
      return
    }
    self.init(.object(members + before.filter { !known.contains($0.key) }))
  }
}
