import Domain

extension Option {
  /// What there is to say about the option.
  var specification: OptionSpecification {
    switch self {
    case .category, .query, .latitude, .longitude, .at, .bbox, .radius: questionSpecification
    case .limit, .page, .size, .sort, .requireComplete, .maxRequests, .failEmpty: amountSpecification
    case .source, .index, .endpoint, .keyFile, .timeout, .retries, .rate: sourceSpecification
    case .format, .fields, .noHeader, .output, .force, .color, .all: outputSpecification
    case .jobs, .unordered, .resume, .retryFailed, .prune, .failures, .maxErrors, .summary, .dryRun, .latitudeColumn,
      .longitudeColumn,
      .idColumn, .categoryColumn, .queryColumn, .radiusColumn, .limitColumn:
      batchSpecification
    case .minimumConfidence, .includeClosed, .strict, .attribution, .license, .release, .grid, .nameColumn,
      .language:
      indexSpecification
    case .errorFormat, .noProgress, .verbose, .quiet, .help, .version: reportSpecification
    }
  }

  private var questionSpecification: OptionSpecification {
    switch self {
    case .category:
      OptionSpecification(
        "kinds of place, comma-separated: words of `placefind categories`; given again, it adds",
        in: .what,
        short: "c",
        value: .list(CategoryGroup.allCases.map(\.slug)),
        isList: true,
        isCommon: true
      )
    case .query:
      OptionSpecification(
        "words to look for; at least one of -c and -q is needed",
        in: .what,
        short: "q",
        value: .any("TEXT"),
        isCommon: true
      )
    case .latitude:
      OptionSpecification("degrees north (WGS 84)", in: .place, aliases: ["latitude"], value: .any("N"))
    case .longitude:
      OptionSpecification("degrees east (WGS 84)", in: .place, aliases: ["lon", "longitude"], value: .any("N"))
    case .at:
      OptionSpecification(
        "centre as LAT,LNG; also \"37.5 127\", 37.5N,127E, 37°29'52\"N 127°1'39\"E, geo:37.5,127",
        in: .place,
        value: .any("LAT,LNG"),
        isCommon: true
      )
    case .bbox:
      OptionSpecification(
        "a rectangle in place of a circle, edges in degrees",
        in: .place,
        value: .any("W,S,E,N")
      )
    default:
      OptionSpecification(
        "how far to look: 800, 800m, 1.5km, 1mi, 2000ft",
        in: .place,
        short: "r",
        value: .any("LENGTH"),
        standard: LengthText.text(of: SearchRadius.standard.distance),
        isCommon: true
      )
    }
  }

  private var amountSpecification: OptionSpecification {
    switch self {
    case .limit:
      OptionSpecification(
        "how many places; `all` for every one in the area",
        in: .amount,
        short: "n",
        value: .any("N|all"),
        standard: PlaceLimit.standard.count.map(String.init),
        isCommon: true
      )
    case .page:
      OptionSpecification("exactly one page of the service, 1...45", in: .amount, value: .any("N"))
    case .size:
      OptionSpecification("places on that page, 1...15", in: .amount, value: .any("N"), standard: "15")
    case .sort:
      OptionSpecification(
        "order of the places",
        in: .amount,
        value: .oneOf(PlaceQuery.Sort.allCases.map(\.rawValue)),
        standard: "distance when there is a centre"
      )
    case .requireComplete:
      OptionSpecification("fail (exit 8) rather than answer in part", in: .amount)
    case .maxRequests:
      OptionSpecification("requests that one question may cost", in: .amount, value: .any("N"))
    default:
      OptionSpecification("exit 9 when nothing is found", in: .amount)
    }
  }

  private var sourceSpecification: OptionSpecification {
    let standard = SourceOptions()
    return switch self {
    case .source:
      OptionSpecification(
        "who answers; auto: --index, Kakao when a key is set, the usual index, the sample",
        in: .source,
        short: "s",
        value: .oneOf(SourceOptions.Choice.allCases.map(\.rawValue)),
        standard: standard.choice.rawValue
      )
    case .index:
      OptionSpecification(
        "a file of places that answers; - for standard input",
        in: .source,
        value: .any("FILE"),
        isCommon: true
      )
    case .endpoint:
      OptionSpecification("address of the service; plain http only to this machine", in: .source, value: .any("URL"))
    case .keyFile:
      OptionSpecification("file that holds the REST API key; - for standard input", in: .source, value: .any("FILE"))
    case .timeout:
      OptionSpecification(
        "time the whole question may take: 500ms, 10s, 2m; large areas get more unless it is given",
        in: .source,
        value: .any("DURATION"),
        standard: DurationText.text(of: standard.timeout)
      )
    case .retries:
      OptionSpecification(
        "how often one request is tried again",
        in: .source,
        value: .any("N"),
        standard: String(standard.retries)
      )
    default:
      OptionSpecification(
        "requests a second; 0 for no limit",
        in: .source,
        value: .any("N"),
        standard: String(Int(standard.requestsPerSecond))
      )
    }
  }

  private var outputSpecification: OptionSpecification {
    switch self {
    case .format:
      OptionSpecification(
        "form of the answer",
        in: .output,
        short: "f",
        value: .oneOf(OutputFormat.allCases.map(\.rawValue)),
        standard: "by the name of --output, else table on a terminal and json elsewhere",
        isCommon: true
      )
    case .fields:
      OptionSpecification(
        "which fields to write, in the order named; given again, it adds: "
          + PlaceField.allCases.map(\.rawValue).joined(separator: ","),
        in: .output,
        value: .list(PlaceField.allCases.map(\.rawValue)),
        isList: true
      )
    case .noHeader:
      OptionSpecification("leave out the line of names in csv, tsv and table", in: .output)
    case .output:
      OptionSpecification(
        "write to a file, which appears when it is whole; - for standard output",
        in: .output,
        short: "o",
        value: .any("FILE")
      )
    case .force:
      OptionSpecification("replace the file of --output", in: .output)
    case .all:
      OptionSpecification("every word that names a kind, one a line: OSM tags and Overture categories too", in: .output)
    default:
      OptionSpecification(
        "colour in a table",
        in: .output,
        value: .oneOf(ColorChoice.allCases.map(\.rawValue)),
        standard: ColorChoice.auto.rawValue
      )
    }
  }

  private var reportSpecification: OptionSpecification {
    switch self {
    case .errorFormat:
      OptionSpecification(
        "form of an error on standard error",
        in: .reports,
        value: .oneOf(ErrorFormat.allCases.map(\.rawValue)),
        standard: ErrorFormat.text.rawValue
      )
    case .noProgress:
      OptionSpecification("no progress line on a terminal", in: .reports)
    case .verbose:
      OptionSpecification(
        "say who is asked, with which key, how each request went, in what time",
        in: .reports,
        short: "v"
      )
    case .quiet:
      OptionSpecification("only errors on standard error", in: .reports)
    case .version:
      OptionSpecification("print the version", in: .reports, short: "V")
    default:
      OptionSpecification("-h for the short help, --help for everything", in: .reports, short: "h", isCommon: true)
    }
  }
}
