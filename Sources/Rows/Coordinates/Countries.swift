import Domain
import Tables

/// The countries that rows name, with the boxes around their land.
///
/// The country of a row determines the order of its two coordinates, and the scale of degrees without a decimal point.
enum Countries {
  /// A box around the land of a country, in degrees.
  struct Box: Sendable {
    private let latitudes: ClosedRange<Double>
    private let longitudes: ClosedRange<Double>

    fileprivate init?(_ numbers: [Double]) {
      guard numbers.count == 4, numbers[0] < numbers[1], numbers[2] < numbers[3] else { return nil }
      latitudes = numbers[0]...numbers[1]
      longitudes = numbers[2]...numbers[3]
    }

    func holds(latitude: Double, longitude: Double) -> Bool {
      latitudes.contains(latitude) && longitudes.contains(longitude)
    }
  }

  private static let titles = Set(FieldNames.words("titles", of: "countries"))

  /// The boxes by the codes and names of countries, as ``letters(of:)`` writes them.
  private static let boxes: [String: Box] = {
    var boxes: [String: Box] = [:]
    for line in FieldNames.lines("countries") where line.key != "titles" {
      guard let box = Box(line.names.prefix(4).compactMap { Double($0) }) else {
        preconditionFailure("each line of countries has a code and four numbers")
      }
      for name in [line.key] + line.names.dropFirst(4) { boxes[letters(of: name)] = box }
    }
    return boxes
  }()

  private static func letters(of name: String) -> String { name.lowercased().filter(\.isLetter) }

  /// Returns whether a column or property with a title holds the country of a row.
  static func isTitle(_ title: String) -> Bool { titles.contains(ColumnName(title).letters) }

  /// Returns the box of a country by its code or its name; `nil` for an unknown one.
  static func box(of name: String) -> Box? { boxes[letters(of: name)] }

  /// Words in titles that show a language of a country whose metres are often called latitude and longitude.
  private static let crsWords = Set(FieldNames.words("language", of: "grid words"))

  /// Returns whether titles are in the language of a country with a CRS of its own.
  static func haveProjectedSystems(_ titles: [String]) -> Bool {
    titles.contains { title in
      ColumnName.words(of: title).contains(where: crsWords.contains)
        || title.unicodeScalars.contains { (0xAC00...0xD7A3).contains($0.value) }
    }
  }

  /// The land of Europe, where scaled degrees are usual, and metres in another country's CRS are not.
  static let europe = Box([36, 62, -11, 32])
}

/// Counts the orders of coordinates that put rows in their countries.
struct CountryVotes {
  private var latitudeFirstCount = 0
  private var longitudeFirstCount = 0

  mutating func add(_ first: Double, _ second: Double, in box: Countries.Box) {
    let isLatitudeFirst = box.holds(latitude: first, longitude: second)
    let isLongitudeFirst = box.holds(latitude: second, longitude: first)
    guard isLatitudeFirst != isLongitudeFirst else { return }
    if isLatitudeFirst { latitudeFirstCount += 1 } else { longitudeFirstCount += 1 }
  }

  /// The order that puts nine of ten rows in their countries, counting only rows that fit one order.
  var order: PairOrder? {
    let count = latitudeFirstCount + longitudeFirstCount
    guard count > 0 else { return nil }
    if latitudeFirstCount * 10 >= count * 9 { return .latitudeFirst }
    return longitudeFirstCount * 10 >= count * 9 ? .longitudeFirst : nil
  }
}
