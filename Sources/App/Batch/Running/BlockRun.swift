import Domain

/// Runs a batch block by block, for sources on this machine: all cores answer, one block each, and the records leave in
/// order.
struct BlockRun {
  private enum Event: Sendable {
    case read(Result<RowBlock?, BatchInputError>)
    case answered(position: Int, BlockAnswer)
    case interrupted
    case ended
  }

  private let job: BatchJob
  private let answerer: BlockAnswerer
  private var outputs: BatchOutputs
  private var window: OrderingWindow<BlockAnswer>
  private(set) var tally = BatchTally()
  /// Memory of records that were written, for the next ones: fresh memory is paid for page by page.
  private var spares: [[UInt8]] = []
  private var begun = 0
  private var inFlight = 0
  private var isReading = false
  private var isAtEnd = false
  private var end: BatchEnd?

  init(_ job: BatchJob, outputs: BatchOutputs) {
    self.job = job
    self.outputs = outputs
    answerer = BlockAnswerer(
      parser: job.parser,
      template: job.template,
      useCase: job.useCase,
      writer: job.writer,
      words: job.words,
      failureWriter: job.failureWriter
    )
    window = OrderingWindow(lookAhead: job.jobs * 2)
  }

  /// Runs until every row has its record or something stops it.
  mutating func run() async -> BatchEnd {
    await withTaskGroup(of: Event.self) { group in
      let interrupts = job.interrupts
      group.addTask {
        for await _ in interrupts { return .interrupted }
        return .ended
      }
      continueReading(&group)
      while inFlight > 0 || isReading, let event = await group.next() {
        handle(event, &group)
        if end != nil { break }
        continueReading(&group)
      }
      group.cancelAll()
    }
    return close()
  }

  private mutating func handle(_ event: Event, _ group: inout TaskGroup<Event>) {
    switch event {
    case .read(.success(let block?)):
      isReading = false
      let (position, answerer) = (begun, answerer)
      begun += 1
      inFlight += 1
      let spare = spares.popLast() ?? []
      group.addTask { .answered(position: position, await answerer.answer(block, reusing: spare)) }
    case .read(.success(nil)): (isReading, isAtEnd) = (false, true)
    case .read(.failure(let error)): (isReading, end) = (false, .input(error))
    case .answered(let position, let answer):
      inFlight -= 1
      window.insert(answer, at: position)
      while end == nil, let next = window.popNext() { write(next) }
    case .interrupted: end = .interrupted
    case .ended: break
    }
  }

  private mutating func continueReading(_ group: inout TaskGroup<Event>) {
    guard !isReading, !isAtEnd, end == nil, inFlight < job.jobs, window.admits(begun) else { return }
    isReading = true
    let reader = job.reader
    group.addTask {
      do throws(BatchInputError) {
        return .read(.success(try await reader.nextBlock()))
      } catch {
        return .read(.failure(error))
      }
    }
  }

  private mutating func write(_ whole: BlockAnswer) {
    var answer = whole
    for (position, mark) in answer.marks.enumerated() {
      tally.count(mark.status)
      guard mark.status == .invalid || mark.status == .failed, let budget = job.errorBudget else { continue }
      if budget.isExceeded(errors: tally.errors, rows: tally.total) {
        end = .tooManyErrors(errors: tally.errors, rows: tally.total)
        answer = answer.prefix(rows: position + 1)
        break
      }
    }
    tally.inputBytes += answer.inputBytes
    tally.questions += answer.questions
    tally.requests += answer.requests
    tally.places += answer.places
    do throws(BatchOutputError) {
      try outputs.write(answer.records)
      try outputs.writeFailures(answer.failures)
    } catch {
      end = .output(error)
      return
    }
    spares.append(answer.records)
    if let stop = answer.stop, end == nil { end = stop == .cancelled ? .interrupted : .source(stop) }
    job.progress(tally)
  }

  private mutating func close() -> BatchEnd {
    if end == nil {
      do throws(BatchOutputError) { try outputs.finish() } catch { end = .output(error) }
    } else {
      outputs.abandon()
    }
    return end ?? .finished
  }
}
