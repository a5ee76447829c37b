extension Option {
  /// The options that only a batch takes.
  static let batchOnly: [Option] = [
    .jobs, .unordered, .resume, .retryFailed, .prune, .failures, .maxErrors, .summary, .dryRun, .latitudeColumn,
    .longitudeColumn, .idColumn, .categoryColumn, .queryColumn, .radiusColumn, .limitColumn,
  ]

  /// What there is to say about an option of a batch.
  var batchSpecification: OptionSpecification {
    switch self {
    case .jobs:
      OptionSpecification(
        "questions in flight at once; over an index, blocks of rows worked on at once",
        in: .rows,
        short: "j",
        value: .any("N"),
        standard: String(BatchOptions.standardJobs),
        isCommon: true
      )
    case .unordered: OptionSpecification("write each record as soon as it is there", in: .rows)
    case .resume:
      OptionSpecification(
        "go on with the file of --output after any interruption; no row with a record is asked again",
        in: .rows,
        isCommon: true
      )
    case .retryFailed: OptionSpecification("with --resume: ask rows again that failed in an earlier run", in: .rows)
    case .prune:
      OptionSpecification("with --resume: let records go that belong to no row of the input any more", in: .rows)
    case .failures:
      OptionSpecification(
        "write the rows that were not answered to a file, as they came: the next run's input",
        in: .rows,
        value: .any("FILE"),
        isCommon: true
      )
    case .maxErrors:
      OptionSpecification("stop (exit 5) when more rows than this go wrong", in: .rows, value: .any("N|P%"))
    case .summary: OptionSpecification("write what was done to a file, as JSON", in: .rows, value: .any("FILE"))
    case .dryRun:
      OptionSpecification(
        "check the rows and tell what they would cost; nothing is sent",
        in: .rows,
        isCommon: true
      )
    case .latitudeColumn: column("latitude", "lat, latitude, 위도, y")
    case .longitudeColumn: column("longitude", "lng, lon, longitude, 경도, x")
    case .idColumn: column("caller's id", "id")
    case .categoryColumn: column("categories", "category, 카테고리")
    case .queryColumn: column("words to look for", "query, 검색어")
    case .radiusColumn: column("radius", "radius, 반경")
    default: column("number of places", "limit, 개수")
    }
  }

  private func column(_ content: String, _ standard: String) -> OptionSpecification {
    OptionSpecification("name of the column with the \(content)", in: .rows, value: .any("NAME"), standard: standard)
  }
}

extension Option {
  /// What there is to say about the option in a batch, where some mean something else than for one question.
  var specificationInBatch: OptionSpecification {
    switch self {
    case .format:
      OptionSpecification(
        "one JSON object a row, or one line a place",
        in: .output,
        short: "f",
        value: .oneOf(BatchOptions.Format.allCases.map(\.rawValue)),
        standard: "by the name of --output, else \(BatchOptions.Format.ndjson.rawValue)"
      )
    case .output:
      OptionSpecification(
        "write to a file, record by record; - for standard output",
        in: .output,
        short: "o",
        value: .any("FILE"),
        isCommon: true
      )
    case .category:
      OptionSpecification(
        "kinds of place, comma-separated, for rows that name none; given again, it adds",
        in: .what,
        short: "c",
        value: .any("LIST"),
        isList: true,
        isCommon: true
      )
    case .query:
      OptionSpecification(
        "words to look for, for rows that have none",
        in: .what,
        short: "q",
        value: .any("TEXT"),
        isCommon: true
      )
    case .at:
      OptionSpecification("centre for rows that have none", in: .place, value: .any("LAT,LNG"))
    case .noHeader: OptionSpecification("leave out the line of names in csv", in: .output)
    case .force:
      OptionSpecification("replace files that are there: those of --output, --failures and --summary", in: .output)
    default: specification
    }
  }
}
