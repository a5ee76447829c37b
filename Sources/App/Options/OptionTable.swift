import Domain

extension Option {
  /// The table of options.
  var entry: OptionEntry {
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

    // MARK: How many
    case .limit:
      OptionEntry("limit", short: "n", .text("N|all"), in: .amount) { $0.query.limit = try $1.limit() }
        .called("all=all count max number top num results")
        .help([.find, .browse, .batch], default: PlaceLimit.standard.count.map(String.init), isCommon: true) { _ in
          "maximum number of places; `all` for every one in the area"
        }
        .help([.near], "maximum number of candidates", default: "15")
        .help([.history], default: "20", isCommon: true, except: [HistoryAction.clear.rawValue]) { _ in
          "maximum number of queries; `all` for every one"
        }
    case .page:
      OptionEntry("page", .text("N"), in: .amount) {
        $0.query.page = try $1.wholeNumber(in: PageLimits.standard.numbers)
      }
      .conflicts(with: .limit).help([.find], "get exactly one page of the service's results, 1...45")
    case .size:
      OptionEntry("size", .text("N"), in: .amount) {
        $0.query.size = try $1.wholeNumber(in: PageLimits.standard.sizes)
      }
      .conflicts(with: .limit).help([.find], "places on that page, 1...15", default: "15")
    case .sort:
      OptionEntry("sort", .oneOf(PlaceQuery.Sort.self), in: .amount) { $0.query.sort = try $1.word() }
        .called("order order-by")
        .help([.find, .browse, .batch], "order of the places", default: "distance when there is a centre")
    case .requireComplete:
      OptionEntry("require-complete", in: .amount)
        .help([.find], "exit 8 instead of giving a partial answer")
        .help([.batch], "a row whose answer is partial has failed, also when --limit is the reason")
    case .maxRequests:
      OptionEntry("max-requests", .text("N"), in: .amount) {
        $0.source.maximumRequests = try $1.wholeNumber(in: 1...Int.max)
      }
      .help([.find, .browse, .batch], "maximum number of requests for one query")
    case .budget:
      OptionEntry("budget", .text("N"), in: .amount) { $0.source.requestBudget = try $1.wholeNumber(in: 1...Int.max) }
        .help(Command.asking) { _ in
          "maximum number of requests for the whole run; beyond it, a large search gives a partial answer, others exit 4"
        }
    case .failEmpty:
      OptionEntry("fail-empty", in: .amount)
        .help([.find], "exit 9 when nothing is found")

    // MARK: Rows of a batch
    case .jobs:
      OptionEntry("jobs", short: "j", .text("N"), in: .rows) { $0.batch.jobs = try $1.wholeNumber(in: 1...256) }
        .called("threads parallel workers concurrency")
        .help([.batch], default: String(Arguments.Batch.standardJobs), isCommon: true) { _ in
          "number of queries in flight; with an index, of blocks of rows in parallel"
        }
    case .unordered:
      OptionEntry("unordered", in: .rows)
        .help([.batch], "write each record as soon as it is ready")
    case .oneLine:
      OptionEntry("one-line", in: .rows)
        .conflicts(with: .json).help([.batch], "with csv and tsv: one line a row, with the nearest place")
    case .add:
      OptionEntry("add", in: .rows)
        .called("append join").conflicts(with: .batchFormat, .json, .oneLine)
        .help([.batch], isCommon: true) { _ in
          "copy the rows as they are, each with the name, the distance and the id of the nearest place behind it"
        }
    case .byteOrderMark:
      OptionEntry("bom", in: .rows)
        .called("excel utf8-bom").conflicts(with: .json).help(
          [.batch],
          "begin csv with a mark by which spreadsheets know UTF-8"
        )
    case .resume:
      OptionEntry("resume", in: .rows)
        .called("continue").conflicts(with: .force)
        .help([.batch], isCommon: true) { _ in
          "resume an interrupted run from the file of --output, without the rows that have a record"
        }
    case .retryFailed:
      OptionEntry("retry-failed", in: .rows)
        .needs(.resume).help([.batch], "with --resume: retry the rows that failed in an earlier run")
    case .prune:
      OptionEntry("prune", in: .rows)
        .needs(.resume).help([.batch], "with --resume: delete records whose row is no longer in the input")
    case .failures:
      OptionEntry("failures", .file, in: .rows) { $0.batch.failuresPath = try $1.path() }
        .help([.batch], isCommon: true) { _ in
          "write the rows without an answer to a file, unchanged, as input for the next run"
        }
    case .maxErrors:
      OptionEntry("max-errors", .text("N|P%"), in: .rows) { $0.batch.maximumErrors = try $1.countOrShare() }
        .help([.batch], "stop (exit 5) when more rows than this have failed")
    case .summary:
      OptionEntry("summary", .file, in: .rows) { $0.batch.summaryPath = try $1.path() }
        .help([.batch], "write a summary of the run to a file, as JSON")
    case .dryRun:
      OptionEntry("dry-run", in: .rows)
        .help([.batch], "check the rows and estimate their cost; send nothing", isCommon: true)

    // MARK: Rows of an index's inputs
    case .minimumConfidence:
      OptionEntry("min-confidence", .text("N"), in: .rows) { $0.index.minimumConfidence = try $1.number(in: 0...1) }
        .help([.index], "skip rows with a confidence below this, 0...1", except: IndexAction.notBuilding)
    case .includeClosed:
      OptionEntry("include-closed", in: .rows)
        .help([.index], "keep places that are closed", except: IndexAction.notBuilding)
    case .strict:
      OptionEntry("strict", in: .rows)
        .help([.index], except: IndexAction.notBuilding) { _ in
          "fail (exit 7) when a row is skipped, or most have no category or no name"
        }
    case .grid:
      OptionEntry("crs", .oneOf(CoordinateReferenceSystem.self), in: .rows) { $0.index.grid = try $1.grid() }
        .help([.index], except: IndexAction.notBuilding) { _ in
          "map grid of coordinates that are not degrees: EPSG:5174, KATEC, …"
        }
        .help([.batch], "map grid of the rows' coordinates, where these are not degrees: EPSG:5174, KATEC, …")
    case .language:
      OptionEntry("lang", .text("CODE"), in: .rows) { $0.index.language = try $1.nonEmptyText() }
        .help([.index], default: "from the locale, else the local names", except: IndexAction.notBuilding) { _ in
          "language of the names to show, where there are several: ko, en, …"
        }

    // MARK: Columns
    case .nameColumn:
      OptionEntry("name-column", .text("NAME"), in: .rows) { $0.index.columns.name = $1.text }
        .help([.index], "column with the name", except: IndexAction.notBuilding)
    case .latitudeColumn:
      .column(.latitude, "the latitude", inIndex: "the latitude or northing") { $0.index.columns.latitude = $1.text }
    case .longitudeColumn:
      .column(.longitude, "the longitude", inIndex: "the longitude or easting") { $0.index.columns.longitude = $1.text }
    case .nearColumn:
      .column(.near, "a name or address, for rows without coordinates", default: "near, address, 주소 …")
        .called("address-column place-column location-column")
    case .idColumn:
      .column(.id, "the row's id", inIndex: "the id") { $0.index.columns.id = $1.text }
    case .categoryColumn:
      .column(.category, "the categories", inIndex: "the category") { $0.index.columns.category = $1.text }
    case .queryColumn: .column(.query, "the text to search for")
    case .radiusColumn: .column(.radius, "the radius")
    case .limitColumn: .column(.limit, "the number of places")

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

    // MARK: Output
    case .format:
      OptionEntry("format", short: "f", .oneOf(OutputFormat.self), in: .output) { $0.output.format = try $1.word() }
        .called("jsonl=ndjson geojsonl=ndjson")
        .help([.find, .near, .saved], "format of the answer", default: Self.formatDefault, isCommon: true)
    case .listFormat:
      OptionEntry("format", short: "f", .oneOf(ListFormat.self), in: .output) {
        $0.output.format = OutputFormat(rawValue: try ($1.word() as ListFormat).rawValue)
      }
      .called("jsonl=ndjson")
      .help([.categories], "format of the list", default: "from the name of --output, else table", isCommon: true)
      .help(
        [.where, .here, .history, .show, .cache, .quota, .doctor],
        "format of the answer",
        default: Self.formatDefault,
        isCommon: true
      )
    case .batchFormat:
      OptionEntry("format", short: "f", .oneOf(RecordFormat.self), in: .output) { $0.batch.format = try $1.word() }
        .called("jsonl=ndjson geojsonl=ndjson")
        .help([.batch], default: "from the name of --output, else \(RecordFormat.ndjson.rawValue)", isCommon: true) {
          _ in
          "one JSON object per row, or one line per place in csv and tsv"
        }
    case .indexFormat:
      OptionEntry("format", short: "f", .oneOf(IndexReport.Format.self), in: .output) {
        $0.indexFormat = try $1.word()
        $0.output.format = $0.indexFormat.flatMap { OutputFormat(rawValue: $0.rawValue) }
      }
      .help([.index], "format of the report", default: IndexReport.Format.table.rawValue, isCommon: true)
    case .json:
      OptionEntry("json", in: .output) { all, _ in
        (all.output.format, all.indexFormat, all.batch.format) = (.json, .json, .ndjson)
      }
      .help([.find, .index, .categories] + Command.listing, "same as -f json")
      .help([.batch], "same as -f ndjson")
    case .fields:
      OptionEntry("fields", .list(of: PlaceField.self), in: .output) { $0.output.fields = try $1.fields() }
        .called("columns cols select field")
        .help([.find, .near, .saved]) { _ in
          "fields to print, in this order; may be repeated: "
            + PlaceField.allCases.map(\.rawValue).joined(separator: ",")
        }
    case .noHeader:
      OptionEntry("no-header", in: .output)
        .called("no-headers noheader noheaders")
        .help([.find, .categories] + Command.listing, "omit the header line of csv, tsv and table")
        .help([.batch], "omit the header line of csv and tsv")
    case .output:
      OptionEntry("output", short: "o", .file, in: .output) { $0.output.path = try $1.path() }
        .called("out outfile output-file")
        .help([.find, .categories, .near, .where, .here, .show, .quota, .doctor], Self.outputSummary)
        .help([.history], Self.outputSummary, except: [HistoryAction.clear.rawValue])
        .help([.cache], Self.outputSummary, except: [CacheAction.clear.rawValue])
        .help([.saved], Self.outputSummary, except: SavedAction.changing)
        .help([.batch], "write to a file, record by record; - for standard output", isCommon: true)
        .help([.index], default: "~/.local/share/placefind/places.pfx", isCommon: true, except: IndexAction.reading) {
          _ in
          "write the index to this file, atomically"
        }
    case .force:
      OptionEntry("force", in: .output)
        .called("overwrite replace")
        .help([.find, .categories] + Command.listing, "overwrite the file of --output")
        .help([.batch], "overwrite the files of --output, --failures and --summary")
        .help([.index], "overwrite the file of --output, even if it is not an index", except: IndexAction.notBuilding)
    case .open:
      OptionEntry("open", in: .output)
        .called("browser web view")
        .help([.find], "write html and open it in the browser; a temporary file without --output")
        .help([.show], "open the place's page in the browser; print its address where there is no desktop")
    case .color:
      OptionEntry("color", .oneOf(ColorChoice.self), in: .output) { $0.output.color = try $1.word() }
        .called("no-color=never no-colour=never colour")
        .help([.find, .browse, .categories] + Command.listing, default: ColorChoice.auto.rawValue) { _ in
          "when to colour tables and maps"
        }
    case .plainMap:
      OptionEntry("plain-map", in: .output)
        .help([.find], "no stations, landmarks and names of roads on the map of -f map and html")
        .help([.browse], "no stations, landmarks and names of roads on the map")
    case .all:
      OptionEntry("all", in: .output)
        .help([.categories], "list every word for a category, one per line, with OSM tags and Overture categories")

    case .printCommand:
      OptionEntry("print-command", in: .output)
        .help([.browse], "when q ends it, print the command that gives the list; the key Q does so without this option")

    // MARK: Messages
    case .errorFormat:
      OptionEntry("error-format", .oneOf(ErrorFormat.self), in: .messages) { _, given in
        // `World.errorFormat` reads the value; this refuses an unknown one.
        let _: ErrorFormat = try given.word()
      }
      .help(Command.allCases, "format of messages on standard error", default: ErrorFormat.text.rawValue)
    case .noConfiguration:
      OptionEntry("no-config", in: .messages)
        .help(Command.allCases, "do not read the file of options, placefind/config in the configuration directory")
    case .noProgress:
      OptionEntry("no-progress", in: .messages)
        .help([.find, .batch, .index, .history], "do not show a progress line")
    case .verbose:
      OptionEntry("verbose", short: "v", in: .messages)
        .called("debug")
        .help([.find, .batch, .history, .near, .where]) { _ in
          "print the source, where the key comes from, and every request with its result and time"
        }
    case .quiet:
      OptionEntry("quiet", in: .messages)
        .called("silent").conflicts(with: .verbose)
        .help([.find, .batch, .index, .categories] + Command.listing, "print only errors on standard error")
    case .help:
      OptionEntry("help", short: "h", in: .messages)
        .help(Command.allCases, "-h for the short help, --help for the full help", isCommon: true)
    case .version:
      OptionEntry("version", short: "V", in: .messages)
        .help([.find], "print the version")
    }
  }

  private static let formatDefault = "from the name of --output, else table on a terminal and json elsewhere"
  private static let outputSummary = "write to a file, atomically; - for standard output"
}
