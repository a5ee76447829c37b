import Domain
import Synchronization
import Testing

@testable import App

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A temporary file, removed with its owner.
final class TemporaryFile {
  let path: String

  init(_ content: [UInt8] = []) throws {
    var random = SystemRandomNumberGenerator()
    path = "/tmp/placefind-batch-\(getpid())-\(random.next()).ndjson"
    try write(content)
  }

  deinit {
    unsafe unlink(path)
    unsafe unlink(path + ".rewrite")
  }

  /// Replaces the content of the file.
  func write(_ content: [UInt8]) throws {
    let number = systemOpen(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    try FileDescriptor(number: number).write(content)
    close(number)
  }

  /// Everything in the file.
  var content: [UInt8] {
    get throws {
      let number = systemOpen(path, O_RDONLY, 0)
      defer { close(number) }
      var content: [UInt8] = []
      while true {
        let chunk = try FileDescriptor(number: number).read(maximum: 1 << 16)
        if chunk.isEmpty { return content }
        content += chunk
      }
    }
  }
}

struct ResumeTests {
  /// Rows with and without places, invalid, failing and repeated ones.
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
    let (records, failures) = (RecordBuffer(), RecordBuffer())
    let trial = BatchTrial(input: Self.input(rows), source: Self.source())
    #expect(try await trial.run(records: records, failures: failures).0 == .finished)
    return (Array(records.text.utf8), failures.text)
  }

  /// What the records of these tests answer.
  private static func questions(
    _ source: Provenance.Source = .kakao,
    _ defaults: QueryDefaults = .gas
  ) -> RecordQuestions {
    RecordQuestions(provenance: Provenance(source: source), names: ColumnNames(), defaults: defaults)
  }

  /// Reads a file as the run does before it asks, for a source that costs something or nothing.
  @discardableResult
  private func open(
    _ file: TemporaryFile,
    _ questions: RecordQuestions = questions(),
    _ rules: ResumeRules = ResumeRules(),
    isFree: Bool = false
  ) throws -> AnswerStore {
    let locked = try LockedFile(path: file.path, existing: .resume, input: nil)
    if isFree { try AnswerStore.checkFirst(of: locked, questions, rules) }
    return try AnswerStore(resuming: locked, questions, rules, NDJSONRecordWriter(format: .ndjson))
  }

  /// Resumes and returns the latitudes that were asked.
  private func resume(
    _ file: TemporaryFile,
    _ rows: [String],
    _ rules: ResumeRules = ResumeRules(),
    source: ScriptedSource = source(),
    failures: RecordBuffer = RecordBuffer()
  ) async throws -> (asked: [Double], tally: BatchTally) {
    let (end, tally) = try await BatchTrial(input: Self.input(rows), source: source)
      .run(on: file, rules, failures: failures)
    #expect(end == .finished)
    #expect(tally.total == rows.count)
    return (source.asked, tally)
  }

  /// The queries that are still to be asked after some records: those of rows without a record, unless another row with
  /// the same query was answered.
  private func missing(_ rows: [String], after kept: [UInt8]) -> Set<Double> {
    let lines = kept.split(separator: Ascii.lineFeed, omittingEmptySubsequences: false).dropLast().map(Array.init)
    var ids: Set<String> = []
    var answered: Set<Double> = []
    for line in lines {
      guard let record = ParsedRecord(line: line) else { continue }
      let input = String(decoding: line[record.input], as: UTF8.self)
      ids.insert(String(decoding: line[record.id], as: UTF8.self))
      guard record.status == .ok || record.status == .empty else { continue }
      if let latitude = Double(input.split(separator: "\"")[7]) { answered.insert(latitude) }
    }
    let open = rows.filter { !ids.contains("\"\($0.prefix { $0 != "," })\"") && !$0.contains(",91,") }
    return Set(open.compactMap { Double($0.split(separator: ",")[1]) }).subtracting(answered)
  }

  @Test func `an output truncated at any byte is completed to the same bytes, and no row with a record is asked`()
    async throws
  {
    let rows = Self.rows(120)
    let (records, failures) = try await whole(rows)
    var random = SeededGenerator(seed: 7)
    let ends = records.indices.filter { records[$0] == Ascii.lineFeed }
    let somewhere = (0..<3).map { _ in Int.random(in: 0...records.count, using: &random) }
    // Around a line end, and at both ends of the file, one byte decides whether a record is whole.
    let cuts = somewhere + [ends[59] - 1, ends[59], ends[59] + 1, 0, 1, records.count - 1, records.count]
    for cut in cuts {
      let file = try TemporaryFile(Array(records[..<cut]))
      let sink = RecordBuffer()
      let asked = try await resume(file, rows, failures: sink).asked
      #expect(try file.content == records, "cut at \(cut)")
      #expect(sink.text == failures, "cut at \(cut)")
      #expect(Set(asked) == missing(rows, after: Array(records[..<cut])), "cut at \(cut)")
      #expect(Set(asked).count == asked.filter { $0 != 2.5 }.count + (asked.contains(2.5) ? 1 : 0), "cut at \(cut)")
    }
  }

  @Test func `after rows are reordered and added, the records have the new order and none is asked again`()
    async throws
  {
    let old = Self.rows(40)
    let (oldRecords, _) = try await whole(old)
    var random = SeededGenerator(seed: 11)
    for _ in 0..<6 {
      let new = Self.rows(60).shuffled(using: &random)
      let (newRecords, failures) = try await whole(new)
      let cut = Int.random(in: 0...oldRecords.count, using: &random)
      let file = try TemporaryFile(Array(oldRecords[..<cut]))
      let sink = RecordBuffer()
      let asked = try await resume(file, new, failures: sink).asked
      #expect(try file.content == newRecords, "cut at \(cut)")
      #expect(sink.text == failures)
      #expect(Set(asked) == missing(new, after: Array(oldRecords[..<cut])), "cut at \(cut)")
    }
  }

  @Test func `a resumed run in a new order that is interrupted loses nothing`() async throws {
    let old = Self.rows(40)
    let (oldRecords, _) = try await whole(old)
    var random = SeededGenerator(seed: 13)
    for _ in 0..<6 {
      let new = Self.rows(60).shuffled(using: &random)
      let (newRecords, _) = try await whole(new)
      let file = try TemporaryFile(Array(oldRecords[..<Int.random(in: 0...oldRecords.count, using: &random)]))
      // The first continuation stops for a used-up quota at some query.
      let limit = Int.random(in: 1...20, using: &random)
      let source = ScriptedSource { (latitude, turn) throws(PlaceSearchError) in
        if turn > limit { throw .quotaExhausted(.kakao, status: 400, message: nil) }
        if latitude == 1.5 { return 0 }
        if latitude == 2.5 { throw .requestRejected(status: 400, code: nil, message: nil) }
        return 2
      }
      do {
        _ = try await BatchTrial(input: Self.input(new), source: source).run(on: file)
      }
      let kept = try file.content
      let asked = try await resume(file, new).asked
      #expect(try file.content == newRecords)
      #expect(Set(asked) == missing(new, after: kept))
    }
  }

  @Test func `answers without rows are removed only with --prune`() async throws {
    let (records, _) = try await whole(Self.rows(40))
    for fewer in [[], Array(Self.rows(40).prefix(20)), ["1,9,9", "2,8,8"]] {
      let file = try TemporaryFile(records)
      let source = Self.source()
      let (kept, all) = (fewer.count == 20 ? 18 : 0, 32)
      #expect(
        await #expect(throws: BatchOutputError.self) {
          _ = try await BatchTrial(input: Self.input(fewer), source: source).run(on: file)
        } == .wouldLose(path: file.path, RecordLosses(answers: all - kept + (kept > 0 ? 2 : 0), otherLines: 0))
      )
      #expect(try file.content == records)
      #expect(source.asked.isEmpty)
      let (asked, tally) = try await resume(file, fewer, ResumeRules(mayPrune: true))
      #expect(asked.count == (fewer.count == 2 ? 2 : 0))
      #expect(try file.content == (try await whole(fewer)).records)
      #expect(tally.prunedRecords == all - kept + (kept > 0 ? 2 : 0))
      #expect(tally.resumedRows == (fewer.count == 20 ? 20 : 0))
    }
  }

  @Test func `a row that repeats less often loses a record, a row with a new id loses none`() async throws {
    let (records, _) = try await whole(["a,1,1", "b,1,1", "c,2,2"])
    let file = try TemporaryFile(records)
    await #expect(throws: BatchOutputError.wouldLose(path: file.path, RecordLosses(answers: 1, otherLines: 0))) {
      try await resume(file, ["a,1,1", "c,2,2"])
    }
    #expect(try await resume(file, ["x,2,2", "y,1,1", "z,1,1"]).asked.isEmpty)
  }

  @Test func `an input that changes between the check for losses and the run costs no answer`() async throws {
    let (records, _) = try await whole(Self.rows(40))
    let file = try TemporaryFile(records)
    // No check for losses: as if the rows had been there then.
    let trial = BatchTrial(input: Self.input(["1,1,1"]), source: Self.source())
    guard case .output(.wouldLose) = try await trial.run(on: file, checksLosses: false).0 else {
      return #expect(Bool(false))
    }
    let kept = String(decoding: try file.content, as: UTF8.self)
    #expect(kept.hasPrefix(String(decoding: records, as: UTF8.self)))
  }

  @Test func `records of another source are refused`() async throws {
    let (records, _) = try await whole(["0,91,0", "1,1,1", "2,2,2"])
    let file = try TemporaryFile(records)
    for source in [Provenance.Source.sample, .index] {
      let error = BatchOutputError.otherSource(
        path: file.path,
        earlier: RecordSource(name: "kakao", attribution: nil),
        now: RecordSource(name: source.name, attribution: nil)
      )
      for mayPrune in [true, false] {
        let rules = ResumeRules(mayPrune: mayPrune)
        for isFree in [true, false] {
          #expect(throws: error) { try open(file, Self.questions(source), rules, isFree: isFree) }
        }
      }
    }
    #expect(try file.content == records)
  }

  @Test func `records of other queries are refused, and the difference is named`() async throws {
    let rows = ["0,91,0", "1,1,1", "2,2,2"]
    let (records, _) = try await whole(rows)
    let file = try TemporaryFile(records)
    var others: [(member: String, was: String, now: String?, QueryDefaults)] = []
    var defaults = QueryDefaults.gas
    defaults.categories = [.cafe]
    others.append(("category", #"["gas"]"#, #"["cafe"]"#, defaults))
    defaults = .gas
    defaults.limit = .all
    others.append(("limit", "2", "null", defaults))
    defaults = .gas
    defaults.text = SearchText("x")
    others.append(("text", "null", #""x""#, defaults))
    defaults = .gas
    defaults.categories = []
    others.append(("query", "", nil, defaults))
    for (member, was, now, defaults) in others {
      for isFree in [true, false] {
        let error = try #require(
          #expect(throws: BatchOutputError.self) {
            try open(file, Self.questions(.kakao, defaults), isFree: isFree).checkLosses()
          }
        )
        guard case .otherQueries(_, let difference) = error else { return #expect(Bool(false), "\(error)") }
        #expect((difference.row, difference.member, difference.earlier) == (2, member, was))
        #expect(difference.now == now)
      }
      #expect(try file.content == records)
    }
    // With --prune they may be removed.
    try open(file, Self.questions(.kakao, defaults), ResumeRules(mayPrune: true), isFree: true).checkLosses()
  }

  @Test func `failed rows keep their records, and are asked again with --retry-failed`() async throws {
    let rows = Self.rows(40)
    let (records, _) = try await whole(rows)
    let file = try TemporaryFile(records)
    let kept = try await resume(file, rows)
    #expect(kept.asked.isEmpty && kept.tally.resumedFailures == 4)
    let well = ScriptedSource { latitude, _ in latitude == 1.5 ? 0 : 2 }
    let again = try await resume(file, rows, ResumeRules(retriesFailed: true), source: well)
    #expect(Set(again.asked) == [2.5] && again.tally.resumedFailures == 0)
    let expected = RecordBuffer()
    let calm = ScriptedSource { latitude, _ in latitude == 1.5 ? 0 : 2 }
    _ = try await BatchTrial(input: Self.input(rows), source: calm).run(records: expected)
    #expect(try file.content == Array(expected.text.utf8))
    // When they fail again, the file stays as it was.
    let sick = try TemporaryFile(records)
    _ = try await resume(sick, rows, ResumeRules(retriesFailed: true))
    #expect(try sick.content == records)
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
    await #expect(throws: BatchOutputError.wouldLose(path: file.path, RecordLosses(answers: 0, otherLines: 2))) {
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

  @Test func `a free source answers every row again and ends with the same bytes`() async throws {
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

  @Test func `a free source loses no answer either, and replaces answers of other data`()
    async throws
  {
    let rows = Self.rows(40)
    let file = try TemporaryFile()
    _ = try await free(rows, file)
    let expected = try file.content
    for fewer in [Array(rows.prefix(20)), Array(rows.suffix(20)), ["1,9,9"]] {
      guard case .output(.wouldLose) = try await free(fewer, file) else { return #expect(Bool(false)) }
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

  @Test func `an unrelated file with the name of the new one is kept, and a symbolic link is followed`() async throws {
    let rows = Self.rows(20)
    let (records, _) = try await whole(rows)
    let file = try TemporaryFile(records)
    let other = try TemporaryFile(Array("precious".utf8))
    unsafe rename(other.path, file.path + ".rewrite")
    let trial = BatchTrial(input: Self.input(rows.reversed()), source: Self.source())
    #expect(try await trial.run(on: file).0 == .output(.exists(path: file.path + ".rewrite")))
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
      // Nothing is mapped at address 0, so that reading there is an error of input.
      let path = "/proc/self/mem"
      let file = try LockedFile(path: path, existing: .resume, input: nil)
      #expect(throws: BatchOutputError.unreadable(path: path, reason: "Input/output error")) {
        try file.read(at: 0, upTo: 8)
      }
    }
  #endif

  @Test func `a second run on the same output is refused until the first has ended`() throws {
    let file = try TemporaryFile()
    do {
      let first = try LockedFile(path: file.path, existing: .resume, input: nil)
      #expect(throws: BatchOutputError.busy(path: file.path)) {
        try LockedFile(path: file.path, existing: .resume, input: nil)
      }
      // Used here, so that the lock is held until here.
      #expect(first.path == file.path)
    }
    _ = try LockedFile(path: file.path, existing: .resume, input: nil)
  }

  @Test func `a file that is moved, deleted or replaced during a run ends it, and what replaced it stays`() throws {
    let file = try TemporaryFile()
    let displaced = BatchOutputError.displaced(path: file.path)
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
    #expect(Failure.output(displaced, rows: 1, canResume: true).status == .fileFailed)
  }

  @Test(arguments: [true, false])
  func `a resumed run does not replace a file that took the place of its output`(isFree: Bool) throws {
    let file = try TemporaryFile()
    let locked = try LockedFile(path: file.path, existing: .resume, input: nil)
    let readRest = { (start: Int) throws(BatchOutputError) in
      try AnswerStore(resuming: locked, Self.questions(), ResumeRules(), NDJSONRecordWriter(format: .ndjson))
    }
    let output = try JournaledOutput(resuming: locked, isFree ? nil : readRest(0), input: nil, readRest: readRest)
    let other = try TemporaryFile(Array("precious".utf8))
    let renamed = unsafe rename(other.path, file.path)
    #expect(renamed == 0)
    #expect(throws: BatchOutputError.displaced(path: file.path)) { try output.finish() }
    #expect(try file.content == Array("precious".utf8))
  }

  @Test func `an output is not written over something else`() throws {
    let file = try TemporaryFile(Array("lat,lng\n1,2\n".utf8))
    #expect(throws: BatchOutputError.exists(path: file.path)) {
      try LockedFile(path: file.path, existing: .refuse, input: nil)
    }
    #expect(throws: BatchOutputError.sameAsInput(path: file.path)) {
      try LockedFile(path: file.path, existing: .replace, input: FileIdentity(path: file.path))
    }
    #expect(throws: BatchOutputError.notRecords(path: file.path)) {
      try open(file)
    }
    #expect(try file.content == Array("lat,lng\n1,2\n".utf8))
    // Without a line end, it would be truncated as half a record.
    let other = try TemporaryFile(Array(#"{"row":5,"name":"precious"}"#.utf8))
    #expect(throws: BatchOutputError.notRecords(path: other.path)) { try open(other) }
    #expect(try other.content.count == 27)
    #expect(throws: BatchOutputError.notResumable(path: "/dev/null")) {
      try LockedFile(path: "/dev/null", existing: .resume, input: nil)
    }
  }
}
