import Domain

/// Runs a batch: reads rows, has them answered, and writes their records in order.
///
/// Rows for a source on this machine are handed over in whole blocks: an answer takes less time than handing a row to
/// another core and back. Rows for a service are asked one by one: many in flight, none asked twice, no answer lost.
struct BatchPipeline {
  private enum Event: Sendable {
    /// The next rows of the input; `nil` at its end.
    case read(Result<RowBlock?, Failure>)
    case block(position: Int, AnsweredRows)
    /// The answer to the query of a row, by the number of the row and of the query.
    case row(Int, query: Int, Result<RowAnswer, PlaceSearchError>)
    case interrupted(StopSignal)
    case signalsEnded
  }

  private struct OpenRow {
    let row: ParsedRow
    let query: RowQuery
    let position: Int
    /// The answer of an earlier run, which lacks places; it stays when there is no better one.
    let earlier: AnswerStore.Answer?
  }

  /// How many places the cached answers may hold: about 8 MB, at half a kilobyte per place.
  private static let cacheInPlaces = 1 << 14

  var tally: BatchTally { records.tally }

  private let job: BatchJob
  private var records: OrderedRecords
  private var begun = 0
  private var inFlight = 0
  private var isReading = false
  private var isAtEnd = false
  private var inputError: Failure?
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
    records = OrderedRecords(job, outputs: outputs)
    queries = job.queries
    // Twice those in flight, so that losing all connections at once is not yet an outage, but within bounds, because
    // each query may take its whole timeout.
    breaker = CircuitBreaker(threshold: min(64, max(8, job.jobs * 2)))
    // Some even where each may be large, and never so many that their keys take much memory.
    cache = SingleFlightCache(capacity: min(4096, max(16, Self.cacheInPlaces / (job.limit.count ?? .max))))
  }

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
      guard case .interrupted? = records.end, job.isMetered else { return }
      // Answers that came before the cancellation did are paid for too.
      while let event = await group.next() {
        if case .row(_, _, .success) = event { handle(event, &group) }
      }
    }
    return records.close(after: inputError)
  }

  private var isDone: Bool {
    switch records.end {
    case nil: isAtEnd && nextInBlock >= block.rows.count && inFlight == 0 && open.isEmpty
    // The queries in flight are paid for, so their answers are waited for.
    case .source, .tooManyErrors: !job.isMetered || inFlight == 0
    case .finished, .outage, .interrupted, .input, .output: true
    }
  }

  private mutating func handle(_ event: Event, _ group: inout TaskGroup<Event>) {
    switch event {
    case .read(.success(let block?)):
      isReading = false
      if !job.isMetered {
        let position = takePosition()
        inFlight += 1
        group.addTask { [job] in .block(position: position, await AnsweredRows.answering(block, job)) }
      } else {
        self.block = block
        nextInBlock = 0
        queries.open(block)
      }
    case .read(.success(nil)): (isReading, isAtEnd) = (false, true)
    // The rows that were read before are answered.
    case .read(.failure(let error)): (isReading, isAtEnd, inputError) = (false, true, error)
    case .block(let position, let rows):
      inFlight -= 1
      records.tally.queries += rows.rows.count { $0.outcome.status != .invalid }
      records.put(rows, at: position)
    case .row(let row, let query, let result):
      inFlight -= 1
      complete(row, query, result)
    case .interrupted(let stop): records.end = .interrupted(stop)
    case .signalsEnded: break
    }
  }

  /// Begins rows while there are some and there is room for them; reads more when there are none.
  private mutating func advance(_ group: inout TaskGroup<Event>) {
    while records.end == nil, inFlight < job.jobs, records.admits(begun) {
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
    records.tally.inputBytes += block.rows[index].range.count + 1
    let position = takePosition()
    let query: RowQuery
    do throws(InvalidRow) { query = try queries.query(at: index) } catch {
      return records.put(queries.row, .invalid(nil, Failure(error)), nil, at: position)
    }
    let row = queries.row
    let stored: AnswerStore.Answer?
    do throws(FileFailure) { stored = try records.outputs.store?.answer(for: row, asking: query) } catch {
      records.end = .output(error)
      return
    }
    if let stored, stored.isCurrent {
      if !stored.isEarlier { records.tally.sharedRows += 1 }
      return records.put(row, stored, at: position)
    }
    switch cache.lookUp(query, row: row.number) {
    case .miss:
      inFlight += 1
      records.tally.queries += 1
      let number = row.number
      let asked = tally.queries
      group.addTask { [job] in .row(number, query: asked, await job.result(of: query)) }
    case .inFlight: break
    case .hit(let answer):
      records.tally.sharedRows += 1
      return records.put(row, answer, query, at: position)
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
      case .stop: return records.stop(.source(error))
      // Without an end, the run would wait for this row for ever.
      case .cancelled: return records.stop(.interrupted(.interrupt))
      }
    } else if let answer {
      let waiting = cache.complete(query, with: answer)
      records.tally.sharedRows += waiting.count
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
    case .outage: if let error = errors.min(by: { $0.key < $1.key })?.value { records.stop(.outage(error)) }
    }
  }

  private mutating func finish(_ rows: [Int], _ answer: RowAnswer) {
    for number in rows {
      guard let opened = open.removeValue(forKey: number) else { continue }
      if let earlier = opened.earlier, answer.outcome.isError, !job.requiresComplete {
        records.put(opened.row, earlier, at: opened.position)
      } else {
        records.put(opened.row, answer, opened.query, at: opened.position)
      }
    }
  }
}
