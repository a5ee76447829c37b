import Domain
import Rows
import Tables

extension RowField {
  private static let maximumDepth = 3

  /// Returns the value in a wrapper, as an import reads it: `{"type":"Text","value":"cafe"}` of NGSI, or the same text
  /// in several languages, `{"en":"cafe","ko":"카페"}`; the field itself if it isn't a wrapper.
  ///
  /// - Parameters:
  ///   - bytes: The bytes of the row.
  ///   - isPreferred: Whether a text is better than the same text in other languages.
  /// - Returns: The value or the field.
  func unwrapped(in bytes: [UInt8], isPreferred: (String) -> Bool = { _ in false }) -> RowField {
    value(in: bytes, depth: 0, isPreferred) ?? self
  }

  private func value(in bytes: [UInt8], depth: Int, _ isPreferred: (String) -> Bool) -> RowField? {
    guard encoding == .jsonOther, bytes[start] == Ascii.openBrace, depth < Self.maximumDepth else {
      return isObject(in: bytes) ? nil : self
    }
    var text: RowField?
    var translations: [RowField] = []
    var hasOthers = false
    var json = JSONReader(row: bytes, range)
    _ = json.scanObject { key, member in
      switch key.text(in: bytes).flatMap(LocalizedText.meaning) {
      case .text?: text = text ?? member.value(in: bytes, depth: depth + 1, isPreferred)
      case .language? where member.isJSONString: translations.append(member)
      default: hasOthers = true
      }
    }
    if let text { return text }
    guard !hasOthers else { return nil }
    return translations.first { $0.text(in: bytes).map(isPreferred) ?? false } ?? translations.first
  }

  private func isObject(in bytes: [UInt8]) -> Bool { encoding == .jsonOther && bytes[start] == Ascii.openBrace }
}
