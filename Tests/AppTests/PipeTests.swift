import Foundation
import System
import TestSupport
import Testing

@testable import App

/// Named pipes in place of files: opening one end blocks until the other end is opened.
struct PipeTests {
  private let directory = TemporaryDirectory()

  private func pipe() throws -> String {
    let path = directory.file("pipe")
    try #require(unsafe mkfifo(path, 0o600) == 0)
    return path
  }

  @Test func `a small file that is a pipe is refused`() throws {
    let path = try pipe()
    #expect(throws: FileFailure(path: path, reason: .isPipe)) { try DiskFiles().contents(of: path, limit: 10) }
    #expect(Failure(FileFailure(path: path, reason: .isPipe)).message.contains("named pipe"))
  }

  @Test func `a configuration file that is a pipe is refused`() throws {
    let path = try pipe()
    var world = Run().world(["categories"], output: MemorySink(), errors: MemorySink())
    world.files = DiskFiles()
    let environment = world.environment
    world.environment = { $0 == EnvironmentVariable.configuration.rawValue ? path : environment($0) }
    #expect(throws: Failure(FileFailure(path: path, reason: .isPipe))) { try ConfigurationFile(in: world) }
  }

  @Test func `an output that is a pipe needs a reader`() throws {
    let path = try pipe()
    #expect {
      _ = try FileDescriptor(writingTo: path, patienceInMilliseconds: 0)
    } throws: { error in
      (error as? SystemError)?.reasonForWriting.contains("start its reader first") == true
    }
    let reader = unsafe open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    defer { close(reader) }
    #expect(throws: FileFailure(path: path, reason: .notResumable)) {
      try DiskFiles().openInPlace(path, existing: .resume, input: nil)
    }
    guard case .device(let file) = try DiskFiles().openInPlace(path, existing: .refuse, input: nil) else {
      return #expect(Bool(false))
    }
    try file.write(Array("a\n".utf8))
    #expect(try FileDescriptor(number: reader).read(maximum: 10) == Array("a\n".utf8))
  }
}
