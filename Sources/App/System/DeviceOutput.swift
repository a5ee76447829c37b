import System

/// A device, a pipe or an already open output, which is written directly.
final class DeviceOutput: OutputFile, Sendable {
  private let path: String
  private let sink: ByteSink
  /// The descriptor to close at the end; `nil` if the output was already open.
  private let owned: FileDescriptor?

  /// Makes an output of an open sink.
  init(_ sink: ByteSink, path: String) {
    self.path = path
    self.sink = sink
    owned = nil
  }

  /// Opens a device, or a pipe that has a reader.
  init(opening path: String) throws(FileFailure) {
    let opened: FileDescriptor
    do { opened = try FileDescriptor(writingTo: path) } catch { throw FileFailure(writing: path, error) }
    self.path = path
    sink = opened.sink
    owned = opened
  }

  // A class, so that the descriptor is closed exactly once.
  deinit {
    if let owned { close(owned.number) }
  }

  func write(_ bytes: [UInt8]) throws(FileFailure) {
    do { try sink.write(bytes) } catch { throw FileFailure(writing: path, error) }
  }

  /// Does nothing, because every write was completed at once.
  func finish() {}
  /// Does nothing, because every write was completed at once.
  func abandon() {}
}
