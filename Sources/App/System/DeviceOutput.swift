import System

/// A device, a pipe or an output that is open already: written directly, as it comes.
final class DeviceOutput: OutputFile, Sendable {
  private let path: String
  private let sink: any ByteSink
  /// What is closed at the end; `nil` for what was open before.
  private let owned: FileDescriptor?

  /// An output that is open.
  ///
  /// - Parameters:
  ///   - sink: Where the bytes go.
  ///   - path: Its name for people.
  init(_ sink: any ByteSink, path: String) {
    self.path = path
    self.sink = sink
    owned = nil
  }

  /// Opens a device or a pipe, which needs a reader.
  init(opening path: String) throws(FileFailure) {
    let opened: FileDescriptor
    do { opened = try FileDescriptor(writingTo: path) } catch { throw FileFailure(writing: path, error) }
    self.path = path
    sink = opened
    owned = opened
  }

  // A class, so that the descriptor is closed exactly once.
  deinit {
    if let owned { close(owned.number) }
  }

  func write(_ bytes: [UInt8]) throws(FileFailure) {
    do { try sink.write(bytes) } catch { throw FileFailure(writing: path, error) }
  }

  /// Does nothing: every write went out at once.
  func finish() {}
  /// Does nothing: every write went out at once.
  func abandon() {}
}
