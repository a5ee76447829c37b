import Domain

extension Option {
  /// The options of this file, in the order of the help.
  static let queryOptions: [Option] = [
    .category, .indexCategory, .query, .conditions, .openNow, .openAt, .openUnknown, .timeZone,
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
    read: { given, arguments in
      if arguments.fetches {
        arguments.query.categories = try given.categories()
      } else {
        arguments.index.forcedCategory = PlaceCategory(word: try given.nonEmptyText())
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
          + "require all; `placefind categories --index FILE` lists the keys"
      ),
      Help(in: [.batch], "keep only places whose attribute matches, for rows without a condition; may be repeated"),
      Help(in: [.near], "keep only places whose attribute matches; may be repeated"),
    ],
    read: { $1.query.match.conditions = try $0.conditions() }
  )

  static let openNow: Option = .init(
    "open-now",
    under: .what,
    called: "opened opening-now",
    without: [.openAt],
    help: [
      Help(
        in: [.find, .browse],
        "only places that are open now by their opening hours; unknown hours are left out and counted"
      ),
      Help(in: [.batch], "only places that are open when the batch starts, for rows without a time"),
    ],
    read: { $1.query.match.opening.time = .now(secondsSince1970: 0) }
  )

  static let openAt: Option = .init(
    "open-at",
    value: .text("TIME"),
    under: .what,
    called: "open-on opening-at",
    help: [
      Help(in: [.find, .browse], "only places that are open at this local time, such as 2026-12-24T18:00"),
      Help(in: [.batch], "only places that are open at this local time, for rows without a time"),
    ],
    read: { $1.query.match.opening.time = try $0.openingTime() }
  )

  static let openUnknown: Option = .init(
    "open-unknown",
    under: .what,
    called: "unknown-hours",
    help: [
      Help(
        in: [.find, .browse, .batch],
        withOneOf: [.openNow, .openAt],
        "with --open-now or --open-at: also places with unknown hours"
      )
    ],
    read: { $1.query.match.opening.keepsUnknown = true }
  )

  static let timeZone: Option = .init(
    "timezone",
    aliases: ["time-zone", "tz"],
    value: .text("ZONE"),
    under: .what,
    help: [
      Help(
        in: [.find, .browse, .batch],
        withOneOf: [.openNow, .openAt],
        "with --open-now or --open-at: time zone of all places: Asia/Seoul or +09:00",
        default: "by coordinate"
      )
    ],
    read: { $1.query.match.opening.zone = try $0.timeZone() }
  )
}
