import Domain

/// Writes places as JSON objects of schema 1 into a buffer.
///
/// Keys are always there and always in the order asked; an absent value is `null`.
struct PlaceJSON: Sendable {
  /// How a field is written; one array has all, because each array that threads share costs reference counting.
  private struct Step: Sendable {
    let field: PlaceField
    /// Where a place packs the field's text.
    let text: PlaceText.Field
    /// The text before the value: a brace or a comma, the key, a colon, and a quote before text.
    let key: ShortText
    /// The text when there is no value: the key with `null`.
    let absent: ShortText
  }

  /// The fields of an object, in order.
  let fields: [PlaceField]
  private let steps: [Step]
  private let groups = GroupText()

  init(fields: [PlaceField] = PlaceField.allCases) {
    self.fields = fields
    steps = fields.enumerated().map { position, field in
      let key = "\(position == 0 ? "{" : ",")\"\(field.rawValue)\":"
      return Step(
        field: field,
        text: field.text ?? .id,
        key: ShortText(field.isNumber ? key : key + "\""),
        absent: ShortText(key + "null")
      )
    }
  }

  /// Appends one place as an object.
  ///
  /// - Complexity: Two passes over the place's text; allocates only when the buffer grows, and for text that needs
  ///   escaping.
  func append(_ found: FoundPlace, to bytes: inout [UInt8]) {
    let text = found.place.text.utf8
    unsafe text.withUnsafeBufferPointer { buffer in
      let isPlain = unsafe !buffer.mayNeedEscaping(in: PlaceText.textStart..<buffer.count)
      // An escape makes six bytes of one.
      let maximumByteCount =
        buffer.count * (isPlain ? 1 : 6) + steps.count * (2 * ShortText.capacity + 2) + DecimalWidth.maximumByteCount
        + 2
      bytes.append(addingCapacity: maximumByteCount) { output in
        unsafe output.withUnsafeMutableBufferPointer { memory, count in
          guard var cursor = unsafe ByteCursor(memory) else { return }
          unsafe put(found, of: buffer, isPlain: isPlain, to: &cursor)
          count = unsafe cursor.count
        }
      }
    }
  }

  private func put(
    _ found: FoundPlace,
    of text: UnsafeBufferPointer<UInt8>,
    isPlain: Bool,
    to cursor: inout ByteCursor
  ) {
    for position in 0..<steps.count {
      let field = steps[position].field
      switch field {
      case .latitude:
        unsafe cursor.put(steps[position].key)
        unsafe cursor.put(decimal: found.place.coordinate.latitude)
      case .longitude:
        unsafe cursor.put(steps[position].key)
        unsafe cursor.put(decimal: found.place.coordinate.longitude)
      case .distance:
        guard let distance = found.distance else {
          unsafe cursor.put(steps[position].absent)
          continue
        }
        unsafe cursor.put(steps[position].key)
        unsafe cursor.put(decimal: distance.wholeMeters)
      case .category, .groupCode, .groupName:
        if let group = found.place.group {
          unsafe cursor.put(steps[position].key)
          unsafe cursor.put(groups.text(for: field, of: group))
          unsafe cursor.put(UInt8(ascii: "\""))
        } else if field == .category {
          unsafe cursor.put(steps[position].absent)
        } else {
          unsafe put(steps[position], found.place.text, text, isPlain: isPlain, to: &cursor)
        }
      default:
        unsafe put(steps[position], found.place.text, text, isPlain: isPlain, to: &cursor)
      }
    }
    unsafe cursor.put(UInt8(ascii: "}"))
  }

  @inline(__always)
  private func put(
    _ step: Step,
    _ fields: PlaceText,
    _ text: UnsafeBufferPointer<UInt8>,
    isPlain: Bool,
    to cursor: inout ByteCursor
  ) {
    let range = fields.range(of: step.text)
    guard !range.isEmpty else { return unsafe cursor.put(step.absent) }
    unsafe cursor.put(step.key)
    if isPlain {
      unsafe cursor.put(text, in: range)
    } else {
      unsafe cursor.putEscaped(text, in: range)
    }
    unsafe cursor.put(UInt8(ascii: "\""))
  }
}

extension ByteCursor {
  /// Writes the inside of a JSON string, escaped where it has to be: at most six bytes for each.
  mutating func putEscaped(_ text: UnsafeBufferPointer<UInt8>, in range: Range<Int>) {
    guard unsafe text.mayNeedEscaping(in: range) else { return unsafe put(text, in: range) }
    let part = unsafe [UInt8](text[range])
    var escaped: [UInt8] = []
    escaped.appendJSON(string: part, in: part.indices)
    unsafe escaped.withUnsafeBufferPointer { unsafe put($0, in: 1..<$0.count - 1) }
  }

  /// Writes the inside of a JSON string, escaped where it has to be.
  mutating func putEscaped(_ text: [UInt8]) {
    unsafe text.withUnsafeBufferPointer { unsafe putEscaped($0, in: $0.indices) }
  }
}
