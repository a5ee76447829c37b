import Domain

extension Arguments {
  /// How many queries `history` lists: they fit a terminal of 24 lines, with the header and the prompt.
  static let standardHistoryCount = 20
}

extension Option {
  /// The options of this file, in the order of the help.
  static let amountFlags: [Option] = [
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
        "maximum number of places; `all` for every one in the area, 0 for their number alone",
        default: standardLimit
      ),
      Help(
        in: [.browse],
        isShort: true,
        "maximum number of places; `all` for every one in the area",
        default: standardLimit
      ),
      Help(in: [.near], "maximum number of candidates; 0 for their number alone", default: standardLimit),
      Help(
        in: [.history],
        isShort: true,
        except: HistoryAction.words(.clear),
        "maximum number of queries; `all` for every one",
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
      Help(in: [.find], "get exactly one page of the service's results, 1...\(PageLimits.standard.numbers.upperBound)")
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
    value: .text("distance|accuracy|KEY"),
    under: .amount,
    called: "order order-by",
    help: [
      Help(
        in: [.find, .browse, .batch],
        "order of the places; KEY is a further fact with a number, smallest first",
        default: "distance when there is a centre"
      )
    ],
    read: { $1.query.sort = try $0.order() }
  )

  static let requireComplete: Option = .init(
    "require-complete",
    under: .amount,
    help: [
      Help(in: [.find], "exit 8 instead of giving a partial answer"),
      Help(in: [.batch], "a row whose answer is partial has failed, also when --limit is the reason"),
    ]
  )

  static let requireNearest: Option = .init(
    "require-nearest",
    under: .amount,
    help: [
      Help(in: [.find], "exit 8 unless no nearer place can be missing"),
      Help(in: [.batch], "fail rows for which a nearer place may be missing"),
    ]
  )

  static let maxRequests: Option = .init(
    "max-requests",
    value: .text("N"),
    under: .amount,
    help: [
      Help(in: [.find, .browse, .batch], "maximum number of requests for one query"),
      Help(
        in: [.index],
        only: IndexAction.words(.fetch),
        "with fetch: maximum number of requests; as many as a large area takes allow it"
      ),
    ],
    read: { $1.source.maximumRequests = try $0.wholeNumber(in: 1...Int.max) }
  )

  static let budget: Option = .init(
    "budget",
    value: .text("N"),
    under: .amount,
    help: [
      .ofAsking(
        "maximum number of requests for the whole run; beyond it, a large search gives a partial answer, "
          + "others exit 4"
      )
    ],
    read: { $1.source.requestBudget = try $0.wholeNumber(in: 1...Int.max) }
  )

  static let beyondQuota: Option = .init(
    "beyond-quota",
    under: .amount,
    called: "over-quota paid ignore-quota",
    help: [
      .ofAsking("keep sending beyond the daily allowance, which may cost money; the calls are still counted")
    ]
  )

  static let failEmpty: Option = .init(
    "fail-empty",
    under: .amount,
    help: [
      Help(in: [.find], "exit 9 when nothing is found")
    ]
  )
}
