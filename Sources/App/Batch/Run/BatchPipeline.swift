import Domain

/// Runs a batch: reads rows, has them answered, and writes their records in order.
///
/// Rows for a source on this machine are handed over in whole blocks: an answer takes less time than handing a row to another
/// core and back. Rows for a service are asked one by one: many in flight, none asked twice, no answer lost.
struct BatchPipeline {
  private enum Event: Sendable {
    /// The next rows of the input; `nil` at its end.
    case read(Result<RowBlock?, Failure>)
    case block(position: Int, AnsweredRows)
    /// The answer to the query of a row, by the number of the row and of the query.
    case row(Int, query: Int, Result<RowAnswer, PlaceSearchError>)
    case interrupted(StopSignal)
    /// No more signals can come.
    case signalsEnded
  }

  /// A row that was begun and has no record yet.
  private struct OpenRow {
    let row: ParsedRow
    let query: RowQuery
    let position: Int
    /// The answer of an earlier run, which lacks places; it stays when there is no better one.
    let earlier: AnswerStore.Answer?
  }

  /// How many places the cached answers may hold: about 8 MB, at half a kilobyte per place.
  private static let cacheInPlaces = 1 << 14
  /// How many answers are cached: some even where each may be large, and never so many that their keys take much memory.
  private static let cachedAnswers = 16...4096
  /// How many queries without a response make an outage: twice those in flight, so that losing all connections at once is
  /// not yet one, but within these bounds, because each query may take its whole timeout.
  private static let outageThreshold = 8...64

  private(set) var tally = BatchTally()

  private let job: BatchJob
  private var outputs: BatchOutputs
  private var buffer: ReorderBuffer<AnsweredRows>
  private var begun = 0
  private var inFlight = 0
  private var isReading = false
  private var isAtEnd = false
  private var inputError: Failure?
  private var end: BatchEnd?
  // Of the rows that are asked one by one.
  private var cache: SingleFlightCache<RowAnswer>
  private var breaker: CircuitBreaker
  private var open: [Int: OpenRow] = [:]
  private var errors: [Int: PlaceSearchError] = [:]
  private var queries: QueryReader
  private var block = RowBlock()
  private var nextInBlock = 0

  init(_ job: BatchJob, outputs: BatchOutputs) {
    self.job = job
    self.outputs = outputs
    queries = job.queries
    // While one answer takes long, every job can finish several others.
    buffer = ReorderBuffer(lookAhead: job.isFree ? job.jobs * 2 : max(256, job.jobs * 8))
    breaker = CircuitBreaker(threshold: Self.clamped(job.jobs * 2, to: Self.outageThreshold))
    let answers = Self.cacheInPlaces / (job.limit.count ?? .max)
    cache = SingleFlightCache(capacity: Self.clamped(answers, to: Self.cachedAnswers))
  }

  private static func clamped(_ number: Int, to range: ClosedRange<Int>) -> Int {
    min(range.upperBound, max(range.lowerBound, number))
  }

  /// Runs until every row has its record or something stops it.
  mutating func run() async -> BatchEnd {
    await withTaskGroup(of: Event.self) { group in
      group.addTask { [job] in
        for await stop in job.interrupts { return .interrupted(stop) }
        return .signalsEnded
      }
      while !isDone {
        advance(&group)
        if inFlight == 0, !isReading {
          // Nothing is in flight: all rows are done, or pending failures hold up the others.
          apply(breaker.finish())
        } else if let event = await group.next() {
          handle(event, &group)
        }
      }
      group.cancelAll()
      guard case .interrupted? = end, !job.isFree else { return }
      // Answers that came before the cancellation did are paid for too.
      while let event = await group.next() {
        if case .row(_, _, .success) = event { handle(event, &group) }
      }
    }
    return close()
  }

  private var isDone: Bool {
    switch end {
    case nil: isAtEnd && nextInBlock >= block.rows.count && inFlight == 0 && open.isEmpty
    // The queries in flight are paid for, so their answers are waited for.
    case .source, .tooManyErrors: job.isFree || inFlight == 0
    case .finished, .outage, .interrupted, .input, .output: true
    }
  }

  private mutating func handle(_ event: Event, _ group: inout TaskGroup<Event>) {
    switch event {
    case .read(.success(let block?)):
      isReading = false
      if job.isFree {
        let position = takePosition()
        inFlight += 1
        group.addTask { [job] in .block(position: position, await AnsweredRows.answering(block, job)) }
      } else {
        (self.block, nextInBlock) = (block, 0)
        queries.open(block)
      }
    case .read(.success(nil)): (isReading, isAtEnd) = (false, true)
    // The rows that were read before are answered.
    case .read(.failure(let error)): (isReading, isAtEnd, inputError) = (false, true, error)
    case .block(let position, let rows):
      inFlight -= 1
      tally.queries += rows.rows.count { $0.outcome.status != .invalid }
      put(rows, at: position)
    case .row(let row, let query, let result):
      inFlight -= 1
      complete(row, query, result)
    case .interrupted(let stop): end = .interrupted(stop)
    case .signalsEnded: break
    }
  }

  /// Begins rows while there are some and there is room for them; reads more when there are none.
  private mutating func advance(_ group: inout TaskGroup<Event>) {
    while end == nil, inFlight < job.jobs, buffer.admits(begun) {
      if nextInBlock < block.rows.count {
        begin(&group)
        continue
      }
      guard !isReading, !isAtEnd else { return }
      isReading = true
      group.addTask { [job] in .read(await job.reader.nextResult()) }
      return
    }
  }

  private mutating func takePosition() -> Int {
    defer { begun += 1 }
    return begun
  }

  // MARK: Rows one by one

  private mutating func begin(_ group: inout TaskGroup<Event>) {
    let index = nextInBlock
    nextInBlock += 1
    tally.inputBytes += block.rows[index].end - block.rows[index].start + 1
    let position = takePosition()
    let query: RowQuery
    do throws(InvalidRow) { query = try queries.query(at: index) } catch {
      return put(queries.row, .invalid(nil, job.messages.error(for: error)), nil, at: position)
    }
    let row = queries.row
    let stored: AnswerStore.Answer?
    do throws(BatchOutputError) { stored = try outputs.store?.answer(for: row, asking: query) } catch {
      end = .output(error)
      return
    }
    if let stored, stored.isCurrent {
      if !stored.isEarlier { tally.sharedRows += 1 }
      return put(row, stored, at: position)
    }
    switch cache.lookUp(query, row: row.number) {
    case .miss:
      inFlight += 1
      tally.queries += 1
      let (number, asked) = (row.number, tally.queries)
      group.addTask { [job] in .row(number, query: asked, await job.result(of: query)) }
    case .inFlight: break
    case .hit(let answer):
      tally.sharedRows += 1
      return put(row, answer, query, at: position)
    }
    open[row.number] = OpenRow(row: row, query: query, position: position, earlier: stored)
  }

  private mutating func complete(_ row: Int, _ asked: Int, _ result: Result<RowAnswer, PlaceSearchError>) {
    guard let query = open[row]?.query else { return }
    let answer = job.answer(to: query, from: result)
    var isResponse = true
    if case .failure(let error) = result {
      let rows = [row] + cache.complete(query, with: nil)
      switch FailureDisposition(error) {
      case .invalid:
        isResponse = false
        fallthrough
      case .failed: if let answer { finish(rows, answer) }
      case .noResponse(let hasContact):
        for row in rows { errors[row] = error }
        return apply(breaker.noteNoResponse(rows: rows, queriesAsked: tally.queries, hasContact: hasContact))
      case .stop: return stop(.source(error))
      // Without an end, the run would wait for this row for ever.
      case .cancelled: return stop(.interrupted(.interrupt))
      }
    } else if let answer {
      let waiting = cache.complete(query, with: answer)
      tally.sharedRows += waiting.count
      finish([row] + waiting, answer)
    }
    if isResponse { apply(breaker.noteResponse(to: asked)) }
  }

  private mutating func apply(_ verdict: CircuitBreaker.Verdict) {
    switch verdict {
    case .undecided: break
    case .failed(let rows):
      for row in rows {
        guard let error = errors.removeValue(forKey: row), let query = open[row]?.query else { continue }
        finish([row], .failed(query, Failure(error)))
      }
    case .outage: if let error = errors.min(by: { $0.key < $1.key })?.value { stop(.outage(error)) }
    }
  }

  private mutating func finish(_ rows: [Int], _ answer: RowAnswer) {
    for number in rows {
      guard let opened = open.removeValue(forKey: number) else { continue }
      if let earlier = opened.earlier, answer.outcome.isError, !job.requiresComplete {
        put(opened.row, earlier, at: opened.position)
      } else {
        put(opened.row, answer, opened.query, at: opened.position)
      }
    }
  }

  // MARK: Records

  private mutating func stop(_ end: BatchEnd) { self.end = self.end ?? end }

  private mutating func put(_ row: ParsedRow, _ stored: AnswerStore.Answer, at position: Int) {
    var rows = AnsweredRows()
    rows.add(row, stored, job)
    put(rows, at: position)
  }

  private mutating func put(_ row: ParsedRow, _ answer: RowAnswer, _ query: RowQuery?, at position: Int) {
    var rows = AnsweredRows()
    rows.add(row, answer, job)
    switch answer {
    case .answered:
      var key: [UInt8] = []
      if outputs.store != nil { query?.appendKey(to: &key) }
      rows.question = key
    case .failed: rows.question = []
    // Refused without a request.
    case .invalid: break
    }
    put(rows, at: position)
  }

  private mutating func put(_ rows: AnsweredRows, at position: Int) {
    buffer.insert(rows, at: position)
    if !job.isOrdered { write(rows) }
    // What was paid for is written also when the run ends.
    while end == nil || !job.isFree, let next = buffer.popNext() {
      if job.isOrdered { write(next) }
    }
  }

  private mutating func write(_ answered: AnsweredRows) {
    if case .output = end { return }
    var answered = answered
    for (position, row) in answered.rows.enumerated() {
      tally.count(row.outcome)
      guard row.outcome.isError, end == nil else { continue }
      end = BatchEnd(exceeding: job.errorLimit, tally)
      guard end == nil else {
        answered.removeRows(after: position)
        break
      }
    }
    tally.inputBytes += answered.inputBytes
    if !answered.isEarlier { tally.places += answered.rows.reduce(0) { $0 + $1.outcome.places } }
    do throws(BatchOutputError) {
      let isThere = try outputs.records.write(answered.records, answering: answered.question)
      if answered.isEarlier || (isThere && !job.isFree) { for row in answered.rows { tally.resume(row.outcome) } }
      try outputs.failures?.write(answered.failures)
    } catch {
      end = .output(error)
      return
    }
    if let error = answered.stop { stop(error == .cancelled ? .interrupted(.interrupt) : .source(error)) }
    job.progress(tally)
  }

  /// Writes what can be written, and completes the output or leaves it to be resumed.
  private mutating func close() -> BatchEnd {
    end = end ?? inputError.map { .input($0) }
    if end != nil, job.isOrdered, !job.isFree {
      // Answers after a row without one are kept too: they were paid for.
      for rows in buffer.drain() { write(rows) }
    }
    if let end {
      outputs.records.abandon()
      return end
    }
    do throws(BatchOutputError) {
      try outputs.records.finish()
      try outputs.failures?.finish()
    } catch { return .output(error) }
    tally.prunedRecords = outputs.store?.losses.answers ?? 0
    return BatchEnd(exceeding: job.errorLimit, tally, isAtEnd: true) ?? .finished
  }
}
