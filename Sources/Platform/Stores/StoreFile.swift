import System
import Domain
import PlaceIndex

/// An open file of a store.
///
/// All files of stores are read and appended to here, except the files of ``SharedPace``.
///
/// Interrupted calls are repeated. Any other failure is an error, because an unreadable file must not be mistaken for
/// an empty one and replaced.
final class StoreFile: Sendable {
  enum Use: Sendable { case reading, appending }

  private let path: String
  private let descriptor: CInt

  /// Opens a file; `nil` if it doesn't exist.
  init?(path: String, for use: Use) throws(StoreError) {
    let flags = (use == .reading ? O_RDONLY : O_RDWR | O_APPEND) | O_CLOEXEC | O_NONBLOCK
    var opened: CInt
    repeat { opened = unsafe open(path, flags) } while opened < 0 && errno == EINTR
    guard opened >= 0 else {
      let error = SystemError(number: errno)
      switch error.number {
      case ENOENT, ENOTDIR: return nil
      case EISDIR, ENXIO: throw .notAStore(path: path)
      default: throw use == .reading ? .unreadable(path: path, reason: error.reason) : .failed(toWrite: path, error)
      }
    }
    self.path = path
    descriptor = opened
  }

  deinit { close(descriptor) }

  func byteCount() throws(StoreError) -> Int {
    let status: FileStatus
    do throws(SystemError) { status = try FileStatus(descriptor: descriptor) } catch {
      throw .unreadable(path: path, reason: error.reason)
    }
    guard status.isRegular else { throw .notAStore(path: path) }
    return status.byteCount
  }

  /// Returns bytes of the file; fewer than requested only at its end.
  func bytes(at offset: Int, count: Int) throws(StoreError) -> [UInt8] {
    // Even for an empty array, the standard library writes its length, which all threads share.
    guard count > 0 else { return [] }
    var failure: CInt?
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      while filled < count {
        // In bounds: `filled` bytes are there, and no more are requested than are left.
        let start = unsafe buffer.baseAddress?.advanced(by: filled)
        let got = Self.uninterrupted { unsafe pread(descriptor, start, count - filled, off_t(offset + filled)) }
        if got < 0 { failure = errno }
        guard got > 0 else { return }
        filled += got
      }
    }
    if let failure { throw .unreadable(path: path, reason: SystemError(number: failure).reason) }
    return bytes
  }

  /// Whether the file was removed or replaced.
  func isRemoved() throws(StoreError) -> Bool {
    do throws(SystemError) { return try FileStatus(descriptor: descriptor).linkCount == 0 } catch {
      throw .unreadable(path: path, reason: error.reason)
    }
  }

  /// Appends bytes in one call, so that they are incomplete only if the disk is full.
  ///
  /// - Returns: The offset of their end in the file, even if other processes append at the same time.
  @discardableResult
  func append(_ bytes: [UInt8]) throws(StoreError) -> Int {
    let count = unsafe bytes.withUnsafeBytes { buffer in
      Self.uninterrupted { unsafe write(descriptor, buffer.baseAddress, buffer.count) }
    }
    guard count == bytes.count else { throw .failed(toWrite: path, SystemError(number: count < 0 ? errno : ENOSPC)) }
    return Int(lseek(descriptor, 0, SEEK_CUR))
  }

  func cut(to byteCount: Int) throws(StoreError) {
    guard ftruncate(descriptor, off_t(byteCount)) == 0 else {
      throw .failed(toWrite: path, SystemError(number: errno))
    }
  }

  /// Repeats a system call while signals interrupt it.
  private static func uninterrupted(_ call: () -> Int) -> Int {
    while true {
      let result = call()
      if result >= 0 || errno != EINTR { return result }
    }
  }
}

extension StoreError {
  /// The error of writing a file: missing permission, or a failed write.
  static func failed(toWrite path: String, _ error: SystemError) -> StoreError {
    switch error.number {
    case EACCES, EPERM, EROFS, ENOENT, ENOTDIR, ELOOP: .unwritable(path: path, reason: error.reason)
    default: .writeFailed(path: path, reason: error.reason)
    }
  }
}
