import Domain

/// Runs a batch row by row, for sources that cost requests: many queries in flight, none asked twice, none lost.
struct RowRun {
  private typealias Event = RunEvent<(row: Int, query: Int, result: Result<Outcome, PlaceSearchError>)>

  /// What became of a query that the source answered.
  private enum Outcome: Sendable, Hashable {
    /// The query, with its centre, and its answer.
    case answered(RowQuery, PlaceCollection)
    /// Its centre was not found.
    case notLocated(NotLocated)
  }

  /// A row that was begun and has no record yet.
  private struct OpenRow {
    let row: ParsedRow
    let query: RowQuery
    let position: Int
  }

  /// How many places the remembered answers may hold: some 8 MB, at half a kilobyte a place.
  private static let cacheInPlaces = 1 << 14

  /// What the run has done so far.
  var tally: BatchTally { records.tally }

  private let job: BatchJob
  private let useCase: any CollectPlacesUseCase
  private var records: RowRecords
  private var cache: SingleFlightCache<Outcome>
  private var breaker: CircuitBreaker
  private var open: [Int: OpenRow] = [:]
  private var errors: [Int: PlaceSearchError] = [:]
  private var block = RowBlock()
  private var nextInBlock = 0
  private var inFlight = 0
  private var isReading = false
  private var isAtEnd = false
  private var queries: QueryReader

  init(_ job: BatchJob, asking useCase: any CollectPlacesUseCase, outputs: BatchOutputs) {
    self.job = job
    self.useCase = useCase
    records = RowRecords(job, outputs: outputs)
    breaker = CircuitBreaker(threshold: min(64, max(8, job.jobs * 2)))
    queries = job.queries
    cache = SingleFlightCache(capacity: min(4096, max(16, Self.cacheInPlaces / (job.limit.count ?? Int.max))))
  }

  /// Runs until every row has its record or something stops it.
  mutating func run() async -> BatchEnd {
    await withTaskGroup(of: Event.self) { group in
      group.awaitInterrupts(of: job)
      while !isDone {
        advance(&group)
        if inFlight == 0, !isReading {
          // Nothing will happen by itself: all rows are done, or rows that are not decided hold up the others.
          settlePendingFailures(breaker.finish())
        } else if let event = await group.next() {
          handle(event)
        }
      }
      group.cancelAll()
    }
    return records.close()
  }

  private var isDone: Bool {
    switch records.end {
    case nil: isAtEnd && nextInBlock >= block.rows.count && open.isEmpty
    // The answers to queries in flight still count: they were paid for.
    case .source, .tooManyErrors: inFlight == 0
    case .finished, .outage, .interrupted, .input, .output: true
    }
  }

  private mutating func handle(_ event: Event) {
    switch event {
    case .read(.success(let block?)):
      isReading = false
      (self.block, nextInBlock) = (block, 0)
      queries.open(block)
    case .read(.success(nil)): (isReading, isAtEnd) = (false, true)
    case .read(.failure(let error)):
      isReading = false
      records.stop(.input(error))
    case .answered((let row, let asked, let result)):
      inFlight -= 1
      settle(row, asked, result)
    case .interrupted(let stop): records.end = .interrupted(stop)
    case .ended: break
    }
  }

  /// Begins rows as long as there are some and nothing is full; reads on when there are none.
  private mutating func advance(_ group: inout TaskGroup<Event>) {
    while records.end == nil, inFlight < job.jobs, records.hasRoom, open.count < records.lookAhead {
      if nextInBlock < block.rows.count {
        begin(&group)
        continue
      }
      guard !isReading, !isAtEnd else { return }
      isReading = true
      group.readBlock(of: job)
      return
    }
  }

  private mutating func begin(_ group: inout TaskGroup<Event>) {
    let index = nextInBlock
    nextInBlock += 1
    records.tally.inputBytes += block.rows[index].end - block.rows[index].start + 1
    let query: RowQuery
    do throws(InvalidRow) { query = try queries.query(at: index) } catch {
      return records.refuse(queries.row, job.messages.error(for: error))
    }
    let row = queries.row
    guard !records.recall(row, query) else { return }
    let opened = OpenRow(row: row, query: query, position: records.takePosition())
    switch cache.advice(for: query, row: row.number) {
    case .ask:
      open[row.number] = opened
      inFlight += 1
      records.tally.queries += 1
      let (useCase, locator, number, asked) = (useCase, job.locator, row.number, records.tally.queries)
      group.addTask {
        .answered((number, asked, await Self.outcome(of: query, from: useCase, locator)))
      }
    case .wait: open[row.number] = opened
    case .answered(let outcome):
      records.tally.sharedRows += 1
      records.add(opened.row, answer(outcome, to: query), at: opened.position)
    }
  }

  /// What a row's record says of an outcome.
  private func answer(_ outcome: Outcome, to query: RowQuery) -> RowAnswer {
    switch outcome {
    case .answered(let asked, let places): .answered(asked, places)
    case .notLocated(let failure): .failed(query, job.messages.error(for: failure))
    }
  }

  /// What becomes of a query, as a value; its centre is found first where that is missing.
  ///
  /// A function of its own: a task that catches a typed error itself and returns it beside a number gives another number
  /// in an optimized build (Swift 6.3.1), and the answer would become another row's.
  private static func outcome(
    of query: RowQuery,
    from useCase: any CollectPlacesUseCase,
    _ locator: RowLocator
  ) async -> Result<Outcome, PlaceSearchError> {
    var query = query
    if let text = query.locating {
      switch await locator.location(of: text) {
      case .success(.found(let point, let name)): query = query.located(at: point, near: name)
      case .success(.unknown(let failure)): return .success(.notLocated(failure))
      case .failure(let error): return .failure(error)
      }
    }
    do throws(PlaceSearchError) {
      let places = try await useCase.places(matching: query.query, limit: query.limit, progress: nil)
      // A part would stand for the row for good: with a record, it is never asked again.
      if case .budgetSpent(let requests)? = places.earlyEnd { throw PlaceSearchError.budgetSpent(requests: requests) }
      return .success(.answered(query, places))
    } catch {
      return .failure(error)
    }
  }

  private mutating func settle(_ row: Int, _ asked: Int, _ result: Result<Outcome, PlaceSearchError>) {
    guard let query = open[row]?.query else { return }
    switch result {
    case .success(let outcome):
      let waiting = cache.settle(query, with: outcome)
      records.tally.sharedRows += waiting.count
      finish([row] + waiting, answer(outcome, to: query))
      settlePendingFailures(breaker.noteAnswer(to: asked))
    case .failure(let error):
      let rows = [row] + cache.settle(query, with: nil)
      switch FailureDisposition(error) {
      case .invalid: finish(rows, .invalid(query, job.messages.error(for: error)))
      case .failed:
        finish(rows, .failed(query, job.messages.error(for: error)))
        settlePendingFailures(breaker.noteAnswer(to: asked))
      case .noResponse(let hasContact):
        for row in rows { errors[row] = error }
        settlePendingFailures(
          breaker.noteNoResponse(rows: rows, queriesAsked: records.tally.queries, hasContact: hasContact)
        )
      case .stop: records.stop(.source(error))
      case .cancelled: break
      }
    }
  }

  private mutating func settlePendingFailures(_ verdict: CircuitBreaker.Verdict) {
    switch verdict {
    case .undecided: break
    case .failed(let rows):
      for row in rows {
        guard let error = errors.removeValue(forKey: row), let opened = open[row] else { continue }
        finish([row], .failed(opened.query, job.messages.error(for: error)))
      }
    case .outage: if let error = errors.min(by: { $0.key < $1.key })?.value { records.stop(.outage(error)) }
    }
  }

  private mutating func finish(_ rows: [Int], _ answer: RowAnswer) {
    for row in rows {
      if let opened = open.removeValue(forKey: row) { records.add(opened.row, answer, at: opened.position) }
    }
  }
}
