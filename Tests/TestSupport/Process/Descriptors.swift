import Foundation
import Synchronization

/// Makes pairs of descriptors for a child process, which no other child inherits.
enum Descriptors {
  /// Held while descriptors exist that aren't close-on-exec yet, and while a child is started.
  ///
  /// A child that inherits the end of another child's pipe would keep it open.
  private static let startingChild = Mutex(())

  /// Runs work while no other thread starts a child or makes descriptors.
  static func exclusively<Result>(_ work: () throws -> Result) rethrows -> Result {
    try startingChild.withLock { _ in try work() }
  }

  /// A failed system call; `code` is `errno`.
  struct Failure: Error {
    let call: String
    let code: Int32
  }

  /// Makes a pipe.
  static func pipe() throws -> (reading: Int32, writing: Int32) {
    var ends: [Int32] = [0, 0]
    try exclusively {
      guard systemPipe(&ends) == 0 else { throw Failure(call: "pipe", code: errno) }
      keep(ends[0], ends[1])
    }
    return (ends[0], ends[1])
  }

  /// Makes a pseudo-terminal of the given size: a program writes to the `writing` end, and the output is read from the
  /// other.
  static func terminal(columns: Int, rows: Int = 24) throws -> (reading: Int32, writing: Int32) {
    var (far, near): (Int32, Int32) = (-1, -1)
    var size = winsize(ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
    try exclusively {
      guard unsafe openpty(&far, &near, nil, nil, &size) == 0 else { throw Failure(call: "openpty", code: errno) }
      keep(far, near)
    }
    // Otherwise the terminal writes a carriage return before every line feed.
    var settings = termios()
    guard unsafe tcgetattr(near, &settings) == 0 else { throw Failure(call: "tcgetattr", code: errno) }
    settings.c_oflag &= ~tcflag_t(OPOST)
    guard unsafe tcsetattr(near, TCSANOW, &settings) == 0 else { throw Failure(call: "tcsetattr", code: errno) }
    return (far, near)
  }

  /// Opens a file for a child process.
  static func file(_ path: String, _ flags: Int32) throws -> Int32 {
    let descriptor = unsafe open(path, flags | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw Failure(call: "open \(path)", code: errno) }
    return descriptor
  }

  /// Prevents other child processes from inheriting descriptors.
  private static func keep(_ descriptors: Int32...) {
    for descriptor in descriptors { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
  }
}

private func systemPipe(_ ends: inout [Int32]) -> Int32 { unsafe pipe(&ends) }
