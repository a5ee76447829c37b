import Dispatch
import Synchronization
import System

/// A file, pipe or terminal from which the rows of a batch are read.
final class BatchFile: BatchInput {
  /// The maximum time in which a waiting reader notices the cancellation of its task, too short for people to notice.
  private static let waitInMilliseconds: Int32 = 100

  private let path: String
  private let descriptor: FileDescriptor
  /// The identity of the file, so that no output overwrites it.
  let identity: FileIdentity?
  private let start: Int
  private let copy = Mutex(Copy())

  /// A copy of the data read from a pipe, for reading it again.
  private struct Copy {
    var file: FileDescriptor?
    var path = ""
    var isReread = false
    var sourceIsAtEnd = false
  }

  init(path: String) throws(FileFailure) {
    self.path = DiskFiles.shownName(ofInput: path)
    let number = path == "-" ? 0 : systemOpen(path, flags: O_RDONLY | O_CLOEXEC)
    guard number >= 0 else { throw FileFailure(input: path, .last) }
    descriptor = FileDescriptor(number: number)
    start = Int(lseek(number, 0, SEEK_CUR))
    identity = FileIdentity(descriptor: number)
    guard identity?.isDirectory != true else {
      throw FileFailure(input: self.path, SystemError(number: EISDIR))
    }
  }

  // A class, because its deinitialiser closes the descriptor.
  deinit {
    if descriptor.number > 0 { close(descriptor.number) }
    copy.withLock { if let file = $0.file { close(file.number) } }
  }

  /// The size of the input in bytes, if known.
  var sizeInBytes: Int? {
    guard let identity, identity.isRegular else { return nil }
    return identity.sizeInBytes
  }

  /// Enables ``rewind()``: a pipe is copied to an unlinked file while it is read.
  func keepForRereading(nextTo path: String) throws(FileFailure) {
    guard identity?.isRegular != true else { return }
    for name in ["\(path).input.\(getpid())", "/tmp/placefind.input.\(getpid())"] {
      let number = systemOpen(name, flags: O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, mode: 0o600)
      guard number >= 0 else { continue }
      unsafe unlink(name)
      copy.withLock { ($0.file, $0.path) = (FileDescriptor(number: number), name) }
      return
    }
    throw FileFailure(writing: "\(path).input.\(getpid())", .last)
  }

  /// Restarts at the first byte.
  func rewind() throws(FileFailure) {
    let again = copy.withLock { copy -> FileDescriptor? in
      copy.isReread = copy.file != nil
      return copy.file
    }
    guard lseek((again ?? descriptor).number, again == nil ? off_t(start) : 0, SEEK_SET) >= 0 else {
      throw FileFailure(input: path, .last)
    }
  }

  func read(upTo count: Int) async throws(FileFailure) -> [UInt8] {
    let (file, isReread, isAtEnd) = copy.withLock { ($0.file, $0.isReread, $0.sourceIsAtEnd) }
    if let file, isReread {
      let chunk = try read(file, upTo: count)
      if !chunk.isEmpty || isAtEnd { return chunk }
    }
    if identity?.isRegular != true {
      await waitUntilReadable()
      // A read would block, and a cancelled task discards what it reads.
      if Task.isCancelled { return [] }
    }
    let chunk = try read(descriptor, upTo: count)
    if let file, !isReread { try keep(chunk, in: file) }
    return chunk
  }

  private func read(_ file: FileDescriptor, upTo count: Int) throws(FileFailure) -> [UInt8] {
    do {
      return try file.read(maximum: count)
    } catch {
      throw FileFailure(input: path, error)
    }
  }

  private func keep(_ chunk: [UInt8], in file: FileDescriptor) throws(FileFailure) {
    if chunk.isEmpty { copy.withLock { $0.sourceIsAtEnd = true } }
    do {
      try file.write(chunk)
    } catch {
      throw FileFailure(input: copy.withLock { $0.path }, error)
    }
  }

  /// Waits on a Dispatch thread, because the threads of the cooperative pool, one per core, must not block.
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

/// An input of rows, which may have to be read again.
protocol BatchInput: Sendable {
  /// The identity of the file, so that no output overwrites it; `nil` if it isn't a file.
  var identity: FileIdentity? { get }
  /// The size of the input in bytes, if known.
  var sizeInBytes: Int? { get }

  /// Reads the next bytes, waiting without blocking a thread of the cooperative pool.
  func read(upTo count: Int) async throws(FileFailure) -> [UInt8]

  /// Enables ``rewind()``.
  func keepForRereading(nextTo path: String) throws(FileFailure)

  /// Restarts at the first byte.
  func rewind() throws(FileFailure)
}
