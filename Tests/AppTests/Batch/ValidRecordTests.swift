import Foundation
import TestSupport
import Testing
import Tables

@testable import App

/// Every written line is JSON and UTF-8, whatever the input.
struct ValidRecordTests {
  private static func isJSON(_ line: some Sequence<UInt8>) -> Bool {
    let bytes = Array(line)
    guard (try? UTF8Span(validating: bytes.span)) != nil else { return false }
    return (try? JSONSerialization.jsonObject(with: Data(bytes))) is [String: Any] && !hasLoneSurrogate(bytes)
  }

  /// Half a surrogate pair, which the grammar allows but strict readers reject.
  private static func hasLoneSurrogate(_ line: [UInt8]) -> Bool {
    var json = JSONReader(row: line, 0..<line.count)
    return !json.scanObject { _, _ in } || json.hasLoneSurrogate
  }

  private func records(_ input: [UInt8], isFree: Bool) async throws -> [ArraySlice<UInt8>] {
    let file = try TemporaryFile()
    var trial = BatchTrial(input: "", source: ScriptedSource(isFree: isFree))
    trial.bytes = input
    do {
      let sink = try LockedFile(path: file.path, existing: .replace, input: nil)
      _ = try await trial.run(into: BatchOutputs(records: sink))
    } catch is Failure { return [] }
    return try file.content.split(separator: Ascii.lineFeed)
  }

  @Test func `the check for JSON is strict`() {
    #expect(Self.isJSON(#"{"a":"\ud83d\ude00"}"#.utf8))
    for line in [#"{"a":"\ud800"}"#, #"{"a":"\udc00\ud800"}"#, #"{"a":1,}"#, "{\"a\":\"\u{1}\"}", "[1]", #"{"a":01}"#] {
      #expect(!Self.isJSON(line.utf8), "\(line)")
    }
    #expect(!Self.isJSON(Array(#"{"a":""#.utf8) + [0xC7] + Array(#""}"#.utf8)))
  }

  @Test(arguments: [true, false])
  func `ids and rows that are not valid text are written as text`(isFree: Bool) async throws {
    let broken: [UInt8] = [0xC7, 0xD1]
    let table = Array("id,lat,lng\n".utf8) + broken + Array(",1,2\n\"a\"\"".utf8) + broken + Array("\",1,2\n".utf8)
    var rows = Array(#"{"id":""#.utf8) + broken + Array("\",\"lat\":1,\"lng\":2}\n{\"id\":[\"".utf8) + broken
    rows += Array(
      (#"\ud800"],"lat":1,"lng":2}"# + "\n" + #"{"id":"x\ud800y","lat":1,"lng":2,"n":{"\udfff":"\uD83D\uDE00"}}"#).utf8
    )
    let ofTable = try await records(table, isFree: isFree)
    let ofRows = try await records(rows, isFree: isFree)
    #expect((ofTable.count, ofRows.count) == (2, 3))
    for line in ofTable + ofRows { #expect(Self.isJSON(line), "\(String(decoding: line, as: UTF8.self))") }
    #expect(String(decoding: ofTable[1], as: UTF8.self).hasPrefix(#"{"row":2,"id":"a\""#))
    #expect(
      String(decoding: ofRows[2], as: UTF8.self)
        .hasPrefix(
          #"{"row":3,"id":"x\ufffdy","status":"ok","input":{"id":"x\ufffdy","lat":1,"lng":2,"n":{"\ufffd":"\uD83D\uDE00"}}"#
        )
    )
  }

  @Test(arguments: [true, false])
  func `mutated rows give valid records`(isFree: Bool) async throws {
    let seeds = [
      "id,lat,lng,category,n\n1,37.5,127,gas,\"a\"\"b\"\n2,37.5,127,,위\n3,91,0,,\\\n",
      #"{"id":"\ud83d\ude00","lat":37.5,"lng":127,"category":["cafe"],"n":{"a":[1,null,"\u00e9"]}}"# + "\n"
        + #"{"id":[1,"\ud800"],"lat":"37.5","lng":127,"radius":"5e2","x":"위\/"}"# + "\n"
        + #"{"type":"Feature","id":1,"geometry":{"type":"Point","coordinates":[127,37.5]},"properties":{"id":"z"}}"#,
    ]
    let pool: [UInt8] = Array("\"\\,:{}[]u0dD8e.-\n\r\t ".utf8) + [0, 0x1F, 0x7F, 0x80, 0xC2, 0xC7, 0xED, 0xA0, 0xFF]
    var random = SeededRandom(isFree ? 3 : 5)
    var lines = 0
    for round in 0..<200 {
      var input = Array(seeds[round % 2].utf8)
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        let at = Int.random(in: 0..<input.count, using: &random)
        let byte = pool[Int.random(in: 0..<pool.count, using: &random)]
        switch Int.random(in: 0..<3, using: &random) {
        case 0: input[at] = byte
        case 1: input.insert(byte, at: at)
        default: input.remove(at: at)
        }
      }
      for line in try await records(input, isFree: isFree) {
        lines += 1
        #expect(Self.isJSON(line), "\(Array(line)) of \(input)")
      }
    }
    #expect(lines > 200)
  }
}
