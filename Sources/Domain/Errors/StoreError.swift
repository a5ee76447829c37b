/// Why something that is stored on this machine could not be read or written.
///
/// Cases carry facts; the sentence for a person is written by the application.
public enum StoreError: Error, Sendable, Hashable {
  /// There is no directory for it: neither `HOME` nor the XDG variable names one.
  case noDirectory
  /// The system could not read the file, for the given reason.
  case unreadable(path: String, reason: String)
  /// The file may not be written here, for the given reason.
  case unwritable(path: String, reason: String)
  /// Writing failed, as on a full disk, for the given reason: what was there before is kept, what was to be added is
  /// not.
  case writeFailed(path: String, reason: String)
  /// A file with the name of a store is not one; it is left unchanged.
  case notAStore(path: String)
  /// A newer version of the program wrote the file; it is left unchanged.
  case newerVersion(path: String, version: Int, supported: Int)
  /// So many lines of a file of the user cannot be read; they are left unchanged.
  case linesPassedOver(path: String, count: Int)
  /// The file has as many bytes as this program reads, so nothing is added.
  case full(path: String, limit: Int)
  /// Another process held the lock for longer than the timeout.
  case locked(path: String)
  /// Another place with the same id is saved: ids are unique within one source only.
  case idTaken(id: String, name: String?)
  /// A query is not kept, because its shape has so many points, and more than the history keeps of one.
  case shapeTooLarge(name: String, points: Int, limit: Int)
}

extension StoreError {
  /// Whether the user should look at the file: it is not this program's, cannot be read or holds lines that cannot,
  /// lacks what was to be added, or stays locked, which delays every process.
  public var needsAttention: Bool {
    switch self {
    case .unreadable, .writeFailed, .notAStore, .newerVersion, .linesPassedOver, .full, .locked, .shapeTooLarge: true
    case .noDirectory, .unwritable, .idTaken: false
    }
  }
}
