import Domain

extension Command {
  static let categories: Command = .init(
    "categories",
    CommandEntry(
      "list the groups and kinds of places",
      called: "category kinds types tags groups",
      usage: "placefind categories [options] [WORD]",
      operands: 1,
      completes: .categories,
      prints: .list,
      statuses: [.untrustworthy],
      examples: [
        ("placefind categories", "list the categories"),
        ("placefind categories 치과", "explain a word"),
        ("placefind categories --source osm", "list the categories of a service"),
        ("placefind categories --index seoul.pfx", "list the categories of an index, with the number of places"),
        ("placefind categories --all -f tsv | grep dentist", "list every word, one per line"),
        ("placefind categories -f json | jq -r '.categories[].slug'", "list the slugs"),
      ],
      run: CategoriesCommand.starting { try await $0.run() }
    )
  )
}

/// Lists the groups and kinds with all their words, or explains one word.
struct CategoriesCommand: RunnableCommand {
  let context: CommandContext

  func run() async throws {
    let output = try checkedOutput()
    let source = arguments.has(.source) || arguments.has(.index) ? try context.source.source : nil
    if case .index(let paths)? = source { return try write(list: try await held(byIndexesAt: paths), to: output) }
    let format = output.style.format
    let word = arguments.operands.joined(separator: " ")
    let categories = try Self.wanted(word, from: source, among: world.services)
    let listing =
      arguments.has(.all) || !arguments.operands.isEmpty
      ? everyWord(categories) : Self.categories(categories, isTable: format == .table)
    try write(
      CategoryDocument(categories: categories, listing: try picked(listing), services: world.services),
      to: output
    )
    if format == .table, categories.count == 1, case .group(let group) = categories[0] {
      say(Notice(included(in: group)))
    }
    if format == .table, output.style.table.terminalColumns != nil, !arguments.has(.all), arguments.operands.isEmpty {
      say("The table shortens long lists. Use --all for every word, with OSM tags and Overture categories.")
    }
  }

  /// Says which kinds a group includes, and how to get only the places that its word names.
  private func included(in group: CategoryGroup) -> String {
    let kinds = Kind.all.filter { $0.group == group }.map(\.slug)
    let list = kinds.isEmpty ? "no narrower kinds" : kinds.joined(separator: ", ")
    let tag = group.plainTag
    return "\(group.slug) includes \(list)."
      + (tag.map { " For \(group.slug) only, in data with tags, use -c \($0)." } ?? "")
  }

  /// Returns the categories and attribute keys of indexes that contain a word, or all of them.
  private func held(byIndexesAt paths: [String]) async throws -> Listing {
    for path in paths { _ = try existingIndexPath(named: path) }
    let all = try await provider.indexes.categories(ofIndexesAt: paths)
    let word = arguments.operands.joined(separator: " ")
    let keys = try await provider.indexes.attributeKeys(ofIndexesAt: paths)
      .filter { word.isEmpty || $0.key.contains(word) }
    let held = keys.isEmpty ? try Self.held(word, among: all) : (try? Self.held(word, among: all)) ?? []
    let rows =
      held.map { (word: $0.category.slug, type: $0.category.typeName, places: $0.places) }
      + keys.map { (word: $0.key, type: "attribute", places: $0.places) }
    return Listing(
      "categories",
      of: rows,
      [
        .init("category", "CATEGORY", isFlexible: true) { .text($0.word) }, .init("type", "TYPE") { .text($0.type) },
        .init("places", "PLACES") { .integer($0.places) },
      ]
    )
  }

  /// Returns the categories of an index that contain a word; all for an empty word.
  static func held(_ word: String, among all: [IndexCategory]) throws(Failure) -> [IndexCategory] {
    let category = PlaceCategory(word: word)
    let held = all.filter { word.isEmpty || $0.category == category || $0.category.slug.contains(word) }
    if held.isEmpty, !word.isEmpty {
      let slugs = all.map(\.category.slug)
      throw Failure.unknownCategory(word, nearest: NearestWord.of(word, among: slugs), among: slugs)
    }
    return held
  }

  /// Returns the category of a word; for an empty word, all categories that a source supports.
  static func wanted(
    _ word: String,
    from source: Source?,
    among services: [Service]
  ) throws(Failure) -> [PlaceCategory] {
    var isSupported = { (_: PlaceCategory) in true }
    if case .service(let service)? = source { isSupported = service.supports }
    guard !word.isEmpty else { return everyCategory.filter(isSupported) }
    let typed = PlaceCategory(word: word)
    let meanings = [typed.meaning] + services.map { $0.meaning(of: typed) }
    guard let category = meanings.lazy.compactMap(\.self).first, isSupported(category) else {
      throw .unknownCategory(word, nearest: nil)
    }
    return [category]
  }

  private static let everyCategory =
    CategoryGroup.allCases.map(PlaceCategory.group) + Kind.all.map(PlaceCategory.kind)

  private static func categories(_ categories: [PlaceCategory], isTable: Bool) -> Listing {
    Listing(
      "categories",
      of: categories,
      [
        .init("slug", "SLUG") { .text($0.slug) }, .init("code", "CODE") { .text($0.code) },
        .init("name", "NAME") { .text($0.name) },
        .init("words", "WORDS", isFlexible: true) {
          .text(isTable ? $0.otherWords.joined(separator: ", ") : $0.words.joined(separator: " "))
        },
        .init("group", "GROUP") { .text($0.group?.slug) },
      ]
    )
  }

  /// Returns a list of all words, for `grep`.
  private func everyWord(_ categories: [PlaceCategory]) -> Listing {
    let words = categories.flatMap { category in
      ([(name: "words", words: category.words)] + vocabularies(of: category)).flatMap { vocabulary, words in
        words.map { (word: $0, category: category, vocabulary: vocabulary) }
      }
    }
    return Listing(
      "words",
      of: words,
      [
        .init("word", "word") { .text($0.word) }, .init("slug", "slug") { .text($0.category.slug) },
        .init("code", "code") { .text($0.category.code) }, .init("vocabulary", "vocabulary") { .text($0.vocabulary) },
      ]
    )
  }

  private func vocabularies(of category: PlaceCategory) -> [(name: String, words: [String])] {
    category.vocabularies(of: world.services)
  }
}

extension PlaceCategory {
  /// The code of a group; `nil` for other categories.
  var code: String? { if case .group(let group) = self { group.code } else { nil } }

  /// The Korean name.
  var name: String {
    switch self {
    case .group(let group): group.koreanName
    case .kind(let kind): kind.koreanName
    case .source, .any: slug
    }
  }

  /// The type of the category in one word.
  fileprivate var typeName: String {
    switch self {
    case .group: "group"
    case .kind: "kind"
    case .source: "source"
    case .any: "any"
    }
  }

  /// Returns the open data words for the category, then the words of each service that has its own.
  func vocabularies(of services: [Service]) -> [(name: String, words: [String])] {
    vocabularies + services.filter { !$0.words(for: .any).isEmpty }.map { ($0.name, $0.words(for: self)) }
  }

  /// The words that have no column of their own.
  fileprivate var otherWords: [String] { words.filter { ![slug, code, name].contains($0) } }
}
