import Domain

/// Reads all rows and counts what answering them would cost; asks nothing.
struct DryRun: Sendable {
  private(set) var rows = 0
  private(set) var invalid = 0
  private(set) var duplicates = 0
  /// Rows that have their record from an earlier run and are not asked again; `nil` when none is gone on with.
  private(set) var resumed: Int?
  /// Fewest and most requests of all questions, none asked twice.
  private(set) var requests = 0...0
  /// The first rows that cannot be asked, with what is wrong.
  private(set) var defects: [(row: Int, message: String)] = []

  private static let defectsShown = 5
  /// Eight bytes a question; two that differ and share a number are one in nobody's lifetime.
  private var seen: Set<Int> = []

  /// Reads and counts.
  ///
  /// - Parameters:
  ///   - reader: The input, opened.
  ///   - parser: Takes rows apart.
  ///   - template: What the options say about every question.
  ///   - earlier: The output that the run would go on with.
  ///   - cost: What a question costs.
  ///   - words: Puts what is wrong with a row into words.
  /// - Throws: When the input cannot be read on.
  init(
    reader: BatchReader,
    parser: RowParser,
    template: QuestionTemplate,
    earlier: ResumeRehearsal? = nil,
    cost: (RowQuestion) -> SearchCost,
    words: RowWords
  ) async throws(BatchInputError) {
    var bases = QuestionBases(of: template)
    resumed = earlier == nil ? nil : 0
    while let block = try await reader.nextBlock() {
      let isUTF8 = block.isUTF8
      var row = ParsedRow()
      row.bytes = block.bytes
      for index in block.rows.indices {
        parser.parse(index, of: block, into: &row)
        if !isUTF8, row.defect == nil, !block.isUTF8(row: index) { row.defect = .notUTF8 }
        rows += 1
        do throws(RowDefect) {
          let question = try template.question(for: row, base: bases.base(for: row))
          if earlier?.hasRecord(of: row, asking: question) == true {
            resumed = (resumed ?? 0) + 1
          } else {
            count(question, cost: cost)
          }
        } catch {
          invalid += 1
          if defects.count < Self.defectsShown { defects.append((row.number, words.defect(error).message)) }
        }
      }
    }
  }

  private mutating func count(_ question: RowQuestion, cost: (RowQuestion) -> SearchCost) {
    guard seen.insert(question.hashValue).inserted else {
      duplicates += 1
      return
    }
    let added = cost(question).requests
    let (most, isUnbounded) = requests.upperBound.addingReportingOverflow(added.upperBound)
    requests = (requests.lowerBound + added.lowerBound)...(isUnbounded ? .max : most)
  }
}
