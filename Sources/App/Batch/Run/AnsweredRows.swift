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
  /// The reason why the run stops after the last of the rows.
  var stop: PlaceSearchError?
  /// The approximate number of input bytes of the rows.
  var inputBytes = 0
  /// The key of the query that was paid for; empty for a failure, and `nil` for a free result.
  var key: [UInt8]?
  var isEarlier = false
  /// The kinds in the results of some of the rows.
  private(set) var kinds = KindMixture()

  /// Counting the kinds of a row costs a tenth of the row, so the first hundred rows and each 64th after them are
  /// counted.
  private static func countsKinds(ofRow number: Int) -> Bool { number <= 100 || number & 63 == 0 }

  mutating func add(_ row: ParsedRow, _ answer: RowAnswer, _ job: BatchJob) {
    if case .answered(let query, let places) = answer, Self.countsKinds(ofRow: row.number) {
      kinds.count(places.places, of: query.query.categories)
    }
    job.writer.append(row, answer, to: &records)
    end(row, answer.outcome, answer.failure?.message, job)
  }

  private mutating func add(_ row: ParsedRow, _ query: RowQuery, _ places: PlaceCollection, _ job: BatchJob) {
    if Self.countsKinds(ofRow: row.number) { kinds.count(places.places, of: query.query.categories) }
    job.writer.append(row, query, places, to: &records)
    end(row, places.outcome(for: query), nil, job)
  }

  mutating func add(_ row: ParsedRow, _ stored: OutputRecords.Answer, _ job: BatchJob) {
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

  /// Runs the queries of all rows of a block, or up to the row at which the source stopped.
  static func answering(_ block: RowBlock, _ job: BatchJob) async -> AnsweredRows {
    var queries = job.queries
    queries.open(block)
    var answered = AnsweredRows()
    answered.inputBytes = block.rowRange.count
    answered.rows.reserveCapacity(block.rows.count)
    for index in block.rows.indices {
      answered.makeRoom(for: block.rows.count - index)
      // An offline source may never check for cancellation.
      guard !Task.isCancelled else {
        answered.stop = .cancelled
        break
      }
      let query: RowQuery
      do throws(Failure) { query = try queries.query(at: index) } catch {
        answered.add(queries.row, .invalid(nil, error), job)
        continue
      }
      do throws(PlaceSearchError) {
        guard query.locating == nil else {
          answered.add(queries.row, try await job.answer(to: query), job)
          continue
        }
        // Queried here instead of by the job, because each function that passes on the query and its large result
        // copies them.
        let places = try await job.useCase.places(matching: query.query, progress: nil)
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

  /// Reserves space for the records of further rows, estimated from the existing ones.
  ///
  /// Doubling would copy the records and get memory from the system for every block, which took half the time of a
  /// batch.
  private mutating func makeRoom(for rowCount: Int) {
    guard !rows.isEmpty else { return }
    let usual = records.count / rows.count
    // A record is made in space for its maximum size, several times its actual size.
    let margin = 8 * usual
    guard records.capacity - records.count < margin else { return }
    records.reserveCapacity(records.count + rowCount * (usual + usual / 8) + 2 * margin)
  }
}
