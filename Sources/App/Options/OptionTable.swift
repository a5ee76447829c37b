import Domain

extension Option {
  /// The entry in the table of options, which has a part for each heading of the help.
  var entry: OptionEntry {
    guard let entry = placeEntry ?? amountEntry ?? rowEntry ?? sourceEntry ?? outputEntry else {
      preconditionFailure("\(self) is in no part of the table")  // A test asks for every entry.
    }
    return entry
  }

  /// What is sought, and where.
  var placeEntry: OptionEntry? {
    switch self {
    // MARK: What
    case .category:
      OptionEntry(
        "category",
        short: "c",
        .list { _ in CategoryGroup.allCases.map(\.slug) + ["dentist", "any"] },
        in: .what
      ) { $0.query.categories = try $1.categories() }
      .called("kind type categories poi").completed(by: .categories)
      .help([.find, .browse], isCommon: true) { _ in
        "categories, separated by commas, as `placefind categories` lists them; may be repeated"
      }
      .help([.batch], "categories for rows that name none; may be repeated", isCommon: true)
    case .indexCategory:
      OptionEntry("category", short: "c", .text("WORD"), in: .what) { all, given in
        guard !all.fetches else { return all.query.categories = try given.categories() }
        all.index.forcedCategory = PlaceCategory(word: try given.nonEmptyText())
      }
      .called("kind type categories poi").completed(by: .categories)
      .help([.index], isCommon: true, except: IndexAction.reading + [IndexAction.remove.rawValue]) { _ in
        "category of every place, whatever the inputs say; FILE=WORD sets it for one input; with fetch: the only categories"
      }
    case .query:
      OptionEntry("query", short: "q", .text("TEXT"), in: .what) { $0.query.text = try $1.searchText() }
        .called("keyword keywords text name search")
        .help([.find], "text to search for; a query needs -c, -q or both", isCommon: true)
        .help([.browse], "text to search for", isCommon: true)
        .help([.batch], "text to search for in rows that have none", isCommon: true)

    // MARK: Where
    case .latitude:
      OptionEntry("lat", .text("N"), in: .place, aliases: ["latitude"]) { $0.query.latitude = try $1.number() }
        .needs(.longitude).help([.find, .browse, .batch, .where, .here], "degrees north (WGS 84)")
    case .longitude:
      OptionEntry("lng", .text("N"), in: .place, aliases: ["lon", "longitude"]) { $0.query.longitude = try $1.number() }
        .needs(.latitude).help([.find, .browse, .batch, .where, .here], "degrees east (WGS 84)")
    case .at:
      OptionEntry("at", .text("LAT,LNG"), in: .place) { $0.query.center = try $1.position() }
        .called("near-by point coord coords coordinate coordinates location latlng latlon center centre")
        .conflicts(with: .latitude, .longitude).completed(by: .positions)
        .help([.find, .browse], isCommon: true) { _ in
          "centre as LAT,LNG; also \"37.5 127\", 37.5N,127E, 37°29'52\"N 127°1'39\"E, geo:37.5,127, [127,37.5], "
            + "the address of a map (Kakao, Naver, Google, Apple, OpenStreetMap), or a position kept with `placefind here`"
        }
        .help([.batch], "centre for rows that have none")
        .help([.where], "the point, written as in `placefind find`", isCommon: true)
        .help([.index], "with fetch: the centre", isCommon: true, except: IndexAction.notFetching)
        .help([.here], "the point to keep", isCommon: true)
    case .near:
      OptionEntry("near", .text("TEXT"), in: .place) { $0.query.center = .text(try $1.searchText()) }
        .called("place-name station address").conflicts(with: .at, .latitude, .longitude)
        .help([.find, .browse], "centre by name or address; `placefind near TEXT` lists the matches", isCommon: true)
        .help([.batch], "centre for rows that have none, by name or address")
        .help([.where], "the point by name")
        .help([.index], "with fetch: the centre by name or address", isCommon: true, except: IndexAction.notFetching)
        .help([.here], "the point to keep, by name or address", isCommon: true)
    case .anywhere:
      OptionEntry("anywhere", in: .place)
        .called("no-default everywhere").conflicts(with: .at, .near, .latitude, .longitude, .bbox)
        .help([.find, .browse, .batch], "without the default position of `placefind here`")
    case .bbox:
      OptionEntry("bbox", .text("W,S,E,N"), in: .place) { $0.query.box = try $1.box() }
        .called("rect rectangle extent bounds box").conflicts(with: .radius)
        .help([.find, .browse], "search a rectangle instead of a circle; edges in degrees")
        .help([.index], "with fetch: a rectangle instead of a circle", except: IndexAction.notFetching)
    case .radius:
      OptionEntry("radius", short: "r", .text("LENGTH"), in: .place) { $0.query.radius = try $1.radius() }
        .called("distance dist within range")
        .help(
          [.find, .browse, .batch],
          default: DistanceFormatter.short(SearchRadius.standard.distance),
          isCommon: true
        ) {
          _ in
          "how far to search: 800, 800m, 1.5km, 1mi, 2000ft"
        }
        .help(
          [.index],
          "with fetch: how far around the centre",
          default: "5 km",
          isCommon: true,
          except: IndexAction.notFetching
        )
    default: nil
    }
  }
}
