/// An open file, pipe or device, read and written without the C library's buffers.
///
/// It doesn't close anything: the owner calls ``close()``. Interrupted calls are repeated.
package struct FileDescriptor: Sendable {
  /// The number of the descriptor.
  package let number: CInt

  package static let standardOutput = FileDescriptor(number: 1)
  package static let standardError = FileDescriptor(number: 2)

  /// The longest time that an output waits for the reader of its pipe.
  package static let standardPatience: CInt = 2000
  /// The number of bytes to write at once; macOS refuses more than 2 GiB.
  private static let largestWrite = 16 << 20

  package init(number: CInt) { self.number = number }

  /// Opens a file.
  package init(opening path: String, flags: CInt, mode: mode_t = 0) throws(SystemError) {
    number = CInt(try uninterrupted { Int(systemOpen(path, flags: flags | O_CLOEXEC, mode: mode)) })
  }

  /// Opens a device or a pipe for writing; fails if nothing reads the pipe in time.
  package init(writingTo path: String, patienceInMilliseconds: CInt = standardPatience) throws(SystemError) {
    var waited: CInt = 0
    while true {
      let opened = systemOpen(path, flags: O_WRONLY | O_NONBLOCK | O_CLOEXEC)
      if opened >= 0 {
        _ = fcntl(opened, F_SETFL, fcntl(opened, F_GETFL) & ~O_NONBLOCK)
        number = opened
        return
      }
      let error = SystemError.last
      guard error.number == ENXIO, waited < patienceInMilliseconds else { throw error }
      _ = poll(nil, 0, 20)
      waited += 20
    }
  }

  @discardableResult
  package func close() -> Bool { System.close(number) == 0 }

  /// Writes all of the bytes at the current offset.
  package func write(_ bytes: [UInt8]) throws(SystemError) {
    var error: SystemError?
    unsafe bytes.withUnsafeBytes { bytes in
      do throws(SystemError) { try unsafe write(bytes) } catch let failure { error = failure }
    }
    if let error { throw error }
  }

  /// Writes all of the bytes at the current offset.
  @unsafe
  package func write(_ bytes: UnsafeRawBufferPointer) throws(SystemError) {
    var written = 0
    while written < bytes.count {
      // In bounds: written < count, so the rest is not empty and has a base address.
      let start = unsafe bytes.baseAddress?.advanced(by: written)
      let count = unsafe systemWrite(
        to: number,
        from: start,
        count: min(bytes.count - written, Self.largestWrite)
      )
      if count >= 0 { written += count } else { try recover(for: POLLOUT) }
    }
  }

  /// Reads the next bytes; returns an empty array at the end.
  package func read(maximum: Int) throws(SystemError) -> [UInt8] {
    var error: SystemError?
    let chunk = unsafe [UInt8](unsafeUninitializedCapacity: maximum) { buffer, count in
      do throws(SystemError) { count = unsafe try read(into: UnsafeMutableRawBufferPointer(buffer)) } catch let failure
      {
        error = failure
      }
    }
    if let error { throw error }
    return chunk
  }

  /// Reads the next bytes and returns their number; 0 at the end.
  @unsafe
  package func read(into buffer: UnsafeMutableRawBufferPointer) throws(SystemError) -> Int {
    while true {
      let count = unsafe systemRead(from: number, into: buffer.baseAddress, count: buffer.count)
      if count >= 0 { return count }
      try recover(for: POLLIN)
    }
  }

  /// Reads bytes at an offset without moving the current offset; returns fewer than `count` only at the end of the
  /// file.
  package func read(at offset: Int, count: Int) throws(SystemError) -> [UInt8] {
    // The standard library writes the length even of an array without capacity, which all threads share.
    guard count > 0 else { return [] }
    var error: SystemError?
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      do throws(SystemError) {
        filled = unsafe try read(at: offset, into: UnsafeMutableRawBufferPointer(buffer))
      } catch let failure { error = failure }
    }
    if let error { throw error }
    return bytes
  }

  /// Reads bytes at an offset and returns their number; the buffer is filled unless the file ends.
  @unsafe
  package func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws(SystemError) -> Int {
    var filled = 0
    while filled < buffer.count {
      // In bounds: the buffer already has `filled` bytes, and the call requests at most the remaining space.
      let start = unsafe buffer.baseAddress?.advanced(by: filled)
      let count = try uninterrupted { unsafe pread(number, start, buffer.count - filled, off_t(offset + filled)) }
      guard count > 0 else { break }
      filled += count
    }
    return filled
  }

  /// Sets the length of the file.
  package func truncate(to byteCount: Int) throws(SystemError) {
    guard ftruncate(number, off_t(byteCount)) == 0 else { throw .last }
  }

  /// Waits until a call that failed can be repeated.
  ///
  /// - Throws: The error, if repeating the call wouldn't help.
  private func recover(for event: CInt) throws(SystemError) {
    let error = SystemError.last
    switch error.number {
    case EINTR: return
    case EAGAIN:
      var descriptor = pollfd(fd: number, events: Int16(event), revents: 0)
      _ = unsafe poll(&descriptor, 1, -1)
    default: throw error
    }
  }
}
