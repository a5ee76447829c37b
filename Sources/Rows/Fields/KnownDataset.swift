package import Domain
import Tables

/// A dataset that is recognized by the names of its columns, with its exceptions to ``FieldNames/table``.
package struct KnownDataset: Sendable {
  package let name: String
  /// The columns that identify the dataset; all of them must be present.
  let header: Set<String>
  package let license: String?
  /// The group of rows without a category of their own, or the kind of all rows.
  package let category: PlaceCategory?
  /// The CRS of coordinates that aren't degrees.
  package let crs: CoordinateReferenceSystem?
  private let columns: NameTable
  /// The meanings of the dataset's own words for categories; `nil` for a word that belongs to no category.
  package let words: [(word: String, category: PlaceCategory?)]
  /// The dataset's own words for a closed place.
  let closedStates: [String]

  private init?(_ block: FieldNames.Block) {
    guard let name = block.part(0), let header = block.part(1) else { return nil }
    self.name = name
    self.header = Set(header.split(separator: " ").map(String.init))
    license = block.part(2)
    category = block.part(3).map { PlaceCategory(word: $0) }
    crs = block.part(4).flatMap(CoordinateReferenceSystem.init(word:))
    columns = NameTable(block.lines.filter { $0.key != Self.wordsKey && $0.key != Self.closedKey })
    closedStates = block.lines.filter { $0.key == Self.closedKey }.flatMap(\.names)
    words = block.lines.filter { $0.key == Self.wordsKey }.flatMap(\.names).map { entry in
      let parts = entry.split(separator: "=").map(String.init)
      return (parts[0], parts.last == "none" ? nil : parts.last.map { PlaceCategory(word: $0) })
    }
  }

  private static let wordsKey = "words"
  private static let closedKey = "closedStates"

  private static let headers = FieldNames.blocks.compactMap { block in
    block.part(1).map { (header: $0.split(separator: " ").map(String.init), block: block) }
  }

  static let all = FieldNames.blocks.compactMap(KnownDataset.init)

  /// Whether the rows are licences of businesses, open and closed.
  var isOfLicences: Bool { name.hasPrefix("LOCALDATA") }

  /// Whether the rows are the stops of a public transport feed.
  package var isOfStops: Bool { columns.fields.contains(.stopType) }

  /// Returns the field of a column in the dataset, by its ``ColumnName/letters``.
  package func entry(of letters: String) -> FieldTable.Entry? {
    columns.meanings(ofWhole: letters).first.map { FieldTable.Entry($0.field, rank: $0.rank) }
  }

  /// Returns whether the dataset determines the columns of a field, so that no other column is used.
  func governs(_ field: ImportField) -> Bool {
    switch field {
    case .placeText(.id), .placeText(.name): columns.fields.contains(field)
    default: field.isCategory && columns.fields.contains { $0.isCategory || $0 == .foursquareLabels }
    }
  }

  /// Returns the first dataset whose header occurs among the ``ColumnName/letters`` of some columns.
  ///
  /// - Complexity: Only the names of this dataset are read.
  package static func of(_ titles: Set<String>) -> KnownDataset? {
    for (header, block) in headers where titles.isSuperset(of: header) { return KnownDataset(block) }
    return nil
  }

  /// The licence of OpenStreetMap JSON, which is recognized by its ids rather than its columns.
  package static let licenseOfOpenStreetMap = all.first { $0.name.hasPrefix("OpenStreetMap") }?.license
}

/// The service that a file of licences is for, from the file's name: the files of a city have no column for it.
package enum FileService {
  /// Parses the name of a file: `fulldata_07_24_04_P_일반음식점.csv`, `서울특별시 유흥주점영업 인허가 정보.csv`.
  package static func of(_ path: String, dataset: KnownDataset?) -> CategoryMeaning? {
    guard let dataset, dataset.isOfLicences else { return nil }
    let name = path.lastIndex(of: "/").map { path[path.index(after: $0)...] } ?? path[...]
    let words = name.split { !$0.isLetter && !$0.isNumber }
    let vocabulary = ImportVocabulary()
    for word in words {
      // Fold, because file systems of Macs store names decomposed.
      let bytes = NameFolding.fold(String(word))
      let row = ByteView.over(bytes) { vocabulary.categories.value(of: $0) }
      if let meaning = vocabulary.meaning(row) { return meaning }
    }
    let digits = words.filter { $0.count == 2 && $0.allSatisfy(\.isNumber) }.prefix(3).joined()
    let code = digits.count == 6 ? digits : words.first { $0.count == 6 && $0.allSatisfy(\.isNumber) }.map(String.init)
    guard let code else { return nil }
    return ByteView.over(Array(code.utf8)) { vocabulary.meaning(ofCode: $0, in: .licenceCode) }
  }
}
