import System
import Domain
import PlaceIndex

/// The responses of a fetch that is not finished, in a directory that one process uses at a time: as many as it takes,
/// for a week.
struct FetchedParts: Sendable {
  /// What is known of the answer to a query.
  enum Known {
    /// It is on this machine.
    case answer(OverpassAnswer)
    /// It was too much for one answer.
    case tooMuch
  }

  /// How long an answer may wait for the others.
  private static let lifetime = Duration.seconds(7 * 86_400)

  /// The directory of one area and its categories.
  let directory: String
  private let lock: FileLock
  private let store: ResponseStore

  /// Opens the directory of a fetch.
  ///
  /// - Parameters:
  ///   - directory: The directory of all fetches.
  ///   - question: What is fetched.
  /// - Throws: `.running` while another process uses it, `.file` when it cannot be made.
  init(in directory: String, of question: String) throws(IndexFetchError) {
    self.directory = "\(directory)/\(Self.name(of: question))"
    if let error = makeDirectories(self.directory) {
      throw .file(.unwritable(path: self.directory, reason: error.reason))
    }
    let descriptor = unsafe open(self.directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw .file(.unwritable(path: self.directory, reason: SystemError(number: errno).reason))
    }
    lock = FileLock(taking: descriptor)
    var limits = ResponseStore.Limits(StoreConfiguration())
    limits.maximumBytes = nil
    limits.maximumResponseBytes = OverpassAnswer.maximumBytes
    limits.lifetime = Self.lifetime
    store = ResponseStore(
      directory: StoreDirectory(path: self.directory),
      limits: limits,
      clock: .system,
      log: StoreErrorLog()
    )
    // Some file systems have no locks for directories.
    if (try? lock.take()) == false { throw .running(path: self.directory) }
    let now = Int64(time(nil))
    for file in files where .seconds(now - file.changedAtSeconds) > Self.lifetime { remove(file.name) }
  }

  private var files: [(name: String, bytes: Int, changedAtSeconds: Int64)] {
    (try? StoreDirectory(path: directory).files()) ?? []
  }

  private func remove(_ name: String) { _ = unsafe unlink("\(directory)/\(name)") }

  /// The file of the answer to a query.
  func path(of query: String) -> String { "\(directory)/\(StoredEntry.name(of: Self.key(of: query), .response))" }

  /// What is known of the answer to a query; `nil` for nothing.
  func known(of query: String) -> Known? {
    guard let bytes = store.response(to: Self.key(of: query))?.body else { return nil }
    guard !bytes.isEmpty else { return .tooMuch }
    return (try? OverpassAnswer(body: bytes)).map { .answer($0) }
  }

  /// Keeps the answer to a query; without a body, that it was too much.
  func keep(_ body: [UInt8], of query: String) throws(IndexFetchError) {
    do throws(StoreError) { try store.store(body, of: Self.key(of: query)) } catch {
      throw .file(.unwritable(path: path(of: query), reason: Self.reason(of: error)))
    }
  }

  private static func reason(of error: StoreError) -> String {
    switch error {
    case .unwritable(_, let reason), .writeFailed(_, let reason), .unreadable(_, let reason): reason
    default: "its directory cannot be used"
    }
  }

  /// Removes the answer to a query.
  func forget(_ query: String) { store.forget(Self.key(of: query)) }

  /// Removes every answer, and the directory.
  func removeAll() {
    for file in files { remove(file.name) }
    _ = unsafe unlink("\(directory)/.lock")
    _ = unsafe rmdir(directory)
  }

  /// A query on one line, as the store writes it.
  private static func key(of query: String) -> String {
    String(decoding: query.utf8.map { $0 == UInt8(ascii: "\n") ? UInt8(ascii: " ") : $0 }, as: UTF8.self)
  }

  /// A short name for a text: two texts of one directory have the same one in 1 of 10^13 fetches.
  private static func name(of text: String) -> String { String(StableHash(of: text.utf8).value, radix: 36) }
}
