import Domain

/// A dataset that is known by the names of its columns, and what is special about it beyond those names
/// (``CSVColumnRole``).
///
/// Names of columns are compared without case, spaces, punctuation and brackets; alternatives are separated by spaces, the
/// best first; `-` means that no column is used. A category column is written `system:column` if its codes are those of
/// ``CategoryCodes/System``, and `service:column` if it says what a licence is for.
struct KnownDataset: Sendable {
  /// Its name in messages.
  let name: String
  /// The columns that identify it; all of them must be present.
  let header: String
  /// The group of rows without a category of their own.
  var group: CategoryGroup?
  /// The column of ids.
  var id: String?
  /// The column of names.
  var placeName: String?
  /// The column of branches, whose text is appended to the name.
  var branch: String?
  /// The columns of categories, by priority.
  var category: String?
  /// The column of road-name addresses.
  var road: String?
  /// The column of lot-number addresses.
  var lot: String?
  /// The column of telephone numbers.
  var phone: String?
  /// The columns of latitudes or northings, and of longitudes or eastings.
  var latitude: String?
  var longitude: String?
  /// The grid of the coordinates that are not degrees.
  var grid: MapGrid?
  /// The column that says whether the place is open.
  var status: String?
  /// The licence of the data.
  var license: String?

  /// Whether its rows are licences of businesses, open and closed.
  var isOfLicences: Bool { name.hasPrefix("LOCALDATA") }

  /// The contents of a column according to the dataset.
  ///
  /// - Parameter letters: The ``CSVColumnName/letters`` of the column.
  /// - Returns: The field and its rank; `nil` if the dataset does not name the column.
  func entry(of letters: String) -> FieldTable.Entry? {
    let texts: [(names: String?, field: FieldVocabulary.Field)] = [
      (id, .id), (placeName, .name), (branch, .branch), (road, .roadAddress), (lot, .lotAddress), (phone, .phone),
      (status, .status),
    ]
    for (names, field) in texts {
      guard let rank = Self.rank(of: letters, among: names) else { continue }
      return FieldTable.Entry(field: field, rank: UInt8(rank))
    }
    for (rank, word) in (category ?? "").split(separator: " ").enumerated() {
      let parts = word.split(separator: ":")
      guard let column = parts.last, column == letters else { continue }
      if parts[0] == "service" { return FieldTable.Entry(field: .serviceName, rank: UInt8(rank)) }
      let system = parts.count > 1 ? CategoryCodes.System(rawValue: String(parts[0])) : nil
      return FieldTable.Entry(field: system?.field ?? .category, rank: UInt8(rank))
    }
    return nil
  }

  /// Whether the dataset names the columns of a field, so that no other columns are used for it.
  func governs(_ field: FieldVocabulary.Field) -> Bool {
    switch field {
    case .id: id != nil
    case .name: placeName != nil
    case .category, .semasCode, .ksicCode, .licenceCode: category != nil
    default: false
    }
  }

  /// The rank of a name among names separated by spaces.
  static func rank(of letters: String, among names: String?) -> Int? {
    guard let names else { return nil }
    return names.split(separator: " ").firstIndex { $0 == letters }
  }

  /// The first dataset with a header.
  ///
  /// - Parameter titles: The ``CSVColumnName/letters`` of the columns.
  /// - Returns: `nil` for a header of no known dataset.
  static func of(_ titles: Set<String>) -> KnownDataset? {
    all.first { $0.header.split(separator: " ").allSatisfy { titles.contains(String($0)) } }
  }
}

extension CategoryCodes.System {
  /// The field that holds codes of the system.
  var field: FieldVocabulary.Field {
    switch self {
    case .semas: .semasCode
    case .ksic: .ksicCode
    case .licence: .licenceCode
    case .foursquare: .foursquareLabels
    }
  }
}

/// The service that the licences of a file are for, by the name of the file: the files of a city have no column for it.
enum FileService {
  /// Parses the name of a file: `fulldata_07_24_04_P_일반음식점.csv`, `서울특별시 유흥주점영업 인허가 정보.csv`.
  ///
  /// - Returns: `nil` for a file of another dataset, or a name without a service.
  static func of(_ path: String, dataset: KnownDataset?) -> CategoryCodes.Meaning? {
    guard let dataset, dataset.isOfLicences else { return nil }
    let name = path.lastIndex(of: "/").map { path[path.index(after: $0)...] } ?? path[...]
    let words = name.split { !$0.isLetter && !$0.isNumber }
    let table = WordTable.categories()
    for word in words {
      // Composed, because file systems of Macs store names decomposed.
      let bytes = FoldedText.fold(String(word))
      if let group = ByteView.over(bytes, table.value(of:)) { return .group(group) }
    }
    let digits = words.filter { $0.count == 2 && $0.allSatisfy(\.isNumber) }.prefix(3).joined()
    let code = digits.count == 6 ? digits : words.first { $0.count == 6 && $0.allSatisfy(\.isNumber) }.map(String.init)
    guard let code else { return nil }
    return ByteView.over(Array(code.utf8)) { CategoryCodes().meaning(of: $0, in: .licence) }
  }
}
