import Domain

/// A dataset that is known by the names of its columns: what is special about it, beside what the names of columns
/// tell anyway (``CSVColumnRole``).
///
/// Names of columns are compared without case, blanks, punctuation and brackets; several names of one thing are separated by
/// blanks, the best first; `-` says that no column is to be taken for it. A category column is written `system:column`
/// where its codes are those of ``CategoryCodes/System``, and `service:column` where it says what a licence is for.
struct KnownDataset: Sendable {
  /// What it is called in messages.
  let name: String
  /// The columns that tell it; all of them are there.
  let header: String
  /// The group of every row that says nothing of its own.
  let group: CategoryGroup?
  /// The column of ids.
  let id: String?
  /// The column of names.
  let placeName: String?
  /// The column of branches, whose text belongs behind the name.
  let branch: String?
  /// The columns of categories, the one that counts most first.
  let category: String?
  /// The column of road-name addresses.
  let road: String?
  /// The column of lot-number addresses.
  let lot: String?
  /// The column of telephone numbers.
  let phone: String?
  /// The columns of latitudes or northings, and of longitudes or eastings.
  let latitude: String?
  let longitude: String?
  /// The grid of the coordinates that are not degrees.
  let grid: MapGrid?
  /// The column that says whether the place is open.
  let status: String?
  /// The licence of the data.
  let license: String?

  init(
    _ name: String,
    header: String,
    group: CategoryGroup? = nil,
    id: String? = nil,
    name placeName: String? = nil,
    branch: String? = nil,
    category: String? = nil,
    road: String? = nil,
    lot: String? = nil,
    phone: String? = nil,
    latitude: String? = nil,
    longitude: String? = nil,
    grid: MapGrid? = nil,
    status: String? = nil,
    license: String? = nil
  ) {
    self.name = name
    self.header = header
    self.group = group
    self.id = id
    self.placeName = placeName
    self.branch = branch
    self.category = category
    self.road = road
    self.lot = lot
    self.phone = phone
    self.latitude = latitude
    self.longitude = longitude
    self.grid = grid
    self.status = status
    self.license = license
  }

  /// Whether its rows are licences of businesses, open and closed.
  var isOfLicences: Bool { name.hasPrefix("LOCALDATA") }

  /// What the dataset says about a column.
  ///
  /// - Parameter letters: The column's ``CSVColumnName/letters``.
  /// - Returns: What it holds, and how good it is for that; `nil` when the dataset says nothing about it.
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

  /// Whether the dataset names the columns of something, so that no other name for it counts.
  func governs(_ field: FieldVocabulary.Field) -> Bool {
    switch field {
    case .id: id != nil
    case .name: placeName != nil
    case .category, .semasCode, .ksicCode, .licenceCode: category != nil
    default: false
    }
  }

  /// The place of a name among names separated by blanks.
  static func rank(of letters: String, among names: String?) -> Int? {
    guard let names else { return nil }
    return names.split(separator: " ").firstIndex { $0 == letters }
  }

  /// The dataset that has a header; the first of several.
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

/// What the licences of a file are for, as its name says: the files of a city have no column for it.
enum FileService {
  /// Reads a file's name: `fulldata_07_24_04_P_일반음식점.csv`, `서울특별시 유흥주점영업 인허가 정보.csv`.
  ///
  /// - Returns: `nil` for a file of another dataset, and for a name that does not say.
  static func of(_ path: String, dataset: KnownDataset?) -> CategoryCodes.Meaning? {
    guard let dataset, dataset.isOfLicences else { return nil }
    let name = path.lastIndex(of: "/").map { path[path.index(after: $0)...] } ?? path[...]
    let words = name.split { !$0.isLetter && !$0.isNumber }
    let table = WordTable.categories()
    for word in words {
      // Composed, because the file systems of Macs keep names taken apart.
      let bytes = FoldedText.fold(String(word))
      if let group = ByteView.over(bytes, table.value(of:)) { return .group(group) }
    }
    let digits = words.filter { $0.count == 2 && $0.allSatisfy(\.isNumber) }.prefix(3).joined()
    let code = digits.count == 6 ? digits : words.first { $0.count == 6 && $0.allSatisfy(\.isNumber) }.map(String.init)
    guard let code else { return nil }
    return ByteView.over(Array(code.utf8)) { CategoryCodes().meaning(of: $0, in: .licence) }
  }
}
