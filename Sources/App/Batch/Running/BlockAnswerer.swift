import Domain

/// Answers all rows of a block in one go: for sources on this machine, which answer in microseconds.
struct BlockAnswerer: Sendable {
  let parser: RowParser
  let template: QuestionTemplate
  let useCase: any CollectPlacesUseCase
  let writer: any RecordWriter
  let words: RowWords
  /// Writes rows that were not answered; `nil` when nobody wants them.
  let failureWriter: FailureWriter?

  /// Answers a block.
  ///
  /// - Complexity: A row costs what its question and its record cost; the row itself is read in place.
  func answer(_ block: RowBlock) async -> BlockAnswer {
    var answer = BlockAnswer()
    // A row of 40 bytes and its five places make 2 KB; growing on the way would copy everything several times.
    answer.records.reserveCapacity(block.bytes.count * 64)
    answer.marks.reserveCapacity(block.rows.count)
    // A question of its own for every block: threads that share one would fight over its reference count.
    var bases = QuestionBases(of: template)
    let isUTF8 = block.isUTF8
    var row = ParsedRow()
    row.bytes = block.bytes
    answer.inputBytes = (block.rows.last?.end ?? 0) - (block.rows.first?.start ?? 0)
    for index in block.rows.indices {
      parser.parse(index, of: block, into: &row)
      if !isUTF8, row.defect == nil, !block.isUTF8(row: index) { row.defect = .notUTF8 }
      guard await add(&row, bases.base(for: row), to: &answer) else { break }
    }
    return answer
  }

  /// Answers one row; tells whether to go on.
  private func add(_ row: inout ParsedRow, _ base: PlaceQuery?, to answer: inout BlockAnswer) async -> Bool {
    let question: RowQuestion
    do throws(RowDefect) {
      question = try template.question(for: row, base: base)
    } catch {
      row.defect = error
      close(row, .invalid(nil, words.defect(error)), to: &answer)
      return true
    }
    do throws(PlaceSearchError) {
      let found = try await useCase.places(matching: question.query, limit: question.limit, progress: nil)
      answer.questions += 1
      answer.requests += found.provenance.requests
      answer.places += found.places.count
      close(row, .answered(question, found), to: &answer)
      return true
    } catch {
      switch RowFate(error) {
      case .invalid: close(row, .invalid(question, words.failure(error)), to: &answer)
      case .failed, .silence: close(row, .failed(question, words.failure(error)), to: &answer)
      case .stop, .cancelled:
        answer.stop = error
        return false
      }
      return true
    }
  }

  private func close(_ row: ParsedRow, _ end: RowAnswer, to answer: inout BlockAnswer) {
    writer.append(row, end, to: &answer.records)
    let status = end.status
    if status == .invalid || status == .failed { failureWriter?.append(row, to: &answer.failures) }
    answer.marks.append(
      BlockAnswer.Mark(recordsEnd: answer.records.count, failuresEnd: answer.failures.count, status: status)
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
  /// Requests they cost.
  var requests = 0
  /// Places found.
  var places = 0
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
