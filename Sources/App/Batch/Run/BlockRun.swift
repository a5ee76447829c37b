import Domain

/// Runs a batch over an offline source: processes whole blocks of rows, each on one core.
///
/// A query takes less time than passing a row to another core, and costs nothing to repeat.
struct BlockRun {
  private typealias Event = RunEvent<(index: Int, rows: RowRecords)>

  var tally: BatchTally { records.tally }

  private let job: BatchJob
  private var records: OrderedRecords
  private var input = InputProgress()
  private var begun = 0
  private var inFlight = 0

  init(_ job: BatchJob, outputs: BatchOutputs) {
    self.job = job
    records = OrderedRecords(job, outputs: outputs, lookAhead: job.jobs * 2, isPaidFor: false)
  }

  /// Reads, searches and writes until every row has its record, or the run ends early.
  mutating func run() async -> BatchEnd {
    await withTaskGroup(of: Event.self) { group in
      group.addTask { [job] in await job.stop() }
      while !isDone {
        readNext(&group)
        if let event = await group.next() { handle(event, &group) }
      }
      group.cancelAll()
    }
    return await records.close(after: input.error)
  }

  private var isDone: Bool { records.end != nil || (input.isAtEnd && inFlight == 0) }

  private mutating func handle(_ event: Event, _ group: inout TaskGroup<Event>) {
    switch event {
    case .read(let result):
      guard let block = input.take(result) else { return }
      let index = begun
      begun += 1
      inFlight += 1
      group.addTask { [job] in .finished((index, await RowRecords.of(block, job))) }
    case .finished(let (index, rows)):
      inFlight -= 1
      records.tally.queries += rows.tally.total - rows.tally[.invalid]
      records.put(rows, at: index)
    case .interrupted(let stop):
      records.end = .interrupted(stop)
    case .signalsEnded:
      break
    }
  }

  /// Reads another block if there is room for its results.
  private mutating func readNext(_ group: inout TaskGroup<Event>) {
    guard records.end == nil, inFlight < job.jobs, records.admits(begun), input.beginsReading() else { return }
    group.addTask { [job] in .read(await job.reader.nextResult()) }
  }
}
