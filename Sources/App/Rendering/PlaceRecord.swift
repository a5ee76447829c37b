import Domain

/// Writes places as lines of CSV or TSV into a buffer, with the names of schema 1 as the header.
///
/// An absent value is an empty one.
struct PlaceRecord: Sendable {
  /// The columns, in order.
  let fields: [PlaceField]
  /// The format of a line.
  let dialect: DelimitedDialect
  private let groups = GroupText()

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
    let start = bytes.count
    appendValues(of: found, to: &bytes)
    // Readers of CSV skip a blank line, and with it the place.
    if dialect == .csv, bytes.count == start { bytes.append(text: "\"\"") }
    bytes.append(UInt8(ascii: "\n"))
  }

  /// Appends one place's values without a line feed, for a longer line.
  ///
  /// - Complexity: Two passes over the place's text; allocates only when the buffer grows, and for text that holds
  ///   quotes or controls.
  func appendValues(of found: FoundPlace, to bytes: inout [UInt8]) {
    let utf8 = found.place.text.utf8
    unsafe utf8.withUnsafeBufferPointer { text in
      let isPlain = unsafe !text.mayNeedEscaping(in: PlaceText.textStart..<text.count)
      // A quote or a backslash becomes two bytes; quotes and a separator are three.
      let maximumByteCount =
        text.count * 2 + fields.count * (ShortText.capacity + 3 + DecimalWidth.maximumByteCount)
      bytes.append(addingCapacity: maximumByteCount) { output in
        unsafe output.withUnsafeMutableBufferPointer { memory, count in
          guard var cursor = unsafe ByteCursor(memory) else { return }
          for position in fields.indices {
            if position > 0 { unsafe cursor.put(dialect.separator) }
            unsafe put(fields[position], of: found, text, utf8, isPlain: isPlain, to: &cursor)
          }
          count = unsafe cursor.count
        }
      }
    }
  }

  private func put(
    _ field: PlaceField,
    of found: FoundPlace,
    _ text: UnsafeBufferPointer<UInt8>,
    _ utf8: [UInt8],
    isPlain: Bool,
    to cursor: inout ByteCursor
  ) {
    switch field {
    case .latitude: unsafe cursor.put(decimal: found.place.coordinate.latitude)
    case .longitude: unsafe cursor.put(decimal: found.place.coordinate.longitude)
    case .distance: if let distance = found.distance { unsafe cursor.put(decimal: distance.wholeMeters) }
    case .category, .groupCode, .groupName:
      if let group = found.place.group {
        let name = groups.text(for: field, of: group)
        let isQuoted = dialect == .csv && name.hasComma
        if isQuoted { unsafe cursor.put(UInt8(ascii: "\"")) }
        unsafe cursor.put(name)
        if isQuoted { unsafe cursor.put(UInt8(ascii: "\"")) }
      } else {
        unsafe putText(field, of: found, text, utf8, isPlain: isPlain, to: &cursor)
      }
    default: unsafe putText(field, of: found, text, utf8, isPlain: isPlain, to: &cursor)
    }
  }

  private func putText(
    _ field: PlaceField,
    of found: FoundPlace,
    _ text: UnsafeBufferPointer<UInt8>,
    _ utf8: [UInt8],
    isPlain: Bool,
    to cursor: inout ByteCursor
  ) {
    guard let range = field.text.map(found.place.text.range), !range.isEmpty else { return }
    if !isPlain {
      var value: [UInt8] = []
      value.append(value: utf8, in: range, as: dialect)
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
