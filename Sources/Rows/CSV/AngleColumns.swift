import Domain
import Tables

/// The columns with the minutes and seconds of coordinates whose degrees have columns of their own.
package struct AngleColumns: Sendable, Hashable {
  /// The column of the minutes, then the column of the seconds, if there is one.
  package let latitude: [Int]
  package let longitude: [Int]

  /// Whether the columns have titles; other columns may have other values than minutes.
  package let areTitled: Bool

  package var columns: [Int] { latitude + longitude }

  /// Finds the columns next to a pair; `nil` if there are none.
  ///
  /// Their titles extend the titles of the pair, such as `Latitude [min]`, or are empty.
  package init?(of pair: CSVColumns.Pair, among titles: [String]) {
    // Few tables have such columns, and finding them takes the table of names.
    guard Self.mayExist(in: titles, nextTo: pair) else { return nil }
    let letters = titles.map(Self.letters)
    let latitude = Self.parts(of: pair.latitude, among: letters)
    let longitude = Self.parts(of: pair.longitude, among: letters)
    if latitude.isEmpty, longitude.isEmpty {
      // The titles of a pair may be merged cells of a spreadsheet above several columns.
      let count = titles[(pair.latitude + 1)...].prefix { $0.isEmpty }.count
      let other = titles[(pair.longitude + 1)...].prefix { $0.isEmpty }.count
      let isLast = pair.longitude + other == titles.count - 1
      guard (1...2).contains(count), other == count || isLast && other < count else { return nil }
      self.latitude = (1...count).map { pair.latitude + $0 }
      self.longitude = (1...count).map { pair.longitude + $0 }
      areTitled = false
      return
    }
    self.latitude = latitude
    self.longitude = longitude
    areTitled = true
  }

  private static func mayExist(in titles: [String], nextTo pair: CSVColumns.Pair) -> Bool {
    [pair.latitude, pair.longitude].contains { degrees in
      let start = titles[degrees].prefix(3).lowercased()
      return titles.indices.contains { column in
        column != degrees && (titles[column].isEmpty || titles[column].lowercased().hasPrefix(start))
      }
    }
  }

  private static let units = ["degrees", "minutes", "seconds"].map { FieldNames.words($0, of: "parts") }
  /// The marks of degrees, minutes and seconds, and the words with their meaning.
  private static let marks = [("°", "deg"), ("º", "deg"), ("′", "min"), ("'", "min"), ("″", "sec"), ("\"", "sec")]

  /// Returns the letters of a title, with words in place of marks.
  private static func letters(_ title: String) -> String {
    var title = title
    for (mark, word) in marks where title.contains(mark) { title = title.replacing(mark, with: word) }
    return ColumnName(title).letters
  }

  private static func parts(of column: Int, among letters: [String]) -> [Int] {
    let title = letters[column]
    let stems = [title] + units[0].filter { title.hasSuffix($0) }.map { String(title.dropLast($0.count)) }
    // Between `lat_min` and `lat_max` are the sides of a box.
    let stem = stems.first { stem in
      !stem.isEmpty && !letters.contains(stem + "max") && units[1].contains { letters.contains(stem + $0) }
    }
    guard let stem else { return [] }
    return units.dropFirst().compactMap { words in
      letters.firstIndex { title in words.contains { title == stem + $0 } }
    }
  }

  /// Adds minutes and seconds to degrees; `nil` if they are out of range.
  ///
  /// Degrees with a fraction already contain them.
  ///
  /// - Parameters:
  ///   - degrees: The degrees, or NaN.
  ///   - columns: The columns of the minutes and seconds.
  ///   - number: Returns the number in a column: 0 if the cell is empty, `nil` if it isn't a number.
  /// - Returns: The sum.
  package func degrees(_ degrees: Double, adding columns: [Int], _ number: (Int) -> Double?) -> Double? {
    guard degrees == degrees.rounded(), abs(degrees) <= 180 else { return degrees }
    let parts = columns.map(number).compactMap { $0.flatMap { (0...60).contains($0) ? $0 : nil } }
    guard parts.count == columns.count else { return areTitled ? nil : degrees }
    let magnitude = parts.reversed().reduce(0) { ($0 + $1) / 60 } + abs(degrees)
    return degrees.sign == .minus ? -magnitude : magnitude
  }
}
