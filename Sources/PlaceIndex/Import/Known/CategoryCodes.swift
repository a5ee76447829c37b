import Domain

/// Maps codes of Korean classifications to groups, by the table of categories.
final class CategoryCodes {
  /// The meaning of a code.
  enum Meaning: Sendable, Hashable {
    /// The group of the place.
    case group(UInt8)
    /// The type of the place belongs to no group.
    case noGroup
  }

  private static let noneValue: UInt8 = 0xFF
  private let newShops = CategoryCodes.table(.semas)
  private let oldShops = CategoryCodes.table(.oldSemas)
  private let industries = CategoryCodes.table(.ksic)
  private let licences = CategoryCodes.table(.localdata)

  /// The meaning of a code of a classification.
  ///
  /// - Parameters:
  ///   - code: 상권업종소분류코드 of the shops, since 2023 (`I20101`) and before (`Q01A01`), 표준산업분류코드, the Korean standard
  ///     industrial classification (`I56111`), or 개방서비스아이디 of the licences (`07_24_04_P`).
  ///   - field: Which of the three.
  /// - Returns: `nil` if it is not in the tables.
  func meaning(of code: ByteView, in field: ImportField) -> Meaning? {
    switch field {
    case .semasCode:
      // The classes of a new code are digits throughout: `I20101`, and before that `Q01A01`.
      let isOld = code.count > 3 && code.byte(at: 3) >= 0x41
      return Self.meaning(of: code, in: isOld ? oldShops : newShops)
    case .ksicCode: return Self.meaning(of: code, in: industries)
    case .licenceCode:
      // Written `07_24_04_P` or `072404`.
      let digits = code.array.filter { $0 >= 0x30 && $0 <= 0x39 }
      return ByteView.over(digits) { Self.meaning(of: $0, in: licences) }
    default: return nil
    }
  }

  private static func meaning(of code: ByteView, in table: WordTable) -> Meaning? {
    table.value(ofLongestPrefixOf: code).map { $0 == noneValue ? .noGroup : .group($0) }
  }

  private static func table(_ vocabulary: CategoryTable.Vocabulary) -> WordTable {
    WordTable(
      CategoryTable.standard.rows.flatMap { row in
        row.words(in: vocabulary).map { ($0, row.category?.group.map { UInt8($0.ordinal) } ?? noneValue) }
      }
    )
  }
}
