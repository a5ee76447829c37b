import Domain

/// Runs a batch block by block, for sources on this machine: all cores answer, one block each, and the records leave in
/// order.
struct BlockRun {
  private typealias Event = RunEvent<(position: Int, block: BlockAnswer)>

  private let job: BatchJob
  private let answerer: BlockAnswerer
  private var outputs: BatchOutputs
  private var buffer: ReorderBuffer<BlockAnswer>
  private(set) var tally = BatchTally()
  private var begun = 0
  private var inFlight = 0
  private var isReading = false
  private var isAtEnd = false
  private var end: BatchEnd?

  init(_ job: BatchJob, asking useCase: any PackPlacesUseCase, outputs: BatchOutputs) {
    self.job = job
    self.outputs = outputs
    answerer = BlockAnswerer(job: job, useCase: useCase)
    buffer = ReorderBuffer(lookAhead: job.jobs * 2)
  }

  /// Runs until every row has its record or something stops it.
  mutating func run() async -> BatchEnd {
    await withTaskGroup(of: Event.self) { group in
      group.awaitInterrupts(of: job)
      continueReading(&group)
      while end == nil, inFlight > 0 || isReading {
        await takeEvent(&group)
        writeFinished()
        continueReading(&group)
      }
      group.cancelAll()
    }
    return close()
  }

  private mutating func takeEvent(_ group: inout TaskGroup<Event>) async {
    switch await group.next() {
    case .read(.success(let block?)):
      isReading = false
      let (position, answerer) = (begun, answerer)
      begun += 1
      inFlight += 1
      group.addTask { .answered((position, await answerer.answer(block))) }
    case .read(.success(nil)): (isReading, isAtEnd) = (false, true)
    case .read(.failure(let error)): (isReading, end) = (false, .input(error))
    case .answered((let position, let answer)):
      inFlight -= 1
      if job.isOrdered { buffer.insert(answer, at: position) } else { write(answer) }
    case .interrupted(let stop): end = .interrupted(stop)
    case .ended, nil: break
    }
  }

  /// Writes the blocks whose turn has come.
  private mutating func writeFinished() {
    while end == nil, let next = buffer.popNext() { write(next) }
  }

  private mutating func continueReading(_ group: inout TaskGroup<Event>) {
    guard !isReading, !isAtEnd, end == nil, inFlight < job.jobs,
      !job.isOrdered || buffer.admits(begun)
    else { return }
    isReading = true
    group.readBlock(of: job)
  }

  private mutating func write(_ answer: BlockAnswer) {
    var answer = answer
    for (position, mark) in answer.marks.enumerated() {
      tally.count(mark.status)
      guard mark.status == .invalid || mark.status == .failed, let budget = job.errorLimit else { continue }
      if budget.isExceeded(errors: tally.errors, rows: tally.total) {
        end = .tooManyErrors(errors: tally.errors, rows: tally.total)
        answer = answer.prefix(rows: position + 1)
        break
      }
    }
    tally.inputBytes += answer.inputBytes
    tally.queries += answer.queries
    tally.places += answer.places
    do throws(BatchOutputError) {
      try outputs.write(answer.records)
      try outputs.writeFailures(answer.failures)
    } catch {
      end = .output(error)
      return
    }
    if let stop = answer.stop, end == nil { end = stop == .cancelled ? .interrupted(.interrupt) : .source(stop) }
    job.progress(tally)
  }

  private mutating func close() -> BatchEnd {
    if end == nil {
      do throws(BatchOutputError) { try outputs.finish() } catch { end = .output(error) }
      if end == nil { end = job.errorLimit?.excess(atEndOf: tally) }
    } else {
      outputs.abandon()
    }
    return end ?? .finished
  }
}
