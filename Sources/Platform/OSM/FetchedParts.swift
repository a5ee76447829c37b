import Domain
import PlaceIndex
import System

/// The responses of an unfinished download, in a directory that one process uses at a time.
///
/// The directory has no size limit; responses are deleted after a week.
struct FetchedParts: Sendable {
  /// A recorded response to a query.
  enum RecordedResponse {
    /// A cached response.
    case response(OverpassResponse)
    /// The response was too large.
    case tooMuch
  }

  /// The time after which an unfinished download is deleted.
  private static let lifetime = Duration.seconds(7 * 86_400)

  /// The directory of one area and its categories.
  let directory: String
  private let lock: FileLock
  private let store: ResponseStore

  /// Opens the directory of a download.
  ///
  /// - Parameters:
  ///   - directory: The directory of all downloads.
  ///   - query: The area and the categories.
  /// - Throws: `.running` if another process uses it, `.unwritable` if it can't be made.
  init(in directory: String, of query: String) throws(IndexFileError) {
    self.directory = "\(directory)/\(Self.name(of: query))"
    if let error = FilePath.makeDirectories(self.directory) {
      throw .unwritable(path: self.directory, reason: error.reason)
    }
    do throws(SystemError) { lock = try FileLock(directory: self.directory) } catch {
      throw .unwritable(path: self.directory, reason: error.reason)
    }
    var limits = ResponseStore.Limits(StoreConfiguration())
    limits.maximumBytes = nil
    limits.maximumResponseBytes = OverpassResponse.maximumBytes
    limits.lifetime = Self.lifetime
    store = ResponseStore(
      directory: StoreDirectory(path: self.directory),
      limits: limits,
      clock: .system,
      log: StoreErrorLog()
    )
    // Some file systems don't support locks on directories.
    if (try? lock.take()) == false { throw .fetchRunning(path: self.directory) }
    let now = Int64(time(nil))
    for file in files where .seconds(now - file.changedAtSeconds) > Self.lifetime { remove(file.name) }
  }

  private var files: [(name: String, bytes: Int, changedAtSeconds: Int64)] {
    (try? StoreDirectory(path: directory).files()) ?? []
  }

  private func remove(_ name: String) { _ = unsafe unlink("\(directory)/\(name)") }

  /// Returns the file of the response to a query.
  func path(of query: String) -> String { "\(directory)/\(StoredEntry.name(of: Self.key(of: query)))" }

  /// Returns the recorded response to a query; `nil` if there is none.
  func response(to query: String) -> RecordedResponse? {
    guard let bytes = store.response(to: Self.key(of: query))?.body else { return nil }
    guard !bytes.isEmpty else { return .tooMuch }
    return (try? OverpassResponse(body: bytes)).map { .response($0) }
  }

  /// Caches the response to a query.
  ///
  /// An empty body records that the response was too large.
  func save(_ body: [UInt8], of query: String) throws(IndexFileError) {
    do throws(StoreError) { try store.store(body, of: Self.key(of: query)) } catch {
      throw .unwritable(path: path(of: query), reason: Self.reason(of: error))
    }
  }

  private static func reason(of error: StoreError) -> String {
    switch error {
    case .unwritable(_, let reason), .writeFailed(_, let reason), .unreadable(_, let reason): reason
    default: "its directory can't be used"
    }
  }

  /// Removes the response to a query.
  func discard(_ query: String) { store.discard(Self.key(of: query)) }

  /// Removes all responses and the directory.
  func removeAll() {
    for file in files { remove(file.name) }
    _ = unsafe unlink("\(directory)/.lock")
    _ = unsafe rmdir(directory)
  }

  /// Returns a query on one line, as the store requires.
  private static func key(of query: String) -> String {
    String(decoding: query.utf8.map { $0 == UInt8(ascii: "\n") ? UInt8(ascii: " ") : $0 }, as: UTF8.self)
  }

  /// Returns a short name for a text.
  ///
  /// Two texts in one directory collide in 1 of 10^13 downloads.
  private static func name(of text: String) -> String { String(StableHash(of: text.utf8).value, radix: 36) }
}
