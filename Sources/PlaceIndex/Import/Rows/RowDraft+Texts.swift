import TextParsing

/// How the texts of a row are set: from the row itself, copied, unescaped or joined.
extension RowDraft {
  /// Sets a text, or a copy if its bytes do not live as long as the draft, unless there is one that is as good or better.
  @inline(__always)
  mutating func set(
    _ slot: Slot,
    _ text: ByteView,
    _ precedence: Precedence = Precedence(.named),
    outlivesRow: Bool = true
  ) {
    guard precedence < precedences[slot.rawValue] else { return }
    let text = text.trimmed
    guard text.count > 0, !text.isPlaceholder else { return }
    guard !outlivesRow else {
      (precedences[slot.rawValue], texts[slot.rawValue]) = (precedence, .row(text))
      return
    }
    let start = own.count
    own.append(text)
    finish(slot, from: start, precedence)
  }

  /// Sets a JSON string unless there is a text that is as good or better.
  mutating func set(_ slot: Slot, _ text: JSONString, _ precedence: Precedence = Precedence(.named)) {
    guard text.isEscaped else { return set(slot, text.raw, precedence) }
    guard precedence < precedences[slot.rawValue] else { return }
    let start = own.count
    text.unescape(into: &own)
    finish(slot, from: start, precedence)
  }

  /// Sets a tag as `key=value` unless there is a text that is as good or better.
  mutating func set(_ slot: Slot, key: ByteView, value: ByteView, _ precedence: Precedence) {
    guard precedence < precedences[slot.rawValue] else { return }
    let start = own.count
    own.append(key)
    own.append(UInt8(ascii: "="))
    own.append(value)
    finish(slot, from: start, precedence)
  }

  /// Sets strings joined by a separator.
  mutating func set(
    _ slot: Slot,
    joining parts: [JSONString],
    by separator: String,
    _ precedence: Precedence = Precedence(.named)
  ) {
    guard precedence < precedences[slot.rawValue] else { return }
    let start = own.count
    for part in parts where part.raw.count > 0 {
      appendSeparator(separator, after: start)
      part.unescape(into: &own)
    }
    finish(slot, from: start, precedence)
  }

  /// Sets texts of other slots joined by a separator.
  mutating func set(
    _ slot: Slot,
    joining slots: [Slot],
    by separator: String = " ",
    _ precedence: Precedence = Precedence(.named)
  ) {
    guard precedence < precedences[slot.rawValue] else { return }
    let start = own.count
    for part in slots where has(part) {
      appendSeparator(separator, after: start)
      copyToOwn(texts[part.rawValue])
    }
    finish(slot, from: start, precedence)
  }

  mutating func copyToOwn(_ text: Text) {
    switch text {
    case .absent: break
    case .row(let view): own.append(view)
    // By index, because a view becomes invalid when the buffer grows.
    case .own(let first, let end): for index in first..<end { own.append(own[index]) }
    }
  }

  private mutating func appendSeparator(_ separator: String, after start: Int) {
    guard own.count > start else { return }
    for byte in separator.utf8 { own.append(byte) }
  }

  mutating func finish(_ slot: Slot, from start: Int, _ precedence: Precedence) {
    guard own.count > start else { return }
    precedences[slot.rawValue] = precedence
    texts[slot.rawValue] = .own(start: start, end: own.count)
  }
}
