import Domain

/// Runs a batch block by block, for sources on this machine: every core answers blocks of rows.
///
/// An answer takes microseconds, less than handing a row to another core and back, so whole blocks are handed over.
struct BlockRun {
  private typealias Event = RunEvent<(position: Int, block: BlockAnswer)>

  /// What the run has done so far.
  private(set) var tally = BatchTally()

  private let job: BatchJob
  private let useCase: any PackPlacesUseCase
  private var outputs: BatchOutputs
  private var buffer: ReorderBuffer<BlockAnswer>
  private var begun = 0
  private var inFlight = 0
  private var isReading = false
  private var isAtEnd = false
  private var inputError: BatchInputError?
  private var end: BatchEnd?

  init(_ job: BatchJob, asking useCase: any PackPlacesUseCase, outputs: BatchOutputs) {
    self.job = job
    self.outputs = outputs
    self.useCase = useCase
    // While one block takes long, every job can finish another one.
    buffer = ReorderBuffer(lookAhead: job.jobs * 2)
  }

  /// Runs until every row has its record or something stops it.
  mutating func run() async -> BatchEnd {
    await withTaskGroup(of: Event.self) { group in
      group.addTask { [job] in await .nextSignal(of: job) }
      continueReading(&group)
      while end == nil, inFlight > 0 || isReading {
        await takeEvent(&group)
        while end == nil, let next = buffer.popNext() { write(next) }
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
      let position = begun
      begun += 1
      inFlight += 1
      group.addTask { [job, useCase] in .answered((position, await BlockAnswerer.answer(block, job, useCase))) }
    case .read(.success(nil)): (isReading, isAtEnd) = (false, true)
    // The rows that were read before are answered.
    case .read(.failure(let error)): (isReading, isAtEnd, inputError) = (false, true, error)
    case .answered((let position, let answer)):
      inFlight -= 1
      if job.isOrdered { buffer.insert(answer, at: position) } else { write(answer) }
    case .interrupted(let stop): end = .interrupted(stop)
    case .signalsEnded, nil: break
    }
  }

  private mutating func continueReading(_ group: inout TaskGroup<Event>) {
    guard !isReading, !isAtEnd, end == nil, inFlight < job.jobs, !job.isOrdered || buffer.admits(begun) else { return }
    isReading = true
    group.addTask { [job] in .read(await job.reader.nextResult()) }
  }

  private mutating func write(_ answer: BlockAnswer) {
    var answer = answer
    for (position, row) in answer.rows.enumerated() {
      tally.count(row.outcome)
      guard row.outcome.isError else { continue }
      end = BatchEnd(exceeding: job.errorLimit, tally)
      if end != nil {
        answer.removeRows(after: position)
        break
      }
    }
    tally.inputBytes += answer.inputBytes
    tally.queries += answer.queries
    tally.places += answer.places
    do throws(BatchOutputError) {
      try outputs.records.write(answer.records)
      try outputs.failures?.write(answer.failures)
    } catch {
      end = .output(error)
      return
    }
    if let stop = answer.stop, end == nil { end = stop == .cancelled ? .interrupted(.interrupt) : .source(stop) }
    job.progress(tally)
  }

  private mutating func close() -> BatchEnd {
    end = end ?? inputError.map { .input($0) }
    if let end {
      outputs.records.abandon()
      return end
    }
    do throws(BatchOutputError) {
      try outputs.records.finish()
      try outputs.failures?.finish()
    } catch { return .output(error) }
    return BatchEnd(exceeding: job.errorLimit, tally, isAtEnd: true) ?? .finished
  }
}
