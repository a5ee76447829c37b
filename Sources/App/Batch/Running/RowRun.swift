import Domain

/// Runs a batch row by row, for sources that cost requests: many questions in flight, none asked twice, none lost.
struct RowRun {
  private enum Event: Sendable {
    case read(Result<RowBlock?, BatchInputError>)
    case answered(row: Int, question: Int, Result<PlaceCollection, PlaceSearchError>)
    case interrupted
    case ended
  }

  /// A row that was begun and has no record yet.
  private struct OpenRow {
    let row: ParsedRow
    let question: RowQuestion
    let position: Int
  }

  /// A record that waits for its turn.
  private struct Record: Sendable {
    var bytes: [UInt8]
    var failure: [UInt8] = []
    /// Whether it was asked for, so that losing it would cost a request.
    var isNew: Bool
  }

  /// How many places the remembered answers may hold; some megabytes.
  private static let memoryInPlaces = 1 << 14

  private let job: BatchJob
  private var outputs: BatchOutputs
  private var window: OrderingWindow<Record>
  private var memory: QuestionMemory
  private var outage: OutageWatch
  private(set) var tally = BatchTally()
  private var open: [Int: OpenRow] = [:]
  private var errors: [Int: PlaceSearchError] = [:]
  private var block = RowBlock()
  private var blockIsUTF8 = true
  private var nextInBlock = 0
  private var positions = 0
  private var inFlight = 0
  private var isReading = false
  private var isAtEnd = false
  private var end: BatchEnd?
  private var bases: QuestionBases

  init(_ job: BatchJob, outputs: BatchOutputs) {
    self.job = job
    self.outputs = outputs
    window = OrderingWindow(lookAhead: max(256, job.jobs * 8))
    outage = OutageWatch(threshold: min(64, max(8, job.jobs * 2)))
    bases = QuestionBases(of: job.template)
    memory = QuestionMemory(capacity: min(4096, max(16, Self.memoryInPlaces / (job.template.limit.count ?? Int.max))))
  }

  /// Runs until every row has its record or something stops it.
  mutating func run() async -> BatchEnd {
    await withTaskGroup(of: Event.self) { group in
      let interrupts = job.interrupts
      group.addTask {
        for await _ in interrupts { return .interrupted }
        return .ended
      }
      while !isDone {
        advance(&group)
        if inFlight == 0, !isReading {
          // Nothing will happen by itself: all rows are done, or rows whose fate is open hold up the others.
          settleSuspects(outage.finish())
        } else if let event = await group.next() {
          handle(event)
        }
      }
      group.cancelAll()
    }
    return close()
  }

  private var isDone: Bool {
    switch end {
    case nil: isAtEnd && nextInBlock >= block.rows.count && open.isEmpty
    // The answers to questions in flight still count: they were paid for.
    case .source, .tooManyErrors: inFlight == 0
    case .finished, .outage, .interrupted, .input, .output: true
    }
  }

  private mutating func handle(_ event: Event) {
    switch event {
    case .read(.success(let block?)):
      isReading = false
      (self.block, nextInBlock, blockIsUTF8) = (block, 0, block.isUTF8)
    case .read(.success(nil)): (isReading, isAtEnd) = (false, true)
    case .read(.failure(let error)):
      isReading = false
      if end == nil { end = .input(error) }
    case .answered(let row, let asked, let result):
      inFlight -= 1
      settle(row, asked, result)
    case .interrupted: end = .interrupted
    case .ended: break
    }
  }

  /// Begins rows as long as there are some and nothing is full; reads on when there are none.
  private mutating func advance(_ group: inout TaskGroup<Event>) {
    while end == nil, inFlight < job.jobs, window.admits(positions), open.count < window.lookAhead {
      if nextInBlock < block.rows.count {
        begin(&group)
        continue
      }
      guard !isReading, !isAtEnd else { return }
      isReading = true
      let reader = job.reader
      group.addTask {
        do throws(BatchInputError) {
          return .read(.success(try await reader.nextBlock()))
        } catch {
          return .read(.failure(error))
        }
      }
      return
    }
  }

  private mutating func begin(_ group: inout TaskGroup<Event>) {
    var row = ParsedRow()
    row.bytes = block.bytes
    job.parser.parse(nextInBlock, of: block, into: &row)
    if !blockIsUTF8, row.defect == nil, !block.isUTF8(row: nextInBlock) { row.defect = .notUTF8 }
    nextInBlock += 1
    tally.inputBytes += row.range.count + 1
    let question: RowQuestion
    do throws(RowDefect) {
      question = try job.template.question(for: row, base: bases.base(for: row))
    } catch {
      row.defect = error
      return refuse(row, job.words.defect(error))
    }
    guard !recall(row, question) else { return }
    let opened = OpenRow(row: row, question: question, position: takePosition())
    switch memory.advice(for: question, row: row.number) {
    case .ask:
      open[row.number] = opened
      inFlight += 1
      tally.questions += 1
      let (useCase, number, asked) = (job.useCase, row.number, tally.questions)
      group.addTask {
        do throws(PlaceSearchError) {
          let answer = try await useCase.places(matching: question.query, limit: question.limit, progress: nil)
          return .answered(row: number, question: asked, .success(answer))
        } catch {
          return .answered(row: number, question: asked, .failure(error))
        }
      }
    case .wait: open[row.number] = opened
    case .answered(let answer):
      tally.sharedRows += 1
      finish(opened, .answered(question, answer))
    }
  }

  private mutating func takePosition() -> Int {
    defer { positions += 1 }
    return positions
  }

  /// Writes the record of a row that cannot be asked; it costs nothing to make again.
  private mutating func refuse(_ row: ParsedRow, _ error: RowError) {
    var bytes: [UInt8] = []
    job.writer.append(row, .invalid(nil, error), to: &bytes)
    if case .resumed(var output) = outputs.records {
      do throws(BatchOutputError) {
        let isInPlace = try output.recall(unasked: bytes)
        outputs.records = .resumed(output)
        if isInPlace { return keep(row, .invalid) }
      } catch {
        end = .output(error)
        return
      }
    }
    put(Record(bytes: bytes, failure: failure(of: row), isNew: false), .invalid, at: takePosition())
  }

  /// Takes the row's record from the earlier output; tells whether there is one.
  private mutating func recall(_ row: ParsedRow, _ question: RowQuestion) -> Bool {
    guard case .resumed(var output) = outputs.records, let writer = job.writer as? NDJSONRecordWriter else {
      return false
    }
    do throws(BatchOutputError) {
      let recollection = try output.recall(writer.identity(of: row, asking: question), number: row.number)
      outputs.records = .resumed(output)
      switch recollection {
      case .none: return false
      case .inPlace(let status): keep(row, status)
      case .moved(let bytes, let status):
        tally.resumedRows += 1
        let isError = status == .failed || status == .invalid
        put(Record(bytes: bytes, failure: isError ? failure(of: row) : [], isNew: false), status, at: takePosition())
      }
    } catch { end = .output(error) }
    return true
  }

  /// Counts a row whose record stands where it has to.
  private mutating func keep(_ row: ParsedRow, _ status: RowStatus) {
    tally.count(status)
    tally.resumedRows += 1
    guard status == .failed || status == .invalid else { return }
    do throws(BatchOutputError) { try outputs.writeFailures(failure(of: row)) } catch { end = .output(error) }
  }

  private mutating func settle(_ row: Int, _ asked: Int, _ result: Result<PlaceCollection, PlaceSearchError>) {
    guard let question = open[row]?.question else { return }
    switch result {
    case .success(let answer):
      tally.requests += answer.provenance.requests
      let waiting = memory.settle(question, with: answer)
      tally.sharedRows += waiting.count
      finish([row] + waiting, .answered(question, answer))
      settleSuspects(outage.noteAnswer(to: asked))
    case .failure(let error):
      let rows = [row] + memory.settle(question, with: nil)
      switch RowFate(error) {
      case .invalid: finish(rows, .invalid(question, job.words.failure(error)))
      case .failed:
        finish(rows, .failed(question, job.words.failure(error)))
        settleSuspects(outage.noteAnswer(to: asked))
      case .silence(let hasContact):
        for row in rows { errors[row] = error }
        settleSuspects(outage.noteSilence(rows: rows, questionsAsked: tally.questions, hasContact: hasContact))
      case .stop: if end == nil { end = .source(error) }
      case .cancelled: break
      }
    }
  }

  private mutating func settleSuspects(_ verdict: OutageWatch.Verdict) {
    switch verdict {
    case .undecided: break
    case .failed(let rows):
      for row in rows {
        guard let error = errors.removeValue(forKey: row), let opened = open[row] else { continue }
        finish([row], .failed(opened.question, job.words.failure(error)))
      }
    case .outage: if end == nil, let error = errors.min(by: { $0.key < $1.key })?.value { end = .outage(error) }
    }
  }

  private mutating func finish(_ rows: [Int], _ answer: RowAnswer) {
    for row in rows { if let opened = open.removeValue(forKey: row) { finish(opened, answer) } }
  }

  private mutating func finish(_ opened: OpenRow, _ answer: RowAnswer) {
    var bytes: [UInt8] = []
    job.writer.append(opened.row, answer, to: &bytes)
    var record = Record(bytes: bytes, isNew: true)
    switch answer {
    case .answered(_, let found): tally.places += found.places.count
    case .invalid, .failed: record.failure = failure(of: opened.row)
    }
    put(record, answer.status, at: opened.position)
  }

  private func failure(of row: ParsedRow) -> [UInt8] {
    var bytes: [UInt8] = []
    job.failureWriter?.append(row, to: &bytes)
    return bytes
  }

  private mutating func put(_ record: Record, _ status: RowStatus, at position: Int) {
    tally.count(status)
    window.insert(record, at: position)
    if job.isOrdered {
      while let next = window.popNext() { write(next) }
    } else {
      write(record)
      while window.popNext() != nil {}
    }
    if end == nil, let budget = job.errorBudget, budget.isExceeded(errors: tally.errors, rows: tally.total) {
      end = .tooManyErrors(errors: tally.errors, rows: tally.total)
    }
    job.progress(tally)
  }

  private mutating func write(_ record: Record) {
    if case .output = end { return }
    do throws(BatchOutputError) {
      if record.isNew { try outputs.write(record.bytes) } else { try outputs.writeKnown(record.bytes) }
      try outputs.writeFailures(record.failure)
    } catch { end = .output(error) }
  }

  private mutating func close() -> BatchEnd {
    guard end == nil else {
      // Answers behind a row that has none are kept too: they were paid for.
      if job.isOrdered { for record in window.drain() { write(record) } }
      outputs.abandon()
      return end ?? .interrupted
    }
    do throws(BatchOutputError) { try outputs.finish() } catch { end = .output(error) }
    return end ?? .finished
  }
}
