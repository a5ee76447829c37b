import Tables

extension KakaoDocument {
  /// The buffer that the fields of a page's documents refer to: the text of the page, and rewritten values.
  struct Source: Sendable {
    private let json: JSONReader
    /// Unescaped values and numbers as text; their ranges begin after the end of the page's text.
    private var rewritten: [UInt8] = []

    init(_ text: [UInt8]) { json = JSONReader(text) }

    /// The bytes of a field, valid UTF-8.
    subscript(range: Range<Int>) -> ArraySlice<UInt8> {
      let end = json.bytes.count
      return range.lowerBound < end ? json.bytes[range] : rewritten[range.lowerBound - end..<range.upperBound - end]
    }

    /// Returns a field as a whole number; `nil` if it isn't one.
    func wholeNumber(_ range: Range<Int>) -> Int? {
      let text = String(decoding: self[range], as: UTF8.self)
      return Int(text) ?? Double(text).flatMap { Int(exactly: $0) }
    }

    /// Returns the range of a value's text; empty if it has no text.
    mutating func range(of value: JSONToken) -> Range<Int> {
      switch value {
      case .text(let text):
        return text.isEscaped ? rewrite { json, output in json.append(text, to: &output) } : text.range
      case .number(let range):
        let text = String(decoding: self[range], as: UTF8.self)
        let whole = wholeNumber(range).map { "\($0)" }
        guard let number = whole ?? Double(text).flatMap({ $0.isFinite ? "\($0)" : nil }) else { return 0..<0 }
        return rewrite { $1.append(contentsOf: number.utf8) }
      case .bool, .null, .nested:
        return 0..<0
      }
    }

    private mutating func rewrite(_ append: (JSONReader, inout [UInt8]) -> Void) -> Range<Int> {
      let start = json.bytes.count + rewritten.count
      append(json, &rewritten)
      return start..<json.bytes.count + rewritten.count
    }

    func isNamed(_ key: JSONText, _ name: [UInt8]) -> Bool {
      guard !key.isEscaped else {
        var unescaped: [UInt8] = []
        json.append(key, to: &unescaped)
        return unescaped == name
      }
      guard key.range.count == name.count else { return false }
      // A loop, because comparing collections takes four times as long.
      for index in name.indices where json.bytes[key.range.lowerBound + index] != name[index] { return false }
      return true
    }

    /// Returns the field with a name; `nil` for a member that isn't read.
    func field(named key: JSONText) -> Field? {
      guard !key.isEscaped else {
        return Field.byLength.joined().first { isNamed(key, $0.name) }?.field
      }
      // Filter by length first, which leaves one or two names to compare.
      let length = key.range.count
      guard length < Field.byLength.count else { return nil }
      let candidates = Field.byLength[length]
      for index in candidates.indices where isNamed(key, candidates[index].name) { return candidates[index].field }
      return nil
    }
  }
}
