/// Writes rows that were not answered in the form they came in, so that the file is the next run's input.
struct FailureWriter: Sendable {
  private let form: RowParser.Form

  init(form: RowParser.Form) { self.form = form }

  /// What stands before the first row: the input's own header.
  var head: [UInt8] {
    guard case .csv(let header) = form else { return [] }
    return header.line + [Ascii.lineFeed]
  }

  /// Appends a row; one whose bytes were dropped because there were too many is left out.
  func append(_ row: ParsedRow, to out: inout [UInt8]) {
    guard !row.range.isEmpty else { return }
    out.append(contentsOf: row.bytes[row.range])
    out.append(Ascii.lineFeed)
  }
}
