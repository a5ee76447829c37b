import Domain

enum QueryFormatter {
  /// The query as a phrase, such as `cafe, bank "starbucks" within 1 km of 37.4979,127.0276`.
  static func sentence(of query: PlaceQuery) -> String {
    QueryProperty.allCases.flatMap { $0.phrase(query) }.map(text).joined(separator: " ")
  }

  private static func text(of part: QueryPart) -> String {
    switch part {
    case .length(let distance): DistanceFormatter.short(distance)
    case .text, .number, .numbers, .point: plainText(of: part)
    }
  }

  /// A value in the notation of its option.
  static func plainText(of part: QueryPart) -> String {
    switch part {
    case .text(let text): text
    case .number(let number): number.decimalText
    case .numbers(let numbers): numbers.map(\.decimalText).joined(separator: ",")
    case .length(let distance): distance.meters.decimalText
    case .point(let point): text(of: point)
    }
  }

  static func text(of coordinate: Coordinate) -> String {
    "\(coordinate.latitude.decimalText),\(coordinate.longitude.decimalText)"
  }
}

extension SearchArea {
  /// The area in the notation of `--covers`.
  var coverageText: String {
    switch shape {
    case .circle(let circle):
      "\(QueryFormatter.text(of: circle.center)),\(DistanceFormatter.short(circle.radius.distance).filter { $0 != " " })"
    case .box(let box): box.edgeText
    case .drawn(let shape): Self.coverageText(of: shape.form)
    case .anywhere: "everywhere"
    }
  }

  private static func coverageText(of form: any DrawnForm) -> String {
    let name = form.shownName
    return form.reach.map { "\(name),\(DistanceFormatter.short($0.distance).filter { $0 != " " })" } ?? name
  }
}

/// Writes a query as the options of the command line that runs it.
struct CommandLineFormatter: Sendable {
  let query: PlaceQuery
  var positions = NamedPositions()

  /// The options, such as `-c cafe --near 강남역 -r 500`.
  ///
  /// A saved location is written by name only while it still has that coordinate.
  var line: String {
    var words: [String] = []
    for property in QueryProperty.allCases {
      property.options(query, positions) { name, longName, value in
        words += value.map { Self.words(name, longName, $0) } ?? [name]
      }
    }
    return words.joined(separator: " ")
  }

  /// An option and its value, as `--name=value` if the value could be mistaken for an option; a number can't.
  private static func words(_ name: String, _ longName: String, _ part: QueryPart) -> [String] {
    let value = QueryFormatter.plainText(of: part)
    switch part {
    case .number, .numbers, .length: return [name, value]
    case .text, .point:
      return value.hasPrefix("-") ? [ShellWord.quoted("\(longName)=\(value)")] : [name, ShellWord.quoted(value)]
    }
  }
}
