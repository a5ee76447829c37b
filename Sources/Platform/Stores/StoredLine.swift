/// A line of a store: a record, or what this program cannot read and leaves as it stands.
struct StoredLine: Sendable, Hashable {
  /// The line without its line feed; of a record that is not changed, the very bytes that were read.
  let bytes: [UInt8]
  /// The record; `nil` for a line that is not JSON.
  let record: JSONTree?

  /// Takes a line of a file.
  init(reading bytes: [UInt8]) {
    self.bytes = bytes
    record = JSONTree(reading: bytes)
  }

  /// Makes a line.
  init(_ record: JSONTree) {
    bytes = record.line
    self.record = record
  }

  /// Makes a line that takes another's place and keeps the members that this program does not know.
  ///
  /// - Parameters:
  ///   - record: The new record.
  ///   - earlier: The line before.
  ///   - known: The members that this program writes, also those that the new record does without.
  init(_ record: JSONTree, inPlaceOf earlier: StoredLine, known: Set<String>) {
    guard case .object(let members) = record, case .object(let before)? = earlier.record else {
      self.init(record)
      return
    }
    self.init(.object(members + before.filter { !known.contains($0.key) }))
  }
}
