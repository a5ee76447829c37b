import Domain

/// The records of successive rows, with their counts.
struct RowRecords: Sendable {
  /// The end of a row without a result, after which an error limit may cut the remaining rows.
  private struct ErrorMark {
    let tally: BatchTally
    let recordsEnd: Int
    let failuresEnd: Int
  }

  private(set) var records: [UInt8] = []
  private(set) var failures: [UInt8] = []
  private(set) var tally = BatchTally()
  private var errors: [ErrorMark] = []
  /// The reason why the run stops after the last of the rows.
  private(set) var stop: PlaceSearchError?
  /// The key of the query that was paid for; empty for a failure, and `nil` for a free result.
  var key: [UInt8]?
  private(set) var isEarlier = false

  /// Adds the record of a row whose query is written around its geocoded centre.
  mutating func add(_ result: RowResult, of row: ParsedRow, for query: RowQuery?, _ job: BatchJob) {
    switch result {
    case .found(let found, let center):
      if let query { add(found, of: row, for: center.map(query.located) ?? query, job) }
    case .invalid(let failure): add(failure, as: .invalid, of: row, for: query, job)
    case .failed(let failure): add(failure, as: .failed, of: row, for: query, job)
    }
  }

  private mutating func add(
    _ failure: Failure,
    as status: RowResult.Status,
    of row: ParsedRow,
    for query: RowQuery?,
    _ job: BatchJob
  ) {
    let failure = failure.worded(for: .batch)
    job.writer.append(failure, as: status, of: row, for: query, to: &records)
    tally.count(failure, as: status, row: row.number)
    endError(failure.message, of: row, job)
  }

  private mutating func add(_ found: PlaceCollection, of row: ParsedRow, for query: RowQuery, _ job: BatchJob) {
    job.writer.append(found, of: row, for: query, to: &records)
    tally.count(found, of: query.query.categories, limit: query.query.limit.count, row: row.number)
  }

  mutating func add(_ stored: OutputRecords.StoredResult, of row: ParsedRow, _ job: BatchJob) {
    records = stored.record
    isEarlier = stored.isEarlier
    tally.count(stored, row: row.number)
    if let message = stored.errorMessage { endError(message, of: row, job) }
  }

  private mutating func endError(_ message: String, of row: ParsedRow, _ job: BatchJob) {
    job.failures?.append(row, message, to: &failures)
    guard job.errorLimit != nil else { return }
    errors.append(ErrorMark(tally: tally, recordsEnd: records.count, failuresEnd: failures.count))
  }

  /// Removes the rows after the first one with which a run exceeds the error limit; returns that end of the run.
  mutating func cut(to limit: ErrorLimit, after tally: BatchTally) -> BatchEnd? {
    for mark in errors {
      var sum = tally
      sum.add(mark.tally)
      guard let end = BatchEnd(exceeding: limit, sum) else { continue }
      records.removeSubrange(mark.recordsEnd...)
      failures.removeSubrange(mark.failuresEnd...)
      self.tally = mark.tally
      return end
    }
    return nil
  }

  /// Runs the queries of all rows of a block, or up to the row at which the source stopped.
  static func of(_ block: RowBlock, _ job: BatchJob) async -> RowRecords {
    var queries = job.queries
    queries.open(block)
    var records = RowRecords()
    records.tally.inputBytes = block.rowRange.count
    for index in block.rows.indices {
      records.reserve(for: block.rows.count - index)
      // An offline source may never check for cancellation.
      guard !Task.isCancelled else {
        records.stop = .cancelled
        break
      }
      let query: RowQuery
      do throws(Failure) { query = try queries.query(at: index) } catch {
        records.add(.invalid(error), of: queries.row, for: nil, job)
        continue
      }
      do throws(PlaceSearchError) {
        guard query.locating == nil else {
          records.add(try await job.result(of: query), of: queries.row, for: query, job)
          continue
        }
        // Queried here instead of by the job, because each function that passes on the query and its large result
        // copies them.
        let places = try await job.useCase.places(matching: query.query, progress: nil)
        if let refusal = try job.refusal(of: places, to: query) {
          records.add(refusal, of: queries.row, for: query, job)
        } else {
          records.add(places, of: queries.row, for: query, job)
        }
      } catch {
        guard let result = job.result(of: error) else {
          records.stop = error
          return records
        }
        records.add(result, of: queries.row, for: query, job)
      }
    }
    return records
  }

  /// Reserves space for the records of further rows, estimated from the existing ones.
  ///
  /// Doubling would copy the records and get memory from the system for every block, which took half the time of a
  /// batch.
  private mutating func reserve(for rowCount: Int) {
    guard tally.total > 0 else { return }
    let usual = records.count / tally.total
    let margin = 2 * usual
    guard records.capacity - records.count < margin else { return }
    records.reserveCapacity(records.count + rowCount * (usual + usual / 8) + 2 * margin)
  }
}
