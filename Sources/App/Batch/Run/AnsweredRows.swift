import Domain

struct AnsweredRows: Sendable {
  struct Row: Sendable {
    let number: Int
    var outcome: RowOutcome
    var recordsEnd: Int
    var failuresEnd: Int
  }

  private(set) var records: [UInt8] = []
  private(set) var failures: [UInt8] = []
  private(set) var rows: [Row] = []
  /// Why the run stops after the last of them.
  var stop: PlaceSearchError?
  /// Bytes of input that the rows took, approximately.
  var inputBytes = 0
  /// The key of the question that was paid for, empty for a failure; `nil` for what cost nothing.
  var question: [UInt8]?
  var isEarlier = false

  mutating func add(_ row: ParsedRow, _ answer: RowAnswer, _ job: BatchJob) {
    job.writer.append(row, answer, to: &records)
    end(row, answer.outcome, answer.failure?.message, job)
  }

  private mutating func add(_ row: ParsedRow, _ query: RowQuery, _ places: PlaceCollection, _ job: BatchJob) {
    job.writer.append(row, query, places, to: &records)
    end(row, places.outcome(for: query), nil, job)
  }

  mutating func add(_ row: ParsedRow, _ stored: AnswerStore.Answer, _ job: BatchJob) {
    records = stored.record
    isEarlier = stored.isEarlier
    end(row, stored.outcome, stored.errorMessage, job)
  }

  private mutating func end(_ row: ParsedRow, _ outcome: RowOutcome, _ error: String?, _ job: BatchJob) {
    if let error { job.failures?.append(row, error, to: &failures) }
    rows.append(
      Row(number: row.number, outcome: outcome, recordsEnd: records.count, failuresEnd: failures.count)
    )
  }

  mutating func removeRows(after position: Int) {
    records.removeSubrange(rows[position].recordsEnd...)
    failures.removeSubrange(rows[position].failuresEnd...)
    rows.removeSubrange((position + 1)...)
  }

  /// Answers all rows of a block, or those up to the row at which the source stopped.
  static func answering(_ block: RowBlock, _ job: BatchJob) async -> AnsweredRows {
    var queries = job.queries
    queries.open(block)
    var answered = AnsweredRows()
    answered.inputBytes = block.rowRange.count
    answered.rows.reserveCapacity(block.rows.count)
    for index in block.rows.indices {
      answered.makeRoom(for: block.rows.count - index)
      // A source on this machine may answer without ever looking whether it is cancelled.
      guard !Task.isCancelled else {
        answered.stop = .cancelled
        break
      }
      let query: RowQuery
      do throws(InvalidRow) { query = try queries.query(at: index) } catch {
        answered.add(queries.row, .invalid(nil, Failure(error)), job)
        continue
      }
      do throws(PlaceSearchError) {
        guard query.locating == nil else {
          answered.add(queries.row, try await job.answer(to: query), job)
          continue
        }
        // Asked here and not by the job: a question and its places are large, and each function that hands them on
        // copies them.
        let places = try await job.useCase.places(matching: query.query, limit: query.limit, progress: nil)
        if let refusal = try job.refusal(of: places, to: query) {
          answered.add(queries.row, refusal, job)
        } else {
          answered.add(queries.row, query, places, job)
        }
      } catch {
        guard let answer = job.answer(to: query, failing: error) else {
          answered.stop = error
          return answered
        }
        answered.add(queries.row, answer, job)
      }
    }
    return answered
  }

  /// Makes room for the records of so many more rows, by the length of those that are there.
  ///
  /// Growing by doubling copies what is there, and takes memory from the system anew for every block: that was half of
  /// the time of a batch.
  private mutating func makeRoom(for rowCount: Int) {
    guard !rows.isEmpty else { return }
    let usual = records.count / rows.count
    // A record is made in room for the longest that it may become, some times what it is.
    let margin = 8 * usual
    guard records.capacity - records.count < margin else { return }
    records.reserveCapacity(records.count + rowCount * (usual + usual / 8) + 2 * margin)
  }
}
