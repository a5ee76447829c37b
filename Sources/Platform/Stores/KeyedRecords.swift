import Domain
import Tables

/// The user's own values in one file, a line for each key, which may be edited by hand.
///
/// If several lines have the same key, the last one wins. Unreadable lines stay unchanged.
struct KeyedRecords<Value: Sendable>: Sendable {
  let file: RecordFile
  /// Records the number of unreadable lines.
  let log: StoreErrorLog
  let key: @Sendable (Value) -> String
  let read: @Sendable (JSONValue) -> Value?
  let record: @Sendable (Value) -> JSONValue

  func values() throws(StoreError) -> [Value] { values(in: try file.lines()) }

  /// Returns the value of a key, without parsing lines that don't contain the key.
  func value(of wanted: String) throws(StoreError) -> Value? {
    try file.lines(mentioning: wanted).reversed().lazy.compactMap(value).first { key($0) == wanted }
  }

  private func values(in lines: [StoredLine]) -> [Value] {
    var keys: Set<String> = []
    return file.values(of: lines, log: log, read).reversed().filter { keys.insert(key($0)).inserted }.reversed()
  }

  private func value(_ line: StoredLine) -> Value? { line.record.flatMap(read) }
}

// A separate extension, so that reading doesn't need the conformance lookup.
extension KeyedRecords where Value: Equatable {
  /// Changes the values under the lock of the file.
  ///
  /// A line whose value is unchanged keeps its bytes.
  func update(_ change: (inout [Value]) -> Void) async throws(StoreError) {
    try await file.update { lines in
      let before = values(in: lines)
      var after = before
      change(&after)
      let changed = after.filter { !before.contains($0) }
      guard !changed.isEmpty || after.count < before.count else { return false }
      let keys = Set(after.map(key))
      lines.removeAll { line in value(line).map { !keys.contains(key($0)) } ?? false }
      for value in changed { put(value, into: &lines) }
      return true
    }
  }

  private func put(_ value: Value, into lines: inout [StoredLine]) {
    let earlier = lines.indices.filter { self.value(lines[$0]).map(key) == key(value) }
    guard let last = earlier.last else { return lines.append(StoredLine(record(value))) }
    lines[last] = StoredLine(record(value))
    for index in earlier.dropLast().reversed() { lines.remove(at: index) }
  }
}
