import Domain

extension Option {
  /// How many places, and what a query may cost.
  var amountEntry: OptionEntry? {
    switch self {
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
    default: nil
    }
  }

  /// The rows of a batch and of an index's inputs.
  var rowEntry: OptionEntry? {
    switch self {
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
    default: nil
    }
  }
}
