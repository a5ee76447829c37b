extension ParsedRow {
  /// Whether the row can be shown as it came, even when it cannot be asked.
  var hasSoundForm: Bool {
    switch defect {
    case .split, .notUTF8, .cells, .quotes, .json: false
    case nil, .coordinateMissing, .notANumber, .notACoordinate, .coordinate, .category, .query, .radius, .limit,
      .nothingToLookFor:
      true
    }
  }

  /// The row without white space at its ends.
  var trimmedRange: Range<Int> {
    var (start, end) = (range.lowerBound, range.upperBound)
    while start < end, Ascii.isBlank(bytes[start]) { start += 1 }
    while start < end, Ascii.isBlank(bytes[end - 1]) { end -= 1 }
    return start..<end
  }
}
