/// The commands of the program; the raw value is the word that names one.
enum Command: String, CaseIterable, Sendable {
  case find
  case batch
  case index
  case categories
  case help

  /// The options that a command takes, in the order of their listing.
  var options: [Option] {
    switch self {
    case .find:
      Option.allCases.filter { !Option.batchOnly.contains($0) && !Option.indexOnly.contains($0) && $0 != .all }
    case .batch:
      [.category, .query, .latitude, .longitude, .at, .radius, .limit, .sort, .maxRequests] + Option.batchOnly
        + [.source, .index, .endpoint, .keyFile, .timeout, .retries, .rate, .format, .noHeader, .output, .force]
        + [.errorFormat, .noProgress, .verbose, .quiet, .help]
    case .index:
      [.category] + Option.indexOnly + [.categoryColumn, .idColumn, .latitudeColumn, .longitudeColumn]
        + [.output, .force, .format, .errorFormat, .noProgress, .quiet, .help]
    case .categories: [.all, .format, .noHeader, .output, .force, .color, .errorFormat, .quiet, .help]
    case .help: [.errorFormat, .help]
    }
  }

  /// What it does, in a line.
  var summary: String {
    switch self {
    case .find: "places near a point (the default command)"
    case .batch: "the same question for every row of a CSV or NDJSON stream"
    case .index: "builds an index file out of open data, and tells what is in one"
    case .categories: "the 18 kinds of place with every word that names them"
    case .help: "what a command does and takes"
    }
  }

  /// How it is written.
  var usage: String {
    switch self {
    case .find: "placefind [find] (-c LIST | -q TEXT) --at LAT,LNG [options]"
    case .batch: "placefind batch [FILE|-] [options]"
    case .index: "placefind index build|add INPUT[=WORD]... [-o FILE] [options] | info [FILE] | verify [FILE]"
    case .categories: "placefind categories [options]"
    case .help: "placefind help [COMMAND]"
    }
  }

  /// The largest number of words it takes besides options.
  var operandLimit: Int {
    switch self {
    case .find, .categories: 0
    case .batch: 1
    case .help: 2
    case .index: .max
    }
  }

  /// Lines to copy, each with what it does.
  var examples: [(line: String, meaning: String)] {
    switch self {
    case .find:
      [
        ("placefind -c gas --at 37.4979,127.0276 -r 1km", "gas stations within a kilometre, nearest first"),
        ("placefind -q 은행 --at 37.4979,127.0276 -f json | jq '.places[0]'", "the nearest by name, for a script"),
        (
          "placefind -c cafe,bank --at 37.4979,127.0276 -n all -o places.csv",
          "everything in the area, in a file"
        ),
        ("placefind -c 약국 --bbox 127.02,37.49,127.04,37.51", "pharmacies in a rectangle"),
      ]
    case .batch:
      [
        (
          "placefind batch rows.csv -c gas -r 1km -n 5 > answers.ndjson",
          "one record a row, in their order; rows.csv is a table of yours with columns lat and lng"
        ),
        (
          "placefind batch rows.csv -c cafe -o out.ndjson --resume",
          "goes on where an earlier run ended, however it did"
        ),
        ("placefind batch rows.csv -c cafe --dry-run", "rows, duplicates, requests, share of the day's quota"),
        (
          "placefind batch rows.csv -c cafe --index places.pfx -f csv > answers.csv",
          "one line a place, without network; `placefind index build` makes the index"
        ),
      ]
    case .index:
      [
        (
          "placefind index build seoul.geojson --attribution '© OpenStreetMap contributors'",
          "data of yours into the usual place, where every later question finds it"
        ),
        (
          "placefind index build cafes.csv=cafe p.csv=pharmacy shops.csv",
          "tables that are all of one kind beside others"
        ),
        ("placefind index add parking.csv", "more places for the usual index"),
        ("placefind index info p.pfx", "what is in an index, and under which licence"),
        ("placefind index verify p.pfx", "whether every byte is what it should be"),
      ]
    case .categories:
      [
        ("placefind categories", "the table"),
        ("placefind categories --all | grep dentist", "every word, one a line, OSM tags and Overture names included"),
        ("placefind categories -f json | jq -r '.categories[].slug'", "the slugs alone"),
      ]
    case .help:
      [("placefind help find", "everything about the default command")]
    }
  }
}
