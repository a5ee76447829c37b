/// What a run has done so far, in numbers.
struct BatchTally: Sendable {
  /// Rows by how they ended.
  private var rows = InlineArray<4, Int>(repeating: 0)
  /// Rows whose record was there from an earlier run.
  private(set) var resumedRows = 0
  /// Those of them that failed then and were not asked again.
  private(set) var resumedFailures = 0
  /// Answers of an earlier run that went, because no row asks for them any more.
  var prunedRecords = 0
  /// Rows that shared the answer to another row's question.
  var sharedRows = 0
  /// Questions asked.
  var questions = 0
  /// Places in the answers.
  var places = 0
  /// Bytes of input that the rows begun took, about.
  var inputBytes = 0

  /// Rows that are finished.
  var total: Int { RowStatus.allCases.reduce(0) { $0 + self[$1] } }
  /// Rows that are not answered.
  var errors: Int { self[.invalid] + self[.failed] }

  /// Rows that ended in a way.
  subscript(status: RowStatus) -> Int { rows[Self.position(of: status)] }

  /// Counts a row.
  mutating func count(_ status: RowStatus) { rows[Self.position(of: status)] += 1 }

  /// Counts a row, beside ``count(_:)``, as one whose record was there.
  mutating func resume(_ status: RowStatus) {
    resumedRows += 1
    if status == .failed { resumedFailures += 1 }
  }

  private static func position(of status: RowStatus) -> Int {
    switch status {
    case .ok: 0
    case .empty: 1
    case .invalid: 2
    case .failed: 3
    }
  }
}
