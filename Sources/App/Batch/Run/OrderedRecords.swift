import Domain

/// Sorts the records of a run by row, writes and counts them, and determines why the run ends.
struct OrderedRecords {
  var tally = BatchTally()
  /// The reason why no more rows are begun; `nil` while the run continues.
  var end: BatchEnd?
  private(set) var outputs: BatchOutputs
  private let job: BatchJob
  /// The maximum distance between the first missing result and another row that is begun.
  private let lookAhead: Int
  /// Whether the results were paid for.
  ///
  /// Paid results are written even when the run ends, and their queries are never sent again.
  private let isPaidFor: Bool
  /// The index of the next row to write.
  private var next = 0
  private var waiting: [Int: RowRecords] = [:]

  init(_ job: BatchJob, outputs: BatchOutputs, lookAhead: Int, isPaidFor: Bool) {
    self.job = job
    self.outputs = outputs
    self.lookAhead = lookAhead
    self.isPaidFor = isPaidFor
  }

  func admits(_ index: Int) -> Bool { index < next + lookAhead }

  mutating func stop(_ end: BatchEnd) { self.end = self.end ?? end }

  mutating func put(_ stored: OutputRecords.StoredResult, of row: ParsedRow, at index: Int) {
    var rows = RowRecords()
    rows.add(stored, of: row, job)
    put(rows, at: index)
  }

  mutating func put(_ result: RowResult, of row: ParsedRow, for query: RowQuery?, at index: Int) {
    var rows = RowRecords()
    rows.add(result, of: row, for: query, job)
    switch result {
    case .found:
      // The row's own query identifies it when the run is resumed.
      var key: [UInt8] = []
      if outputs.store != nil { query?.appendKey(to: &key) }
      rows.key = key
    case .failed: rows.key = []
    // Rejected without a request.
    case .invalid: break
    }
    put(rows, at: index)
  }

  /// Leaves a row without a record.
  mutating func skip(_ index: Int) { put(RowRecords(), at: index) }

  /// Adds records, and writes those whose turn has come.
  mutating func put(_ rows: RowRecords, at index: Int) {
    waiting[index] = rows
    if !job.isOrdered { write(rows) }
    // Paid results are written even when the run ends.
    while end == nil || isPaidFor, let rows = waiting.removeValue(forKey: next) {
      next += 1
      if job.isOrdered { write(rows) }
    }
  }

  private mutating func write(_ rows: RowRecords) {
    if case .output = end { return }
    guard rows.tally.total > 0 || rows.stop != nil else { return }
    var rows = rows
    if end == nil, let limit = job.errorLimit { end = rows.cut(to: limit, after: tally) }
    tally.add(rows.tally)
    do throws(FileFailure) {
      let isThere = try outputs.records.write(rows.records, forKey: rows.key)
      if rows.isEarlier || (isThere && isPaidFor) { tally.resume(rows.tally) }
      try outputs.failures?.write(rows.failures)
    } catch {
      end = .output(error)
      return
    }
    if let error = rows.stop { stop(error == .cancelled ? .interrupted(.interrupt) : .source(error)) }
    job.progress(tally)
  }

  /// Writes the remaining records, and completes the output or leaves it to be resumed.
  mutating func close(after inputError: Failure?) async -> BatchEnd {
    end = end ?? inputError.map { .input($0) }
    if end != nil, job.isOrdered, isPaidFor {
      // Results after a row without one are written too, because they were paid for.
      for (_, rows) in waiting.sorted(by: { $0.key < $1.key }) { write(rows) }
    }
    if let end {
      outputs.records.abandon()
      return end
    }
    let footer = await job.writer.footer
    do throws(FileFailure) {
      if !footer.isEmpty { try outputs.records.write(footer) }
      try outputs.records.finish()
      try outputs.failures?.finish()
    } catch { return .output(error) }
    tally.prunedRecords = outputs.store?.losses.results ?? 0
    return BatchEnd(exceeding: job.errorLimit, tally, isAtEnd: true) ?? .finished
  }
}
