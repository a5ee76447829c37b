import Domain
import Tables

/// One place on the wire: numbers are text, and absent text is empty.
///
/// It holds only the range of each field in its ``Source``. A number is accepted in place of text, since the
/// documentation promises one for coordinates; a value of any other type counts as absent.
struct KakaoDocument: Sendable {
  /// The fields that are read: the texts of a place, whose names are those of schema 1, which took them from here, and
  /// numbers.
  enum Field: Sendable, Hashable {
    case text(PlaceText.Field)
    case longitude
    case latitude
    case distance
  }

  private var texts = PlaceText.PerField<Range<Int>>(repeating: 0..<0)
  private var longitude = 0..<0
  private var latitude = 0..<0
  private var distance = 0..<0

  /// Reads a document after its `{`; of fields with the same name the first counts.
  init(reading json: inout JSONReader, into source: inout Source) throws(NotJSON) {
    var seen: UInt32 = 0
    var isFirst = true
    while let key = try json.nextKey(isFirst: &isFirst) {
      let value = try json.value()
      guard let field = source.field(named: key), case let bit:UInt32 = 1 << field.number, seen & bit == 0 else {
        continue
      }
      seen |= bit
      self[field] = source.range(of: value)
    }
  }

  /// The range of a field in the source; empty when it is absent.
  private(set) subscript(field: Field) -> Range<Int> {
    get {
      switch field {
      case .text(let text): texts[text.rawValue]
      case .longitude: longitude
      case .latitude: latitude
      case .distance: distance
      }
    }
    set {
      switch field {
      case .text(let text): texts[text.rawValue] = newValue
      case .longitude: longitude = newValue
      case .latitude: latitude = newValue
      case .distance: distance = newValue
      }
    }
  }

  /// The number of bytes of all texts together.
  var textCount: Int {
    var count = 0
    for index in texts.indices { count += texts[index].count }
    return count
  }
}

extension KakaoDocument.Field {
  /// The fields with the name of each, by the length of the name.
  static let byLength: [[(name: [UInt8], field: Self)]] = {
    let texts = PlaceText.Field.allCases.map { (name: Array($0.key.utf8), field: Self.text($0)) }
    let numbers: [(name: [UInt8], field: Self)] = [
      (Array("x".utf8), .longitude), (Array("y".utf8), .latitude), (Array("distance".utf8), .distance),
    ]
    let all = texts + numbers
    let longest = all.map(\.name.count).max() ?? 0
    return (0...longest).map { length in all.filter { $0.name.count == length } }
  }()

  /// A number for each.
  fileprivate var number: Int {
    switch self {
    case .text(let text): text.rawValue
    case .longitude: PlaceText.Field.count
    case .latitude: PlaceText.Field.count + 1
    case .distance: PlaceText.Field.count + 2
    }
  }
}
