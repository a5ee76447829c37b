import Domain

enum QueryFormatter {
  /// What to search for and where, such as `cafe, bank "starbucks" within 1 km of 37.4979,127.0276`.
  static func sentence(of query: PlaceQuery) -> String {
    var parts: [String] = []
    if !query.categories.isEmpty { parts.append(query.categories.map(\.slug).joined(separator: ", ")) }
    if let text = query.text { parts.append("\"\(text.value)\"") }
    let center = query.near ?? query.area.center.map(text)
    switch query.area.shape {
    case .circle(let circle):
      parts.append("within \(DistanceFormatter.short(circle.radius.distance)) of \(center ?? text(of: circle.center))")
    case .box(let box): parts.append("in \(box.edgeText)")
    case .anywhere: parts.append(center.map { "near \($0)" } ?? "anywhere")
    }
    return parts.joined(separator: " ")
  }

  static func text(of coordinate: Coordinate) -> String {
    "\(coordinate.latitude.decimalText),\(coordinate.longitude.decimalText)"
  }
}

extension SearchArea {
  /// The area as `--covers` takes it.
  var coverageText: String {
    switch shape {
    case .circle(let circle):
      "\(QueryFormatter.text(of: circle.center)),\(DistanceFormatter.short(circle.radius.distance).filter { $0 != " " })"
    case .box(let box): box.edgeText
    case .anywhere: "everywhere"
    }
  }
}

/// Writes a query as the command line that runs it.
struct CommandLineFormatter: Sendable {
  let asked: AskedQuery
  var positions = NamedPositions()

  /// The options, such as `-c cafe --near 강남역 -r 500`, with the name that the centre was found by; the name of a
  /// position only while the position still has that coordinate.
  var line: String {
    var words: [String] = []
    let query = asked.query
    if !query.categories.isEmpty {
      words += Self.words("-c", "--category", query.categories.map(\.slug).joined(separator: ","))
    }
    if let text = query.text { words += Self.words("-q", "--query", text.value) }
    if let center = query.area.center { words += self.words(for: center) }
    switch query.area.shape {
    case .circle(let circle):
      if circle.radius != .standard { words += ["-r", circle.radius.meters.decimalText] }
    case .box(let box): words += ["--bbox", box.edgeText]
    case .anywhere: break
    }
    let standard: PlaceQuery.Sort = query.area.center == nil ? .accuracy : .distance
    if query.sort != standard { words += ["--sort", query.sort.rawValue] }
    switch asked.amount {
    case .collection(.standard): break
    case .collection(let limit): words += ["-n", limit.count.map(String.init) ?? "all"]
    case .page(let page): words += ["--page", String(page.number), "--size", String(page.size)]
    }
    return words.joined(separator: " ")
  }

  private func words(for center: Coordinate) -> [String] {
    guard let near = asked.query.near else { return Self.words("--at", "--at", QueryFormatter.text(of: center)) }
    if positions[near]?.coordinate == center { return Self.words("--at", "--at", near) }
    guard asked.query.isNearPosition else { return Self.words("--near", "--near", near) }
    return Self.words("--at", "--at", QueryFormatter.text(of: center))
  }

  /// An option with its value, as `--name=value` when the value looks like an option.
  private static func words(_ name: String, _ longName: String, _ value: String) -> [String] {
    value.hasPrefix("-") ? [ShellWord.quoted("\(longName)=\(value)")] : [name, ShellWord.quoted(value)]
  }
}

enum ShellWord {
  /// The word, in quotes where a shell would change it; control characters, which a terminal does not show, are written
  /// for `printf`.
  static func quoted(_ word: String) -> String {
    if word.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) { return printed(word) }
    let isPlain =
      // zsh replaces a word that starts with = by the path of a command.
      !word.isEmpty && !word.hasPrefix("=")
      && word.unicodeScalars.allSatisfy { scalar in
        !scalar.isASCII || scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
          || ",._:/=@%+-".unicodeScalars.contains(scalar)
      }
    return isPlain ? word : inSingleQuotes(word)
  }

  static func inQuotes(_ word: String) -> String {
    let quoted = quoted(word)
    return quoted == word ? inSingleQuotes(word) : quoted
  }

  private static func inSingleQuotes(_ word: String) -> String {
    "'" + word.split(separator: "'", omittingEmptySubsequences: false).joined(separator: #"'\''"#) + "'"
  }

  private static func printed(_ word: String) -> String {
    var text = ""
    for scalar in word.unicodeScalars {
      let isPlain = scalar.properties.generalCategory != .control && scalar != "'" && scalar != "\\"
      guard !isPlain else {
        text.unicodeScalars.append(scalar)
        continue
      }
      for byte in String(scalar).utf8 {
        let digits = String(byte, radix: 8)
        text += "\\0" + String(repeating: "0", count: 3 - digits.count) + digits
      }
    }
    return #""$(printf %b '"# + text + #"')""#
  }
}
