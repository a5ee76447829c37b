import Domain

/// Answers all rows of a block in one go: for sources on this machine, which answer in microseconds.
struct BlockAnswerer: Sendable {
  let parser: RowParser
  let template: QuestionTemplate
  let useCase: any PackPlacesUseCase
  let words: RowWords
  /// Writes rows that were not answered; `nil` when nobody wants them.
  let failureWriter: FailureWriter?

  /// What blocks are answered with.
  let desks: AnsweringDesks

  /// Answers a block.
  ///
  /// - Parameter block: The block.
  /// - Returns: A record for every row, or up to the one where the source gave up.
  /// - Complexity: A row costs what its question and its record cost; the row itself is read in place.
  func answer(_ block: RowBlock) async -> BlockAnswer {
    var answer = BlockAnswer(records: desks.takeRecords())
    // A row of 40 bytes and its five places make 2 KB; growing on the way would copy everything several times.
    answer.records.reserveCapacity(block.bytes.count * 64)
    answer.marks.reserveCapacity(block.rows.count)
    // A question of its own for every block: threads that share one would fight over its reference count.
    var bases = QuestionBases(of: template)
    let isUTF8 = block.isUTF8
    var desk = desks.takeDesk()
    var row = ParsedRow()
    row.bytes = block.bytes
    answer.inputBytes = (block.rows.last?.end ?? 0) - (block.rows.first?.start ?? 0)
    for index in block.rows.indices {
      parser.parse(index, of: block, into: &row)
      if !isUTF8, row.defect == nil, !block.isUTF8(row: index) { row.defect = .notUTF8 }
      guard await add(&row, bases.base(for: row), &desk, to: &answer) else { break }
    }
    desks.give(desk)
    return answer
  }

  /// Answers one row; tells whether to go on.
  private func add(
    _ row: inout ParsedRow,
    _ base: PlaceQuery?,
    _ desk: inout AnsweringDesk,
    to answer: inout BlockAnswer
  ) async -> Bool {
    let question: RowQuestion
    do throws(RowDefect) {
      question = try template.question(for: row, base: base)
    } catch {
      row.defect = error
      close(row, .invalid, nil, words.defect(error), desk.writer, to: &answer)
      return true
    }
    do throws(PlaceSearchError) {
      try await useCase.packPlaces(matching: question.query, limit: question.limit, into: &desk.found)
      answer.questions += 1
      desk.writer.append(row, question, desk.found, to: &answer.records)
      let places = desk.found.places.count
      mark(places > 0 ? .ok : .empty, places: places, in: &answer)
      return true
    } catch {
      switch RowFate(error) {
      case .invalid: close(row, .invalid, question, words.failure(error), desk.writer, to: &answer)
      case .failed, .silence: close(row, .failed, question, words.failure(error), desk.writer, to: &answer)
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
    _ question: RowQuestion?,
    _ error: RowError,
    _ writer: any RecordWriter,
    to answer: inout BlockAnswer
  ) {
    writer.append(row, status, question, error, to: &answer.records)
    failureWriter?.append(row, to: &answer.failures)
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
  /// Questions asked.
  var questions = 0
  /// Places in the records.
  var places: Int { marks.reduce(0) { $0 + $1.places } }
  /// Bytes of input that the rows took.
  var inputBytes = 0

  /// Gives the records away, so that nobody else holds their memory.
  mutating func takeRecords() -> [UInt8] {
    var taken: [UInt8] = []
    swap(&taken, &records)
    return taken
  }

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
