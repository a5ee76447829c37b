import Domain
import Foundation
import TestSupport
import Testing

@testable import App

final class TemporaryFile {
  let path = NSTemporaryDirectory() + "placefind-batch-\(UUID().uuidString).ndjson"

  init(_ content: [UInt8] = []) throws { try write(content) }

  deinit { for path in [path, path + ".rewrite"] { try? FileManager.default.removeItem(atPath: path) } }

  func write(_ content: [UInt8]) throws { try Data(content).write(to: URL(filePath: path)) }

  var content: [UInt8] { get throws { Array(try Data(contentsOf: URL(filePath: path))) } }
}

struct ResumeTests {
  /// Rows with and without places, invalid, failing and repeated rows.
  private static func rows(_ count: Int) -> [String] {
    (0..<count).map { number in
      switch number % 10 {
      case 3: "\(number),91,0"
      case 4: "\(number),1.5,0"
      case 5: "\(number),2.5,\(number % 90)"
      case 7: "7,0.007,0"
      default: "\(number),\(Double(number) / 1000),1"
      }
    }
  }

  private static func input(_ rows: [String]) -> String { "id,lat,lng\n" + rows.map { $0 + "\n" }.joined() }

  private static func source() -> ScriptedSource {
    ScriptedSource { (latitude, _) throws(PlaceSearchError) in
      if latitude == 1.5 { return 0 }
      if latitude == 2.5 { throw .requestRejected(status: 400, code: nil, message: nil) }
      return 2
    }
  }

  private func whole(_ rows: [String]) async throws -> (records: [UInt8], failures: String) {
    let (records, failures) = (MemorySink(), MemorySink())
    let trial = BatchTrial(input: Self.input(rows), source: Self.source())
    #expect(try await trial.run(records: records, failures: failures).0 == .finished)
    return (Array(records.text.utf8), failures.text)
  }

  /// Returns the query defaults of these tests' records.
  private static func keys(
    _ source: Source = .kakao,
    _ defaults: QueryDefaults = .gas
  ) -> RecordKeys {
    RecordKeys(provenance: Provenance(source: source), names: ColumnNames(), defaults: defaults)
  }

  /// Opens a file as the run does before its first query.
  @discardableResult
  private func open(
    _ file: LockedFile,
    _ keys: RecordKeys = keys(),
    _ rules: ResumeRules = ResumeRules()
  ) throws -> BatchOutputs {
    let writer = NDJSONRecordWriter(format: .ndjson)
    return try RecordJournal(keys: keys, rules: rules, writer: writer, input: nil).resume(file)
  }

  private func resume(
    _ file: TemporaryFile,
    _ rows: [String],
    _ rules: ResumeRules = ResumeRules(),
    source: ScriptedSource = source(),
    failures: MemorySink = MemorySink()
  ) async throws -> (latitudes: [Double], tally: BatchTally) {
    let (end, tally) = try await BatchTrial(input: Self.input(rows), source: source)
      .run(on: file, rules, failures: failures)
    #expect(end == .finished)
    #expect(tally.total == rows.count)
    return (source.latitudes, tally)
  }

  /// Returns the queries that remain after some records: the rows without a record, unless another row with the same
  /// query has one.
  private func missing(_ rows: [String], after kept: [UInt8]) -> Set<Double> {
    let lines = kept.split(separator: Ascii.lineFeed, omittingEmptySubsequences: false).dropLast().map(Array.init)
    var ids: Set<String> = []
    var recorded: Set<Double> = []
    for line in lines {
      guard let record = ParsedRecord(line: line) else { continue }
      let input = String(decoding: line[record.input], as: UTF8.self)
      ids.insert(String(decoding: line[record.id], as: UTF8.self))
      guard record.status == .ok || record.status == .empty else { continue }
      if let latitude = Double(input.split(separator: "\"")[7]) { recorded.insert(latitude) }
    }
    let open = rows.filter { !ids.contains("\"\($0.prefix { $0 != "," })\"") && !$0.contains(",91,") }
    return Set(open.compactMap { Double($0.split(separator: ",")[1]) }).subtracting(recorded)
  }

  @Test(arguments: [true, false])
  func `a failure of an earlier run counts by its record`(isRetryable: Bool) async throws {
    let file = try TemporaryFile()
    let source = ScriptedSource { (_, _) throws(PlaceSearchError) in
      if isRetryable { throw .serviceFailing(status: 500, code: nil, message: nil) }
      throw .requestRejected(status: 400, code: nil, message: nil)
    }
    for run in 0..<2 {
      var trial = BatchTrial(input: Self.input(["1,1,1", "2,2,2"]), source: source, jobs: 1)
      trial.errorLimit = run == 0 ? nil : .count(0)
      let end = try await trial.run(on: file).0
      guard run == 1 else { continue }
      #expect(end == .tooManyErrors(errors: 1, rows: 1, row: 1, isRetryable: isRetryable), "\(end)")
    }
    #expect(source.latitudes.count == 2)
  }

  @Test func `an output truncated at any byte is completed to the same bytes, and no row with a record is queried`()
    async throws
  {
    let rows = Self.rows(120)
    let (records, failures) = try await whole(rows)
    var random = SeededRandom(7)
    let ends = records.indices.filter { records[$0] == Ascii.lineFeed }
    let somewhere = (0..<3).map { _ in Int.random(in: 0...records.count, using: &random) }
    // Around a line end, and at both ends of the file, one byte decides whether a record is complete.
    let cuts = somewhere + [ends[59] - 1, ends[59], ends[59] + 1, 0, 1, records.count - 1, records.count]
    for cut in cuts {
      let file = try TemporaryFile(Array(records[..<cut]))
      let sink = MemorySink()
      let latitudes = try await resume(file, rows, failures: sink).latitudes
      #expect(try file.content == records, "cut at \(cut)")
      #expect(sink.text == failures, "cut at \(cut)")
      #expect(Set(latitudes) == missing(rows, after: Array(records[..<cut])), "cut at \(cut)")
      let otherCount = latitudes.count { $0 != 2.5 }
      #expect(Set(latitudes).count == (latitudes.contains(2.5) ? otherCount + 1 : otherCount), "cut at \(cut)")
    }
  }

  @Test(arguments: [
    (#""text":null,"near":null,"#, #""near":null,"text":null,"#), (#"},"meta":"#, #","later":null},"meta":"#),
    (#""near":null,"lat":"#, #""near":null,"l\u0061t":"#),
  ])
  func `records are compared by their queries and preserved unchanged`(member: String, earlier: String) async throws {
    let rows = Self.rows(40)
    let (records, _) = try await whole(rows)
    let ends = records.indices.filter { records[$0] == Ascii.lineFeed }
    let now = String(decoding: records[...ends[19]], as: UTF8.self)
    // This includes failed rows, whose record has no separate query.
    let before = now.replacing(member, with: earlier)
    #expect(before != now)
    let file = try TemporaryFile(Array(before.utf8))
    let latitudes = try await resume(file, rows).latitudes
    #expect(String(decoding: try file.content, as: UTF8.self).hasPrefix(before))
    #expect(Set(latitudes) == missing(rows, after: Array(before.utf8)))
  }

  @Test(arguments: [
    (#""text":null"#, #""text":"x""#), (#"{"category""#, #"{"later":1,"category""#), (#""near":null,"#, ""),
  ])
  func `a record of another query isn't reused`(member: String, earlier: String) async throws {
    let rows = ["1,1,1", "2,2,2"]
    let (records, _) = try await whole(rows)
    let file = try TemporaryFile(
      Array(String(decoding: records, as: UTF8.self).replacing(member, with: earlier).utf8)
    )
    await #expect(throws: FileFailure.self) { try await resume(file, rows) }
  }

  @Test func `a resumed run with more rows in a new order that is interrupted loses nothing`() async throws {
    let old = Self.rows(40)
    let (oldRecords, _) = try await whole(old)
    var random = SeededRandom(13)
    for _ in 0..<6 {
      let new = Self.rows(60).shuffled(using: &random)
      let (newRecords, failures) = try await whole(new)
      let file = try TemporaryFile(Array(oldRecords[..<Int.random(in: 0...oldRecords.count, using: &random)]))
      // The first continuation stops at some query because of an exhausted quota.
      let limit = Int.random(in: 1...20, using: &random)
      let source = ScriptedSource { (latitude, turn) throws(PlaceSearchError) in
        if turn > limit { throw .quotaExhausted(.kakao, status: 400, message: nil) }
        if latitude == 1.5 { return 0 }
        if latitude == 2.5 { throw .requestRejected(status: 400, code: nil, message: nil) }
        return 2
      }
      _ = try await BatchTrial(input: Self.input(new), source: source).run(on: file)
      let kept = try file.content
      let sink = MemorySink()
      let latitudes = try await resume(file, new, failures: sink).latitudes
      #expect(try file.content == newRecords)
      #expect(sink.text == failures)
      #expect(Set(latitudes) == missing(new, after: kept))
    }
  }

  @Test func `a row that repeats less often loses a record, and a row with a new id loses none`() async throws {
    let (records, _) = try await whole(["a,1,1", "b,1,1", "c,2,2"])
    let file = try TemporaryFile(records)
    await #expect(throws: FileFailure(path: file.path, reason: .wouldLose(RecordLosses(results: 1, otherLines: 0)))) {
      try await resume(file, ["a,1,1", "c,2,2"])
    }
    #expect(try await resume(file, ["x,2,2", "y,1,1", "z,1,1"]).latitudes.isEmpty)
  }

  @Test func `an input that changes between the check and the run loses no result`() async throws {
    let (records, _) = try await whole(Self.rows(40))
    let file = try TemporaryFile(records)
    // Without the check for losses, as if the rows had been there before.
    let trial = BatchTrial(input: Self.input(["1,1,1"]), source: Self.source())
    let end = try await trial.run(on: file, checksLosses: false).0
    guard case .output(let failure) = end, case .wouldLose = failure.reason else { return #expect(Bool(false)) }
    let kept = String(decoding: try file.content, as: UTF8.self)
    #expect(kept.hasPrefix(String(decoding: records, as: UTF8.self)))
  }

  @Test func `records of other queries are refused, and the difference is named`() async throws {
    let rows = ["0,91,0", "1,1,1", "2,2,2"]
    let (records, _) = try await whole(rows)
    let ofFree = try TemporaryFile()
    _ = try await free(rows, ofFree)
    let earlier = [Source.kakao: records, .index: try ofFree.content]
    var others: [(member: String, was: String, now: String?, QueryDefaults)] = []
    var defaults = QueryDefaults.gas
    defaults.query.categories = [.group(.cafe)]
    others.append(("category", #"["gas"]"#, #"["cafe"]"#, defaults))
    defaults = .gas
    defaults.query.limit = .all
    others.append(("limit", "2", "null", defaults))
    defaults = .gas
    defaults.query.text = SearchText("x")
    others.append(("text", "null", #""x""#, defaults))
    defaults = .gas
    defaults.query.categories = []
    others.append(("query", "", nil, defaults))
    for (member, was, now, defaults) in others {
      for (source, records) in earlier {
        let file = try TemporaryFile(records)
        let locked = try LockedFile(path: file.path, existing: .resume, input: nil)
        let error = try #require(
          #expect(throws: FileFailure.self) {
            try open(locked, Self.keys(source, defaults)).store?.checkLosses()
          }
        )
        guard case .otherQueries(let difference) = error.reason else { return #expect(Bool(false), "\(error)") }
        #expect((difference.row, difference.member, difference.earlier) == (2, member, was))
        #expect(difference.now == now)
        #expect(try file.content == records)
      }
    }
    // With --prune, they may be removed.
    for (source, records) in earlier {
      let file = try TemporaryFile(records)
      let locked = try LockedFile(path: file.path, existing: .resume, input: nil)
      try open(locked, Self.keys(source, defaults), ResumeRules(mayPrune: true)).store?.checkLosses()
    }
  }

  @Test func `lines that are not records are removed only with --prune`() async throws {
    let rows = Self.rows(10)
    let (records, _) = try await whole(rows)
    let lines = records.split(separator: Ascii.lineFeed)
    var torn = Array(lines[2])
    torn[torn.count - 9] = 0
    let broken: [[UInt8]] = [Array(lines[0]), Array(#"{"row":2,"id""#.utf8), torn, []]
    let content = Array(broken.joined(separator: [Ascii.lineFeed]))
    let file = try TemporaryFile(content)
    await #expect(throws: FileFailure(path: file.path, reason: .wouldLose(RecordLosses(results: 0, otherLines: 2)))) {
      try await resume(file, rows)
    }
    #expect(try file.content == content)
    _ = try await resume(file, rows, ResumeRules(mayPrune: true))
    #expect(try file.content == records)
  }

  private func free(_ rows: [String], _ file: TemporaryFile, places: Int = 2, mayPrune: Bool = false) async throws
    -> BatchEnd
  {
    let source = ScriptedSource(isFree: true) { _, _ in places }
    return try await BatchTrial(input: Self.input(rows), source: source).run(on: file, ResumeRules(mayPrune: mayPrune))
      .0
  }

  @Test func `a free source is queried for every row again, and the output has the same bytes`() async throws {
    let rows = Self.rows(40)
    let fresh = try TemporaryFile()
    _ = try await free(rows, fresh)
    let expected = try fresh.content
    for cut in stride(from: 0, through: expected.count, by: 2_503) {
      let file = try TemporaryFile(Array(expected[..<cut]) + (cut % 2 == 0 ? [] : Array("{\"row\":9,\"id\"".utf8)))
      #expect(try await free(rows, file) == .finished)
      #expect(try file.content == expected)
    }
  }

  @Test func `a free source also loses no result, and replaces results of other data`()
    async throws
  {
    let rows = Self.rows(40)
    let file = try TemporaryFile()
    _ = try await free(rows, file)
    let expected = try file.content
    for fewer in [Array(rows.prefix(20)), Array(rows.suffix(20)), ["1,9,9"]] {
      let end = try await free(fewer, file)
      guard case .output(let failure) = end, case .wouldLose = failure.reason else { return #expect(Bool(false)) }
      #expect(try file.content == expected)
    }
    #expect(try await free(rows.reversed(), file) == .finished)
    #expect(try await free(rows, file, places: 1) == .finished)
    #expect(try file.content.count < expected.count)
    #expect(try await free(rows, file) == .finished)
    #expect(try file.content == expected)
    #expect(try await free(Array(rows.prefix(20)), file, mayPrune: true) == .finished)
    #expect(
      try file.content == Array(
        expected.split(separator: Ascii.lineFeed, maxSplits: 20).prefix(20).joined(separator: [Ascii.lineFeed])
      ) + [Ascii.lineFeed]
    )
  }

  @Test func `an unrelated file with the new name is preserved, and a symbolic link is followed`() async throws {
    let rows = Self.rows(20)
    let (records, _) = try await whole(rows)
    let file = try TemporaryFile(records)
    let other = try TemporaryFile(Array("precious".utf8))
    unsafe rename(other.path, file.path + ".rewrite")
    let trial = BatchTrial(input: Self.input(rows.reversed()), source: Self.source())
    #expect(try await trial.run(on: file).0 == .output(FileFailure(path: file.path + ".rewrite", reason: .exists)))
    #expect(try file.content == records)
    unsafe unlink(file.path + ".rewrite")
    let link = try TemporaryFile()
    unsafe unlink(link.path)
    unsafe symlink(file.path, link.path)
    _ = try await resume(link, rows.reversed())
    #expect(try file.content == (try await whole(rows.reversed())).records)
  }

  #if os(Linux)
    @Test func `a file that cannot be read again is not reported as unwritable`() throws {
      // Address 0 isn't mapped, so reading there fails.
      let path = "/proc/self/mem"
      let file = try LockedFile(path: path, existing: .resume, input: nil)
      #expect(throws: FileFailure(path: path, reason: .unreadable(reason: "Input/output error"))) {
        try file.read(at: 0, upTo: 8)
      }
    }
  #endif

  @Test func `an output that is moved, deleted or replaced during a run ends it, and the replacement stays`() throws {
    let file = try TemporaryFile()
    let displaced = FileFailure(path: file.path, reason: .displaced)
    let plain = try LockedFile(path: file.path, existing: .refuse, input: nil)
    let line = [Ascii.lineFeed]
    try plain.write(line)
    try plain.finish()
    let precious = Array("precious".utf8)
    let other = try TemporaryFile(precious)
    let renamed = unsafe rename(other.path, file.path)
    #expect(renamed == 0)
    #expect(throws: displaced) { try plain.write(line) }
    #expect(throws: displaced) { try plain.finish() }
    #expect(throws: displaced) { try plain.replace(with: LockedFile(path: other.path, existing: .refuse, input: nil)) }
    #expect(try file.content == precious)
    unsafe unlink(file.path)
    #expect(throws: displaced) { try plain.write(line) }
    #expect(displaced.outputFailure(rows: 1, Resumption(wasForced: false)).status == .fileFailed)
  }

  @Test(arguments: [true, false])
  func `a resumed run does not replace a file that took the place of its output`(isFree: Bool) throws {
    let file = try TemporaryFile()
    let locked = try LockedFile(path: file.path, existing: .resume, input: nil)
    let output = try open(locked, Self.keys(isFree ? .index : .kakao)).records
    let other = try TemporaryFile(Array("precious".utf8))
    let renamed = unsafe rename(other.path, file.path)
    #expect(renamed == 0)
    #expect(throws: FileFailure(path: file.path, reason: .displaced)) { try output.finish() }
    #expect(try file.content == Array("precious".utf8))
  }

  @Test func `a line that may not be a record is not truncated as half of one`() throws {
    // The file has no line feed at its end.
    let other = try TemporaryFile(Array(#"{"row":5,"name":"precious"}"#.utf8))
    let locked = try LockedFile(path: other.path, existing: .resume, input: nil)
    for source in [Source.index, .kakao] {
      #expect(throws: FileFailure(path: other.path, reason: .notRecords)) { try open(locked, Self.keys(source)) }
    }
    #expect(try other.content.count == 27)
  }
}

struct RecordDifferenceTests {
  @Test(arguments: [
    (#"{"a":1,"open_at":"x"}"#, #"{"a":1}"#, "open_at", #""x""#, "absent"),
    (#"{"a":1}"#, #"{"a":1,"open_at":"x"}"#, "open_at", "absent", #""x""#),
    (#"{"a":1,"b":2}"#, #"{"a":3,"c":2}"#, "a", "1", "3"), (#"{"a":1}"#, "", "query", "", nil),
  ])
  func `a member of one query only is a difference`(
    earlier: String,
    now: String,
    member: String,
    before: String,
    after: String?
  ) {
    let difference = RecordDifference(row: 1, earlier: Array(earlier.utf8), now: Array(now.utf8))
    #expect(difference == RecordDifference(row: 1, member: member, earlier: before, now: after))
  }
}
