import Domain

extension Option {
  /// The options of this file, in the order of the help.
  static let sourceOptions: [Option] = [
    .source, .index, .endpoint, .keyFile, .timeout, .connectTimeout, .retries, .rate, .refresh, .noCache,
    .cacheLifetime, .record, .noHistory,
  ]

  static let source: Option = .init(
    "source",
    letter: "s",
    value: .word { $0.sourceWords },
    under: .source,
    help: [
      .ofSourceCommands(
        besides: [.show, .savedAdd, .quota, .categories, .doctor],
        isShort: true,
        says: { services in
          let keyed = services.keyed.map { " \($0.title) (with a key, for areas it covers)," } ?? ""
          return "source of the places; auto uses the first available: --index,\(keyed) a downloaded index of the "
            + "area, the default index"
        },
        default: "auto"
      )
    ],
    read: { $1.namedSource = try $0.source(among: $1.services) }
  )

  static let index: Option = .init(
    "index",
    value: .file,
    under: .source,
    called: "data file db database",
    repeats: true,
    without: [.endpoint, .keyFile],
    help: [
      .ofSourceCommands(
        besides: [.show, .savedAdd, .categories, .doctor],
        isShort: true,
        "index to search: a file, a name in the data directory, or - for standard input; may be "
          + "repeated to search several as one"
      )
    ],
    read: { $1.indexPaths = try $0.paths() }
  )

  static let endpoint: Option = .init(
    "endpoint",
    value: .text("URL"),
    under: .source,
    called: "url host server base-url",
    help: [
      .ofSourceCommands(besides: [.doctor], "URL of the service; plain http only on this machine")
    ],
    read: { $1.endpoint = try $0.nonEmptyText() }
  )

  static let keyFile: Option = .init(
    "key-file",
    value: .file,
    under: .source,
    onlyTyped: true,
    help: [
      .ofSourceCommands(besides: [.doctor], "read the key of the service from a file; - for standard input")
    ],
    read: { $1.keyPath = try $0.path() }
  )

  static let timeout: Option = .init(
    "timeout",
    value: .text("DURATION"),
    under: .source,
    help: [
      .ofSourceCommands(
        says: { services in
          "time limit of a query, not counting waits for other queries: 500ms, 10s, 2m; large areas get more by default"
            + services.exceptions(to: SourceConfiguration().timeout, \.timeout)
        },
        default: DurationParser.text(of: SourceConfiguration().timeout)
      ),
      Help(in: [.indexFetch], "with fetch: time limit of each part", default: "5m"),
    ],
    read: { $1.source.timeout = try $0.duration() }
  )

  static let connectTimeout: Option = .init(
    "connect-timeout",
    value: .text("DURATION"),
    under: .source,
    help: [
      .ofSourceCommands(
        "time limit of a connection",
        default: DurationParser.text(of: SourceConfiguration().connectTimeout)
      )
    ],
    read: { $1.source.connectTimeout = try $0.duration() }
  )

  static let retries: Option = .init(
    "retries",
    value: .text("N"),
    under: .source,
    help: [
      .ofSourceCommands("maximum number of retries for each request", default: String(SourceConfiguration().retries))
    ],
    read: { $1.source.retries = try $0.wholeNumber(in: 0...100) }
  )

  static let rate: Option = .init(
    "rate",
    value: .text("N"),
    under: .source,
    help: [
      .ofSourceCommands(
        "maximum number of requests per second; 0 for no limit",
        default: String(Int(ServiceSettings().requestsPerSecond))
      ),
      Help(
        in: [.indexFetch],
        "with fetch: maximum number of requests per second",
        default: String(Int(ServiceSettings().requestsPerSecond))
      ),
    ],
    read: { $1.rate = try $0.number(in: 0...10_000) }
  )

  static let refresh: Option = .init(
    "refresh",
    under: .source,
    without: [.noCache],
    help: [
      .ofSourceCommands("ignore cached responses, and replace them")
    ]
  )

  static let noCache: Option = .init(
    "no-cache",
    under: .source,
    called: "nocache",
    help: [
      .ofSourceCommands("do not use the cache")
    ]
  )

  static let cacheLifetime: Option = .init(
    "cache-ttl",
    value: .text("DURATION"),
    under: .source,
    called: "cache-age max-age ttl",
    without: [.noCache],
    help: [
      .ofSourceCommands(
        says: { services in
          "how long a response stays in the cache: 30s, 10m, 1h"
            + services.lifetimeExceptions
        },
        default: "10m"
      ),
      Help(in: [.cacheInfo], "how long a response is fresh", default: "10m"),
    ],
    read: { $1.source.stores.cacheLifetime = try $0.durationOrZero() }
  )

  static let record: Option = .init(
    "record",
    under: .source,
    without: [.noHistory],
    help: [
      Help(in: [.find, .mcp], "record the query in `placefind history`, even from a script")
    ]
  )

  static let noHistory: Option = .init(
    "no-history",
    under: .source,
    called: "incognito private",
    help: [
      Help(in: [.find, .browse, .history], "do not record the query; PLACEFIND_NO_HISTORY=1 applies to every query")
    ]
  )
}
