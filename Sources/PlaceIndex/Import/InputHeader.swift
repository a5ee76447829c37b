import Domain

/// What the header of an input told.
struct InputHeader {
  /// The group of every place, whatever the rows say.
  var forcedGroup: CategoryGroup?
  /// The dataset that the input is known to be.
  var dataset: KnownDataset?
  /// The names of columns or properties.
  var titles: [String] = []
  /// The columns that were used.
  var used: Set<Int> = []

  private static let categoryMarks = ["분류", "구분", "종류", "업종", "업태", "유형", "category", "type", "kind", "class"]
  private static let nameMarks = ["명", "name", "nm", "이름", "상호"]

  /// The report on an input that was read to its end.
  func report(path: String, rowCount: Int, _ tally: CSVTally) -> InputReport {
    InputReport(
      path: path,
      dataset: dataset?.name,
      license: dataset?.license,
      rowCount: rowCount,
      placeCount: tally.validCount,
      ungroupedCount: tally.ungrouped,
      unnamedCount: tally.unnamed,
      categoryColumn: tally.ungrouped > 0
        ? unusedTitle { letters in Self.categoryMarks.contains { letters.hasSuffix($0) } } : nil,
      nameColumn: tally.unnamed > 0
        ? unusedTitle { letters in
          Self.nameMarks.contains { letters.hasSuffix($0) }
            && !Self.categoryMarks.contains { letters.hasSuffix($0 + "명") }
        } : nil
    )
  }

  private func unusedTitle(_ isFit: (String) -> Bool) -> String? {
    titles.indices.first { !used.contains($0) && isFit(CSVColumnName(titles[$0]).letters) }.map { titles[$0] }
  }
}

extension PlaceImporter {
  /// What is known of a table.
  func plan(for table: CSVTable, path: String) -> InputPlan {
    var plan = InputPlan()
    plan.names = names(dataset: table.columns.dataset)
    plan.grids = table.columns.grids
    plan.forcedGroup = header.forcedGroup
    plan.service = FileService.of(path, dataset: table.columns.dataset)
    return plan
  }

  /// What is known of a file of JSON by the keys at its beginning.
  mutating func plan(forJSON beginning: ByteView, path: String) -> InputPlan {
    var plan = InputPlan()
    let beginning = JSONBeginning(beginning)
    let columns = beginning.keys.map(CSVColumnName.init)
    header.dataset = KnownDataset.of(Set(columns.map(\.letters)))
    header.titles = beginning.keys
    plan.names = names(dataset: header.dataset)
    plan.grids = GridPlan(
      named: rules.grid ?? beginning.grid,
      ofPlane: columns.lazy.compactMap(\.grid).first ?? header.dataset?.grid
    )
    plan.forcedGroup = header.forcedGroup
    plan.service = FileService.of(path, dataset: header.dataset)
    // `type` says that something is a feature, or a relation of OpenStreetMap: no hint may call it a column of categories.
    for (index, key) in beginning.keys.enumerated()
    where key == "type" || ByteView.over(Array(key.utf8), plan.names.entry) != nil { header.used.insert(index) }
    return plan
  }

  /// The names that count in this import.
  func names(dataset: KnownDataset?) -> FieldNames {
    FieldNames(dataset: dataset, choice: rules.columns, language: rules.language)
  }
}
