import Domain
import Rows

/// Reads the numbers of a row besides its coordinates.
extension QueryDefaults {
  func radius(of row: ParsedRow) throws(Failure) -> SearchRadius {
    guard !row[.radius].isAbsent else { return query.radius ?? .standard }
    // Most radii are numbers of metres, which need no text.
    if !hasDecimalCommas(row), let meters = row[.radius].number(in: row.bytes),
      let radius = Distance(meters: meters).flatMap({ SearchRadius($0) })
    {
      return radius
    }
    guard let text = row.text(.radius) else { return query.radius ?? .standard }
    let number = hasDecimalCommas(row) ? Self.withDecimalPoint(text) : text
    guard let read = LengthParser.length(String(number.trimmed)).flatMap({ SearchRadius($0) }) else {
      throw .unreadableRadius(text)
    }
    return read
  }

  func limit(of row: ParsedRow) throws(Failure) -> PlaceLimit {
    guard !row[.limit].isAbsent, let text = row.text(.limit) else { return limit }
    guard text.trimmed.lowercased() != "all" else { return .all }
    // Some programs write whole numbers as `2.0`.
    let number = Int(text.trimmed) ?? row[.limit].number(in: row.bytes).flatMap { Int(exactly: $0) }
    if number == 0 { return .nothing }
    guard let count = number.flatMap(PlaceCount.init) else { throw .unreadableLimit(text) }
    return .first(count)
  }

  /// Returns whether a radius has a mark of decimals or thousands that must be read as in the row's coordinates, which
  /// have decimal commas: `37,5`.
  private func hasDecimalCommas(_ row: ParsedRow) -> Bool {
    let radius = row.bytes[row[.radius].range]
    guard radius.contains(UInt8(ascii: ".")) || radius.contains(UInt8(ascii: ",")) else { return false }
    return [ColumnRole.latitude, .longitude].contains { role in
      let cell = row.bytes[row[role].range]
      return cell.contains(UInt8(ascii: ",")) && !cell.contains(UInt8(ascii: "."))
    }
  }

  /// Returns a length such as `1,5km` or `1.000` with a decimal point, and without points between thousands.
  private static func withDecimalPoint(_ text: String) -> String {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    let groups = parts[0].split(separator: ".", omittingEmptySubsequences: false)
    let areThousands = groups.dropFirst().allSatisfy { $0.prefix { $0.isASCII && $0.isNumber }.count == 3 }
    guard parts.count <= 2, areThousands else { return text }
    return parts.count == 2 ? groups.joined() + "." + parts[1] : groups.joined()
  }
}
