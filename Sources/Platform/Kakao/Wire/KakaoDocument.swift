import Domain
import Tables

/// A place in a response: numbers are text, and absent text is empty.
///
/// It holds only the range of each field in its ``Source``. A number is accepted instead of text, because the
/// documentation promises numbers for coordinates; values of other types count as absent.
struct KakaoDocument: Sendable {
  /// The fields that are read: the texts of a place, whose names in schema 1 are Kakao's, and numbers.
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

  /// Reads a document after its `{`.
  ///
  /// If a field is repeated, the first one wins.
  init(reading json: inout JSONReader, into source: inout Source) throws(SyntaxError) {
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

  /// The range of a field in the source; empty if it is absent.
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

  /// The total number of bytes of all texts.
  var textCount: Int {
    var count = 0
    for index in texts.indices { count += texts[index].count }
    return count
  }
}

extension KakaoDocument.Field {
  /// The fields and their names, by the length of the name.
  static let byLength: [[(name: [UInt8], field: Self)]] = {
    let texts = PlaceText.Field.allCases.map { (name: Array($0.key.utf8), field: Self.text($0)) }
    let numbers: [(name: [UInt8], field: Self)] = [
      (Array("x".utf8), .longitude), (Array("y".utf8), .latitude), (Array("distance".utf8), .distance),
    ]
    let all = texts + numbers
    let longest = all.map(\.name.count).max() ?? 0
    return (0...longest).map { length in all.filter { $0.name.count == length } }
  }()

  /// The index of the field.
  fileprivate var number: Int {
    switch self {
    case .text(let text): text.rawValue
    case .longitude: PlaceText.Field.count
    case .latitude: PlaceText.Field.count + 1
    case .distance: PlaceText.Field.count + 2
    }
  }
}
