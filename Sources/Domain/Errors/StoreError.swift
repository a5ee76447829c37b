/// Why something that is kept on this machine could not be read or written.
///
/// Cases carry facts; the sentence for a person is written by the application.
public enum StoreError: Error, Sendable, Hashable {
  /// There is no directory for it: neither `HOME` nor the XDG variable names one.
  case noDirectory
  /// The system refused to read the file, with its words for why.
  case unreadable(path: String, reason: String)
  /// The system refused to write the file, with its words for why.
  case unwritable(path: String, reason: String)
  /// A file with the name of a store is not one; it is left alone.
  case notAStore(path: String)
  /// A newer version of the program wrote the file; it is left alone.
  case newerVersion(path: String, version: Int, supported: Int)
  /// So many lines of a file that a person made say nothing to this program; they are left as they are.
  case linesPassedOver(path: String, count: Int)
  /// Another process kept the lock for longer than the timeout.
  case locked(path: String)
}

extension StoreError {
  /// Whether somebody should look after the file: it is not this program's, holds lines that it cannot read, or is
  /// kept locked, which blocked every process.
  public var needsAttention: Bool {
    switch self {
    case .notAStore, .newerVersion, .linesPassedOver, .locked: true
    case .noDirectory, .unreadable, .unwritable: false
    }
  }
}
