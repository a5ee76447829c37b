struct TextField: Sendable, Hashable {
  private(set) var text: String
  private(set) var cursor: Int

  init(_ text: String = "") {
    self.text = text
    cursor = text.count
  }

  var textBeforeCursor: Substring { text.prefix(cursor) }
  /// The character under the cursor; `nil` at the end.
  var current: Character? { text.dropFirst(cursor).first }
  /// The text after the character under the cursor.
  var tail: Substring { text.dropFirst(cursor + 1) }

  /// Handles a key; returns whether the key has an effect.
  mutating func handle(_ key: Key) -> Bool {
    switch key {
    case .character(let character): insert(String(character))
    case .backspace, .control("h"):
      guard cursor > 0 else { return true }
      replace(textBeforeCursor.dropLast(), text.dropFirst(cursor))
    case .delete, .control("d"): replace(textBeforeCursor, text.dropFirst(cursor + 1))
    case .left, .control("b"): cursor = max(0, cursor - 1)
    case .right, .control("f"): cursor = min(text.count, cursor + 1)
    case .home, .control("a"): cursor = 0
    case .end, .control("e"): cursor = text.count
    case .control("u"): replace("", text.dropFirst(cursor))
    case .control("k"): replace(textBeforeCursor, "")
    case .control("w"):
      var rest = textBeforeCursor
      while rest.last == " " { rest.removeLast() }
      while let last = rest.last, last != " " { rest.removeLast() }
      replace(rest, text.dropFirst(cursor))
    default: return false
    }
    return true
  }

  /// Inserts text at the cursor.
  ///
  /// Line ends become spaces, and control characters are removed.
  mutating func insert(_ inserted: String) {
    replace(textBeforeCursor + TerminalText.cleaned(inserted), text.dropFirst(cursor))
  }

  /// Joins two parts and puts the cursor between them.
  ///
  /// A combining mark joins the preceding character.
  private mutating func replace(_ before: some StringProtocol, _ after: some StringProtocol) {
    let start = String(before)
    text = start + after
    cursor = min(start.count, text.count)
  }
}
