import Domain
import TextParsing

/// The normalized name of a column.
struct CSVColumnName: Sendable, Hashable {
  /// Letters and digits in lower case, without spaces, punctuation, brackets and the mark of WGS 84.
  let letters: String
  /// Whether the name contains WGS 84.
  let isGeodetic: Bool
  /// Whether the name says that the column holds metres on a grid; the mark is not among the letters.
  let isGrid: Bool
  /// The grid that the name contains.
  let grid: MapGrid?
  /// The EPSG code that the name contains, if it is that of an unsupported grid.
  let unsupportedCode: String?

  /// Reads a name.
  ///
  /// - Parameter title: The cell of the header.
  init(_ title: String) {
    var letters = String(title.lowercased().filter { $0.isLetter || $0.isNumber })
    isGeodetic = Self.remove(CSVCoordinateNames.geodeticMark, from: &letters)
    let plane = letters
    grid = Self.grid(namedIn: letters)
    unsupportedCode = grid == nil ? Self.code(in: letters) : nil
    for mark in CSVCoordinateNames.gridMarks.split(separator: " ") { Self.remove(String(mark), from: &letters) }
    // A mark counts only if the name of a plane column remains: `tm` occurs in other words too.
    isGrid = !isGeodetic && letters != plane && Self.isPlane(letters)
    self.letters = isGrid ? letters : plane
  }

  /// The rank of this name among others.
  ///
  /// - Parameter names: Names separated by white space; `*` stands for any prefix.
  /// - Returns: 0 for the first; `nil` if it is none of them.
  func rank(among names: String) -> Int? {
    for (rank, name) in names.split(whereSeparator: \.isWhitespace).enumerated()
    where name.first == "*" ? letters.hasSuffix(name.dropFirst()) : letters == name {
      return rank
    }
    return nil
  }

  /// The order of latitude and longitude that the name of a column with both says.
  var order: PairOrder? {
    if rank(among: CSVCoordinateNames.latitudeFirst) != nil { return .latitudeFirst }
    return rank(among: CSVCoordinateNames.longitudeFirst) == nil ? nil : .longitudeFirst
  }

  private static func grid(namedIn letters: String) -> MapGrid? {
    if letters.utf8.isEmpty { return nil }
    if holds(letters, "utmk") { return .unified }
    if holds(letters, "katec") { return .katec }
    return code(in: letters).flatMap { MapGrid(word: "EPSG:" + $0) }
  }

  /// The digits after `epsg`; `nil` if there are none.
  private static func code(in letters: String) -> String? {
    guard let mark = start(of: "epsg", in: letters) else { return nil }
    let digits = letters[mark...].dropFirst(4).prefix { $0.isNumber }
    return digits.isEmpty ? nil : String(digits)
  }

  private static func holds(_ letters: String, _ mark: String) -> Bool { start(of: mark, in: letters) != nil }

  private static func start(of mark: String, in letters: String) -> String.Index? {
    letters.indices.first { letters[$0...].hasPrefix(mark) }
  }

  private static func isPlane(_ letters: String) -> Bool {
    let names = CSVCoordinateNames.plane
    return (names.latitude + " " + names.longitude).split(separator: " ").contains { $0 == letters }
  }

  @discardableResult
  private static func remove(_ mark: String, from letters: inout String) -> Bool {
    let characters = Array(letters)
    let wanted = Array(mark)
    guard characters.count >= wanted.count else { return false }
    for start in 0...characters.count - wanted.count
    where characters[start..<start + wanted.count].elementsEqual(wanted) {
      var end = start + wanted.count
      if mark != CSVCoordinateNames.geodeticMark {
        while end < characters.count, characters[end].isNumber { end += 1 }
      }
      letters = String(characters[..<start] + characters[end...])
      return true
    }
    return false
  }
}
