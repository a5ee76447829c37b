import Domain

/// Writes the records of a run that asks row by row: makes them, puts them in order, counts them and ends the run.
///
/// It also takes records from an earlier output.
struct RowRecords {
  /// A record that waits for its turn.
  private struct Record: Sendable {
    var bytes: [UInt8]
    var failure: [UInt8] = []
    /// Whether it was asked for, so that losing it would cost a request.
    var isNew: Bool
    /// The key of the query that it answers; empty when no other row may copy it.
    var key: [UInt8] = []
  }

  /// What the run has done so far.
  var tally = BatchTally()
  /// Why the run ends; `nil` as long as it continues.
  var end: BatchEnd?

  private let job: BatchJob
  private var outputs: BatchOutputs
  private var buffer: ReorderBuffer<Record>
  private var positions = 0
  private var written: WrittenAnswers?

  init(_ job: BatchJob, outputs: BatchOutputs) {
    self.job = job
    self.outputs = outputs
    written = outputs.journal.flatMap { WrittenAnswers(in: $0) }
    // While one query waits for its retries, every job can finish several others.
    buffer = ReorderBuffer(lookAhead: max(256, job.jobs * 8))
  }

  /// How many rows may be open at once.
  var lookAhead: Int { buffer.lookAhead }
  /// Whether another row may be begun.
  var hasRoom: Bool { buffer.admits(positions) }

  /// Ends the run, unless it has ended already.
  mutating func stop(_ end: BatchEnd) { if self.end == nil { self.end = end } }

  /// The position of the next record in the order.
  mutating func takePosition() -> Int {
    defer { positions += 1 }
    return positions
  }

  /// Adds the record of a row that was asked, at its position in the order.
  mutating func add(_ row: ParsedRow, _ answer: RowAnswer, at position: Int) {
    var bytes: [UInt8] = []
    job.writer.append(row, answer, to: &bytes)
    var record = Record(bytes: bytes, isNew: true)
    switch answer {
    case .answered(let query, let found):
      tally.places += found.places.count
      if written != nil { query.appendKey(to: &record.key) }
    case .invalid, .failed: record.failure = failure(of: row)
    }
    put(record, answer.outcome, at: position)
  }

  /// Adds the record of a row that cannot be asked; it costs nothing to write again.
  mutating func refuse(_ row: ParsedRow, _ error: RowError) {
    var bytes: [UInt8] = []
    job.writer.append(row, .invalid(nil, error), to: &bytes)
    do throws(BatchOutputError) {
      if try outputs.resumed?.isInPlace(unasked: bytes) == true { return keep(row, RowOutcome(.invalid)) }
    } catch {
      end = .output(error)
      return
    }
    put(Record(bytes: bytes, failure: failure(of: row), isNew: false), RowOutcome(.invalid), at: takePosition())
  }

  /// Takes the row's record from the earlier output; returns whether there is one.
  mutating func reuse(_ row: ParsedRow, _ query: RowQuery) -> Bool {
    guard let resumed = outputs.resumed else { return false }
    do throws(BatchOutputError) {
      switch try resumed.record(of: RowIdentity(of: row, asking: query, with: job.input), number: row.number) {
      case .none: return false
      case .inPlace(let outcome): keep(row, outcome)
      case .moved(let bytes, let outcome):
        tally.resume(outcome)
        let failure = outcome.isError ? failure(of: row) : []
        put(Record(bytes: bytes, failure: failure, isNew: false), outcome, at: takePosition())
      }
    } catch { end = .output(error) }
    return true
  }

  /// Copies the answer to a row's query where this run has written it; returns whether it has.
  mutating func copy(_ row: ParsedRow, _ query: RowQuery, at position: Int) -> Bool {
    guard let written,
      let copy = written.copy(for: RowIdentity(of: row, asking: query, with: job.input), number: row.number)
    else { return false }
    tally.sharedRows += 1
    tally.places += copy.outcome.places
    put(Record(bytes: copy.record, isNew: false), copy.outcome, at: position)
    return true
  }

  /// Writes what can be written, and completes the output or leaves it to be resumed.
  ///
  /// - Returns: How the run ended.
  mutating func close() -> BatchEnd {
    if end != nil, job.isOrdered {
      // Answers after a row without one are kept too: they were paid for.
      for record in buffer.drain() { write(record) }
    }
    if let end {
      outputs.records.abandon()
      return end
    }
    do throws(BatchOutputError) {
      try outputs.records.finish()
      try outputs.failures?.finish()
    } catch { return .output(error) }
    tally.prunedRecords = outputs.resumed?.losses.answers ?? 0
    return BatchEnd(exceeding: job.errorLimit, tally, isAtEnd: true) ?? .finished
  }

  /// Counts a row whose record is already in its place.
  private mutating func keep(_ row: ParsedRow, _ outcome: RowOutcome) {
    tally.count(outcome)
    tally.resume(outcome)
    job.progress(tally)
    guard outcome.isError else { return }
    let bytes = failure(of: row)
    do throws(BatchOutputError) { try outputs.failures?.write(bytes) } catch { end = .output(error) }
  }

  private func failure(of row: ParsedRow) -> [UInt8] {
    var bytes: [UInt8] = []
    job.failureWriter?.append(row, to: &bytes)
    return bytes
  }

  private mutating func put(_ record: Record, _ outcome: RowOutcome, at position: Int) {
    tally.count(outcome)
    buffer.insert(record, at: position)
    if job.isOrdered {
      while let next = buffer.popNext() { write(next) }
    } else {
      write(record)
      while buffer.popNext() != nil {}
    }
    if end == nil { end = BatchEnd(exceeding: job.errorLimit, tally) }
    job.progress(tally)
  }

  private mutating func write(_ record: Record) {
    if case .output = end { return }
    do throws(BatchOutputError) {
      if !record.key.isEmpty { written?.note(record.key) }
      if !record.isNew, let resumed = outputs.resumed {
        try resumed.writeKnown(record.bytes)
      } else {
        try outputs.records.write(record.bytes)
      }
      try outputs.failures?.write(record.failure)
    } catch { end = .output(error) }
  }
}
