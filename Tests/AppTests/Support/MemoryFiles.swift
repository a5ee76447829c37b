import Synchronization
import System

@testable import App

final class MemoryFiles: FileAccess {
  private let files: Mutex<[String: [UInt8]]>

  private let isReadOnly: Bool

  init(_ files: [String: String] = [:], isReadOnly: Bool = false) {
    self.files = Mutex(files.mapValues { Array($0.utf8) })
    self.isReadOnly = isReadOnly
  }

  /// The texts of all files, by path.
  var all: [String: String] { files.withLock { $0 }.mapValues { String(decoding: $0, as: UTF8.self) } }

  subscript(path: String) -> String? {
    files.withLock { $0[path] }.map { String(decoding: $0, as: UTF8.self) }
  }

  func contents(of path: String, limit: Int) throws(FileFailure) -> [UInt8] {
    guard let bytes = files.withLock({ $0[path] }) else {
      throw FileFailure(path: path, reason: .unreadable(reason: "No such file or directory"))
    }
    return bytes
  }

  func exists(_ path: String) -> Bool { files.withLock { $0[path] != nil } }

  func identity(of path: String) -> FileIdentity? {
    let size = files.withLock { $0[path]?.count }
    return FileIdentity(type: size == nil ? .nothing : .file, device: 0, node: 0, name: path, sizeInBytes: size ?? 0)
  }

  func checkOutput(_ path: String, _ mode: OutputMode, replacing: Bool) throws(FileFailure) {
    if exists(path), !replacing { throw FileFailure(path: path, reason: .exists) }
    if isReadOnly { throw FileFailure(path: path, reason: .unwritable(reason: "Read-only file system")) }
  }

  func remove(_ path: String) throws(FileFailure) {
    guard files.withLock({ $0.removeValue(forKey: path) }) != nil else {
      throw FileFailure(path: path, reason: .unwritable(reason: "No such file or directory"))
    }
  }

  func createOutput(_ path: String, replacing: Bool) throws(FileFailure) -> any OutputFile {
    try checkOutput(path, .whole, replacing: replacing)
    return MemoryOutput { bytes in self.files.withLock { $0[path] = bytes } }
  }

  /// Memory has no locks, and nothing to resume.
  func openInPlace(_ path: String, existing: LockedFile.Existing, input: FileIdentity?) throws(FileFailure)
    -> InPlaceOutput
  {
    if existing == .resume { throw FileFailure(path: path, reason: .notResumable) }
    try checkOutput(path, .inPlace, replacing: existing == .replace)
    let stream = ByteSink { more in self.files.withLock { $0[path, default: []] += more } }
    return .device(DeviceOutput(stream, path: path))
  }
}

private final class MemoryOutput: OutputFile {
  private let bytes = Mutex<[UInt8]>([])
  private let keep: @Sendable ([UInt8]) -> Void

  init(keep: @escaping @Sendable ([UInt8]) -> Void) { self.keep = keep }

  func write(_ more: [UInt8]) { bytes.withLock { $0 += more } }
  func finish() { keep(bytes.withLock { $0 }) }
  func abandon() {}
}
