import Foundation
import System
import TestSupport
import Testing

@testable import App

/// The rules for output files, with real files: different paths to a file are treated alike.
struct OutputGuardTests {
  private let directory = TemporaryDirectory()

  private static func check(_ sources: [String], _ outputs: [(Option, String)], isForced: Bool = true) -> Failure? {
    let rule = OutputGuard(
      sources: sources.map { OutputGuard.Source($0, as: .input) },
      outputs: outputs.map { OutputGuard.Output($0, $1, existing: isForced ? .use : .keep, .whole) }
    )
    do { try rule.check(in: DiskFiles()) } catch { return Failure(error) }
    return nil
  }

  /// Paths to a file in a directory: plain, with a dot, through a directory, through a hard link and a symbolic link.
  private static func spellings(of name: String, in directory: TemporaryDirectory) throws -> [String] {
    let manager = FileManager.default
    try manager.createSymbolicLink(atPath: directory.file("soft"), withDestinationPath: name)
    try manager.createSymbolicLink(atPath: directory.file("softer"), withDestinationPath: directory.file("soft"))
    try manager.createSymbolicLink(atPath: directory.file("here"), withDestinationPath: ".")
    return ["", "./", "../\(directory.path.split(separator: "/").last ?? "")/", "here/"].map {
      directory.path + "/" + $0 + name
    } + [directory.file("soft"), directory.file("softer"), directory.path + "/here/soft"]
  }

  @Test func `an output is never an input, whatever the paths`() async throws {
    try directory.write("precious", to: "rows")
    var names = try Self.spellings(of: "rows", in: directory)
    try FileManager.default.linkItem(atPath: directory.file("rows"), toPath: directory.file("hard"))
    names.append(directory.file("hard"))
    for output in names {
      #expect(Self.check([directory.file("rows")], [(.output, output)]) == .isRead(path: output, .input), "\(output)")
      #expect(Self.check([output], [(.summary, directory.file("rows"))]) != nil, "\(output)")
    }
    #expect(Self.check([directory.file("rows")], [(.output, directory.file("other"))]) == nil)
  }

  @Test func `two outputs are never one file, even before it exists`() async throws {
    for name in try Self.spellings(of: "new", in: directory) {
      #expect(
        Self.check([], [(.output, directory.file("new")), (.failures, name)])
          == .isNamedTwice(.output, .failures),
        "\(name)"
      )
    }
    #expect(Self.check([], [(.output, directory.file("new")), (.failures, directory.file("newer"))]) == nil)
    #expect(Self.check([], [(.output, "/dev/null"), (.failures, "/dev/null"), (.summary, "/dev/null")]) == nil)
  }

  @Test func `an existing file needs --force, and an empty one only for some outputs`() async throws {
    try directory.write("precious", to: "old")
    try directory.write("", to: "empty")
    for name in ["old", "empty"] {
      let path = directory.file(name)
      #expect(Self.check([], [(.output, path)], isForced: false) == Failure(FileFailure(path: path, reason: .exists)))
      #expect(Self.check([], [(.output, path)]) == nil)
      let lenient = OutputGuard.Output(.summary, path, existing: .keepUnlessEmpty, .inPlace)
      let outcome = Result {
        try OutputGuard(sources: [], outputs: [lenient]).check(in: DiskFiles())
      }
      #expect((try? outcome.get()) == nil ? name == "old" : name == "empty")
    }
  }

  @Test func `an unwritable output is found before it is needed`() async throws {
    func reason(_ path: String, _ mode: OutputMode = .whole) -> FileFailure.Reason? {
      let output = OutputGuard.Output(.summary, path, existing: .use, mode)
      do { try OutputGuard(sources: [], outputs: [output]).check(in: DiskFiles()) } catch {
        return (error as? FileFailure)?.reason
      }
      return nil
    }
    #expect(reason(directory.file("no/such")) == .unwritable(reason: "its directory doesn't exist; make it first"))
    #expect(reason(directory.path) == .isDirectory)
    #expect(reason("/dev/fd/999999") == .unwritable(reason: "Bad file descriptor"))
    #expect(reason("/dev/null", .wholeFile(makesDirectories: false)) == .isNotRegularFile)
    #expect(reason("/dev/null") == nil)
    #expect(reason(directory.file("data/placefind/places.pfx"), .wholeFile(makesDirectories: true)) == nil)
    #expect(reason(directory.file("no/such"), .wholeFile(makesDirectories: false)) != nil)
    #expect(directory.names.isEmpty)
  }

  @Test func `a dangling link creates its target`() async throws {
    let manager = FileManager.default
    try manager.createDirectory(atPath: directory.file("far"), withIntermediateDirectories: false)
    try manager.createSymbolicLink(atPath: directory.file("link"), withDestinationPath: "far/file")
    let output = try DiskFiles().createOutput(directory.file("link"), replacing: false)
    try output.write(Array("answer".utf8))
    try output.finish()
    #expect(directory.text(of: "far/file") == "answer")
    #expect(try manager.destinationOfSymbolicLink(atPath: directory.file("link")) == "far/file")
  }

  @Test func `two processes with one number write one name without touching each other's file`() async throws {
    let path = directory.file("answer")
    let first = try DiskFiles().createOutput(path, replacing: true)
    let second = try DiskFiles().createOutput(path, replacing: true)
    try first.write(Array("first".utf8))
    try first.finish()
    #expect(directory.text(of: "answer") == "first")
    try second.write(Array("second".utf8))
    try second.finish()
    #expect(directory.text(of: "answer") == "second")
    #expect(directory.names == ["answer"])
  }

  @Test func `a name may be as long as the file system allows`() async throws {
    // Three scalars of three bytes per character, as macOS writes a Hangul syllable.
    let name = String(repeating: "\u{1100}\u{1161}\u{11A8}", count: 28)
    let output = try DiskFiles().createOutput(directory.file(name), replacing: false)
    try output.write(Array("answer".utf8))
    try output.finish()
    #expect(directory.text(of: name) == "answer")
  }

  @Test func `a descriptor is written at its offset`() async throws {
    try directory.write("before ", to: "log")
    let number = systemOpen(directory.file("log"), flags: O_WRONLY | O_APPEND | O_CLOEXEC)
    defer { close(number) }
    let output = try DiskFiles().createOutput("/dev/fd/\(number)", replacing: false)
    try output.write(Array("after".utf8))
    try output.finish()
    #expect(directory.text(of: "log") == "before after")
  }

  #if os(Linux)
    @Test func `a full disk is one failure, however an output is written`() throws {
      let path = "/dev/full"
      let number = systemOpen(path, flags: O_WRONLY | O_CLOEXEC)
      defer { close(number) }
      let outputs: [any OutputFile] = [
        try DiskFiles().createOutput(path, replacing: false),
        try DiskFiles().openInPlace(path, existing: .refuse, input: nil).sink,
        DeviceOutput(FileDescriptor(number: number).sink, path: path),
      ]
      let full = FileFailure(path: path, reason: .unwritable(reason: SystemError(number: ENOSPC).reason))
      for output in outputs { #expect(throws: full) { try output.write([0x61]) } }
    }
  #endif
}
