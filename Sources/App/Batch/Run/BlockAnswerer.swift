import Domain

/// Answers all rows of a block in one task: for sources on this machine, which answer in microseconds.
struct BlockAnswerer {
  private let job: BatchJob
  private let useCase: any PackPlacesUseCase
  private let writer: any RecordWriter
  private var queries: QueryReader
  private var places = PackedCollection()
  private var answer = BlockAnswer()

  /// Answers a block: a record for every row, or up to the row at which the source stopped.
  static func answer(_ block: RowBlock, _ job: BatchJob, _ useCase: any PackPlacesUseCase) async -> BlockAnswer {
    var answerer = BlockAnswerer(job: job, useCase: useCase, writer: job.writer, queries: job.queries)
    answerer.queries.open(block)
    answerer.answer.inputBytes = block.rowRange.count
    answerer.answer.rows.reserveCapacity(block.rows.count)
    // A row of 40 bytes and its five places make 2 KB; growing step by step would copy everything several times.
    answerer.answer.records.reserveCapacity(block.rowRange.count * 64)
    for index in block.rows.indices {
      guard await answerer.add(index) else { break }
    }
    return answerer.answer
  }

  /// Answers one row; returns whether to continue.
  private mutating func add(_ index: Int) async -> Bool {
    var query: RowQuery
    do throws(InvalidRow) { query = try queries.query(at: index) } catch {
      refuse(.invalid, nil, job.messages.error(for: error))
      return true
    }
    do throws(PlaceSearchError) {
      if query.locating != nil {
        switch try await job.locator.located(query).get() {
        case .found(let located): query = located
        case .notFound(let failure):
          refuse(.failed, query, job.messages.error(for: failure))
          return true
        }
      }
      try await useCase.packPlaces(matching: query.query, limit: query.limit, into: &places)
      answer.queries += 1
      let outcome = RowOutcome(
        places: places.places.count,
        isComplete: places.isComplete,
        earlyEnd: places.earlyEnd
      )
      if let error = job.refusal(of: outcome, totalCount: places.totalCount, query) {
        refuse(.failed, query, error)
      } else {
        writer.append(queries.row, query, places, to: &answer.records)
        answer.endRow(outcome)
      }
      return true
    } catch {
      switch FailureDisposition(error) {
      case .invalid: refuse(.invalid, query, job.messages.error(for: error))
      case .failed, .noResponse: refuse(.failed, query, job.messages.error(for: error))
      case .stop, .cancelled:
        answer.stop = error
        return false
      }
      return true
    }
  }

  private mutating func refuse(_ status: RowStatus, _ query: RowQuery?, _ error: RowError) {
    writer.append(queries.row, status, query, error, to: &answer.records)
    job.failureWriter?.append(queries.row, to: &answer.failures)
    answer.endRow(RowOutcome(status))
  }
}

/// The records of a block, and where each of them ends.
struct BlockAnswer: Sendable {
  /// How a row ended, and where its bytes do.
  struct Row: Sendable {
    var outcome: RowOutcome
    var recordsEnd: Int
    var failuresEnd: Int
  }

  /// The records, one after the other.
  var records: [UInt8] = []
  /// The rows that were not answered, unchanged.
  var failures: [UInt8] = []
  /// The rows that have a record.
  var rows: [Row] = []
  /// Why the run stops after the last of them.
  var stop: PlaceSearchError?
  /// Queries asked.
  var queries = 0
  /// Bytes of input that the rows took.
  var inputBytes = 0
  /// Places in the records.
  var places: Int { rows.reduce(0) { $0 + $1.outcome.places } }

  /// Notes that the record of a row is complete.
  mutating func endRow(_ outcome: RowOutcome) {
    rows.append(Row(outcome: outcome, recordsEnd: records.count, failuresEnd: failures.count))
  }

  /// Removes the rows after a position, with their records.
  mutating func removeRows(after position: Int) {
    records.removeSubrange(rows[position].recordsEnd...)
    failures.removeSubrange(rows[position].failuresEnd...)
    rows.removeSubrange((position + 1)...)
  }
}
