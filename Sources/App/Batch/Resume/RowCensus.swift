import Domain

/// Reads the whole input before anything is asked, so that an output that would lose answers is left alone.
struct RowCensus {
  /// Takes rows apart.
  let parser: RowParser
  /// What the options say about every question.
  let template: QuestionTemplate

  /// Tells an earlier output every question that the rows ask.
  ///
  /// - Parameters:
  ///   - reader: The input, opened.
  ///   - output: The earlier output.
  /// - Throws: When the input cannot be read.
  /// - Complexity: One pass over the input.
  func read(_ reader: BatchReader, for output: ResumedOutput) async throws(BatchInputError) {
    var bases = QuestionBases(of: template)
    var question: [UInt8] = []
    while let block = try await reader.nextBlock() {
      let isUTF8 = block.isUTF8
      var row = ParsedRow()
      row.bytes = block.bytes
      for index in block.rows.indices {
        parser.parse(index, of: block, into: &row)
        if !isUTF8, row.defect == nil, !block.isUTF8(row: index) { row.defect = .notUTF8 }
        guard let asked = try? template.question(for: row, base: bases.base(for: row)) else { continue }
        question.removeAll(keepingCapacity: true)
        QuestionJSON(query: asked.query, limit: asked.limit.count).append(to: &question)
        output.census(question)
      }
    }
  }
}
