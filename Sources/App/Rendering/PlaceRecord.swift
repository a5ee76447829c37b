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
  /// - Complexity: Two passes over the place's words; allocates only when the buffer grows, and for words that hold
  ///   quotes or controls.
  func appendValues(of found: FoundPlace, to bytes: inout [UInt8]) {
    let packed = found.place.text.utf8
    let words = found.place.text.range(of: .id).lowerBound..<packed.count
    unsafe packed.withUnsafeBufferPointer { text in
      let isPlain = unsafe !text.mayNeedEscaping(in: words)
      // A quote or a backslash becomes two bytes; quotes, a separator and a slug are shorter than twenty.
      let longest = unsafe words.count * 2 + fields.count * (20 + ByteCursor.longestNumber)
      bytes.append(addingCapacity: longest) { output in
        unsafe output.withUnsafeMutableBufferPointer { memory, count in
          guard var cursor = unsafe ByteCursor(memory) else { return }
          for position in fields.indices {
            if position > 0 { unsafe cursor.put(dialect.separator) }
            unsafe write(fields[position], of: found, text: text, isPlain: isPlain, to: &cursor)
          }
          count = unsafe cursor.count
        }
      }
    }
  }

  private func write(
    _ field: PlaceField,
    of found: FoundPlace,
    text: UnsafeBufferPointer<UInt8>,
    isPlain: Bool,
    to cursor: inout ByteCursor
  ) {
    switch field {
    case .category: if let group = found.place.group { for byte in group.slug.utf8 { unsafe cursor.put(byte) } }
    case .latitude: unsafe cursor.put(decimal: found.place.coordinate.latitude)
    case .longitude: unsafe cursor.put(decimal: found.place.coordinate.longitude)
    case .distance: if let distance = found.distance { unsafe cursor.put(decimal: distance.wholeMeters) }
    default:
      guard let range = field.text.map(found.place.text.range), !range.isEmpty else { return }
      if !isPlain {
        var value: [UInt8] = []
        value.append(value: found.place.text.utf8, in: range, as: dialect)
        unsafe cursor.put(value)
      } else if dialect == .csv, unsafe text.hasComma(in: range) {
        unsafe cursor.put(UInt8(ascii: "\""))
        unsafe cursor.put(text, in: range)
        unsafe cursor.put(UInt8(ascii: "\""))
      } else {
        unsafe cursor.put(text, in: range)
      }
    }
  }
}
