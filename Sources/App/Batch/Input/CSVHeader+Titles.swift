import Domain
import Tables

/// The titles of columns.
extension CSVHeader {
  static func line(of titles: [String], _ delimiter: UInt8) -> [UInt8] {
    var line: [UInt8] = []
    for (column, title) in titles.enumerated() {
      if column > 0 { line.append(delimiter) }
      line.append(cell: title.utf8.span, between: delimiter)
    }
    return line
  }

  /// Returns the columns that can have a role, the preferred one first.
  ///
  /// Several may contain an address, even with the same name: tables often have one for each style of address.
  static func columns(
    for role: ColumnRole,
    among titles: [String],
    _ names: ColumnNames
  ) throws(Failure) -> [Int] {
    var found: [(rank: Int, column: Int)] = []
    for (column, title) in titles.enumerated() {
      if let rank = names.rank(of: title, for: role) { found.append((rank, column)) }
    }
    found.sort { $0 < $1 }
    let wanted = names.override(for: role)
    if found.isEmpty, let number = wanted.flatMap({ Int($0) }), titles.indices.contains(number - 1) {
      return [number - 1]
    }
    // `--map FIELD=` means that no column supplies the field.
    if let wanted, !wanted.isEmpty, found.isEmpty { throw .columnMissing(wanted, columns: titles) }
    if role != .near || wanted != nil, found.count > 1, found[0].rank == found[1].rank {
      throw .columnTwice(titles[found[1].column])
    }
    return found.map(\.column)
  }

  static func numbered(_ titles: [String]) -> [String] {
    // The next number for each name. Some tables have thousands of unnamed columns, so the search for a free number
    // continues where it ended.
    var nextNumbers: [String: Int] = [:]
    return titles.map { title in
      guard var number = nextNumbers[title] else {
        nextNumbers[title] = 2
        return title
      }
      var name: String
      repeat {
        name = "\(title)_\(number)"
        number += 1
      } while nextNumbers[name] != nil
      nextNumbers[title] = number
      nextNumbers[name] = 2
      return name
    }
  }

  /// The column that names a row: the first one that isn't a coordinate.
  var nameColumn: Int? {
    let names = names.map { $0.lowercased() }
    return names.firstIndex { $0 == "name" || $0 == "이름" || $0 == "title" }
      ?? names.indices.first { !isPoint($0) }
  }

  /// Returns whether a column contains a coordinate, or a part of one.
  func isPoint(_ column: Int) -> Bool {
    [ColumnRole.latitude, .longitude, .at].contains { isColumn(column, of: $0) }
  }
}
