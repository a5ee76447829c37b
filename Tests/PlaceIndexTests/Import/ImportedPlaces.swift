import Domain

@testable import PlaceIndex

/// The result of an import, as values that a test can compare.
struct ImportedPlaces {
  struct Row: Hashable {
    let id: String
    let name: String
    let latitude: Double
    let longitude: Double
    let phone: String
    let lotAddress: String
    let roadAddress: String
    let url: String
    let sourceCategory: String
    let group: CategoryGroup?
    let groups: Set<CategoryGroup>
  }

  let rows: [Row]
  let skipped: [SkippedRows]
  let input: InputReport?
  let clashes: IdentifierClashes?
  let mergedCount: Int

  /// The number of rows that were skipped for each reason.
  var skips: [SkippedRows.Reason: Int] {
    Dictionary(skipped.map { ($0.reason, $0.count) }, uniquingKeysWith: +)
  }

  init(_ text: String, rules: ImportRules = ImportRules(), name: String = "input") throws(IndexFileError) {
    try self.init(Array(text.utf8), rules: rules, name: name)
  }

  init(_ bytes: [UInt8], rules: ImportRules = ImportRules(), name: String = "input") throws(IndexFileError) {
    var importer = PlaceImporter(rules: rules)
    try importer.read(bytes, name: name)
    skipped = importer.skipped
    input = importer.inputs.last
    clashes = importer.builder.clashes
    mergedCount = importer.builder.mergedCount
    var rows: [Row] = []
    for point in importer.builder.collected.points {
      guard let row = RowFormat(importer.builder.collected.arena.view(point.row)) else { continue }
      rows.append(
        Row(
          id: row[.id].text,
          name: row[.name].text,
          latitude: Double(point.latitude) / 1e7,
          longitude: Double(point.longitude) / 1e7,
          phone: row[.phone].text,
          lotAddress: row[.lotAddress].text,
          roadAddress: row[.roadAddress].text,
          url: row[.url].text,
          sourceCategory: String(
            decoding: importer.builder.collected.sourceCategories.texts[Int(point.sourceCategory)],
            as: UTF8.self
          ),
          group: CategoryGroup.allCases.first { $0.ordinal == Int(row.group) },
          groups: Set(CategoryGroup.allCases.filter { point.groups & $0.bit != 0 })
        )
      )
    }
    self.rows = rows
  }
}
