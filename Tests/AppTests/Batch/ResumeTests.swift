import Domain
import Testing

@testable import App

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A file of a test that is gone with it.
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

  /// Puts other content into the file.
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
        let piece = try FileDescriptor(number: number).read(maximum: 1 << 16)
        if piece.isEmpty { return content }
        content += piece
      }
    }
  }
}

struct ResumeTests {
  /// Rows of every kind: good, without places, invalid, failing, repeated.
  private static func rows(_ count: Int) -> [String] {
    (0..<count).map { number in
      switch number % 10 {
      case 3: "\(number),91,0"
      case 4: "\(number),1.5,0"
      case 5: "\(number),2.5,\(number % 90)"
      case 7: "7,0.007,0"
      default: "\(number),\(Double(number) / 100),1"
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

  /// Resumes and gives the latitudes that were asked.
  private func resume(_ file: TemporaryFile, _ rows: [String], failures: RecordBuffer = RecordBuffer()) async throws
    -> [Double]
  {
    let source = Self.source()
    let locked = try LockedFile(path: file.path, existing: .resume, input: nil)
    let output = try ResumedOutput(file: locked, provenance: Provenance(source: .kakao))
    let (end, tally) = try await BatchTrial(input: Self.input(rows), source: source)
      .run(into: .resumed(output), failures: failures)
    #expect(end == .finished)
    #expect(tally.total == rows.count)
    return source.asked
  }

  /// The questions that are still to be asked when a text is kept: those of rows without a record, unless another row
  /// that asked the same was answered.
  private func missing(_ rows: [String], after kept: [UInt8]) -> Set<Double> {
    let lines = kept.split(separator: Ascii.lineFeed, omittingEmptySubsequences: false).dropLast().map(Array.init)
    var ids: Set<String> = []
    var answered: Set<Double> = []
    for line in lines {
      guard let record = RecordAnatomy(line: line) else { continue }
      let input = String(decoding: line[record.input], as: UTF8.self)
      ids.insert(String(decoding: line[record.id], as: UTF8.self))
      guard record.status == .ok || record.status == .empty else { continue }
      if let latitude = Double(input.split(separator: "\"")[7]) { answered.insert(latitude) }
    }
    let open = rows.filter { !ids.contains("\"\($0.prefix { $0 != "," })\"") && !$0.contains(",91,") }
    return Set(open.compactMap { Double($0.split(separator: ",")[1]) }).subtracting(answered)
  }

  @Test func `cut at any byte, the file ends as if never cut, and no row that had its record is asked`() async throws {
    let rows = Self.rows(40)
    let (records, failures) = try await whole(rows)
    var random = SeededGenerator(seed: 7)
    let cuts = (0..<300).map { _ in Int.random(in: 0...records.count, using: &random) } + [0, 1, records.count]
    for cut in cuts {
      let file = try TemporaryFile(Array(records[..<cut]))
      let sink = RecordBuffer()
      let asked = try await resume(file, rows, failures: sink)
      #expect(try file.content == records, "cut at \(cut)")
      #expect(sink.text == failures, "cut at \(cut)")
      #expect(Set(asked) == missing(rows, after: Array(records[..<cut])), "cut at \(cut)")
      #expect(Set(asked).count == asked.filter { $0 != 2.5 }.count + (asked.contains(2.5) ? 1 : 0), "cut at \(cut)")
    }
  }

  @Test func `after the input was sorted anew and grew, the records come in the new order and none is asked again`()
    async throws
  {
    let old = Self.rows(40)
    let (oldRecords, _) = try await whole(old)
    var random = SeededGenerator(seed: 11)
    for _ in 0..<60 {
      let new = Self.rows(60).shuffled(using: &random)
      let (newRecords, failures) = try await whole(new)
      let cut = Int.random(in: 0...oldRecords.count, using: &random)
      let file = try TemporaryFile(Array(oldRecords[..<cut]))
      let sink = RecordBuffer()
      let asked = try await resume(file, new, failures: sink)
      #expect(try file.content == newRecords, "cut at \(cut)")
      #expect(sink.text == failures)
      #expect(Set(asked) == missing(new, after: Array(oldRecords[..<cut])), "cut at \(cut)")
    }
  }

  @Test func `a run in a new order that dies itself loses nothing`() async throws {
    let old = Self.rows(40)
    let (oldRecords, _) = try await whole(old)
    var random = SeededGenerator(seed: 13)
    for _ in 0..<40 {
      let new = Self.rows(60).shuffled(using: &random)
      let (newRecords, _) = try await whole(new)
      let file = try TemporaryFile(Array(oldRecords[..<Int.random(in: 0...oldRecords.count, using: &random)]))
      // The first continuation stops for a used-up quota at some question.
      let limit = Int.random(in: 1...20, using: &random)
      let source = ScriptedSource { (latitude, turn) throws(PlaceSearchError) in
        if turn > limit { throw .quotaExhausted(status: 400, message: nil) }
        if latitude == 1.5 { return 0 }
        if latitude == 2.5 { throw .requestRejected(status: 400, code: nil, message: nil) }
        return 2
      }
      do {
        let locked = try LockedFile(path: file.path, existing: .resume, input: nil)
        let output = try ResumedOutput(file: locked, provenance: Provenance(source: .kakao))
        _ = try await BatchTrial(input: Self.input(new), source: source).run(into: .resumed(output))
      }
      let kept = try file.content
      let asked = try await resume(file, new)
      #expect(try file.content == newRecords)
      #expect(Set(asked) == missing(new, after: kept))
    }
  }

  @Test func `rows that are gone from the input are gone from the output`() async throws {
    let (records, _) = try await whole(Self.rows(40))
    let fewer = Array(Self.rows(40).prefix(20))
    let file = try TemporaryFile(records)
    #expect(try await resume(file, fewer).isEmpty)
    #expect(try file.content == (try await whole(fewer)).records)
  }

  @Test func `records that another source answered do not count`() async throws {
    let rows = ["1,1,1", "2,2,2"]
    let (records, _) = try await whole(rows)
    let foreign = String(decoding: records, as: UTF8.self).replacing(#""source":"kakao""#, with: #""source":"sample""#)
    let file = try TemporaryFile(Array(foreign.utf8))
    #expect(try await resume(file, rows).sorted() == [1, 2])
    #expect(try file.content == records)
  }

  @Test func `lines that are no records are dropped`() async throws {
    let rows = Self.rows(10)
    let (records, _) = try await whole(rows)
    let lines = records.split(separator: Ascii.lineFeed)
    let broken: [[UInt8]] = [Array(lines[0]), Array(#"{"row":2,"id""#.utf8), Array(lines[2]), []]
    let file = try TemporaryFile(Array(broken.joined(separator: [Ascii.lineFeed])))
    _ = try await resume(file, rows)
    #expect(try file.content == records)
  }

  @Test func `a free source answers all again and ends with the same bytes`() async throws {
    let rows = Self.rows(40)
    let records = RecordBuffer()
    let trial = BatchTrial(input: Self.input(rows), source: ScriptedSource(isFree: true))
    _ = try await trial.run(records: records)
    let expected = Array(records.text.utf8)
    for cut in stride(from: 0, through: expected.count, by: 97) {
      let file = try TemporaryFile(Array(expected[..<cut]) + (cut % 2 == 0 ? [] : Array("{\"row\":9,\"x\"".utf8)))
      let sink = ComparingSink(file: try LockedFile(path: file.path, existing: .resume, input: nil))
      let again = BatchTrial(input: Self.input(rows), source: ScriptedSource(isFree: true))
      #expect(try await again.run(into: .plain(sink)).0 == .finished)
      #expect(try file.content == expected)
    }
  }

  @Test func `a second run on the same output refuses, and the next one may`() throws {
    let file = try TemporaryFile()
    do {
      let first = try LockedFile(path: file.path, existing: .resume, input: nil)
      #expect(throws: BatchOutputError.busy(path: file.path)) {
        try LockedFile(path: file.path, existing: .resume, input: nil)
      }
      #expect(first.isRegular)
    }
    _ = try LockedFile(path: file.path, existing: .resume, input: nil)
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
      try ResumedOutput(file: try LockedFile(path: file.path, existing: .resume, input: nil), provenance: nil)
    }
    #expect(try file.content == Array("lat,lng\n1,2\n".utf8))
    #expect(throws: BatchOutputError.notResumable(path: "/dev/null")) {
      try LockedFile(path: "/dev/null", existing: .resume, input: nil)
    }
  }
}
