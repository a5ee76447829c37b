import Domain

/// What is known about an input before its rows are read.
struct InputPlan: Sendable {
  /// Its name in messages.
  var path = ""
  /// The names of its properties or columns.
  var names = FieldNames()
  /// The grids of its coordinates that are not degrees.
  var grids = GridPlan()
  /// The group of every place, regardless of the rows.
  var forcedGroup: CategoryGroup?
  /// The service that the name of a file of licences contains; see ``RowDraft/finalGroups(_:)``.
  var service: CategoryCodes.Meaning?
}

extension RowDraft {
  /// The groups of the place, one bit each, and the displayed one: from the caller, the row itself, the name column, or the
  /// dataset.
  func finalGroups(_ plan: InputPlan) -> (groups: UInt32, primary: UInt8) {
    if let group = plan.forcedGroup { return (group.bit, UInt8(group.ordinal)) }
    if let service = service ?? plan.service, let group = licensedGroup(service) {
      return group == RowFormat.noGroup ? (0, group) : (1 << UInt32(group), group)
    }
    if groups.all != 0 { return (groups.all, groups.primary) }
    if groups.isOfNoGroup { return (0, RowFormat.noGroup) }
    let group =
      groups.nameGroup != RowFormat.noGroup ? groups.nameGroup : plan.names.dataset?.group.map { UInt8($0.ordinal) }
    guard let group, group != RowFormat.noGroup else { return (0, RowFormat.noGroup) }
    return (1 << UInt32(group), group)
  }

  /// The group of a licensed business: that of the service, except that a place that serves food may name a narrower one.
  ///
  /// In a licence for snacks, 백화점 and 관광호텔 say where the counter is, not what it is.
  private func licensedGroup(_ service: CategoryCodes.Meaning) -> UInt8? {
    guard case .group(let group) = service else { return RowFormat.noGroup }
    let food = [CategoryGroup.restaurant, .cafe, .convenience].map { UInt8($0.ordinal) }
    return food.contains(group) && food.contains(groups.primary) ? groups.primary : group
  }
}

/// What the header of an input tells.
struct InputHeader {
  /// The group of every place, regardless of the rows.
  var forcedGroup: CategoryGroup?
  /// The dataset that the input is known to be.
  var dataset: KnownDataset?
  /// The unsupported reference system that the input names.
  var unsupportedSystem: String?
  /// The encoding that its bytes tell, unless that is UTF-8.
  var encoding: TextEncoding?
  /// The names of columns or properties.
  var titles: [String] = []
  /// The columns that are not used and could hold names or categories.
  var trials: [ColumnTrial] = []

  /// The report on an input that has been read.
  func report(path: String, _ counts: RowCounts) -> InputReport {
    var report = InputReport(path: path, rowCount: counts.rowCount, placeCount: counts.placeCount)
    (report.dataset, report.license) = (dataset?.name, dataset?.license)
    report.encoding = encoding == .cp1252 ? encoding?.rawValue : nil
    report.ungroupedCount = counts.ungroupedCount
    report.unnamedCount = counts.unnamedCount
    report.reversedCount = counts.reversedCount
    (report.categoryColumn, report.nameColumn) = (categoryColumn(counts), nameColumn(counts))
    return report
  }

  /// The column whose values name a category more often than what was read does.
  private func categoryColumn(_ counts: RowCounts) -> String? {
    guard counts.ungroupedCount > 0, let best = trials.max(by: { $0.groupedShare < $1.groupedShare }) else {
      return nil
    }
    let share = Double(counts.placeCount - counts.ungroupedCount) / Double(counts.placeCount)
    return best.groupedShare > share ? best.title : nil
  }

  /// The column with the most names, if most places have none: it would replace the names that others have.
  private func nameColumn(_ counts: RowCounts) -> String? {
    guard counts.unnamedCount * 2 > counts.placeCount else { return nil }
    let best = trials.max { $0.nameScore ?? 0 < $1.nameScore ?? 0 }
    return best.flatMap { $0.nameScore == nil ? nil : $0.title }
  }
}

extension PlaceImporter {
  /// The plan for a table.
  func plan(for table: CSVTable, path: String) -> InputPlan {
    var plan = InputPlan(path: path)
    plan.names = names(dataset: table.columns.dataset)
    plan.grids = table.columns.grids
    plan.forcedGroup = header.forcedGroup
    plan.service = FileService.of(path, dataset: table.columns.dataset)
    return plan
  }

  /// Tries the columns of a table that are not used on the rows after its header.
  mutating func tryColumns(of table: CSVTable, _ sample: CSVSample) {
    let columns = table.columns
    let used = Set(columns.uses.map(\.column) + columns.pairs.flatMap { [$0.latitude, $0.longitude] })
    var trials = table.titles.indices.filter { !used.contains($0) }
      .map { column in (column: column, trial: ColumnTrial(table.titles[column])) }
    guard !trials.isEmpty else { return }
    var rowCount = 0
    sample.forEachRow { _, cells in
      for index in trials.indices where trials[index].column < cells.count {
        sample.withText(of: cells[trials[index].column]) { trials[index].trial.add($0, worker.reader.vocabulary) }
      }
      rowCount += 1
      return rowCount < ColumnTrial.maximumCount
    }
    header.trials = trials.map(\.trial)
  }

  /// The plan for a JSON file, by the keys at its beginning.
  mutating func plan(forJSON beginning: ByteView, path: String) -> InputPlan {
    var plan = InputPlan(path: path)
    let beginning = JSONBeginning(beginning)
    let columns = beginning.keys.map(ColumnName.init)
    header.dataset = KnownDataset.of(Set(columns.map(\.letters)))
    header.titles = beginning.keys
    header.unsupportedSystem = beginning.unsupportedSystem
    plan.names = names(dataset: header.dataset)
    plan.grids = GridPlan(
      named: rules.grid ?? beginning.grid,
      ofPlane: columns.lazy.compactMap(\.grid).first ?? header.dataset?.grid
    )
    if let projection = plan.grids.projection(of: .plane) {
      plan.grids.isSwapped = projection.isSwapped(beginning.metres(plan.names))
    }
    plan.forcedGroup = header.forcedGroup
    plan.service = FileService.of(path, dataset: header.dataset)
    for (number, key) in beginning.keys.enumerated() {
      // `type` is that of a feature or of a relation of OpenStreetMap, and must not be suggested as a column of categories.
      guard key != "type", ByteView.over(Array(key.utf8), plan.names.entry) == nil else { continue }
      var trial = ColumnTrial(key)
      for text in beginning.texts where text.key == number {
        ByteView.over(Array(text.value.utf8)) { trial.add($0.trimmed, worker.reader.vocabulary) }
      }
      header.trials.append(trial)
    }
    return plan
  }

  /// The known names for this import.
  func names(dataset: KnownDataset?) -> FieldNames {
    FieldNames(dataset: dataset, choice: rules.columns, language: rules.language)
  }
}
