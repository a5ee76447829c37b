import Domain
import TextParsing

/// One place on the wire: numbers are text, and absent text is empty.
///
/// It holds only the range of each field in its ``Source``. A number is accepted in place of text, since the
/// documentation promises one for coordinates; a value of any other type counts as absent.
struct KakaoDocument: Sendable {
  /// The fields that are read.
  enum Field: Int, CaseIterable {
    case id, name, categoryName, groupCode, groupName, phone, lotAddress, roadAddress, x, y, url, distance
  }

  private var fields = InlineArray<12, Range<Int>>(repeating: 0..<0)

  /// Reads a document after its `{`; of fields with the same name the first counts.
  init(reading json: inout JSONReader, into source: inout Source) throws(NotJSON) {
    var seen: UInt16 = 0
    var isFirst = true
    while let key = try json.nextKey(isFirst: &isFirst) {
      let value = try json.value()
      guard let field = source.field(named: key), case let bit:UInt16 = 1 << field.rawValue, seen & bit == 0 else {
        continue
      }
      seen |= bit
      fields[field.rawValue] = source.range(of: value)
    }
  }

  /// The range of a field in the source; empty when it is absent.
  subscript(field: Field) -> Range<Int> { fields[field.rawValue] }

  /// The number of bytes of all fields together.
  var textCount: Int {
    var count = 0
    for index in fields.indices { count += fields[index].count }
    return count
  }
}
