import Domain
import Synchronization
import TestSupport
import Testing

@testable import App

struct BatchRunTests {
  private let three = "id,lat,lng,note\na,37.4979,127.0276,\"x, \"\"y\"\"\"\nb,91,0,\nc,37.5,127.03,위\n"

  @Test(arguments: [true, false])
  func `every row has one record, in order, as schema 1 has it`(isFree: Bool) async throws {
    let (records, failures) = (MemorySink(), MemorySink())
    let trial = BatchTrial(
      input: three,
      source: ScriptedSource(isFree: isFree) { latitude, _ in latitude > 37.4 ? 1 : 0 }
    )
    let (end, tally) = try await trial.run(records: records, failures: failures)
    #expect(end == .finished)
    let source = isFree ? "index" : "kakao"
    #expect(
      records.lines == [
        #"{"row":1,"id":"a","status":"ok","input":{"id":"a","lat":"37.4979","lng":"127.0276","note":"x, \"y\""},"#
          + #""query":\#(ExpectedQuery.json(["limit": "2"])),"meta":{"source":"\#(source)","total_count":1,"returned":1,"#
          + #""complete":true,"nearest":true,"requests":null,"attribution":null},"places":[{"id":"37.4979-0","#
          + #""place_name":"곳 \"0\"","category":"gas","category_group_code":"OL7","#
          + #""category_group_name":"주유소,충전소","category_name":null,"phone":null,"address_name":null,"#
          + #""road_address_name":null,"lat":37.4979,"lng":127.0276,"distance_m":0,"place_url":null,"kind":null,"attributes":null}],"error":null}"#,
        #"{"row":2,"id":"b","status":"invalid","input":{"id":"b","lat":"91","lng":"0","note":null},"query":null,"#
          + #""meta":null,"places":[],"error":{"code":"coordinates_invalid","#
          + #""message":"The latitude 91 isn't between -90 and 90. Did you swap latitude and longitude? "#
          + #"Latitude comes first: 0,91.","#
          + #""retryable":false}}"#,
        records.lines[2],
      ]
    )
    #expect(records.lines[2].hasPrefix(#"{"row":3,"id":"c","status":"ok","input":{"id":"c","lat":"37.5","#))
    #expect(failures.text.hasPrefix("b,91,0,,\"The latitude 91 "))
    #expect((tally[.ok], tally[.invalid], tally.total) == (2, 1, 3))
  }

  @Test(arguments: [true, false], [1, 3, 64])
  func `records are in the order of the rows, however long each takes`(isFree: Bool, jobs: Int) async throws {
    let rows = (1...500).map { #"{"id":\#($0),"lat":\#(Double($0) / 1000),"lng":1}"# }
    let records = MemorySink()
    let source = ScriptedSource(isFree: isFree)
    let trial = BatchTrial(input: rows.joined(separator: "\n"), source: source, jobs: jobs)
    #expect(try await trial.run(records: records).0 == .finished)
    #expect(records.lines.count == 500)
    for (index, line) in records.lines.enumerated() {
      #expect(
        line.hasPrefix(#"{"row":\#(index + 1),"id":\#(index + 1),"status":"ok","input":\#(rows[index]),"query":"#)
      )
    }
    #expect(source.mostInFlight <= jobs)
    #expect(source.latitudes.count == 500)
  }

  @Test(arguments: [true, false])
  func `without order every row still has one record`(isFree: Bool) async throws {
    let rows = (1...500).map { #"{"lat":\#(Double($0) / 1000),"lng":1}"# }
    let records = MemorySink()
    let source = ScriptedSource(isFree: isFree)
    let trial = BatchTrial(input: rows.joined(separator: "\n"), source: source, jobs: 16, isOrdered: false)
    #expect(try await trial.run(records: records).0 == .finished)
    let numbers = records.lines.compactMap { ParsedRecord(line: Array($0.utf8))?.number }
    #expect(numbers.sorted() == Array(1...500))
  }

  @Test(arguments: [true, false])
  func `a query repeated after more results than the cache holds is copied from the output`(isResumed: Bool)
    async throws
  {
    var defaults = QueryDefaults.gas
    // Each of these results may be large, so only a few are in memory.
    defaults.query.limit = .all
    let rows = (0..<100).map { "\(Double($0) / 1000),1\n" }
    let input = "lat,lng\n" + (rows + rows).joined()
    let whole = MemorySink()
    _ = try await BatchTrial(input: input, defaults: defaults).run(records: whole)
    let file = try TemporaryFile()
    let source = ScriptedSource()
    let trial = BatchTrial(input: input, source: source, defaults: defaults, jobs: 1)
    let (end, tally) = try await trial.run(on: file, isResumed: isResumed)
    #expect(end == .finished)
    #expect(source.latitudes.count == 100)
    #expect((tally.queries, tally.sharedRows, tally.resumedRows, tally.places) == (100, 100, 0, 400))
    #expect(String(decoding: try file.content, as: UTF8.self) == whole.text)
  }

  @Test func `identical queries are sent once`() async throws {
    let rows = (0..<300).map { "\(Double($0 % 10) / 100),1,\($0)" }
    let (source, records) = (ScriptedSource(), MemorySink())
    let trial = BatchTrial(input: "lat,lng,n\n" + rows.joined(separator: "\n"), source: source, jobs: 8)
    let (end, tally) = try await trial.run(records: records)
    #expect(end == .finished)
    #expect(source.latitudes.count == 10)
    #expect((tally.queries, tally.sharedRows) == (10, 290))
    #expect(records.lines.count == 300)
  }

  @Test func `a row overrides the options`() async throws {
    let input = #"{"lat":1,"lng":2,"category":"cafe","query":"라떼","radius":"50","limit":1,"x":[1,{"y":null}]}"#
    let records = MemorySink()
    _ = try await BatchTrial(input: input).run(records: records)
    #expect(
      records.text.contains(
        ExpectedQuery.json([
          "category": #"["cafe"]"#, "text": "\"라떼\"", "lat": "1", "lng": "2", "radius_m": "50", "limit": "1",
        ])
      )
    )
    #expect(records.text.contains(#""input":\#(input),"#))
  }

  @Test(arguments: [
    ("lat,lng\n1,2,3\n", "The row has 3 cells, but the header has 2."),
    ("lat,lng\n1\n", "The row has no longitude."),
    ("lat,lng\n1", "The row has 1 cell, but the header has 2."),
    ("lat,lng\n,2\n", "The row has no latitude."),
    ("lat,lng\n1,x\n", "isn't a number"),
    ("lat,lng\n1,2\"\n", "isn't a number"),
    ("lat,lng\n1,\"2\"x\n", "In cell 2, text follows"),
    ("lat,lng\n1,\"2\n", "isn't closed"),
    ("lat,lng\n1,\0\n", "isn't a number"),
    ("lat,lng,radius\n1,2,-5\n", "The radius '-5' isn't a length"),
    ("lat,lng,limit\n1,2,-1\n", "The limit '-1' isn't a number of places: 0 or more, or all"),
    ("{\"lat\":1,\"lng\":2", "unexpected text at byte 17"),
    ("{\"lat\":1}\n", "The row has no longitude."),
    ("{\"lat\":true,\"lng\":2}\n", "isn't a number"),
    ("lat,lng,limit\n37.5,127,2.5", "limit_invalid"), ("at\n\"37.5\"", "isn't a coordinate"),
    ("at\n\"127,37.5\"", "coordinates_invalid"), ("lat,lng\n37.5,127,,x", "The row has 4 cells"),
    ("lat,lng,\n37.5", "The row has 1 cell,"), (#"{"lat":37.5,"lng":127},,"#, "unexpected text at byte"),
    (#"{"lat":37.5,}"#, "unexpected text at byte"),
  ])
  func `a row that cannot be queried has the reason and sends nothing`(input: String, reason: String) async throws {
    let (source, records) = (ScriptedSource(), MemorySink())
    let (end, tally) = try await BatchTrial(input: input, source: source).run(records: records)
    #expect(end == .finished)
    #expect((tally[.invalid], tally.total, source.latitudes.count) == (1, 1, 0))
    #expect(records.text.contains(reason), "\(records.text)")
    #expect(ParsedRecord(line: Array(records.text.utf8.dropLast())) != nil)
  }

  @Test(arguments: [
    ("id,lat,lng\na,1,2,3\n", #""a""#), ("id,lat,lng\na,1", #""a""#), ("lat,id,lng\n1,a", #""a""#),
    // The extra cell may be before the id.
    ("lat,id,lng\n1,5,a,2\n", "null"), ("lat,lng,id\n1,2", "null"), ("lat,lng\n1,2,3\n", "null"),
    ("id,lat,lng\na,1,\"2\"x\n", #""a""#), ("lat,lng,id\n1,\"2\"x,a\n", "null"), ("id,lat,lng\na,1,\"2\n", #""a""#),
    (#"{"id":7,"lat":1,"#, "7"), (#"{"lat":1,"id":"a","lng":}"#, #""a""#), (#"{"lat":1,,"id":7}"#, "null"),
    ("id,lat,lng\n\u{1},1", #""\u0001""#),
  ])
  func `a malformed row has its id in its record, where that is certain`(input: String, id: String) async throws {
    let records = MemorySink()
    _ = try await BatchTrial(input: input).run(records: records)
    #expect(records.text.hasPrefix(#"{"row":1,"id":\#(id),"status":"invalid","input":null,"#), "\(records.text)")
  }

  @Test func `the id of a malformed row that is not UTF-8 is repaired`() async throws {
    let records = MemorySink()
    var trial = BatchTrial(input: "id,lat,lng\n")
    trial.bytes += [0xC7, 0xD1] + Array(",1\n".utf8)
    _ = try await trial.run(records: records)
    #expect(records.text.hasPrefix("{\"row\":1,\"id\":\"\u{FFFD}\u{FFFD}\",\"status\":\"invalid\""), "\(records.text)")
  }

  @Test func `a row of 2 MB and a row that is not UTF-8 each have a record, and the next row is read`() async throws {
    let long = String(repeating: "x", count: 2_000_000)
    for isFree in [true, false] {
      let records = MemorySink()
      let source = ScriptedSource(isFree: isFree)
      var trial = BatchTrial(input: "id,lat,lng,n\na,1,2,\(long)\n", source: source, chunkSize: 1 << 16)
      trial.bytes += Array("b,1,2,".utf8) + [0xC7, 0xD1] + Array("\nc,1,2,ok\n".utf8)
      #expect(try await trial.run(records: records).0 == .finished)
      #expect(records.lines.map { $0.contains("row_not_utf8") } == [false, true, false])
      #expect(records.lines.map { $0.contains(#""status":"ok""#) } == [true, false, true])
      #expect(records.lines[1].hasPrefix(#"{"row":2,"id":"b","status":"invalid","input":null,"#))
    }
  }

  @Test(arguments: ["", "\n\n", "\u{FEFF}", "lat,lng\n", "lat,lng"])
  func `an input without rows has no records`(input: String) async throws {
    let records = MemorySink()
    let (end, tally) = try await BatchTrial(input: input).run(records: records)
    #expect(end == .finished)
    #expect(tally.total == 0 && records.text.isEmpty)
  }

  @Test(arguments: [1, 2, 3, 7, 1000])
  func `a byte order mark, CRLF and quoted line ends are read, whatever the chunks are`(size: Int) async throws {
    let records = MemorySink()
    let trial = BatchTrial(input: "\u{FEFF}\"lat\",\"lng\",\"메모\"\r\n1,2,\"a\r\nb\"\r\n3,4,c", chunkSize: size)
    #expect(try await trial.run(records: records).0 == .finished)
    #expect(records.lines.count == 2)
    #expect(records.text.contains(#""input":{"lat":"1","lng":"2","메모":"a\r\nb"}"#))
  }

  private static let stops: [(error: PlaceSearchError, end: BatchEnd, rows: Int)] = [
    (
      .quotaExhausted(.kakao, status: 400, message: nil),
      .source(.quotaExhausted(.kakao, status: 400, message: nil)), 20
    ),
    // The result of the row at which the budget is exhausted is partial, so it has no record and can be requested
    // again.
    (.budgetSpent(requests: 20), .source(.budgetSpent(requests: 20)), 19),
    (.unreachable(host: "h", detail: "refused"), .outage(.unreachable(host: "h", detail: "refused")), 20),
    (.untrustworthy(.redirected(host: "portal")), .outage(.untrustworthy(.redirected(host: "portal"))), 20),
    (.untrustworthy(.status(204)), .outage(.untrustworthy(.status(204))), 20),
  ]

  @Test(arguments: stops)
  func `a service that stops responding stops the run, and finished rows are written`(
    error: PlaceSearchError,
    end: BatchEnd,
    rows: Int
  ) async throws {
    let input = "lat,lng\n" + (1...100).map { "\($0 % 90),\($0)\n" }.joined()
    let source = ScriptedSource(budget: rows < 20 ? 20 : nil) { (_, turn) throws(PlaceSearchError) in
      if turn > 20 { throw error }
      return 1
    }
    let records = MemorySink()
    let (ended, tally) = try await BatchTrial(input: input, source: source).run(records: records)
    #expect(ended == end)
    #expect((tally.total, tally[.failed], records.lines.count) == (rows, 0, rows))
    #expect(records.lines.allSatisfy { $0.contains(#""complete":true"#) })
    if case .source = end { #expect(source.latitudes.count < 30) }
  }

  @Test func `a truncated row stays truncated among the failures`() async throws {
    let lines = "a,91,0\nb,37.5,127,,\nc,37.5,1"
    let (failures, again) = (MemorySink(), MemorySink())
    _ = try await BatchTrial(input: "id,lat,lng,radius,note\n" + lines).run(records: MemorySink(), failures: failures)
    #expect(failures.lines.map { $0.prefix(7) } == ["a,91,0,", "c,37.5,"], "\(failures.text)")
    #expect(failures.text.hasSuffix("\nc,37.5,1"))
    let (end, tally) = try await BatchTrial(input: "id,lat,lng,radius,note,placefind_error\n" + failures.text)
      .run(records: MemorySink(), failures: again)
    #expect(end == .finished && tally[.invalid] == 2 && again.text == failures.text)
  }

  @Test func `a row that the service cannot process fails alone`() async throws {
    let source = ScriptedSource { (latitude, _) throws(PlaceSearchError) in
      switch latitude {
      case 2: throw .serviceFailing(status: 500, code: nil, message: nil)
      case 3: throw .unreachable(host: "h", detail: "reset")
      case 4: throw .requestRejected(status: 400, code: -2, message: "no")
      case 5: throw .unsupported(.radiusTooLarge(maximum: .zero))
      default: return 1
      }
    }
    let (records, failures) = (MemorySink(), MemorySink())
    let input = "lat,lng\n1,0\n2,0\n3,0\n4,0\n5,0\n6,0\n"
    let (end, tally) = try await BatchTrial(input: input, source: source).run(records: records, failures: failures)
    #expect(end == .finished)
    #expect((tally[.ok], tally[.failed], tally[.invalid]) == (2, 3, 1))
    #expect(records.lines.count == 6)
    let starts = failures.lines.map { $0.prefix(4) }
    #expect(starts == ["2,0,", "3,0,", "4,0,", "5,0,"], "\(failures.text)")
  }

  @Test func `a service that responds with errors gives failed rows, not an outage`() async throws {
    let source = ScriptedSource { (_, _) throws(PlaceSearchError) in
      throw .serviceFailing(status: 500, code: nil, message: nil)
    }
    let (end, tally) = try await BatchTrial(input: "lat,lng\n1,0\n2,0\n", source: source).run(records: MemorySink())
    #expect(end == .finished)
    #expect(tally[.failed] == 2)
  }

  @Test func `many rows that wait for one lost response do not block the rest`() async throws {
    let records = MemorySink()
    let source = ScriptedSource { (latitude, _) throws(PlaceSearchError) in
      if latitude != 1 { return 1 }
      // After the first row's record, as many rows as possible wait for this response.
      waitUntil { !records.text.isEmpty }
      throw .timedOut(after: .seconds(1))
    }
    let input = "lat,lng\n9,0\n" + String(repeating: "1,0\n", count: 1000) + "2,0\n"
    // In one piece, because rows that are read after the response query again.
    let trial = BatchTrial(input: input, source: source, chunkSize: input.utf8.count)
    let (end, tally) = try await trial.run(records: records)
    #expect(end == .finished)
    #expect((tally[.ok], tally[.failed]) == (2, 1000))
  }

  @Test(arguments: [true, false])
  func `too many errors stop the run at once`(isFree: Bool) async throws {
    let input = "lat,lng\n" + String(repeating: "91,0\n", count: 50)
    let records = MemorySink()
    let trial = BatchTrial(input: input, source: ScriptedSource(isFree: isFree), errorLimit: .count(3))
    let (end, _) = try await trial.run(records: records)
    #expect(end == .tooManyErrors(errors: 4, rows: 4, row: 4, isRetryable: false))
    #expect(records.lines.count == 4)
  }

  @Test(arguments: [true, false])
  func `a limit of errors as a share applies to few rows too, at the end`(isFree: Bool) async throws {
    let rows = (0..<50).map { $0 % 10 == 3 ? "91,0\n" : "\($0),1\n" }
    for (percent, end) in [
      (0.0, BatchEnd.tooManyErrors(errors: 1, rows: 4, row: 4, isRetryable: false)),
      (9.9, .tooManyErrors(errors: 5, rows: 50, row: 44, isRetryable: false, isAtEnd: true)),
      (10, .finished),
    ] {
      let records = MemorySink()
      let trial = BatchTrial(
        input: "lat,lng\n" + rows.joined(),
        source: ScriptedSource(isFree: isFree),
        errorLimit: .percent(percent)
      )
      let ended = try await trial.run(records: records).0
      guard percent == 0, !isFree else {
        #expect(ended == end && records.lines.count == (percent == 0 ? 4 : 50))
        continue
      }
      // Queries in flight finish in any order, but no row is begun after the first failed row.
      guard case .tooManyErrors(1, _, 4, false, false) = ended else { return #expect(Bool(false), "\(ended)") }
      #expect(records.lines.count < 50)
    }
  }

  /// Rows that can never succeed (`i`), that may succeed later (`f`), and that succeed.
  @Test(arguments: [
    ("i", ErrorLimit.count(0), Int32(6), 1), (".f", .count(0), 5, 2), (".i.f.", .count(1), 5, 4),
    ("f.i", .count(1), 5, 3), ("ifi", .count(1), 5, 2), ("ii", .count(1), 6, 2), ("..r", .count(0), 6, 3),
    ("rf", .count(1), 5, 2), ("f.........i", .percent(10), 5, 11), ("i.........f", .percent(5), 6, 11),
    ("i", .percent(0), 6, 1), ("f", .percent(0), 5, 1),
  ])
  func `too many errors end with 5 if retrying may help, otherwise with 6, and the message names the row`(
    rows: String,
    limit: ErrorLimit,
    status: Int32,
    row: Int
  ) async throws {
    let latitudes: [Character: Int] = ["i": 91, "f": 2, "r": 3, ".": 1]
    let input = rows.enumerated().map { number, row in "\(latitudes[row] ?? 0),\(number)\n" }
    let source = ScriptedSource { (latitude, _) throws(PlaceSearchError) in
      if latitude == 2 { throw .serviceFailing(status: 500, code: nil, message: nil) }
      if latitude == 3 { throw .requestRejected(status: 400, code: nil, message: nil) }
      return 1
    }
    let trial = BatchTrial(input: "lat,lng\n" + input.joined(), source: source, jobs: 1, errorLimit: limit)
    let (end, tally) = try await trial.run(records: MemorySink())
    let failure = try #require(end.failure(of: tally, Resumption(wasForced: false)))
    #expect(failure.code == .tooManyErrors && failure.status.rawValue == status, "\(failure)")
    #expect(failure.isRetryable == (status == 5))
    #expect(failure.message.contains("row \(row)"), "\(failure.message)")
  }

  @Test(arguments: [true, false])
  func `places are counted where their records are written, also when errors end the run`(isFree: Bool) async throws {
    let source = ScriptedSource(isFree: isFree)
    let trial = BatchTrial(
      input: "lat,lng\n1,1\n91,0\n" + String(repeating: "2,2\n", count: 20),
      source: source,
      jobs: 1,
      errorLimit: .count(0),
      chunkSize: 1 << 16
    )
    let records = MemorySink()
    let (end, tally) = try await trial.run(records: records)
    guard case .tooManyErrors = end else { return #expect(Bool(false), "\(end)") }
    #expect(tally.places == records.text.split(separator: #""place_name":"#).count - 1)
  }

  @Test(arguments: [true, false])
  func `an interrupted run keeps whole records`(isFree: Bool) async throws {
    let (interrupts, stop) = AsyncStream.makeStream(of: StopSignal.self)
    let resultCount = Mutex(0)
    let source = ScriptedSource(isFree: isFree) { _, turn in
      if turn == 50 { stop.yield(.terminate) }
      resultCount.withLock { $0 += 1 }
      return 1
    }
    let input = "lat,lng\n" + (1...20_000).map { "\(Double($0) / 1000),\($0 % 90)\n" }.joined()
    let records = MemorySink()
    var trial = BatchTrial(input: input, source: source)
    trial.interrupts = interrupts
    let (end, tally) = try await trial.run(records: records)
    #expect(end == .interrupted(.terminate))
    #expect(records.lines.count == tally.total)
    // Results were paid for, so they are recorded even if the run was stopped at that moment.
    if !isFree { #expect(resultCount.withLock { $0 } == tally.total) }
    #expect(records.lines.count < 20_000)
    #expect(records.lines.allSatisfy { ParsedRecord(line: Array($0.utf8)) != nil })
  }

  @Test(arguments: [true, false])
  func `a query that is cancelled ends the run`(isFree: Bool) async throws {
    let source = ScriptedSource(isFree: isFree) { (latitude, _) throws(PlaceSearchError) in
      if latitude == 2 { throw .cancelled }
      return 1
    }
    let trial = BatchTrial(input: "lat,lng\n1,0\n2,0\n", source: source)
    #expect(try await trial.run(records: MemorySink()).0 == .interrupted(.interrupt))
  }

  @Test func `a block of rows whose task is cancelled queries no further row`() async throws {
    let source = ScriptedSource(isFree: true) { (_, _) in
      unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
      return 1
    }
    let records = MemorySink()
    let trial = BatchTrial(input: "lat,lng\n1,0\n2,0\n3,0\n", source: source)
    #expect(try await trial.run(records: records).0 == .interrupted(.interrupt))
    #expect(source.latitudes == [1])
    #expect(records.lines.count == 1)
  }

  @Test(arguments: [true, false])
  func `rows before a read error have their records`(isFree: Bool) async throws {
    let failure = FileFailure(path: "points.csv", reason: .inputUnreadable(reason: "Input/output error"))
    var trial = BatchTrial(
      input: "lat,lng\n" + (1...100).map { "\(Double($0) / 1000),\($0 % 90)\n" }.joined(),
      source: ScriptedSource(isFree: isFree),
      jobs: 16
    )
    trial.inputFailure = failure
    let records = MemorySink()
    let (end, tally) = try await trial.run(records: records)
    #expect(end == .input(Failure(failure)))
    #expect(tally.total == 100)
    #expect(records.lines.count == 100)
  }
}
