/// An error of reading or writing data on this machine.
///
/// Cases carry facts; the application writes the message.
public enum StoreError: Error, Sendable, Hashable {
  /// There is no directory: neither `HOME` nor the XDG variable names one.
  case noDirectory
  /// A file couldn't be read; `reason` is the system's message.
  case unreadable(path: String, reason: String)
  /// A file can't be written in this place; `reason` is the system's message.
  case unwritable(path: String, reason: String)
  /// Writing failed, for example on a full disk; the existing data is unchanged, and the addition is lost.
  case writeFailed(path: String, reason: String)
  /// A file with the name of a store has another content or another version; it is left unchanged.
  case notAStore(path: String)
  /// Lines of a user's file can't be read; they are left unchanged.
  case linesIgnored(path: String, count: Int)
  /// The file has reached its maximum size in bytes; nothing is added.
  case full(path: String, limit: Int)
  /// Another process held the lock longer than the timeout.
  case locked(path: String)
  /// Another place with the same id is saved; ids are unique only within a source.
  case idTaken(id: String, name: String?)
  /// A query isn't recorded, because its shape has more points than the history stores.
  case shapeTooLarge(name: String, points: Int, limit: Int)
}

extension StoreError {
  /// Whether the user should look at the file: it belongs to something else, is unreadable or partly unreadable, lacks
  /// an addition, or stays locked and delays every process.
  public var needsAttention: Bool {
    switch self {
    case .unreadable, .writeFailed, .notAStore, .linesIgnored, .full, .locked, .shapeTooLarge: true
    case .noDirectory, .unwritable, .idTaken: false
    }
  }
}
