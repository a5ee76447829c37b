import Domain
import Synchronization
import System

/// The times that coordinate requests: in memory for this process, or in a file for all processes of this machine.
final class PaceRecord: Sendable {
  /// The entries, by their index.
  enum Slot: Int, CaseIterable {
    /// The time of the next request, according to the pace.
    case next
    /// The end of the pause requested by the service.
    ///
    /// The details are the status and the reason.
    case pause
    /// The reset of the exhausted quota; its first detail is the status of the error.
    case quota
    /// The time of the next probe of the exhausted quota.
    case probe
    /// The latest end of the exclusive request in flight.
    ///
    /// The details identify its process.
    case flight
  }

  /// A time with details.
  struct Entry: Sendable, Hashable {
    /// The time in microseconds, in a file since 1970.
    var moment: Int64 = 0
    /// The time from writing the entry to its moment, in microseconds.
    var length: Int64 = 0
    /// The details of the entry.
    var details: [Int64] = [0, 0]

    /// Returns the remaining wait; `nil` if the moment has come, or if it is farther away than when the entry was
    /// written, because the clock was set back.
    func wait(at now: Int64) -> Duration? {
      let wait = moment - now
      return wait > 0 && wait <= length ? .microseconds(wait) : nil
    }
  }

  /// The number of digits of each of an entry's four numbers.
  private static let digits = 16
  private static let entryBytes = 4 * digits
  /// The maximum length of an entry in microseconds: 30 years.
  private static let maximumLength: Int64 = 999_999_999_999_999

  /// The file, open as long as its lock exists; `nil` in memory.
  private let file: (descriptor: CInt, lock: FileLock)?
  /// The last error with a pause, in memory.
  let lastRefusal = Mutex<PlaceSearchError?>(nil)
  private let entries = Mutex([Entry](repeating: Entry(), count: Slot.allCases.count))

  /// Makes a record in memory.
  init() { file = nil }

  /// Opens a file; `nil` on failure, because a response is more important than the file.
  ///
  /// - Parameters:
  ///   - name: The name of the file.
  ///   - directory: Its directory.
  ///   - creates: Whether to create a missing file and directory.
  init?(named name: String, in directory: String, creates: Bool = true) {
    let path = "\(directory)/\(name)"
    let flags = O_RDWR | O_CLOEXEC | O_NOFOLLOW | (creates ? O_CREAT : 0)
    var opened = unsafe open(path, flags, 0o600)
    // A missing directory is created only here, because it exists for every request except the first.
    if opened < 0, errno == ENOENT, creates {
      FilePath.makeDirectories(directory)
      opened = unsafe open(path, flags, 0o600)
    }
    guard opened >= 0 else { return nil }
    file = (opened, FileLock(taking: FileDescriptor(number: opened)))
  }

  /// Tries to take the lock; returns `true` in memory, or if the file system has no locks.
  func takeLock() -> Bool { (try? file?.lock.take()) ?? true }

  func releaseLock() { file?.lock.release() }

  /// The entry of a slot; all zeros if it is missing or damaged.
  subscript(slot: Slot) -> Entry {
    guard let file else { return entries.withLock { $0[slot.rawValue] } }
    var bytes = [UInt8](repeating: 0, count: Self.entryBytes)
    let offset = off_t(slot.rawValue * Self.entryBytes)
    guard unsafe pread(file.descriptor, &bytes, bytes.count, offset) == bytes.count else { return Entry() }
    let numbers = (0..<4).map { number in
      Int64(String(decoding: bytes[(number * Self.digits)..<((number + 1) * Self.digits)], as: UTF8.self)) ?? 0
    }
    return Entry(moment: numbers[0], length: numbers[1], details: Array(numbers[2...]))
  }

  /// Writes an entry.
  ///
  /// - Parameters:
  ///   - slot: The slot.
  ///   - wait: The time from `start` to the entry's moment.
  ///   - start: The time from which the wait is measured.
  ///   - details: The details of the entry.
  /// - Returns: The moment.
  @discardableResult
  func write(_ slot: Slot, _ wait: Duration, from start: Int64, details: [Int64] = [0, 0]) -> Int64 {
    let length = min(Int64(min((wait / .microseconds(1)).rounded(.up), 1e15)), Self.maximumLength)
    guard let file else {
      entries.withLock { $0[slot.rawValue] = Entry(moment: start + length, length: length, details: details) }
      return start + length
    }
    let numbers = [start + length, length] + details
    let bytes = Array(numbers.map { $0.text(ofDigits: Self.digits) }.joined().utf8)
    _ = unsafe pwrite(file.descriptor, bytes, bytes.count, off_t(slot.rawValue * Self.entryBytes))
    return start + length
  }
}
