import Domain
import Foundation
import IndexChecks
import Tables
import TestSupport
import Testing

@testable import PlaceIndex

@Suite struct FileReplacementTests {
  private let directory = TemporaryDirectory()

  private static func builder() throws -> PlaceIndexBuilder {
    let builder = PlaceIndexBuilder()
    try builder.add(["가온"], [.bank])
    return builder
  }

  @Test func `files of killed builds are removed, and files of running builds and of others stay`()
    async throws
  {
    let stale = ".out.pfx.00abcdefghijk.tmp"
    let others = [".other.pfx.00abcdefghijk.tmp", ".out.pfx.0000000000abc.tmp", ".out.pfx.mine.tmp"]
    for name in [stale] + others { try directory.write(name, to: name) }
    let running = unsafe open(directory.file(others[1]), O_RDONLY)
    #expect(running >= 0 && flock(running, LOCK_EX) == 0)
    defer { close(running) }
    _ = try Self.builder().write(to: directory.file("out.pfx"))
    #expect(try PlaceIndex(contentsOf: directory.file("out.pfx")).placeCount == 1)
    #expect(directory.names == (others + ["out.pfx"]).sorted())
  }

  @Test(arguments: ["inner/out.pfx", "inner/missing.pfx"])
  func `a symbolic link stays, and its target is replaced`(target: String) async throws {
    let files = FileManager.default
    try files.createDirectory(atPath: directory.file("inner"), withIntermediateDirectories: false)
    try directory.write("old", to: "inner/out.pfx")
    try files.createSymbolicLink(atPath: directory.file("second"), withDestinationPath: target)
    try files.createSymbolicLink(atPath: directory.file("first"), withDestinationPath: directory.file("second"))
    _ = try Self.builder().write(to: directory.file("first"))
    #expect(try files.destinationOfSymbolicLink(atPath: directory.file("first")) == directory.file("second"))
    #expect(try files.destinationOfSymbolicLink(atPath: directory.file("second")) == target)
    #expect(try PlaceIndex(contentsOf: directory.file(target)).placeCount == 1)
    #expect(directory.names == ["first", "inner", "second"])
  }

  @Test func `links in a circle are an error`() async throws {
    try FileManager.default.createSymbolicLink(atPath: directory.file("a"), withDestinationPath: "a")
    #expect(throws: IndexFileError.self) { try Self.builder().write(to: directory.file("a")) }
    #expect(directory.names == ["a"])
  }

  @Test func `the permissions of the file that is replaced stay`() async throws {
    try directory.write("old", to: "out.pfx")
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: directory.file("out.pfx"))
    _ = try Self.builder().write(to: directory.file("out.pfx"))
    let mode = try FileManager.default.attributesOfItem(atPath: directory.file("out.pfx"))[.posixPermissions]
    #expect(mode as? Int == 0o600)
  }

  @Test func `an index comes out of a pipe, and is never written to one`() async throws {
    let pipe = Pipe()
    let content = withExtendedLifetime(try Self.builder().assemble()) { Data($0.view.array) }
    #expect(throws: IndexFileError.self) {
      try Self.builder().write(to: "/dev/fd/\(pipe.fileHandleForWriting.fileDescriptor)")
    }
    Thread.detachNewThread {
      try? pipe.fileHandleForWriting.write(contentsOf: content)
      try? pipe.fileHandleForWriting.close()
    }
    var reading: InputReading?
    let path = "/dev/fd/\(pipe.fileHandleForReading.fileDescriptor)"
    try PlaceIndex(placesIn: path, reading: &reading).checkFormat()
  }

  @Test(arguments: [-1, 1])
  func `an index that comes through a pipe with a wrong length is refused`(excess: Int) throws {
    var bytes = withExtendedLifetime(try Self.builder().assemble()) { $0.view.array }
    let length = bytes.count
    if excess < 0 { bytes.removeLast(-excess) } else { bytes += Array(repeating: 0, count: excess) }
    let pipe = Pipe()
    let content = Data(bytes)
    Thread.detachNewThread {
      try? pipe.fileHandleForWriting.write(contentsOf: content)
      try? pipe.fileHandleForWriting.close()
    }
    let path = "/dev/fd/\(pipe.fileHandleForReading.fileDescriptor)"
    #expect(throws: IndexFileError.wrongLength(path: path, expected: length, actual: length + excess)) {
      try PlaceIndex(contentsOf: path)
    }
  }
}
