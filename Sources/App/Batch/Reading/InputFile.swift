import Dispatch

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A file, pipe or terminal that rows are read from.
final class InputFile: RowInput {
  private static let waitInMilliseconds: Int32 = 100

  private let path: String
  private let descriptor: FileDescriptor
  /// Which file it is, so that an output is not written over it.
  let identity: FileIdentity?

  /// Opens a file.
  ///
  /// - Parameter path: A path; `-` is standard input.
  /// - Throws: When it cannot be opened, or is a directory.
  init(path: String) throws(BatchInputError) {
    self.path = path == "-" ? "standard input" : path
    let number = path == "-" ? 0 : systemOpen(path, O_RDONLY | O_CLOEXEC, 0)
    guard number >= 0 else { throw .unreadable(path: path, reason: SystemError.last().reason) }
    descriptor = FileDescriptor(number: number)
    identity = FileIdentity(descriptor: number)
    guard identity?.isDirectory != true else {
      throw .unreadable(path: self.path, reason: SystemError(code: EISDIR).reason)
    }
  }

  // A class because only its end of life closes the descriptor.
  deinit { if descriptor.number > 0 { close(descriptor.number) } }

  /// How many bytes the input has, when that is known.
  var sizeInBytes: Int? {
    guard let identity, identity.isRegular else { return nil }
    return identity.sizeInBytes
  }

  func read(upTo count: Int) async throws(BatchInputError) -> [UInt8] {
    if identity?.isRegular != true {
      await waitUntilReadable()
      // Reading now would wait where nobody can call it off; nobody looks at what a cancelled task read.
      if Task.isCancelled { return [] }
    }
    do {
      return try descriptor.read(maximum: count)
    } catch {
      throw .unreadable(path: path, reason: error.reason)
    }
  }

  /// Waits on a thread of its own: a thread of the concurrency pool that waits would stop everybody on a small machine.
  private func waitUntilReadable() async {
    let number = descriptor.number
    while !Task.isCancelled, !Self.isReadable(number, waitInMilliseconds: 0) {
      await withCheckedContinuation { continuation in
        DispatchQueue.global().async {
          _ = Self.isReadable(number, waitInMilliseconds: Self.waitInMilliseconds)
          continuation.resume()
        }
      }
    }
  }

  private static func isReadable(_ number: Int32, waitInMilliseconds: Int32) -> Bool {
    var descriptor = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
    return unsafe poll(&descriptor, 1, waitInMilliseconds) != 0
  }
}
