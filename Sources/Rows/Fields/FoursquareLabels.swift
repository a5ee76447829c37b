import Tables

enum FoursquareLabels {
  /// The first steps of all labels.
  ///
  /// They separate the labels of a list, because steps may contain commas.
  private static let firstSteps = FieldNames.words("first", of: "labels").map { $0.replacing("_", with: " ") }

  /// Calls a closure for each label of a text.
  ///
  /// The text is one label, or a list as databases print it: `[A > B, C > D]` or `['A > B', 'C > D']`.
  static func forEachLabel(in text: ByteView, _ body: (ByteView) -> Void) {
    var start = 0
    for index in 1..<max(1, text.count) where isLabelStart(text, at: index) {
      visit(text.part(start..<index), body)
      start = index
    }
    visit(text.part(start..<text.count), body)
  }

  private static func isLabelStart(_ text: ByteView, at index: Int) -> Bool {
    let before = text.byte(at: index - 1)
    guard before <= 0x20 || separators.contains(before) else { return false }
    // A label in a list follows a comma.
    var back = index - 1
    while back >= 0, text.byte(at: back) <= 0x20 || quotes.contains(text.byte(at: back)) { back -= 1 }
    guard back >= 0, text.byte(at: back) == UInt8(ascii: ",") || text.byte(at: back) == UInt8(ascii: ";") else {
      return false
    }
    let rest = text.part(index..<text.count)
    return firstSteps.contains { rest.part(0..<min(rest.count, $0.utf8.count)).text == $0 }
  }

  private static let quotes: [UInt8] = Array("'\"[{".utf8)
  private static let separators: [UInt8] = Array(",;'\"[{".utf8)

  private static func visit(_ text: ByteView, _ body: (ByteView) -> Void) {
    var start = 0
    var end = text.count
    while start < end, isFrame(text.byte(at: start)) { start += 1 }
    while end > start, isFrame(text.byte(at: end - 1)) { end -= 1 }
    if end > start { body(text.part(start..<end)) }
  }

  private static func isFrame(_ byte: UInt8) -> Bool {
    byte <= 0x20 || separators.contains(byte) || byte == UInt8(ascii: "]") || byte == UInt8(ascii: "}")
  }
}
