// Functions, because a method named `write`, `read` or `open` hides the C function of the same name.

/// Calls `write(2)`; async-signal-safe.
@unsafe
package func systemWrite(to descriptor: CInt, from bytes: UnsafeRawPointer?, count: Int) -> Int {
  unsafe write(descriptor, bytes, count)
}

/// Calls `read(2)`.
@unsafe
package func systemRead(from descriptor: CInt, into bytes: UnsafeMutableRawPointer?, count: Int) -> Int {
  unsafe read(descriptor, bytes, count)
}

/// Calls `open(2)`.
package func systemOpen(_ path: String, flags: CInt, mode: mode_t = 0) -> CInt { unsafe open(path, flags, mode) }

/// Repeats a system call while signals interrupt it.
package func uninterrupted(_ call: () -> Int) throws(SystemError) -> Int {
  while true {
    let result = call()
    if result >= 0 { return result }
    guard errno == EINTR else { throw .last }
  }
}
