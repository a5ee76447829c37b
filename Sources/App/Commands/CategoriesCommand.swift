import Domain

/// Lists the 18 categories with every word that names them.
struct CategoriesCommand: Sendable {
  /// The command line.
  let arguments: Arguments
  /// Everything outside the program.
  let world: World

  /// A list in rows.
  private struct Listing {
    let columns: [Table.Column]
    let rows: [[String]]
  }

  /// Prints the list.
  ///
  /// - Throws: When something is wrong.
  func run() throws(Failure) {
    let output: OutputArguments
    do {
      output = try OutputArguments(arguments.output, in: world, standard: .table, known: ListFormat.forms)
    } catch {
      throw .usage(error)
    }
    try OutputGuard(sources: [], outputs: [output.target]).check(in: world.files)
    let listing = arguments.listsEveryWord ? Self.everyWord : Self.categories(isTable: output.style.format == .table)
    var bytes: [UInt8] = []
    switch output.style.format {
    case .table:
      Table(columns: listing.columns, rows: listing.rows).append(to: &bytes, output.style.table)
    case .json:
      bytes = JSONWriter.document { json in
        json.member("schema", 1)
        json.breakLine(indent: 1)
        json.array("categories", CategoryGroup.allCases) { json, group in
          json.breakLine(indent: 2)
          json.element { Self.write(group, to: &$0) }
        }
        json.breakLine(indent: 1)
        // What open data knows and no group holds.
        json.object("no_group") { Self.write(CategoryGroup.vocabulariesOfNoGroup, to: &$0) }
      }
    case .ndjson:
      for group in CategoryGroup.allCases { bytes += JSONWriter.document { Self.write(group, to: &$0) } }
    case .csv: Self.append(listing, as: .csv, hasHeader: output.style.hasHeader, to: &bytes)
    case .tsv: Self.append(listing, as: .tsv, hasHeader: output.style.hasHeader, to: &bytes)
    // Forms of places; none of them is in `ListFormat`.
    case .geojson, .map, .html: break
    }
    try Console(world: world).write(bytes, to: output)
    guard output.style.format == .table, output.style.table.terminalColumns != nil, !arguments.listsEveryWord,
      !arguments.messages.isQuiet
    else {
      return
    }
    Console(world: world).say(
      "the table shortens long lists; --all prints every word, with OSM tags and Overture categories"
    )
  }

  /// A row for each category.
  private static func categories(isTable: Bool) -> Listing {
    let names = isTable ? ["SLUG", "CODE", "NAME", "WORDS"] : ["slug", "code", "name", "words"]
    return Listing(
      columns: names.enumerated().map { Table.Column(name: $1, isFlexible: $0 == 3) },
      rows: CategoryGroup.allCases.map { group in
        let words = isTable ? group.otherWords.joined(separator: ", ") : group.words.joined(separator: " ")
        return [group.slug, group.code, group.koreanName, words]
      }
    )
  }

  /// A row for each word, to be searched by `grep`.
  private static var everyWord: Listing {
    Listing(
      columns: ["word", "slug", "code", "vocabulary"].map { Table.Column(name: $0) },
      rows: CategoryGroup.allCases.flatMap { group in
        let vocabularies: [(name: String, words: [String])] = [
          ("placefind", [group.slug]), ("kakao", [group.code] + group.koreanNames), ("everyday", group.aliases),
          ("osm", group.tags), ("overture", group.overtureCategories),
        ]
        return vocabularies.flatMap { vocabulary, words in words.map { [$0, group.slug, group.code, vocabulary] } }
      }
    )
  }

  private static func write(_ group: CategoryGroup, to json: inout JSONWriter) {
    json.member("slug", group.slug)
    json.member("code", group.code)
    json.member("name", group.koreanName)
    write([("words", group.words)] + group.vocabularies, to: &json)
  }

  private static func write(_ vocabularies: [(name: String, words: [String])], to json: inout JSONWriter) {
    for (name, words) in vocabularies {
      json.array(name, words) { json, word in json.element(appending: { $0.appendJSON(string: word) }) }
    }
  }

  private static func append(
    _ listing: Listing,
    as dialect: DelimitedDialect,
    hasHeader: Bool,
    to bytes: inout [UInt8]
  ) {
    let header = hasHeader ? [listing.columns.map(\.name)] : []
    for row in header + listing.rows {
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
