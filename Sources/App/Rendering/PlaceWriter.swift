import Domain

/// Writes places into a buffer, each as a JSON object of schema 1, or as a line of CSV or TSV.
///
/// Every field is always there, in the order asked; an absent value is `null` in JSON, and empty in a line.
struct PlaceWriter: Sendable {
  private struct Step: Sendable {
    let content: PlaceField.Content
    /// What comes before the value, in ``words``: a separator, and in JSON the key.
    let start: Range<Int>
    /// Where the first word of a field of groups lies in ``groupWords``.
    let firstWord: Int
  }

  let fields: [PlaceField]
  let notation: TextNotation
  private let steps: [Step]
  // One buffer for all, because each array that threads share costs reference counting.
  private let words: [UInt8]
  private let groupWords: [Range<Int>]

  init(fields: [PlaceField] = PlaceField.allCases, as notation: TextNotation) {
    (self.fields, self.notation) = (fields, notation)
    var words: [UInt8] = []
    var groupWords: [Range<Int>] = []
    func range(of text: String) -> Range<Int> {
      let start = words.count
      words.append(text: text)
      return start..<words.count
    }
    steps = fields.enumerated().map { position, field in
      let firstWord = groupWords.count
      if case .group(let word, _, _) = field.content {
        for group in CategoryGroup.allCases { groupWords.append(range(of: word(group))) }
      }
      let separator = position == 0 ? "" : String(UnicodeScalar(notation.separator))
      let key = notation == .json ? "\(position == 0 ? "{" : separator)\"\(field.rawValue)\":" : separator
      return Step(content: field.content, start: range(of: key), firstWord: firstWord)
    }
    (self.words, self.groupWords) = (words, groupWords)
  }

  func appendHeader(to bytes: inout [UInt8]) {
    bytes.append(text: fields.map(\.rawValue).joined(separator: String(UnicodeScalar(notation.separator))))
    bytes.append(UInt8(ascii: "\n"))
  }

  func appendLine(_ found: FoundPlace, to bytes: inout [UInt8]) {
    let start = bytes.count
    append(found, to: &bytes)
    // Readers of CSV skip a blank line, and with it the place.
    if notation == .csv, bytes.count == start { bytes.append(text: "\"\"") }
    bytes.append(UInt8(ascii: "\n"))
  }

  /// Appends one place: an object, or the values of a line without its line feed.
  ///
  /// - Complexity: Two passes over the place's text; allocates only when the buffer grows.
  func append(_ found: FoundPlace, to bytes: inout [UInt8]) {
    let text = found.place.text.utf8
    let isPlain = !text.mayNeedEscaping(in: PlaceText.textStart..<text.count)
    for position in 0..<steps.count {
      bytes.append(words, in: steps[position].start)
      switch steps[position].content {
      case .number(let number): bytes.append(decimal: number(found))
      case .integer(let number):
        if let number = number(found) { bytes.append(decimal: number) } else { appendNothing(to: &bytes) }
      case .text(let field, _): append(text, in: found.place.text.range(of: field), isPlain: isPlain, to: &bytes)
      case .kind:
        // The table of kinds, which takes as long to read as a query, is not made for places without one.
        let slug = found.place.kind?.slug
        if notation == .json { bytes.appendJSON(string: slug) } else { bytes.append(text: slug ?? "") }
      case .group(_, let field, _):
        if let group = found.place.group {
          append(words, in: groupWords[steps[position].firstWord + group.ordinal], isPlain: true, to: &bytes)
        } else if let field {
          append(text, in: found.place.text.range(of: field), isPlain: isPlain, to: &bytes)
        } else {
          appendNothing(to: &bytes)
        }
      }
    }
    if notation == .json { bytes.append(UInt8(ascii: "}")) }
  }

  @inline(__always)
  private func append(_ text: [UInt8], in range: Range<Int>, isPlain: Bool, to bytes: inout [UInt8]) {
    if range.isEmpty {
      appendNothing(to: &bytes)
    } else if isPlain, notation == .json {
      bytes.append(text, in: range, isQuoted: true)
    } else {
      bytes.append(value: text, in: range, as: notation)
    }
  }

  private func appendNothing(to bytes: inout [UInt8]) { if notation == .json { bytes.appendJSONNull() } }
}
