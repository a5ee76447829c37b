import Domain

extension Option {
  /// What is printed, and where to.
  var outputEntry: OptionEntry? {
    switch self {
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
    default: nil
    }
  }

  private static let formatDefault = "from the name of --output, else table on a terminal and json elsewhere"
  private static let outputSummary = "write to a file, atomically; - for standard output"
}
