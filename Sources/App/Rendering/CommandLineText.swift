import Domain

/// Writes a query as the command line that asks it again.
struct CommandLineText: Sendable {
  /// The query with its amount.
  let asked: AskedQuery

  /// The options, such as `-c cafe --near 강남역 -r 500`; a name stands in place of the point that it was found at.
  var line: String {
    var words: [String] = []
    let query = asked.query
    if !query.categories.isEmpty { words += ["-c", query.categories.map(\.slug).joined(separator: ",")] }
    if let text = query.text { words += ["-q", ShellWord.quoted(text.value)] }
    if let near = query.near {
      words += ["--near", ShellWord.quoted(near)]
    } else if let center = query.area.center {
      words += ["--at", QueryText.text(of: center)]
    }
    switch query.area {
    case .circle(_, let radius): if radius != .standard { words += ["-r", QueryText.degrees(radius.meters)] }
    case .box(let box, _):
      words += ["--bbox", [box.west, box.south, box.east, box.north].map(QueryText.degrees).joined(separator: ",")]
    case .anywhere: break
    }
    let usual: PlaceQuery.Sort = query.area.center == nil ? .accuracy : .distance
    if query.sort != usual { words += ["--sort", query.sort.rawValue] }
    switch asked.amount {
    case .collection(.standard): break
    case .collection(let limit): words += ["-n", limit.count.map(String.init) ?? "all"]
    case .page(let page): words += ["--page", String(page.number), "--size", String(page.size)]
    }
    return words.joined(separator: " ")
  }
}
