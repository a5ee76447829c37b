import Domain
package import Tables

/// Sets the texts of a row: as views of the row, copied, unescaped or joined.
///
/// A text with the same or a better precedence is kept.
extension RowDraft {
  /// Sets a text, or a copy of it if its bytes don't live as long as the draft.
  @inline(__always)
  package mutating func set(
    _ field: ImportField,
    text: ByteView,
    precedence: Precedence = Precedence(.named),
    outlivesRow: Bool = true
  ) {
    guard precedence < precedences[field.slot] else { return }
    let text = text.trimmed
    guard text.count > 0, !text.isPlaceholder, !Self.isNothing(text, for: field) else { return }
    if field.isAddress, let plain = Markup.plainText(of: text) {
      return compose(field, precedence: precedence) { own in ByteView.over(plain) { own.append($0.trimmed) } }
    }
    guard outlivesRow else { return compose(field, precedence: precedence) { $0.append(text) } }
    precedences[field.slot] = precedence
    texts[field.slot] = .row(text)
  }

  /// Returns whether a text means a missing telephone number, website or address.
  private static func isNothing(_ text: ByteView, for field: ImportField) -> Bool {
    switch field {
    case .fact(.phone): isNothing(text) || !text.mayBePhone
    case .fact(.url): isNothing(text) || !text.mayBeWebsite
    case .fact(.lotAddress), .fact(.roadAddress): isNothing(text)
    default: false
    }
  }

  @inline(__always)
  private static func isNothing(_ text: ByteView) -> Bool {
    // Most telephone numbers begin with a digit; words for a missing value don't.
    let first = text.byte(at: 0)
    guard first < UInt8(ascii: "0") || first > UInt8(ascii: "9"), text.count <= longestNothing else { return false }
    return text.isNothing || nothings.value(of: text) != nil
  }

  private static let nothings = WordTable(FieldNames.words("words", of: "nothing").map { ($0, 1) })
  private static let longestNothing = FieldNames.words("words", of: "nothing").map(\.utf8.count).max() ?? 0

  package mutating func set(_ field: ImportField, text: JSONString, precedence: Precedence = Precedence(.named)) {
    guard text.isEscaped else { return set(field, text: text.raw, precedence: precedence) }
    compose(field, precedence: precedence) { text.unescape(into: &$0) }
  }

  package mutating func set(_ field: ImportField, key: ByteView, value: ByteView, _ precedence: Precedence) {
    compose(field, precedence: precedence) {
      $0.append(key)
      $0.append(UInt8(ascii: "="))
      $0.append(value)
    }
  }

  package mutating func set(
    _ field: ImportField,
    joining parts: [JSONString],
    by separator: String,
    _ precedence: Precedence = Precedence(.named)
  ) {
    compose(field, precedence: precedence) { own in
      var isFirst = true
      for part in parts where part.raw.count > 0 {
        if !isFirst { own.append(separator) }
        isFirst = false
        part.unescape(into: &own)
      }
    }
  }

  package mutating func set(
    _ field: ImportField,
    joining fields: [ImportField],
    by separator: String = " ",
    _ precedence: Precedence = Precedence(.named)
  ) {
    let parts = fields.filter { has($0) }.map { texts[$0.slot] }
    compose(field, precedence: precedence) { own in
      for (number, part) in parts.enumerated() {
        if number > 0 { own.append(separator) }
        Self.copy(part, to: &own)
      }
    }
  }

  static func copy(_ text: Text, to own: inout GrowableBuffer<UInt8>) {
    switch text {
    case .absent: break
    case .row(let view): own.append(view)
    // By index, because a view becomes invalid when the buffer grows.
    case .own(let first, let end): for index in first..<end { own.append(own[index]) }
    }
  }

  /// Sets a text that a closure writes to the draft's buffer.
  mutating func compose(
    _ field: ImportField,
    precedence: Precedence,
    _ write: (inout GrowableBuffer<UInt8>) -> Void
  ) {
    guard precedence < precedences[field.slot] else { return }
    let start = own.count
    write(&own)
    guard own.count > start else { return }
    precedences[field.slot] = precedence
    texts[field.slot] = .own(start: start, end: own.count)
  }
}
