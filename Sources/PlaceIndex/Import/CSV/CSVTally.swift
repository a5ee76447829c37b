import Domain

/// How the rows of an input fared: it tells a table whose columns are not what they are called.
struct CSVTally {
  /// Rows that became places.
  private(set) var validCount = 0
  private var projected = 0
  private var swapped = 0
  /// The first coordinate in metres that no grid is known for.
  private var metres: (x: Double, y: Double)?
  /// Places of which nothing says what they are.
  private(set) var ungrouped = 0
  /// Places without a name.
  private(set) var unnamed = 0

  /// Counts a row.
  ///
  /// - Parameter outcome: What became of it.
  mutating func count(_ outcome: RowOutcome) {
    switch outcome {
    case .place(let isGrouped, let isNamed):
      validCount += 1
      if !isGrouped { ungrouped += 1 }
      if !isNamed { unnamed += 1 }
    case .skipped(.projectedCoordinate, let metres):
      projected += 1
      self.metres = self.metres ?? metres
    case .skipped(.swappedCoordinate, _): swapped += 1
    case .skipped: break
    }
  }

  /// Adds the rows of another chunk.
  mutating func add(_ other: CSVTally) {
    validCount += other.validCount
    projected += other.projected
    swapped += other.swapped
    metres = metres ?? other.metres
    ungrouped += other.ungrouped
    unnamed += other.unnamed
  }

  /// Why the input as a whole is not what it says.
  var refusal: CSVRefusal? {
    if projected > validCount {
      return .gridUnknown(columns: [], candidates: metres.map { GridProjection.candidates(x: $0.x, y: $0.y) } ?? [])
    }
    return swapped > validCount ? .mostRowsSwapped(rows: swapped, valid: validCount) : nil
  }
}

/// What became of a row.
enum RowOutcome {
  /// A place.
  case place(isGrouped: Bool, isNamed: Bool)
  /// Nothing, and why; the metres that no grid is known for.
  case skipped(SkippedRows.Reason, metres: (x: Double, y: Double)?)
}
