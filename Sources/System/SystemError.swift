/// An error of a system call.
package struct SystemError: Error, Hashable {
  /// `errno`, such as `ENOENT`.
  package let number: CInt

  package init(number: CInt) { self.number = number }

  /// The error of the last system call of this thread.
  package static var last: SystemError { SystemError(number: errno) }

  /// The system's description of the error.
  package var reason: String {
    // Threads may share the buffer of strerror; the worst case is a garbled word in a message.
    unsafe strerror(number).map { unsafe String(cString: $0) } ?? "error \(number)"
  }
}
