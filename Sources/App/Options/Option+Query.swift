import Domain

extension Option {
  /// The options of this file, in the order of the help.
  static let queryOptions: [Option] = [
    .category, .indexCategory, .query, .conditions,
  ]

  static let category: Option = .init(
    "category",
    letter: "c",
    value: .words { _ in CategoryGroup.allCases.map(\.slug) + ["dentist", "any"] },
    under: .what,
    called: "kind type categories poi",
    completes: .categories,
    help: [
      Help(
        in: [.find, .browse],
        isShort: true,
        "categories, separated by commas; `placefind categories` lists them; a source's own, such as amenity=toilets, "
          + "or category_name=WORD for a word that has another meaning; may be repeated"
      ),
      Help(in: [.batch], isShort: true, "categories of rows without a category; may be repeated"),
    ],
    read: { $1.query.categories = try $0.categories() }
  )

  static let indexCategory: Option = .init(
    "category",
    letter: "c",
    value: .text("WORD"),
    under: .what,
    called: "kind type categories poi",
    completes: .categories,
    // A category in the configuration file applies to searches, not to index inputs.
    onlyTyped: true,
    help: [
      Help(
        in: [.indexBuild, .indexAdd, .indexFetch],
        isShort: true,
        "category of every place of the inputs; FILE=WORD sets it for one input; with fetch or an "
          + ".osm.pbf input: include only these categories"
      )
    ],
    read: { values, arguments in
      if arguments.fetches {
        arguments.query.categories = try values.categories()
      } else {
        arguments.index.rules.forcedCategory = PlaceCategory(word: try values.nonEmptyText())
      }
    }
  )

  static let query: Option = .init(
    "query",
    letter: "q",
    value: .text("TEXT"),
    under: .what,
    called: "keyword keywords text name search",
    help: [
      Help(in: [.find], isShort: true, "name to search for; give -c, -q or both"),
      Help(in: [.browse], isShort: true, "name to search for"),
      Help(in: [.batch], isShort: true, "name to search for in rows without one"),
    ],
    read: { $1.query.text = try $0.searchText() }
  )

  static let conditions: Option = .init(
    "where",
    value: .text("KEY[OP VALUE]"),
    under: .what,
    called: "filter attribute tag having",
    repeats: true,
    help: [
      Help(
        in: [.find, .browse],
        "keep only places whose attribute matches: KEY (present), KEY=VALUE, KEY!=VALUE, KEY<N, <=, >, >=; repeat to "
          + "require all; `placefind categories --index FILE` lists the attributes"
      ),
      Help(in: [.batch], "keep only places whose attribute matches, for rows without a condition; may be repeated"),
      Help(in: [.near], "keep only places whose attribute matches; may be repeated"),
    ],
    read: { $1.query.match.conditions = try $0.conditions() }
  )
}
