import Domain

/// Writes places into a buffer: as JSON objects of schema 1, or as lines of csv or tsv.
///
/// Every field is always present, in the requested order; an absent value is `null` in JSON and empty in a line.
struct PlaceWriter: Sendable {
  private let template: PlaceTemplate

  /// - Parameters:
  ///   - fields: The fields; by default the standard fields and the added ones.
  ///   - notation: The notation of the values.
  ///   - added: The fields that the query adds.
  init(fields: [PlaceColumn]? = nil, as notation: TextNotation, adding added: [PlaceField] = []) {
    template = PlaceTemplate(fields: fields, as: notation, adding: added)
  }

  var fields: [PlaceColumn] { template.fields }
  var notation: TextNotation { template.notation }

  func appendHeader(to bytes: inout [UInt8]) {
    for (index, field) in fields.enumerated() {
      if index > 0 { bytes.append(notation.separator) }
      bytes.append(value: field.name, as: notation)
    }
    bytes.append(UInt8(ascii: "\n"))
  }

  func appendLine(_ found: FoundPlace, to bytes: inout [UInt8]) {
    let start = bytes.count
    append(found, to: &bytes)
    // CSV readers skip an empty line, and with it the place.
    if notation == .csv, bytes.count == start { bytes.append(text: "\"\"") }
    bytes.append(UInt8(ascii: "\n"))
  }

  /// Appends a place: an object, or the values of a line without its line feed.
  func append(_ found: FoundPlace, to bytes: inout [UInt8]) {
    bytes.append(reserving: Self.usualByteCount) { append(found, to: &$0) }
  }

  /// The usual size of a place in bytes.
  static let usualByteCount = 512

  /// Appends a place.
  ///
  /// - Complexity: Two passes over the place's text; nothing is allocated.
  @inline(__always)
  func append(_ found: FoundPlace, to buffer: inout OutputBuffer) {
    append(found.place.text, PlaceValues(of: found), to: &buffer)
  }

  /// Appends places, separated by commas.
  func append(_ places: [FoundPlace], to buffer: inout OutputBuffer) {
    for index in places.indices {
      if index > 0 { buffer.append(UInt8(ascii: ",")) }
      append(places, at: index, to: &buffer)
    }
  }

  /// Appends one of several places.
  ///
  /// Reads it in the array, because passing it on would copy it and count its references.
  @inline(__always)
  func append(_ places: [FoundPlace], at index: Int, to buffer: inout OutputBuffer) {
    append(places[index].place.text, PlaceValues(of: places, at: index), to: &buffer)
  }

  private func append(_ text: PlaceText, _ values: PlaceValues, to buffer: inout OutputBuffer) {
    let all = text.utf8.span.extracting(text.range)
    let form: TextForm = all.mayNeedEscaping ? .any : notation == .csv && all.containsComma ? .plain : .verbatim
    var index = 0
    while index < template.steps.count {
      let step = template.steps[index]
      index += 1
      switch step.value {
      case .number(let number):
        buffer.append(template.words, in: step.start)
        buffer.append(decimal: values[number])
      case .integer(let number):
        if let number = values[number] {
          buffer.append(template.words, in: step.start)
          buffer.append(decimal: number)
        } else {
          buffer.append(template.words, in: step.absent)
        }
      case .computed(let value):
        guard let text = value.text(in: values.computed) else {
          buffer.append(template.words, in: step.absent)
          break
        }
        buffer.append(template.words, in: step.start)
        buffer.append(text: text)
        if notation == .json, !value.isFlag { buffer.append(literal: "\"") }
      case .text(let field): append(text.utf8, in: text.range(of: field), form, step, to: &buffer)
      case .kind:
        // Avoids initialising the table of kinds, which takes as long as a query, if the place has no kind.
        if let kind = values.kind {
          buffer.append(template.words, in: step.start)
          buffer.append(value: kind.slug, as: notation)
        } else {
          buffer.append(template.words, in: step.absent)
        }
      case .attributes:
        let range = text.attributeRange
        if range.isEmpty {
          buffer.append(template.words, in: step.absent)
        } else {
          buffer.append(template.words, in: step.start)
          append(attributes: text.utf8[range], to: &buffer)
        }
      case .attribute(let number):
        let range = text.attributeRange(of: template.attributeKeys[number])
        append(text.utf8, in: range, .any, step, to: &buffer)
      case .group(let field):
        if let group = values.group {
          let number = step.firstRun + group.ordinal
          buffer.append(template.words, in: template.groupStarts[number]..<template.groupStarts[number + 1])
          index = step.afterRun
        } else {
          append(text.utf8, in: field.map(text.range) ?? 0..<0, form, step, to: &buffer)
        }
      }
    }
    if notation == .json { buffer.append(UInt8(ascii: "}")) }
  }

  @inline(never)
  private func append(attributes packed: ArraySlice<UInt8>, to buffer: inout OutputBuffer) {
    guard notation != .json else { return buffer.appendJSON(attributes: packed) }
    var object: [UInt8] = []
    object.append(reserving: 2 * packed.count) { $0.appendJSON(attributes: packed) }
    buffer.append(value: object.span, as: notation, isPlain: false)
  }

  @inline(__always)
  private func append(
    _ text: [UInt8],
    in range: Range<Int>,
    _ form: TextForm,
    _ step: PlaceTemplate.Step,
    to buffer: inout OutputBuffer
  ) {
    guard !range.isEmpty else { return buffer.append(template.words, in: step.absent) }
    if notation == .json, form == .verbatim {
      return buffer.append(template.words, in: step.start, quoting: text, in: range)
    }
    buffer.append(template.words, in: step.start)
    guard notation == .json else {
      if form == .verbatim { return buffer.append(text, in: range) }
      return buffer.append(value: text.span.extracting(range), as: notation, isPlain: form == .plain)
    }
    buffer.append(escaping: text.span.extracting(range), as: .json)
    buffer.append(UInt8(ascii: "\""))
  }

  /// The changes that the texts of a place need.
  private enum TextForm {
    /// No text needs quotes or escaping.
    case verbatim
    /// No text needs escaping, but one may need quotes.
    case plain
    /// A text may need escaping.
    case any
  }
}
