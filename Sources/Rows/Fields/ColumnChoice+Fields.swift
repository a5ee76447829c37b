package import Domain
import Tables

extension ColumnChoice {
  /// Returns the choice with titles in place of column numbers.
  func resolved(among titles: [String]) -> ColumnChoice {
    var resolved = self
    for (field, column) in columns where !titles.contains(column) {
      guard let number = Int(column), titles.indices.contains(number - 1) else { continue }
      resolved.columns[field] = titles[number - 1]
    }
    return resolved
  }

  /// Returns the choice, completed by another choice; columns of the other choice that don't exist are ignored.
  package func adding(_ other: ColumnChoice, among titles: [String]) -> ColumnChoice {
    var choice = self
    for (field, column) in other.columns where choice.columns[field] == nil {
      if column.isEmpty || titles.contains(column) || column.contains(".") { choice.columns[field] = column }
    }
    return choice
  }

  /// Returns the choice with other titles in place of some titles.
  func renamed(_ titles: [String], _ others: [String]) -> ColumnChoice {
    guard titles != others else { return self }
    let names = Dictionary(zip(titles, others)) { first, _ in first }
    var renamed = self
    renamed.columns = columns.mapValues { names[$0] ?? $0 }
    return renamed
  }

  /// Returns the first chosen column that isn't among some titles; `nil` if all are.
  func missing(among titles: [String]) -> String? {
    columns.values.filter { !$0.isEmpty && !titles.contains($0) }.min()
  }

  /// Returns the field for which a column was chosen; `nil` for a column that wasn't chosen.
  func field(of title: String) -> ImportField? {
    guard !columns.isEmpty, !title.isEmpty, let name = fields(of: title).first else { return nil }
    return ImportField(mappedName: name) ?? .attribute
  }

  /// Returns the name of the field for which a column was chosen; `nil` for an attribute.
  func fieldName(of title: String) -> String? {
    title.isEmpty ? nil : fields(of: title).first { ImportField(mappedName: $0) != nil }
  }

  /// Returns the attribute for which a column was chosen.
  func attribute(of title: String) -> FieldTable.AttributeUse? {
    guard let name = fields(of: title).first(where: { ImportField(mappedName: $0) == nil }) else { return nil }
    let number = AttributeColumns.table.firstIndex { $0.key == name }
    return number.map { .key(number: $0, rank: 0, isOpposite: false) } ?? .ownName
  }

  /// Returns the key of the attribute for which a column was chosen.
  func attributeKey(of title: String) -> String? {
    title.isEmpty ? nil : fields(of: title).first { ImportField(mappedName: $0) == nil }
  }

  private func fields(of title: String) -> [String] { columns.filter { $0.value == title }.keys.sorted() }

  /// Returns whether the user chose a column for a field, or ruled out every column, so that no other column is used.
  func governs(_ field: ImportField) -> Bool {
    if field.isCategory { return category != nil }
    if field == .categoryTag { return category == "" }
    if field.mappedName == "point" { return point != nil }
    return field.mappedName.map { columns[$0] != nil } ?? false
  }

  /// A property that is chosen by its path in a row, `properties.location.name`.
  package struct Path: Sendable {
    /// The path as the user wrote it.
    package let title: String
    package let steps: [String]
    package let entry: FieldTable.Entry
    /// The key of its value, for an attribute.
    package let key: [UInt8]
  }

  package var paths: [Path] {
    columns.filter { $0.value.contains(".") }.sorted { $0.key < $1.key }.map { name, path in
      var entry = FieldTable.Entry(ImportField(mappedName: name) ?? .attribute)
      entry.attribute = attribute(of: path)
      let steps = path.split(separator: ".").map(String.init)
      return Path(title: path, steps: steps, entry: entry, key: Array(name.utf8))
    }
  }
}
