import Domain

/// Writes places as lines of CSV or TSV into a buffer, with the names of schema 1 as the header.
///
/// An absent value is an empty one.
struct PlaceRecord: Sendable {
  /// The columns, in order.
  let fields: [PlaceField]
  /// The form of a line.
  let dialect: DelimitedDialect

  /// Makes a writer.
  ///
  /// - Parameters:
  ///   - fields: What to write, in this order; at least one.
  ///   - dialect: The form of a line.
  init(fields: [PlaceField] = PlaceField.allCases, dialect: DelimitedDialect) {
    self.fields = fields
    self.dialect = dialect
  }

  /// Appends the line of column names, with its line feed.
  func appendHeader(to bytes: inout [UInt8]) {
    for position in fields.indices {
      if position > 0 { bytes.append(dialect.separator) }
      bytes.append(text: fields[position].rawValue)
    }
    bytes.append(UInt8(ascii: "\n"))
  }

  /// Appends one place as a line, with its line feed.
  func append(_ found: FoundPlace, to bytes: inout [UInt8]) {
    appendValues(of: found, to: &bytes)
    bytes.append(UInt8(ascii: "\n"))
  }

  /// Appends one place's values without a line feed, for a longer line.
  ///
  /// - Complexity: One pass over the place's words; allocates only when the buffer grows.
  func appendValues(of found: FoundPlace, to bytes: inout [UInt8]) {
    let packed = found.place.text.utf8
    for position in fields.indices {
      if position > 0 { bytes.append(dialect.separator) }
      switch fields[position] {
      case .category: if let group = found.place.group { bytes.append(text: group.slug) }
      case .latitude: bytes.append(decimal: found.place.coordinate.latitude)
      case .longitude: bytes.append(decimal: found.place.coordinate.longitude)
      case .distance: if let distance = found.distance { bytes.append(decimal: distance.wholeMeters) }
      case let field:
        if let text = field.text {
          bytes.append(value: packed, in: found.place.text.range(of: text), as: dialect)
        }
      }
    }
  }
}
