import Domain

/// The beginning of an input that decides whether it is text.
struct TextBeginning {
  /// The number of bytes after a brace that distinguish JSON from rich text.
  private static let objectByteCount = 8

  /// The size in bytes, which may exceed the bytes that have arrived.
  let end: Int
  private let isJSON: Bool

  /// Finds the end of the first line that isn't a comment, or for JSON, which may have no lines, the end of a few
  /// bytes.
  ///
  /// `nil` if that hasn't arrived yet.
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

  /// Returns whether the bytes are certainly text; other bytes and markup need more examination.
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
  /// Returns whether the byte at an offset is white space.
  fileprivate func isBlank(_ offset: Int) -> Bool {
    let byte = byte(at: offset)
    return byte == 0x20 || (0x09...0x0D).contains(byte)
  }
}
