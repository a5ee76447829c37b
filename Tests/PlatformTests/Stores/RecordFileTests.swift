import Domain
import Foundation
import Tables
import TestSupport
import Testing

@testable import Platform

@Suite(.timeLimit(.minutes(20))) struct RecordFileTests {
  private let directory = TemporaryDirectory()

  private func file(_ directory: TemporaryDirectory, _ name: String = "history") -> RecordFile {
    RecordFile(directory: StoreDirectory(path: directory.file("a/b")), name: name, isSynced: false)
  }

  private func number(_ number: Int) -> JSONValue { .members(["n": .integer(number)]) }

  private func numbers(_ file: RecordFile) throws -> [Int] { try file.records().compactMap { $0["n"]?.integer } }

  private func mode(_ path: String) throws -> Int {
    try #require(FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int)
  }

  @Test func `an appended record is read again, and only its owner can read the file`() async throws {
    let file = file(directory)
    #expect(try numbers(file).isEmpty)
    try await file.append([number(1)])
    try await file.append([number(2), number(3)])
    #expect(try numbers(file) == [1, 2, 3])
    #expect(try mode(directory.file("a/b")) == 0o700)
    #expect(try mode(directory.file("a/b/history")) == 0o600)
    #expect(directory.text(of: "a/b/history")?.hasPrefix(#"{"placefind":"history","version":1}"#) == true)
  }

  @Test func `an incomplete last line is not a record, and the next record does not run into it`() async throws {
    let file = file(directory)
    try await file.append([number(1), number(2)])
    let whole = try #require(directory.text(of: "a/b/history"))
    for length in whole.utf8.count - 7..<whole.utf8.count {
      try directory.write(String(whole.prefix(length)), to: "a/b/history")
      #expect(try numbers(file) == [1])
      try await file.append([number(3)])
      #expect(try numbers(file) == [1, 3])
    }
  }

  @Test func `an incomplete header is written again`() async throws {
    let file = file(directory)
    for text in ["", "{", #"{"placefind":"hist"#] {
      try await file.append([number(1)])
      try directory.write(text, to: "a/b/history")
      #expect(try numbers(file).isEmpty)
      try await file.append([number(4)])
      #expect(try numbers(file) == [4])
    }
  }

  @Test(arguments: [
    "my diary\n", "my diary", "{}\n", #"{"placefind":"saved","version":1}"# + "\n", "\0\0\0",
    #"{"placefind":"history","version":2}"# + "\nsomething else\n",
  ])
  func `a foreign file, or one of another version, is left unchanged`(text: String) async throws {
    let file = file(directory)
    try await file.append([number(1)])
    try directory.write(text, to: "a/b/history")
    let expected = StoreError.notAStore(path: directory.file("a/b/history"))
    #expect(throws: expected) { try file.records() }
    await #expect(throws: expected) { try await file.append([number(1)]) }
    await #expect(throws: expected) { try await file.update { _ in true } }
    #expect(directory.text(of: "a/b/history") == text)
  }

  @Test func `lines that are not JSON are skipped`() async throws {
    let file = file(directory)
    try await file.append([number(1)])
    let text = try #require(directory.text(of: "a/b/history"))
    try directory.write(text + "{\"n\":\n\u{0}\n{\"n\":2}\n", to: "a/b/history")
    #expect(try numbers(file) == [1, 2])
  }

  @Test func `the oldest records are removed when the file is large, and never the newest`() async throws {
    let file = file(directory)
    for count in 0..<200 { try await file.append([number(count)], limit: 600) }
    let kept = try numbers(file)
    #expect(kept.last == 199)
    #expect(kept == Array(200 - kept.count..<200))
    #expect((10...80).contains(kept.count))
    try await file.append(
      [.members(["n": .integer(200), "text": .text(String(repeating: "x", count: 2_000))])],
      limit: 600
    )
    #expect(try numbers(file) == [200])
  }

  @Test(arguments: [true, false]) func `a file at its limit refuses more and reports it`(isSynced: Bool)
    async throws
  {
    var file = RecordFile(directory: StoreDirectory(path: directory.path), name: "saved", isSynced: isSynced)
    file.maximumByteCount = 100
    try await file.append([number(1)])
    let full = StoreError.full(path: directory.file("saved"), limit: 100)
    await #expect(throws: full) { try await file.append([.members(["a": .text(String(repeating: "x", count: 100))])]) }
    await #expect(throws: full) {
      try await file.update { lines in
        for _ in 0..<20 { lines.append(StoredLine(number(2))) }
        return true
      }
    }
    #expect(try numbers(file) == [1])
  }

  @Test func `without a directory nothing is stored, which is an error`() async throws {
    let file = RecordFile(directory: StoreDirectory(path: nil), name: "history", isSynced: false)
    await #expect(throws: StoreError.noDirectory) { try await file.append([.null]) }
  }

  #if os(Linux)
    @Test func `a directory that cannot be created is reported with the reason, not as missing`() async throws {
      // Nobody may create a directory there.
      let store = StoreDirectory(path: "/sys/placefind/stores")
      let error = await #expect(throws: StoreError.self) { try await store.locked { () throws(StoreError) in () } }
      guard case .unwritable(_, let reason)? = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      #expect(reason != "No such file or directory")
    }
  #endif

  @Test func `a directory that cannot be read is not taken for an empty one`() async throws {
    // Even root can't read a link that refers to itself.
    try FileManager.default.createSymbolicLink(atPath: directory.file("loop"), withDestinationPath: "loop")
    #expect(throws: StoreError.self) { try StoreDirectory(path: directory.file("loop")).files() }
    #expect(try StoreDirectory(path: directory.file("missing")).files().isEmpty)
  }

  @Test func `no file may contain the key`() async throws {
    let store = StoreDirectory(path: directory.path, secret: try Fixture.key())
    let file = RecordFile(directory: store, name: "history", isSynced: false)
    let secret = JSONValue.members(["q": .text("where is \(Fixture.secret)?")])
    await #expect(throws: StoreError.self) { try await file.append([secret]) }
    try await file.append([number(1)])
    await #expect(throws: StoreError.self) { try await file.append([secret]) }
    await #expect(throws: StoreError.self) {
      try await file.update { lines in
        lines.append(StoredLine(secret))
        return true
      }
    }
    #expect(try numbers(file) == [1])
  }
}
