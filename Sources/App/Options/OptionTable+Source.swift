import Domain

extension Option {
  /// Where places come from, and what is kept of them.
  var sourceEntry: OptionEntry? {
    switch self {
    // MARK: Source
    case .source:
      OptionEntry(
        "source",
        short: "s",
        .words { SourceConfiguration.Choice.all($0).map(\.word) },
        in: .source
      ) { $0.source.choice = try $1.source(among: $0.services) }
      .help(Command.asking + [.show, .saved, .quota, .doctor], default: SourceConfiguration().choice.word) {
        let service = $0.keyed.map { " \($0.title) with a key for questions in its area," } ?? ""
        return
          "source of the places; auto takes the first of --index,\(service) the fetched index that holds the question, "
          + "the default index, the sample"
      }
    case .index:
      OptionEntry("index", .file, in: .source) { $0.source.indexPaths = try $1.paths() }
        .called("data file db database").conflicts(with: .endpoint, .keyFile)
        .help(
          Command.asking + [.show, .saved, .categories, .doctor],
          "search this index file, or the index of this name in the data folder; - for standard input; may be repeated, to search "
            + "several as one",
          isCommon: true
        )
    case .endpoint:
      OptionEntry("endpoint", .text("URL"), in: .source) { $0.source.endpoint = try $1.nonEmptyText() }
        .called("url host server base-url")
        .help(Command.asking + [.doctor], "address of the service; plain http only on this machine")
    case .keyFile:
      OptionEntry("key-file", .file, in: .source) { $0.keyPath = try $1.path() }
        .help(Command.asking + [.doctor], "read the REST API key from a file; - for standard input")
    case .timeout:
      OptionEntry("timeout", .text("DURATION"), in: .source) { $0.source.timeout = try $1.duration() }
        .help(Command.asking, default: DurationParser.text(of: SourceConfiguration().timeout)) {
          "time limit of a query: 500ms, 10s, 2m; by default, large areas get more"
            + $0.exceptions(to: SourceConfiguration().timeout, \.timeout)
        }
        .help([.index], "with fetch: time limit of each part", default: "5m", except: IndexAction.notFetching)
    case .connectTimeout:
      OptionEntry("connect-timeout", .text("DURATION"), in: .source) { $0.source.connectTimeout = try $1.duration() }
        .help(
          Command.asking,
          "time limit of a connection",
          default: DurationParser.text(of: SourceConfiguration().connectTimeout)
        )
    case .retries:
      OptionEntry("retries", .text("N"), in: .source) { $0.source.retries = try $1.wholeNumber(in: 0...100) }
        .help(Command.asking, default: String(SourceConfiguration().retries)) { _ in
          "maximum number of retries for each request"
        }
    case .rate:
      OptionEntry("rate", .text("N"), in: .source) { $0.source.requestsPerSecond = try $1.number(in: 0...10_000) }
        .help(Command.asking, default: String(Int(SourceConfiguration().requestsPerSecond))) { _ in
          "maximum number of requests a second, of all runs on this machine together; 0 for no limit"
        }
    case .refresh:
      OptionEntry("refresh", in: .source)
        .conflicts(with: .noCache).help(Command.asking, "ask the service again, even for cached answers")
    case .noCache:
      OptionEntry("no-cache", in: .source)
        .called("nocache")
        .help(Command.asking, "do not use the cache of answers")
    case .cacheLifetime:
      OptionEntry("cache-ttl", .text("DURATION"), in: .source) {
        $0.source.stores.cacheLifetime = try $1.durationOrZero()
      }
      .called("cache-age max-age ttl").conflicts(with: .noCache)
      .help(Command.asking, default: "10m") {
        "how long an answer of the service stays in the cache: 30s, 10m, 1h"
          + $0.exceptions(to: StoreConfiguration.standardCacheLifetime, \.answerLifetime)
      }
      .help([.cache], "how long an answer counts as fresh", default: "10m")
    case .record:
      OptionEntry("record", in: .source)
        .conflicts(with: .noHistory).help([.find], "record the query in `placefind history`, even in a script")
    case .noHistory:
      OptionEntry("no-history", in: .source)
        .called("incognito private")
        .help([.find, .browse, .history], "do not record the query; PLACEFIND_NO_HISTORY=1 applies to every query")

    // MARK: History, positions and saved places
    case .rerun:
      OptionEntry("rerun", .text("N"), in: .what) { $0.rerun = try $1.wholeNumber(in: 1...Int.max) }
        .called("again repeat").conflicts(with: .limit)
        .help([.history], "run query N of the list again", isCommon: true, except: [HistoryAction.clear.rawValue])
    case .makeDefault:
      OptionEntry("default", in: .what)
        .help([.here], "use this position when a query has none", isCommon: true)
    case .remove:
      OptionEntry("remove", in: .what)
        .called("delete rm").conflicts(with: .makeDefault, .at, .near, .latitude, .longitude)
        .help([.here], "remove the position", isCommon: true)
    case .note:
      OptionEntry("note", .text("TEXT"), in: .what) { $0.note = $1.text }
        .called("comment memo")
        .help([.saved], "with add: a note beside the place", isCommon: true, except: ["", "list", "remove"])
    case .online:
      OptionEntry("online", in: .source)
        .called("network")
        .help([.doctor], "send one request, to see whether the service answers and takes the key", isCommon: true)

    // MARK: Source of an index's data
    case .inputName:
      OptionEntry("as", .text("NAME"), in: .source) { $0.index.inputName = try $1.nonEmptyText() }
        .help([.index], except: IndexAction.notBuilding) { _ in
          "name of the inputs together, instead of their paths; adding to that name again replaces them"
        }
    case .attribution:
      OptionEntry("attribution", .text("TEXT"), in: .source) { $0.index.attribution = $1.text }
        .help([.index], isCommon: true, except: IndexAction.notBuilding) { _ in
          "notice that the licence of the data requires; included in every answer"
        }
    case .license:
      OptionEntry("license", .text("TEXT"), in: .source) { $0.index.license = $1.text }
        .called("licence")
        .help([.index], "licence of the data", except: IndexAction.notBuilding)
    case .covers:
      OptionEntry("covers", .text("AREA"), in: .source) { $0.index.coverage = try $1.coverage(known: $0.services) }
        .called("coverage")
        .help([.index], except: IndexAction.notBuilding) { _ in
          "area of which the data holds every place: W,S,E,N, or LAT,LNG,RADIUS, or KR; may be repeated"
        }
    case .release:
      OptionEntry("release", .text("TEXT"), in: .source) { $0.index.release = $1.text }
        .help([.index], "release of the data", except: IndexAction.notBuilding)
    case .update:
      OptionEntry("update", in: .source)
        .help([.index], except: IndexAction.notFetching) { _ in
          "with fetch: ask again for the fetched indexes that are named, or all of the data folder"
        }
    case .yes:
      OptionEntry("yes", in: .source)
        .help([.index], "with fetch: fetch also more than 200,000 elements or 100 MB", except: IndexAction.notFetching)
    default: nil
    }
  }
}
