#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The last error of a system call.
struct SystemError: Sendable, Hashable {
  /// The number, such as `ENOENT`.
  let code: CInt

  /// Takes the error that the call just made has left; call it before anything else.
  static func last() -> SystemError { SystemError(code: errno) }

  /// The system's words for it.
  var reason: String {
    // strerror may share a buffer between threads; a garbled word in an error sentence is the worst of it.
    guard let text = unsafe strerror(code) else { return "error \(code)" }
    return unsafe String(cString: text)
  }
}
