import Domain
import PlaceIndex

/// The answers of a fetch that is not finished: raw bodies in a directory, by the text of the query that they answer.
///
/// Each file is put in place whole, so that a process that is killed at any moment leaves only whole answers.
struct FetchedParts: Sendable {
  /// What is known of the answer to a query.
  enum Known {
    /// It is on this machine.
    case answer(OverpassAnswer)
    /// It was too much for one answer.
    case tooMuch
  }

  /// How long an answer may wait for the others, in seconds: a week.
  private static let maximumAgeSeconds: Int64 = 7 * 86_400

  /// The directory of one area and its categories.
  let directory: String
  private let lock: FileLock

  /// Opens the directory of a fetch, which one process uses at a time.
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
    do throws(FileLock.Failure) { try lock.acquire(within: LockTimeout(limit: .zero)) } catch {
      // Some file systems have no locks for directories.
      if case .timedOut = error { throw .running(path: self.directory) }
    }
    let now = Int64(time(nil))
    for file in files where now - file.changedAtSeconds > Self.maximumAgeSeconds { remove(file.name) }
  }

  private var store: StoreDirectory { StoreDirectory(path: directory) }

  private var files: [(name: String, bytes: Int, changedAtSeconds: Int64)] { (try? store.files()) ?? [] }

  private func remove(_ name: String) { _ = unsafe unlink("\(directory)/\(name)") }

  /// The file of the answer to a query.
  func path(of query: String) -> String { "\(directory)/\(Self.name(of: query)).json" }

  /// What is known of the answer to a query; `nil` for nothing.
  func known(of query: String) -> Known? {
    guard let bytes = try? store.contents(of: "\(Self.name(of: query)).json", limit: OverpassAnswer.maximumBytes) else {
      return nil
    }
    guard !bytes.isEmpty else { return .tooMuch }
    return (try? OverpassAnswer(body: bytes)).map { .answer($0) }
  }

  /// Keeps the answer to a query; without a body, that it was too much.
  func keep(_ body: [UInt8], of query: String) throws(IndexFetchError) {
    let path = path(of: query)
    do throws(SystemError) {
      let file = try FileReplacement(path: path, isPrivate: true, temporarySuffix: ".tmp")
      try file.write(body)
      try file.finish()
    } catch {
      throw .file(.unwritable(path: path, reason: error.reason))
    }
  }

  /// Removes the answer to a query.
  func forget(_ query: String) { remove("\(Self.name(of: query)).json") }

  /// Removes every answer, and the directory.
  func removeAll() {
    for file in files { remove(file.name) }
    _ = unsafe rmdir(directory)
  }

  /// A short name for a text, FNV-1a of 64 bits: two texts of one directory have the same one in 1 of 10^13 fetches.
  private static func name(of text: String) -> String {
    let hash = text.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    return String(hash, radix: 36)
  }
}
