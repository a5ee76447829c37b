extension FileDescriptor {
  /// Takes the lock of the open file if it is free.
  ///
  /// Only one holder has the lock at a time, in all processes.
  ///
  /// - Returns: Whether the lock was taken; `false` if another holder has it.
  /// - Throws: An error if the system can't lock the file.
  package func lock() throws(SystemError) -> Bool {
    while flock(number, LOCK_EX | LOCK_NB) != 0 {
      let error = SystemError.last
      if error.number == EWOULDBLOCK { return false }
      guard error.number == EINTR else { throw error }
    }
    return true
  }

  /// Releases the lock.
  ///
  /// Closing the descriptor isn't enough: a child process that is being spawned also has the file open.
  package func unlock() { flock(number, LOCK_UN) }
}

/// The lock of an open file or directory; the system releases it when the process ends in any way.
package final class FileLock: Sendable {
  private let file: FileDescriptor

  /// Takes over an open file, which is closed with the lock.
  package init(taking file: FileDescriptor) { self.file = file }

  /// Opens a directory to lock it.
  package convenience init(directory path: String) throws(SystemError) {
    self.init(taking: try FileDescriptor(opening: path, flags: O_RDONLY | O_DIRECTORY))
  }

  deinit { file.close() }

  /// Takes the lock if it is free.
  ///
  /// - Returns: Whether the lock was taken; `false` if another holder has it.
  /// - Throws: An error if the system can't lock the file.
  package func take() throws(SystemError) -> Bool { try file.lock() }

  package func release() { file.unlock() }
}
