import Domain

/// Lists the 18 kinds of place with every word that names them.
struct CategoriesCommand: Sendable {
  /// The command line.
  let arguments: ParsedArguments
  /// Everything outside the program.
  let world: World

  /// Prints the list.
  ///
  /// - Throws: When something is wrong.
  func run() throws(Failure) {
    let output = try OutputArguments(arguments, in: world, standard: .table)
    try OutputGuard(sources: [], outputs: [output.target]).check(in: world.files)
    var bytes: [UInt8] = []
    switch output.format {
    case .table:
      Table(
        columns: ["SLUG", "CODE", "NAME", "WORDS"].map { Table.Column(name: $0, isFlexible: $0 == "WORDS") },
        rows: CategoryGroup.allCases.map { [$0.slug, $0.code, $0.koreanName, $0.otherWords.joined(separator: ", ")] }
      ).append(
        to: &bytes,
        terminalColumns: output.terminalColumns,
        hasHeader: output.hasHeader,
        isColored: output.isColored
      )
    case .json:
      bytes.append(text: "{\"schema\":1,\n \"categories\":[")
      for (position, group) in CategoryGroup.allCases.enumerated() {
        bytes.append(text: position == 0 ? "\n  " : ",\n  ")
        Self.append(group, to: &bytes)
      }
      bytes.append(text: "]}\n")
    case .ndjson:
      for group in CategoryGroup.allCases {
        Self.append(group, to: &bytes)
        bytes.append(UInt8(ascii: "\n"))
      }
    case .csv: append(as: .csv, hasHeader: output.hasHeader, to: &bytes)
    case .tsv: append(as: .tsv, hasHeader: output.hasHeader, to: &bytes)
    }
    try Console(world: world).write(bytes, to: output)
  }

  private static func append(_ group: CategoryGroup, to bytes: inout [UInt8]) {
    bytes.append(text: #"{"slug":"#)
    bytes.appendJSON(string: group.slug)
    bytes.append(text: #","code":"#)
    bytes.appendJSON(string: group.code)
    bytes.append(text: #","name":"#)
    bytes.appendJSON(string: group.koreanName)
    bytes.append(text: #","words":["#)
    for (position, word) in group.words.enumerated() {
      if position > 0 { bytes.append(UInt8(ascii: ",")) }
      bytes.appendJSON(string: word)
    }
    bytes.append(text: "]}")
  }

  private func append(as dialect: DelimitedDialect, hasHeader: Bool, to bytes: inout [UInt8]) {
    let header = hasHeader ? [["slug", "code", "name", "words"]] : []
    let rows = CategoryGroup.allCases.map { [$0.slug, $0.code, $0.koreanName, $0.words.joined(separator: " ")] }
    for row in header + rows {
      for (position, value) in row.enumerated() {
        if position > 0 { bytes.append(dialect.separator) }
        bytes.append(value: value, as: dialect)
      }
      bytes.append(UInt8(ascii: "\n"))
    }
  }
}

extension CategoryGroup {
  /// The words besides those that have a column of their own.
  fileprivate var otherWords: [String] { (koreanNames.count > 1 ? koreanNames : []) + aliases }
}
