import Domain
import PlaceIndex
import System

/// A file of moments by which the processes of a machine send their requests.
///
/// Each ``Entry`` is read and written in one call, so a writer of one entry leaves the others as they are. The lock
/// covers only the time from reading the next moment to writing it, and never a request.
final class PaceFile: Sendable {
  /// The entries of a file, by their positions in it.
  enum Slot: Int {
    /// When the pace allows the next request.
    case next
    /// When the pause ends that the service asked for; its details are the status and the reason.
    case pause
    /// When the request at the latest ends beside which no other may be sent; its details identify its process.
    case flight
  }

  /// A moment with details.
  struct Entry: Sendable, Hashable {
    /// Milliseconds since 1970.
    var moment: Int64 = 0
    /// How many milliseconds the moment was ahead when it was written.
    var length: Int64 = 0
    /// What the moment is about.
    var details: [Int64] = [0, 0]

    /// The time until the moment; `nil` if it has come, and if it is farther ahead than when it was written: the clock
    /// was set back since.
    func wait(at now: Int64) -> Duration? {
      let wait = moment - now
      return wait > 0 && wait <= length ? .milliseconds(wait) : nil
    }
  }

  /// The digits of each of the four numbers of an entry.
  private static let digits = 16
  private static let entryBytes = 4 * digits
  /// The longest time that an entry has, in milliseconds: 30 years.
  private static let maximumLength: Int64 = 999_999_999_999

  /// Open as long as the lock exists.
  private let descriptor: CInt
  private let lock: FileLock

  /// Opens a file, and creates it first if it is missing.
  ///
  /// - Returns: `nil` if that fails: a response is worth more than a file.
  init?(named name: String, in directory: String) {
    let path = "\(directory)/\(name)"
    var opened = Self.open(path)
    // Only then, because the directory exists for every request but the first.
    if opened < 0, errno == ENOENT {
      makeDirectories(directory)
      opened = Self.open(path)
    }
    guard opened >= 0 else { return nil }
    descriptor = opened
    lock = FileLock(taking: opened)
  }

  private static func open(_ path: String) -> CInt {
    unsafe System.open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
  }

  /// Tries to take the lock; `true` as well if the file system has no locks.
  func takeLock() -> Bool { (try? lock.take()) ?? true }

  func releaseLock() { lock.release() }

  /// An entry; of zeros if it is missing or damaged.
  subscript(slot: Slot) -> Entry {
    var bytes = [UInt8](repeating: 0, count: Self.entryBytes)
    let offset = off_t(slot.rawValue * Self.entryBytes)
    guard unsafe pread(descriptor, &bytes, bytes.count, offset) == bytes.count else { return Entry() }
    let numbers = (0..<4).map { number in
      Int64(String(decoding: bytes[(number * Self.digits)..<((number + 1) * Self.digits)], as: UTF8.self)) ?? 0
    }
    return Entry(moment: numbers[0], length: numbers[1], details: Array(numbers[2...]))
  }

  /// Writes a moment.
  ///
  /// - Parameters:
  ///   - slot: The entry.
  ///   - wait: How far ahead the moment is.
  ///   - start: The moment from which it is counted.
  ///   - details: What the moment is about.
  /// - Returns: The moment.
  @discardableResult
  func write(_ slot: Slot, _ wait: Duration, from start: Int64, details: [Int64] = [0, 0]) -> Int64 {
    let length = min(Int64(min((wait / .milliseconds(1)).rounded(.up), 1e12)), Self.maximumLength)
    let numbers = [start + length, length] + details
    let bytes = Array(numbers.map { $0.text(ofDigits: Self.digits) }.joined().utf8)
    _ = unsafe pwrite(descriptor, bytes, bytes.count, off_t(slot.rawValue * Self.entryBytes))
    return start + length
  }
}
