import Domain
import Rows
import Tables

/// Finds the header at the beginning of a table.
extension CSVHeader {
  /// The rows after the header that were read, whose values may show the column with coordinates.
  enum Rows {
    /// Not enough.
    case none
    /// The first ones, of a pipe that delivers more.
    case first
    /// Enough to decide.
    case enough
  }

  /// Finds the header among the first rows.
  ///
  /// - Parameters:
  ///   - bytes: The beginning of the table.
  ///   - isAtEnd: Whether the bytes are the whole table.
  ///   - rows: Whether the bytes have enough rows.
  ///   - names: The roles of columns, by name.
  ///   - needsCoordinates: Whether the rows must contain a location.
  ///   - format: What the user knows about the format.
  /// - Returns: The header, or the texts of the row that is most likely the header.
  /// - Throws: An error if the table can't have a header.
  static func find(
    in bytes: [UInt8],
    isAtEnd: Bool,
    rows: Rows,
    names: ColumnNames,
    needsCoordinates: Bool,
    format: TableFormat
  ) throws(Failure) -> HeaderSearch.Finding<CSVHeader> {
    try ByteView.over(bytes) { (bytes) throws(Failure) in
      try HeaderSearch.find(in: bytes, isAtEnd: isAtEnd, format: format, usesValues: rows != .none) {
        (candidate) throws(Failure) in
        guard rows == .enough || !candidate.isByValues || candidate.sample.hasRow else { return nil }
        do throws(Failure) {
          return try CSVHeader(candidate, of: bytes, names: names, needsCoordinates: needsCoordinates)
        } catch {
          // Another row may have the column that the user names, or this is a row of data with `Y` in two cells.
          guard error.code == .columnsMissing || !candidate.isFullest else { throw error }
          return nil
        }
      }
    }
  }

  /// Returns the error of a table without a header.
  ///
  /// - Parameters:
  ///   - texts: The texts of the row that is most likely the header; `nil` if no row can be read.
  ///   - areValues: Whether the texts are values.
  ///   - wanted: The roles of columns, by name.
  /// - Returns: The error.
  static func failure(missing texts: [String]?, areValues: Bool, _ wanted: ColumnNames) -> Failure {
    guard let texts else { return .headerUnusable }
    guard !areValues else { return .headerMissing(columns: texts) }
    do throws(Failure) {
      for role in ColumnRole.allCases { _ = try columns(for: role, among: texts, wanted) }
    } catch { return error }
    return .coordinatesMissing(columns: texts)
  }
}

extension CSVHeader {
  /// Returns whether rows without latitude and longitude may have coordinates in other columns.
  func mayHaveOtherCoordinates(judgingBy row: [UInt8], on crs: CoordinateReferenceSystem?) -> Bool {
    let cells = row.split(separator: delimiter, omittingEmptySubsequences: false)
    if cells.contains(where: { $0.allSatisfy(Ascii.isBlank) }) { return true }
    let haveRoles = names.indices.allSatisfy { index in ColumnRole.allCases.contains { isColumn(index, of: $0) } }
    if haveRoles { return false }
    var other = self
    other.useCoordinates(in: row, on: crs)
    return other != self
  }
}
