import Domain

/// How the rows of a table fared: it tells a table whose columns are not what they are called.
struct CSVTally {
  private var sound = 0
  private var projected = 0
  private var exchanged = 0

  /// Counts a row.
  ///
  /// - Parameter reason: Why it was skipped; `nil` when it became a place.
  mutating func count(_ reason: SkippedRows.Reason?) {
    switch reason {
    case nil: sound += 1
    case .projectedCoordinate: projected += 1
    case .exchangedCoordinate: exchanged += 1
    default: break
    }
  }

  /// Adds the rows of another stretch.
  mutating func add(_ other: CSVTally) {
    sound += other.sound
    projected += other.projected
    exchanged += other.exchanged
  }

  /// Why the table as a whole is not what it says.
  var refusal: CSVRefusal? {
    if projected > sound { return .mostRowsProjected(rows: projected, sound: sound) }
    return exchanged > sound ? .mostRowsExchanged(rows: exchanged, sound: sound) : nil
  }
}
