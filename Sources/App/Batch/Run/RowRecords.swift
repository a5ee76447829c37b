import Domain

/// The way of a row's record from what became of the row to the output: made, put in order, counted, written.
///
/// Also takes records from an earlier output, and knows when the run has to end.
struct RowRecords {
  /// A record that waits for its turn.
  private struct Record: Sendable {
    var bytes: [UInt8]
    var failure: [UInt8] = []
    /// Whether it was asked for, so that losing it would cost a request.
    var isNew: Bool
  }

  /// What the run has done so far.
  var tally = BatchTally()
  /// What ends the run; `nil` as long as it continues.
  var end: BatchEnd?

  private let job: BatchJob
  private var outputs: BatchOutputs
  private var buffer: ReorderBuffer<Record>
  private var positions = 0

  /// Makes the way; nothing is written yet.
  init(_ job: BatchJob, outputs: BatchOutputs) {
    self.job = job
    self.outputs = outputs
    buffer = ReorderBuffer(lookAhead: max(256, job.jobs * 8))
  }

  /// How many rows may be open at once.
  var lookAhead: Int { buffer.lookAhead }
  /// Whether another row may be begun.
  var hasRoom: Bool { buffer.admits(positions) }

  /// Ends the run, unless it has ended already.
  mutating func stop(_ end: BatchEnd) { if self.end == nil { self.end = end } }

  /// The place in the order that the next record has.
  mutating func takePosition() -> Int {
    defer { positions += 1 }
    return positions
  }

  /// Adds the record of a row that was asked.
  ///
  /// - Parameters:
  ///   - row: The row.
  ///   - answer: What became of it.
  ///   - position: Its place in the order.
  mutating func add(_ row: ParsedRow, _ answer: RowAnswer, at position: Int) {
    var bytes: [UInt8] = []
    job.writer.append(row, answer, to: &bytes)
    var record = Record(bytes: bytes, isNew: true)
    switch answer {
    case .answered(_, let found): tally.places += found.places.count
    case .invalid, .failed: record.failure = failure(of: row)
    }
    put(record, answer.status, at: position)
  }

  /// Adds the record of a row that cannot be asked; it costs nothing to make again.
  mutating func refuse(_ row: ParsedRow, _ error: RowError) {
    var bytes: [UInt8] = []
    job.writer.append(row, .invalid(nil, error), to: &bytes)
    if case .resumed(let output) = outputs.records {
      do throws(BatchOutputError) {
        if try output.recall(unasked: bytes) { return keep(row, .invalid) }
      } catch {
        end = .output(error)
        return
      }
    }
    put(Record(bytes: bytes, failure: failure(of: row), isNew: false), .invalid, at: takePosition())
  }

  /// Takes the row's record from the earlier output; tells whether there is one.
  mutating func recall(_ row: ParsedRow, _ query: RowQuery) -> Bool {
    guard case .resumed(let output) = outputs.records, let writer = job.writer as? NDJSONRecordWriter else {
      return false
    }
    do throws(BatchOutputError) {
      let recollection = try output.recall(writer.identity(of: row, asking: query), number: row.number)
      switch recollection {
      case .none: return false
      case .inPlace(let status): keep(row, status)
      case .moved(let bytes, let status):
        tally.resume(status)
        let isError = status == .failed || status == .invalid
        put(Record(bytes: bytes, failure: isError ? failure(of: row) : [], isNew: false), status, at: takePosition())
      }
    } catch { end = .output(error) }
    return true
  }

  /// Writes what can be written, and leaves the output finished or to be continued.
  ///
  /// - Returns: How the run ended.
  mutating func close() -> BatchEnd {
    guard end == nil else {
      // Answers behind a row that has none are kept too: they were paid for.
      if job.isOrdered { for record in buffer.drain() { write(record) } }
      outputs.abandon()
      return end ?? .interrupted(.interrupt)
    }
    do throws(BatchOutputError) { try outputs.finish() } catch { end = .output(error) }
    if end == nil, case .resumed(let output) = outputs.records { tally.prunedRecords = output.losses.answers }
    if end == nil, let excess = job.errorLimit?.excess(atEndOf: tally) { end = excess }
    return end ?? .finished
  }

  /// Counts a row whose record stands where it has to.
  private mutating func keep(_ row: ParsedRow, _ status: RowStatus) {
    tally.count(status)
    tally.resume(status)
    job.progress(tally)
    guard status == .failed || status == .invalid else { return }
    do throws(BatchOutputError) { try outputs.writeFailures(failure(of: row)) } catch { end = .output(error) }
  }

  private func failure(of row: ParsedRow) -> [UInt8] {
    var bytes: [UInt8] = []
    job.failureWriter?.append(row, to: &bytes)
    return bytes
  }

  private mutating func put(_ record: Record, _ status: RowStatus, at position: Int) {
    tally.count(status)
    buffer.insert(record, at: position)
    if job.isOrdered {
      while let next = buffer.popNext() { write(next) }
    } else {
      write(record)
      while buffer.popNext() != nil {}
    }
    if end == nil, let budget = job.errorLimit, budget.isExceeded(errors: tally.errors, rows: tally.total) {
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
}
