import Domain
import System

/// A file of times that coordinates the requests of a machine's processes.
///
/// Each ``Entry`` is read and written in one call, so writing one entry doesn't change the others. The lock is held
/// only between reading and writing the next time, never during a request.
final class PaceFile: Sendable {
  /// The entries of a file, by their index.
  enum Slot: Int {
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
    /// The time in milliseconds since 1970.
    var moment: Int64 = 0
    /// The distance of the time in milliseconds when it was written.
    var length: Int64 = 0
    /// The details of the entry.
    var details: [Int64] = [0, 0]

    /// The remaining wait; `nil` if the time has come, or if it is farther away than when it was written, because the
    /// clock was set back.
    func wait(at now: Int64) -> Duration? {
      let wait = moment - now
      return wait > 0 && wait <= length ? .milliseconds(wait) : nil
    }
  }

  /// The number of digits of each of an entry's four numbers.
  private static let digits = 16
  private static let entryBytes = 4 * digits
  /// The maximum length of an entry in milliseconds: 30 years.
  private static let maximumLength: Int64 = 999_999_999_999

  /// Open as long as the lock exists.
  private let descriptor: CInt
  private let lock: FileLock

  /// Opens a file, creating it if necessary.
  ///
  /// - Returns: `nil` on failure, because a response is more important than the file.
  init?(named name: String, in directory: String) {
    let path = "\(directory)/\(name)"
    var opened = Self.open(path)
    // Only in this case, because the directory exists for every request except the first.
    if opened < 0, errno == ENOENT {
      FilePath.makeDirectories(directory)
      opened = Self.open(path)
    }
    guard opened >= 0 else { return nil }
    descriptor = opened
    lock = FileLock(taking: FileDescriptor(number: opened))
  }

  private static func open(_ path: String) -> CInt {
    unsafe System.open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
  }

  /// Tries to take the lock; returns `true` if the file system has no locks.
  func takeLock() -> Bool { (try? lock.take()) ?? true }

  func releaseLock() { lock.release() }

  /// The entry of a slot; all zeros if it is missing or damaged.
  subscript(slot: Slot) -> Entry {
    var bytes = [UInt8](repeating: 0, count: Self.entryBytes)
    let offset = off_t(slot.rawValue * Self.entryBytes)
    guard unsafe pread(descriptor, &bytes, bytes.count, offset) == bytes.count else { return Entry() }
    let numbers = (0..<4).map { number in
      Int64(String(decoding: bytes[(number * Self.digits)..<((number + 1) * Self.digits)], as: UTF8.self)) ?? 0
    }
    return Entry(moment: numbers[0], length: numbers[1], details: Array(numbers[2...]))
  }

  /// Writes an entry.
  ///
  /// - Parameters:
  ///   - slot: The slot.
  ///   - wait: The distance of the time.
  ///   - start: The time from which the distance is measured.
  ///   - details: The details of the entry.
  /// - Returns: The time.
  @discardableResult
  func write(_ slot: Slot, _ wait: Duration, from start: Int64, details: [Int64] = [0, 0]) -> Int64 {
    let length = min(Int64(min((wait / .milliseconds(1)).rounded(.up), 1e12)), Self.maximumLength)
    let numbers = [start + length, length] + details
    let bytes = Array(numbers.map { $0.text(ofDigits: Self.digits) }.joined().utf8)
    _ = unsafe pwrite(descriptor, bytes, bytes.count, off_t(slot.rawValue * Self.entryBytes))
    return start + length
  }
}
