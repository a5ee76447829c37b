import Domain

/// Lists the 18 categories with every word that names them.
struct CategoriesCommand: CommandPart {
  let context: CommandContext

  func run() throws {
    let output = try checkedOutput(defaultFormat: .table)
    let format = output.style.format
    switch format {
    case .json: try console.write(Self.document, to: output)
    case .ndjson:
      let lines = CategoryGroup.allCases.map { group in JSONWriter.document { Self.write(group, to: &$0) } }
      try console.write(lines.flatMap(\.self), to: output)
    default:
      try write(arguments.has(.all) ? Self.everyWord : Self.categories(isTable: format == .table), to: output)
    }
    if format == .table, output.style.table.terminalColumns != nil, !arguments.has(.all) {
      say("the table shortens long lists; --all prints every word, with OSM tags and Overture categories")
    }
  }

  /// A row for each category.
  private static func categories(isTable: Bool) -> Listing {
    Listing(
      name: "categories",
      columns: [
        .init("slug", "SLUG"), .init("code", "CODE"), .init("name", "NAME"), .init("words", "WORDS", isFlexible: true),
      ],
      records: CategoryGroup.allCases.map { group -> [Listing.Value] in
        let words = isTable ? group.otherWords.joined(separator: ", ") : group.words.joined(separator: " ")
        return [.text(group.slug), .text(group.code), .text(group.koreanName), .text(words)]
      }
    )
  }

  /// A row for each word, for `grep`.
  private static var everyWord: Listing {
    Listing(
      name: "words",
      columns: ["word", "slug", "code", "vocabulary"].map { .init($0, $0) },
      records: CategoryGroup.allCases.flatMap { group -> [[Listing.Value]] in
        let vocabularies: [(name: String, words: [String])] = [
          ("placefind", [group.slug]), group.ownVocabulary, ("everyday", group.aliases),
          ("osm", group.tags), ("overture", group.overtureCategories),
        ]
        return vocabularies.flatMap { vocabulary, words -> [[Listing.Value]] in
          words.map { [.text($0), .text(group.slug), .text(group.code), .text(vocabulary)] }
        }
      }
    )
  }

  private static var document: [UInt8] {
    JSONWriter.document { json in
      json.member("schema", 1)
      json.breakLine(indent: 1)
      json.array("categories", CategoryGroup.allCases) { json, group in
        json.breakLine(indent: 2)
        json.element { write(group, to: &$0) }
      }
      json.breakLine(indent: 1)
      // Words of open data for places that belong to no category.
      json.object("no_group") { write(CategoryGroup.vocabulariesOfNoGroup, to: &$0) }
    }
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
}

extension CategoryGroup {
  /// The words besides those that have a column of their own.
  fileprivate var otherWords: [String] { (koreanNames.count > 1 ? koreanNames : []) + aliases }
}
