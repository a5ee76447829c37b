/// The beginning of an input that decides whether it is text.
package struct TextBeginning {
  /// The number of bytes after a brace that distinguish JSON from rich text.
  private static let objectByteCount = 8

  /// The size in bytes, which may exceed the bytes that have arrived.
  package let end: Int
  private let isJSON: Bool

  /// Finds the end of the first line that isn't a comment; for JSON, which may have no lines, the end of the first few
  /// bytes.
  ///
  /// `nil` if the end hasn't arrived yet.
  package init?(_ view: Span<UInt8>) {
    var at = 0
    while true {
      while at < view.count, view.isBlank(at) { at += 1 }
      guard at < view.count else { return nil }
      if [0x1E, UInt8(ascii: "{"), UInt8(ascii: "[")].contains(view[at]) {
        end = at + Self.objectByteCount
        isJSON = true
        return
      }
      let lineEnd = ByteSearch.next(0x0A, or: 0x0A, in: view, from: at, to: view.count)
      guard lineEnd < view.count else { return nil }
      guard view[at] == UInt8(ascii: "#") else {
        end = lineEnd
        isJSON = false
        return
      }
      at = lineEnd
    }
  }

  /// Returns whether the bytes are certainly text; other bytes and markup need more examination.
  package func isText(in view: Span<UInt8>) -> Bool {
    let isPlain = (0..<view.count).allSatisfy { at in
      view[at] >= 0x20 || view.isBlank(at) || view[at] == 0x1E
    }
    guard isPlain, !isJSON else { return isPlain }
    let first = (0..<view.count).first { !view.isBlank($0) }
    return (try? UTF8Span(validating: view)) != nil && first.map { view[$0] } != UInt8(ascii: "<")
  }
}

extension Span<UInt8> {
  /// Returns whether the byte at an offset is white space.
  fileprivate func isBlank(_ offset: Int) -> Bool {
    let byte = self[offset]
    return byte == 0x20 || (0x09...0x0D).contains(byte)
  }
}
