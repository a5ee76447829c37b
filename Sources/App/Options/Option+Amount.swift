import Domain

extension Arguments {
  /// The default number of queries that `history` lists, which fits on a terminal of 24 lines.
  static let standardHistoryCount = 20

  /// The number of places that `browse` loads at once from a local source, so that its filter knows all of them.
  static let standardLocalCount = 10_000
}

extension Option {
  /// The options of this file, in the order of the help.
  static let amountOptions: [Option] = [
    .limit, .page, .size, .sort, .requireComplete, .requireNearest, .maxRequests, .budget, .beyondQuota, .failEmpty,
  ]

  private static var standardLimit: String { PlaceLimit.standard.count.map(String.init) ?? "all" }

  static let limit: Option = .init(
    "limit",
    letter: "n",
    value: .text("N|all"),
    under: .amount,
    called: "all=all count max number top num results",
    help: [
      Help(
        in: [.find, .batch],
        isShort: true,
        "maximum number of places; `all` for every place, 0 for just the count",
        default: standardLimit
      ),
      Help(
        in: [.browse],
        isShort: true,
        "maximum number of places; `all` for every place",
        default: "\(standardLimit) from a service, else \(Arguments.standardLocalCount)"
      ),
      Help(in: [.near], "maximum number of matches; 0 for just the count", default: standardLimit),
      Help(
        in: [.history],
        isShort: true,
        "maximum number of queries; `all` for every query",
        default: String(Arguments.standardHistoryCount)
      ),
    ],
    read: { $1.query.limit = try $0.limit(allowsNothing: $1.command != .browse) }
  )

  static let page: Option = .init(
    "page",
    value: .text("N"),
    under: .amount,
    without: [.limit],
    help: [
      Help(in: [.find], "print one page of the results, 1...\(PageLimits.standard.numbers.upperBound)")
    ],
    read: { $1.query.setPage(number: try $0.wholeNumber(in: PageLimits.standard.numbers)) }
  )

  static let size: Option = .init(
    "size",
    value: .text("N"),
    under: .amount,
    without: [.limit],
    help: [
      Help(
        in: [.find],
        "places on that page, 1...\(PageLimits.standard.sizes.upperBound)",
        default: String(PageLimits.standard.sizes.upperBound)
      )
    ],
    read: { $1.query.setPage(size: try $0.wholeNumber(in: PageLimits.standard.sizes)) }
  )

  static let sort: Option = .init(
    "sort",
    value: .text("distance|accuracy|route|KEY"),
    under: .amount,
    called: "order order-by",
    help: [
      Help(
        in: [.find, .browse, .batch],
        "order of the places; route is the order along --along, and KEY is a numeric attribute, smallest first",
        default: "distance when there is a centre, route with --along"
      )
    ],
    read: { $1.query.sort = try $0.order() }
  )

  static let requireComplete: Option = .init(
    "require-complete",
    under: .amount,
    help: [
      Help(in: [.find], "exit with 8 if places of the area are missing"),
      Help(in: [.batch], "fail rows with incomplete results, even if only --limit made them incomplete"),
    ]
  )

  static let requireNearest: Option = .init(
    "require-nearest",
    under: .amount,
    help: [
      Help(in: [.find], "exit with 8 if a nearer place may be missing"),
      Help(in: [.batch], "fail rows for which a nearer place may be missing"),
    ]
  )

  static let maxRequests: Option = .init(
    "max-requests",
    value: .text("N"),
    under: .amount,
    help: [
      Help(in: [.find, .browse, .batch], "maximum number of requests for one query"),
      Help(in: [.indexFetch], "with fetch: maximum number of requests; raise it to allow a very large area"),
    ],
    read: { $1.source.maximumRequests = try $0.wholeNumber(in: 1...Int.max) }
  )

  static let budget: Option = .init(
    "budget",
    value: .text("N"),
    under: .amount,
    help: [
      .ofSourceCommands(
        "maximum number of requests for the whole run; then a large search returns a partial result, and other "
          + "searches exit with 4"
      )
    ],
    read: { $1.source.requestBudget = try $0.wholeNumber(in: 1...Int.max) }
  )

  static let beyondQuota: Option = .init(
    "beyond-quota",
    under: .amount,
    called: "over-quota paid ignore-quota",
    help: [
      .ofSourceCommands("keep sending requests beyond the daily allowance, which may cost money")
    ]
  )

  static let failEmpty: Option = .init(
    "fail-empty",
    under: .amount,
    help: [
      Help(in: [.find], "exit with 9 if nothing is found")
    ]
  )
}
