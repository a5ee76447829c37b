import Domain

/// Where the beginning of an input ends by which it is told to be text.
struct TextBeginning {
  /// What a brace is looked at with, by which JSON is told from rich text.
  private static let objectByteCount = 8

  /// The byte count, which may be more than has come.
  let end: Int
  private let isJSON: Bool

  /// Finds the end of the first line that is no comment; of JSON, in which nothing may end a line, that of a few bytes.
  ///
  /// `nil` where neither has come yet.
  init?(_ view: ByteView) {
    var at = 0
    while true {
      while at < view.count, view.isBlank(at) { at += 1 }
      guard at < view.count else { return nil }
      if [0x1E, UInt8(ascii: "{"), UInt8(ascii: "[")].contains(view.byte(at: at)) {
        end = at + Self.objectByteCount
        isJSON = true
        return
      }
      guard let lineEnd = view.firstIndex(of: 0x0A, from: at) else { return nil }
      guard view.byte(at: at) == UInt8(ascii: "#") else {
        end = lineEnd
        isJSON = false
        return
      }
      at = lineEnd
    }
  }

  /// Whether the bytes up to the end are text: others, and markup, are looked at further.
  func isText(in view: ByteView) -> Bool {
    let isPlain = (0..<view.count).allSatisfy { at in
      view.byte(at: at) >= 0x20 || view.isBlank(at) || view.byte(at: at) == 0x1E
    }
    guard isPlain, !isJSON else { return isPlain }
    let first = (0..<view.count).first { !view.isBlank($0) }
    return UTF8Check.isValid(view) && first.map(view.byte) != UInt8(ascii: "<")
  }
}

extension ByteView {
  /// Whether white space of a text, or an end of a line or page, stands at an offset.
  fileprivate func isBlank(_ offset: Int) -> Bool {
    let byte = byte(at: offset)
    return byte == 0x20 || (0x09...0x0D).contains(byte)
  }
}
