import Domain

/// Runs a batch row by row, for sources that cost requests: many questions in flight, none asked twice, none lost.
struct RowRun {
  private enum Event: Sendable {
    case read(Result<RowBlock?, BatchInputError>)
    case answered(row: Int, question: Int, Result<PlaceCollection, PlaceSearchError>)
    case interrupted(StopSignal)
    case ended
  }

  /// A row that was begun and has no record yet.
  private struct OpenRow {
    let row: ParsedRow
    let question: RowQuestion
    let position: Int
  }

  /// How many places the remembered answers may hold; some megabytes.
  private static let memoryInPlaces = 1 << 14

  /// What the run has done so far.
  var tally: BatchTally { records.tally }

  private let job: BatchJob
  private let useCase: any CollectPlacesUseCase
  private var records: RowRecords
  private var memory: QuestionMemory
  private var outage: OutageWatch
  private var open: [Int: OpenRow] = [:]
  private var errors: [Int: PlaceSearchError] = [:]
  private var block = RowBlock()
  private var blockIsUTF8 = true
  private var nextInBlock = 0
  private var inFlight = 0
  private var isReading = false
  private var isAtEnd = false
  private var bases: QuestionBases

  init(_ job: BatchJob, asking useCase: any CollectPlacesUseCase, outputs: BatchOutputs) {
    self.job = job
    self.useCase = useCase
    records = RowRecords(job, outputs: outputs)
    outage = OutageWatch(threshold: min(64, max(8, job.jobs * 2)))
    bases = QuestionBases(of: job.template)
    memory = QuestionMemory(capacity: min(4096, max(16, Self.memoryInPlaces / (job.template.limit.count ?? Int.max))))
  }

  /// Runs until every row has its record or something stops it.
  mutating func run() async -> BatchEnd {
    await withTaskGroup(of: Event.self) { group in
      let interrupts = job.interrupts
      group.addTask {
        for await stop in interrupts { return .interrupted(stop) }
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
    return records.close()
  }

  private var isDone: Bool {
    switch records.end {
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
      records.stop(.input(error))
    case .answered(let row, let asked, let result):
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
    records.tally.inputBytes += row.range.count + 1
    let question: RowQuestion
    do throws(RowDefect) {
      question = try job.template.question(for: row, base: bases.base(for: row))
    } catch {
      row.defect = error
      return records.refuse(row, job.words.defect(error))
    }
    guard !records.recall(row, question) else { return }
    let opened = OpenRow(row: row, question: question, position: records.takePosition())
    switch memory.advice(for: question, row: row.number) {
    case .ask:
      open[row.number] = opened
      inFlight += 1
      records.tally.questions += 1
      let (useCase, number, asked) = (useCase, row.number, records.tally.questions)
      group.addTask {
        .answered(row: number, question: asked, await Self.answer(to: question, from: useCase))
      }
    case .wait: open[row.number] = opened
    case .answered(let answer):
      records.tally.sharedRows += 1
      records.add(opened.row, .answered(question, answer), at: opened.position)
    }
  }

  /// The answer to a question as a value.
  ///
  /// A function of its own: a task that catches a typed error itself and returns it beside a number gives another number
  /// in an optimized build (Swift 6.3.1), and the answer would become another row's.
  private static func answer(
    to question: RowQuestion,
    from useCase: any CollectPlacesUseCase
  ) async -> Result<PlaceCollection, PlaceSearchError> {
    do throws(PlaceSearchError) {
      return .success(try await useCase.places(matching: question.query, limit: question.limit, progress: nil))
    } catch {
      return .failure(error)
    }
  }

  private mutating func settle(_ row: Int, _ asked: Int, _ result: Result<PlaceCollection, PlaceSearchError>) {
    guard let question = open[row]?.question else { return }
    switch result {
    case .success(let answer):
      let waiting = memory.settle(question, with: answer)
      records.tally.sharedRows += waiting.count
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
        settleSuspects(outage.noteSilence(rows: rows, questionsAsked: records.tally.questions, hasContact: hasContact))
      case .stop: records.stop(.source(error))
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
    case .outage: if let error = errors.min(by: { $0.key < $1.key })?.value { records.stop(.outage(error)) }
    }
  }

  private mutating func finish(_ rows: [Int], _ answer: RowAnswer) {
    for row in rows {
      if let opened = open.removeValue(forKey: row) { records.add(opened.row, answer, at: opened.position) }
    }
  }
}
