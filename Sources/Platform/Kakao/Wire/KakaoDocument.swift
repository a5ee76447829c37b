import Domain
import Tables

/// A place in a response: texts, and numbers as written; absent values are empty.
///
/// A number is accepted instead of text, because the documentation promises numbers for coordinates; values of other
/// types count as absent.
struct KakaoDocument: Sendable {
  /// The members that are read: the texts of a place, whose names in schema 1 are Kakao's, and numbers.
  private static let names = (PlaceText.Field.allCases.map(\.key) + ["x", "y", "distance"]).map { Array($0.utf8) }

  /// The values, one after another.
  private(set) var bytes: [UInt8] = []
  /// The range of each value, by the index of its name.
  private var ranges = [Range<Int>](repeating: 0..<0, count: names.count)

  /// Reads a document.
  ///
  /// If a member is repeated, its first text or number wins.
  init(reading json: inout JSONReader) throws(SyntaxError) {
    bytes.reserveCapacity(512)
    var name: [UInt8] = []
    var isFirst = true
    try json.expect(UInt8(ascii: "{"))
    while let key = try json.nextKey(isFirst: &isFirst) {
      let value = try json.value()
      name.removeAll(keepingCapacity: true)
      json.append(key, to: &name)
      guard let index = Self.names.firstIndex(where: { $0 == name }), ranges[index].isEmpty else { continue }
      let start = bytes.count
      switch value {
      case .text(let text): json.append(text, to: &bytes)
      case .number(let range): bytes += json.bytes[range]
      case .bool, .null, .nested: break
      }
      ranges[index] = start..<bytes.count
    }
  }

  /// The text of a field.
  subscript(field: PlaceText.Field) -> ArraySlice<UInt8> { bytes[ranges[field.rawValue]] }

  var longitude: Double? { number(at: PlaceText.Field.count) }
  var latitude: Double? { number(at: PlaceText.Field.count + 1) }
  var distance: Double? { number(at: PlaceText.Field.count + 2) }

  private func number(at index: Int) -> Double? {
    let text = bytes[ranges[index]]
    return DecimalNumber.value(of: text.span)
  }
}
