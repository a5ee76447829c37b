import Domain

/// Runs a batch over a service: sends queries row by row, many concurrently, without repeating a query or losing a
/// result.
struct RowRun {
  /// The result of a row's query, with the numbers of the row and the query.
  private struct CompletedQuery: Sendable {
    let row: Int
    let query: Int
    let result: Result<RowResult, PlaceSearchError>
  }

  private typealias Event = RunEvent<CompletedQuery>

  private struct OpenRow {
    let row: ParsedRow
    let query: RowQuery
    let position: Int
    /// The incomplete result of an earlier run, which stays if there is no better one.
    let earlier: OutputRecords.StoredResult?
  }

  /// The number of successive rows without a quota after which the rest isn't read.
  private static let maximumSkippedRows = 10_000
  /// The maximum number of places in cached results: about 8 MB, at half a kilobyte per place.
  private static let cacheInPlaces = 1 << 14

  var tally: BatchTally { records.tally }

  private let job: BatchJob
  private var records: OrderedRecords
  private var input = InputProgress()
  private var block = RowBlock()
  private var nextInBlock = 0
  private var queries: QueryReader
  private var begun = 0
  private var inFlight = 0
  private var cache: SingleFlightCache
  private var breaker: CircuitBreaker
  private var open: [Int: OpenRow] = [:]
  private var errors: [Int: PlaceSearchError] = [:]
  /// The errors of purposes whose quota is used up; rows that need them get no record, so that `--resume` runs them.
  private var exhausted: [[Service.Purpose]: PlaceSearchError] = [:]
  /// The number of rows without a record since the last query.
  private var skippedRows = 0

  init(_ job: BatchJob, outputs: BatchOutputs) {
    self.job = job
    // While one query takes long, every job can finish several others.
    records = OrderedRecords(job, outputs: outputs, lookAhead: max(256, job.jobs * 8), isPaidFor: true)
    queries = job.queries
    // Twice the number in flight, so that losing all connections at once isn't an outage yet, but limited, because each
    // query may take its whole timeout.
    breaker = CircuitBreaker(threshold: min(64, max(8, job.jobs * 2)))
    // At least a few even if results may be large, but not so many that their keys take much memory.
    cache = SingleFlightCache(capacity: min(4096, max(16, Self.cacheInPlaces / max(1, job.limit.count ?? .max))))
  }

  /// Reads, searches and writes until every row has its record, or the run ends early.
  mutating func run() async -> BatchEnd {
    await withTaskGroup(of: Event.self) { group in
      group.addTask { [job] in await job.stop() }
      while !isDone {
        advance(&group)
        if inFlight == 0, !input.isReading {
          // Nothing is in flight: either all rows are done, or pending failures block the others.
          apply(breaker.finish())
        } else if let event = await group.next() {
          handle(event)
        }
      }
      group.cancelAll()
      if let error = exhausted.values.first { records.stop(.source(error)) }
      guard case .interrupted? = records.end else { return }
      // Results that arrived before the cancellation were paid for too.
      while let event = await group.next() {
        if case .finished(let completed) = event, case .success = completed.result { handle(event) }
      }
    }
    return await records.close(after: input.error)
  }

  private var isDone: Bool {
    switch records.end {
    case nil: input.isAtEnd && nextInBlock >= block.rows.count && inFlight == 0 && open.isEmpty
    // Queries in flight are paid for, so their results are awaited.
    case .source, .tooManyErrors: inFlight == 0
    case .finished, .outage, .interrupted, .input, .output: true
    }
  }

  private mutating func handle(_ event: Event) {
    switch event {
    case .read(let result):
      guard let block = input.take(result) else { return }
      self.block = block
      nextInBlock = 0
      queries.open(block)
    case .finished(let completed):
      inFlight -= 1
      complete(completed)
    case .interrupted(let stop):
      records.end = .interrupted(stop)
    case .signalsEnded:
      break
    }
  }

  /// Begins rows up to the maximum number in flight; reads more rows if all have begun.
  private mutating func advance(_ group: inout TaskGroup<Event>) {
    while records.end == nil, inFlight < job.jobs, records.admits(begun) {
      if nextInBlock < block.rows.count {
        begin(&group)
        continue
      }
      guard input.beginsReading() else { return }
      group.addTask { [job] in .read(await job.reader.nextResult()) }
      return
    }
  }

  private mutating func begin(_ group: inout TaskGroup<Event>) {
    let index = nextInBlock
    nextInBlock += 1
    records.tally.inputBytes += block.rows[index].range.count + 1
    let position = begun
    begun += 1
    let query: RowQuery
    do throws(Failure) { query = try queries.query(at: index) } catch {
      return records.put(.invalid(error), of: queries.row, for: nil, at: position)
    }
    let row = queries.row
    let stored: OutputRecords.StoredResult?
    do throws(FileFailure) { stored = try records.outputs.store?.result(for: row, to: query) } catch {
      records.end = .output(error)
      return
    }
    if let stored, stored.isCurrent {
      if !stored.isEarlier { records.tally.sharedRows += 1 }
      return records.put(stored, of: row, at: position)
    }
    if let error = exhausted[query.purposes] {
      return leave(OpenRow(row: row, query: query, position: position, earlier: stored), after: error)
    }
    switch cache.lookUp(query, row: row.number) {
    case .miss:
      skippedRows = 0
      inFlight += 1
      records.tally.queries += 1
      let number = row.number
      let queryNumber = tally.queries
      group.addTask { [job] in
        .finished(CompletedQuery(row: number, query: queryNumber, result: await job.resultOrError(of: query)))
      }
    case .inFlight: break
    case .hit(let result):
      records.tally.sharedRows += 1
      return records.put(result, of: row, for: query, at: position)
    }
    open[row.number] = OpenRow(row: row, query: query, position: position, earlier: stored)
  }

  private mutating func complete(_ completed: CompletedQuery) {
    guard let query = open[completed.row]?.query else { return }
    let error: PlaceSearchError
    switch completed.result {
    case .success(let result):
      let waiting = cache.complete(query, with: result)
      records.tally.sharedRows += waiting.count
      finish([completed.row] + waiting, result)
      return apply(breaker.noteResponse(to: completed.query))
    case .failure(let failure): error = failure
    }
    let rows = [completed.row] + cache.complete(query, with: nil)
    switch FailureDisposition(error) {
    case .invalid: finish(rows, .invalid(Failure(error)))
    case .failed:
      finish(rows, .failed(Failure(error)))
      apply(breaker.noteResponse(to: completed.query))
    case .noResponse(let hasContact):
      for row in rows { errors[row] = error }
      apply(breaker.noteNoResponse(rows: rows, queriesSent: tally.queries, hasContact: hasContact))
    case .rejected:
      for row in rows { errors[row] = error }
      apply(breaker.noteRejection(error, rows: rows, queriesSent: tally.queries))
    case .exhausted:
      exhausted[query.purposes] = error
      for row in rows { if let row = open.removeValue(forKey: row) { leave(row, after: error) } }
    case .stop: records.stop(.source(error))
    // Otherwise the run would wait for this row forever.
    case .cancelled: records.stop(.interrupted(.interrupt))
    }
  }

  /// Leaves a row without a record, or with the record of an earlier run, because the quota of its requests is used up.
  private mutating func leave(_ row: OpenRow, after error: PlaceSearchError) {
    if let earlier = row.earlier {
      records.put(earlier, of: row.row, at: row.position)
    } else {
      records.skip(row.position)
    }
    skippedRows += 1
    guard queries.needsMayDiffer, skippedRows < Self.maximumSkippedRows else { return records.stop(.source(error)) }
  }

  private mutating func apply(_ verdict: CircuitBreaker.Verdict) {
    switch verdict {
    case .undecided: break
    case .failed(let rows):
      for row in rows {
        if let error = errors.removeValue(forKey: row) { finish([row], .failed(Failure(error))) }
      }
    case .outage: if let error = errors.min(by: { $0.key < $1.key })?.value { records.stop(.outage(error)) }
    }
  }

  private mutating func finish(_ rows: [Int], _ result: RowResult) {
    for number in rows {
      guard let opened = open.removeValue(forKey: number) else { continue }
      if let earlier = opened.earlier, result.isError, !job.requiresComplete, !job.requiresNearest {
        records.put(earlier, of: opened.row, at: opened.position)
      } else {
        records.put(result, of: opened.row, for: opened.query, at: opened.position)
      }
    }
  }
}
