import Domain

/// Answers all rows of a block in one go: for sources on this machine, which answer in microseconds.
struct BlockAnswerer: Sendable {
  let job: BatchJob
  let useCase: any PackPlacesUseCase

  /// Answers a block.
  ///
  /// - Parameter block: The block.
  /// - Returns: A record for every row, or up to the one where the source gave up.
  /// - Complexity: A row costs what its query and its record cost; the row itself is read in place.
  func answer(_ block: RowBlock) async -> BlockAnswer {
    var answer = BlockAnswer()
    // A row of 40 bytes and its five places make 2 KB; growing on the way would copy everything several times.
    answer.records.reserveCapacity(block.bytes.count * 64)
    answer.marks.reserveCapacity(block.rows.count)
    // Of its own for every block: threads that share one would fight over its reference count.
    let writer = job.writer.makeCopy()
    var queries = job.queries
    queries.open(block)
    var places = PackedCollection()
    answer.inputBytes = (block.rows.last?.end ?? 0) - (block.rows.first?.start ?? 0)
    for index in block.rows.indices {
      guard await add(index, &queries, &places, writer, to: &answer) else { break }
    }
    return answer
  }

  /// Answers one row; tells whether to go on.
  private func add(
    _ index: Int,
    _ queries: inout QueryReader,
    _ places: inout PackedCollection,
    _ writer: any RecordWriter,
    to answer: inout BlockAnswer
  ) async -> Bool {
    var query: RowQuery
    do throws(InvalidRow) { query = try queries.query(at: index) } catch {
      close(queries.row, .invalid, nil, job.messages.error(for: error), writer, to: &answer)
      return true
    }
    do throws(PlaceSearchError) {
      if let text = query.locating {
        switch try await job.locator.location(of: text).get() {
        case .found(let point, let name): query = query.located(at: point, near: name)
        case .unknown(let failure):
          close(queries.row, .failed, query, job.messages.error(for: failure), writer, to: &answer)
          return true
        }
      }
      try await useCase.packPlaces(matching: query.query, limit: query.limit, into: &places)
      answer.queries += 1
      writer.append(queries.row, query, places, to: &answer.records)
      let count = places.places.count
      mark(count > 0 ? .ok : .empty, places: count, in: &answer)
      return true
    } catch {
      switch FailureDisposition(error) {
      case .invalid: close(queries.row, .invalid, query, job.messages.error(for: error), writer, to: &answer)
      case .failed, .noResponse: close(queries.row, .failed, query, job.messages.error(for: error), writer, to: &answer)
      case .stop, .cancelled:
        answer.stop = error
        return false
      }
      return true
    }
  }

  private func close(
    _ row: ParsedRow,
    _ status: RowStatus,
    _ query: RowQuery?,
    _ error: RowError,
    _ writer: any RecordWriter,
    to answer: inout BlockAnswer
  ) {
    writer.append(row, status, query, error, to: &answer.records)
    job.failureWriter?.append(row, to: &answer.failures)
    mark(status, in: &answer)
  }

  private func mark(_ status: RowStatus, places: Int = 0, in answer: inout BlockAnswer) {
    answer.marks.append(
      BlockAnswer.Mark(
        recordsEnd: answer.records.count,
        failuresEnd: answer.failures.count,
        status: status,
        places: places
      )
    )
  }
}

/// The records of a block, and where each of them ends.
struct BlockAnswer: Sendable {
  /// Where a row's part ends.
  struct Mark: Sendable {
    var recordsEnd: Int
    var failuresEnd: Int
    var status: RowStatus
    var places: Int
  }

  /// The records, one after the other.
  var records: [UInt8] = []
  /// The rows that were not answered, as they came.
  var failures: [UInt8] = []
  /// One mark a row.
  var marks: [Mark] = []
  /// What stops the run behind the last mark.
  var stop: PlaceSearchError?
  /// Queries asked.
  var queries = 0
  /// Places in the records.
  var places: Int { marks.reduce(0) { $0 + $1.places } }
  /// Bytes of input that the rows took.
  var inputBytes = 0

  /// The block without the rows behind a number of them.
  func prefix(rows count: Int) -> BlockAnswer {
    guard count < marks.count else { return self }
    var short = self
    short.marks.removeSubrange(count...)
    short.records.removeSubrange((short.marks.last?.recordsEnd ?? 0)...)
    short.failures.removeSubrange((short.marks.last?.failuresEnd ?? 0)...)
    return short
  }
}
