import Domain
import EmbeddedFiles

/// What made the program fail: a code for scripts, a message for a person, and the exit status.
///
/// `Failures.txt` holds the messages, each below its code: what happened, why, and what to do next.
struct Failure: Error, Sendable, Hashable {
  /// A stable code for scripts.
  let code: String
  let message: String
  /// Whether the same query may succeed later.
  let isRetryable: Bool
  /// The status the program ends with.
  let status: ExitStatus

  init(_ code: String, _ status: ExitStatus, retryable: Bool = false, _ message: String) {
    self.code = code
    self.message = message
    isRetryable = retryable
    self.status = status
  }

  /// The failure of this name in `Failures.txt`; the values stand there for the names in braces, from the left.
  init(named name: String, _ values: any CustomStringConvertible...) {
    let entry = Self.table[name] ?? ("unexpected", .fileFailed, false, name)
    var (rest, given): (ArraySlice, [Substring: String]) = (values[...], [:])
    let message = TextTable.filled(entry.text) { word in
      let value = given[word] ?? rest.popFirst()?.description ?? ""
      given[word] = value
      return value
    }
    assert(entry.text != name && given.count == values.count, "\(name): \(values)")
    self.init(entry.code, entry.status, retryable: entry.isRetryable, message)
  }

  private typealias Entry = (code: String, status: ExitStatus, isRetryable: Bool, text: String)

  /// Made once, and only for a process that fails.
  private static let table: [String: Entry] = {
    var table: [String: Entry] = [:]
    for block in TextTable.blocks(of: EmbeddedFile(.failures)).dropFirst() {
      let words = block[0].words
      guard let number = words.first.flatMap({ Int32($0) }), let status = ExitStatus(rawValue: number) else { continue }
      for line in block.dropFirst() {
        table[line.key] = (block[0].key, status, words.contains("retryable"), line.text)
      }
    }
    return table
  }()

  /// The names in `Failures.txt`.
  static var names: [String] { Array(table.keys) }
}
