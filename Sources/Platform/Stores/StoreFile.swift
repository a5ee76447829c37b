import Domain
import System

/// An open file of a store.
///
/// All files of stores are read and appended to here, except the files of ``PaceRecord``.
///
/// Interrupted calls are repeated. Any other failure is an error, because an unreadable file must not be mistaken for
/// an empty one and replaced.
final class StoreFile: Sendable {
  enum Use: Sendable { case reading, appending }

  private let path: String
  private let file: FileDescriptor

  /// Opens a file; `nil` if it doesn't exist.
  init?(path: String, for use: Use) throws(StoreError) {
    let flags = (use == .reading ? O_RDONLY : O_RDWR | O_APPEND) | O_NONBLOCK
    do throws(SystemError) { file = try FileDescriptor(opening: path, flags: flags) } catch {
      switch error.number {
      case ENOENT, ENOTDIR: return nil
      case EISDIR, ENXIO: throw .notAStore(path: path)
      default: throw use == .reading ? .unreadable(path: path, reason: error.reason) : .failed(toWrite: path, error)
      }
    }
    self.path = path
  }

  deinit { file.close() }

  func byteCount() throws(StoreError) -> Int {
    let status = try status()
    guard status.isRegular else { throw .notAStore(path: path) }
    return status.byteCount
  }

  /// Returns whether the file has no name any more: it was removed, or replaced.
  func isRemoved() throws(StoreError) -> Bool { try status().linkCount == 0 }

  private func status() throws(StoreError) -> FileStatus {
    do throws(SystemError) { return try FileStatus(descriptor: file.number) } catch {
      throw .unreadable(path: path, reason: error.reason)
    }
  }

  /// Returns bytes of the file, fewer than `count` only where it ends.
  func bytes(at offset: Int, count: Int) throws(StoreError) -> [UInt8] {
    do throws(SystemError) { return try file.read(at: offset, count: count) } catch {
      throw .unreadable(path: path, reason: error.reason)
    }
  }

  /// Appends bytes in one call, so that they are incomplete only if the disk is full.
  ///
  /// - Returns: The offset of their end in the file, even if other processes append at the same time.
  @discardableResult
  func append(_ bytes: [UInt8]) throws(StoreError) -> Int {
    do throws(SystemError) {
      let count = try uninterrupted {
        unsafe bytes.withUnsafeBytes { unsafe systemWrite(to: file.number, from: $0.baseAddress, count: $0.count) }
      }
      guard count == bytes.count else { throw SystemError(number: ENOSPC) }
    } catch { throw .failed(toWrite: path, error) }
    return Int(lseek(file.number, 0, SEEK_CUR))
  }

  func cut(to byteCount: Int) throws(StoreError) {
    do throws(SystemError) { try file.truncate(to: byteCount) } catch { throw .failed(toWrite: path, error) }
  }
}

extension StoreError {
  /// Returns the error of writing a file: missing permission, or a failed write.
  static func failed(toWrite path: String, _ error: SystemError) -> StoreError {
    switch error.number {
    case EACCES, EPERM, EROFS, ENOENT, ENOTDIR, ELOOP: .unwritable(path: path, reason: error.reason)
    default: .writeFailed(path: path, reason: error.reason)
    }
  }
}
