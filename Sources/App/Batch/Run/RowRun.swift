import Domain

/// Runs a batch row by row, for sources that cost requests: many queries in flight, none asked twice, no answer lost.
struct RowRun {
  private typealias Event = RunEvent<(row: Int, query: Int, result: Result<RowAnswer, PlaceSearchError>)>

  /// A row that was begun and has no record yet.
  private struct OpenRow {
    let row: ParsedRow
    let query: RowQuery
    let position: Int
  }

  /// How many places the cached answers may hold: about 8 MB, at half a kilobyte per place.
  private static let cacheInPlaces = 1 << 14
  /// How many answers are cached: some even where each may be large, and never so many that their keys take much memory.
  private static let cachedAnswers = 16...4096
  /// How many queries without a response make an outage: twice those in flight, so that losing all connections at once is
  /// not yet one, but within these bounds, because each query may take its whole timeout.
  private static let outageThreshold = 8...64

  /// What the run has done so far.
  var tally: BatchTally { records.tally }

  private let job: BatchJob
  private let useCase: any CollectPlacesUseCase
  private var records: RowRecords
  private var cache: SingleFlightCache<RowAnswer>
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
    let threshold = Self.outageThreshold
    breaker = CircuitBreaker(threshold: min(threshold.upperBound, max(threshold.lowerBound, job.jobs * 2)))
    queries = job.queries
    let answers = Self.cacheInPlaces / (job.limit.count ?? .max)
    cache = SingleFlightCache(capacity: min(Self.cachedAnswers.upperBound, max(Self.cachedAnswers.lowerBound, answers)))
  }

  /// Runs until every row has its record or something stops it.
  mutating func run() async -> BatchEnd {
    await withTaskGroup(of: Event.self) { group in
      group.addTask { [job] in await .nextSignal(of: job) }
      while !isDone {
        advance(&group)
        if inFlight == 0, !isReading {
          // Nothing is in flight: all rows are done, or pending failures hold up the others.
          apply(breaker.finish())
        } else if let event = await group.next() {
          handle(event)
        }
      }
      group.cancelAll()
      guard case .interrupted? = records.end else { return }
      // Answers that came before the cancellation did are paid for too.
      while let event = await group.next() {
        if case .answered((_, _, let result)) = event, case .success = result { handle(event) }
      }
    }
    return records.close()
  }

  private var isDone: Bool {
    switch records.end {
    case nil: isAtEnd && nextInBlock >= block.rows.count && open.isEmpty
    // The queries in flight are paid for, so their answers are waited for.
    case .source, .tooManyErrors, .input: inFlight == 0
    case .finished, .outage, .interrupted, .output: true
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
      complete(row, asked, result)
    case .interrupted(let stop): records.end = .interrupted(stop)
    case .signalsEnded: break
    }
  }

  /// Begins rows while there are some and there is room for them; reads more when there are none.
  private mutating func advance(_ group: inout TaskGroup<Event>) {
    while records.end == nil, inFlight < job.jobs, records.hasRoom, open.count < records.lookAhead {
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

  private mutating func begin(_ group: inout TaskGroup<Event>) {
    let index = nextInBlock
    nextInBlock += 1
    records.tally.inputBytes += block.rows[index].end - block.rows[index].start + 1
    let query: RowQuery
    do throws(InvalidRow) { query = try queries.query(at: index) } catch {
      return records.refuse(queries.row, job.messages.error(for: error))
    }
    let row = queries.row
    guard !records.reuse(row, query) else { return }
    let opened = OpenRow(row: row, query: query, position: records.takePosition())
    switch cache.lookUp(query, row: row.number) {
    case .miss:
      if records.copy(row, query, at: opened.position) {
        _ = cache.complete(query, with: nil)
        return
      }
      open[row.number] = opened
      inFlight += 1
      records.tally.queries += 1
      let (number, asked) = (row.number, records.tally.queries)
      group.addTask { [job, useCase] in .answered((number, asked, await Self.answer(to: query, from: useCase, job))) }
    case .inFlight: open[row.number] = opened
    case .hit(let answer):
      records.tally.sharedRows += 1
      records.add(opened.row, answer, at: opened.position)
    }
  }

  /// Finds the centre of a query where it is missing, and asks the query; returns the answer, or the error, as a value.
  ///
  /// A function of its own: a task that catches a typed error itself and returns it with a number returns another number
  /// in an optimized build (Swift 6.3.1), and the answer would become another row's.
  private static func answer(
    to query: RowQuery,
    from useCase: any CollectPlacesUseCase,
    _ job: BatchJob
  ) async -> Result<RowAnswer, PlaceSearchError> {
    do throws(PlaceSearchError) {
      var located = query
      if query.locating != nil {
        switch try await job.locator.located(query).get() {
        case .found(let found): located = found
        case .notFound(let failure): return .success(.failed(query, job.messages.error(for: failure)))
        }
      }
      let places = try await useCase.places(matching: located.query, limit: query.limit, progress: nil)
      // The part that a spent budget leaves gets no record: the run ends here, and the next one asks the row.
      if case .budgetSpent(let requests)? = places.earlyEnd { throw PlaceSearchError.budgetSpent(requests: requests) }
      let answer = RowAnswer.answered(located, places)
      // With the query as it was before it was located, by which a resumed run recognizes the row.
      if let error = job.refusal(of: answer.outcome, totalCount: places.totalCount, query) {
        return .success(.failed(query, error))
      }
      return .success(answer)
    } catch {
      return .failure(error)
    }
  }

  private mutating func complete(_ row: Int, _ asked: Int, _ result: Result<RowAnswer, PlaceSearchError>) {
    guard let query = open[row]?.query else { return }
    switch result {
    case .success(let answer):
      let waiting = cache.complete(query, with: answer)
      records.tally.sharedRows += waiting.count
      finish([row] + waiting, answer)
      apply(breaker.noteResponse(to: asked))
    case .failure(let error):
      let rows = [row] + cache.complete(query, with: nil)
      switch FailureDisposition(error) {
      case .invalid: finish(rows, .invalid(query, job.messages.error(for: error)))
      case .failed:
        finish(rows, .failed(query, job.messages.error(for: error)))
        apply(breaker.noteResponse(to: asked))
      case .noResponse(let hasContact):
        for row in rows { errors[row] = error }
        apply(breaker.noteNoResponse(rows: rows, queriesAsked: records.tally.queries, hasContact: hasContact))
      case .stop: records.stop(.source(error))
      // As in a run of blocks; without an end, the run would wait for this row for ever.
      case .cancelled: records.stop(.interrupted(.interrupt))
      }
    }
  }

  private mutating func apply(_ verdict: CircuitBreaker.Verdict) {
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
