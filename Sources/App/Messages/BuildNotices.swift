import Domain

extension IndexBuildReport {
  /// The notices about a successful build.
  var notices: [Notice] {
    var notices = skipped.map(\.notice) + inputs.flatMap { $0.notices() }
    if let clashes { notices.append(clashes.notice) }
    notices += changes.map { $0.notice(in: summary) }
    let lost = replaced?.coverage.filter { !summary.coverage.contains($0) } ?? []
    if !changes.isEmpty, !lost.isEmpty {
      notices.append(
        """
        \(summary.path) no longer covers \(lost.map(\.coverageText).joined(separator: "; ")), because an input \
        that covered it was removed or replaced.\(terminal: " Declare the area again with `\(InputPath(summary.path).coverageCommand)`.")
        """
      )
    }
    notices += coverageNotices
    notices += swappedInputs.map(\.swapNotice)
    let undeclared = summary.undeclaredExtracts.map(\.shortName).joined(separator: ", ")
    if !undeclared.isEmpty {
      let declaration: Message =
        """
         Declare it with `\(InputPath(summary.path).coverageCommand)`, where REGION.poly has the polygons of the \
        extract.
        """
      notices.append(
        """
        No result of \(summary.path) is complete or proven nearest, because the coverage of \(undeclared) isn't \
        declared.\(terminal: declaration)
        """
      )
    }
    if summary.isUnplacedOpen {
      notices.append(
        """
        No result of \(summary.path) is complete, because \(counted(summary.unplacedCount, "row")) had no usable \
        coordinate.
        """
      )
    }
    if let replacement { notices.append(replacement) }
    return notices
  }

  /// The notices about declared areas without places.
  var coverageNotices: [Notice] { emptyCoverage.map { $0.emptyNotice(in: summary) } }

  /// Says what the index contained before.
  private var replacement: Notice? {
    guard changes.isEmpty, let replaced else { return nil }
    let places = counted(replaced.placeCount, "place")
    return isAddition
      ? "Added to the \(places) of \(replaced.path), which now has \(summary.placeCount)."
      : "Replaced the existing index: \(places) of \(replaced.sources.joined(separator: ", "))."
  }

  /// The notices about a downloaded area.
  var fetchNotices: [Notice] {
    let lost = skipped.filter { !$0.reason.isByChoice }
    var notices = lost.map(\.notice)
    if !lost.isEmpty {
      notices.append("\(summary.path) may lack places, so its results are never complete.")
    }
    if let groundFailure {
      notices.append("Maps of \(summary.path) have no streets. \(groundFailure.failure.message)")
    }
    if let times = summary.timesOfParts {
      notices.append("The parts of \(summary.path) have different times, \(times). Results name the first one.")
    }
    return notices
  }
}

extension InputReading {
  /// The notices about a file that was read for a query.
  var notices: [Notice] {
    coverages.map(\.notice) + skipped.map { $0.notice.ofIndexBuild } + inputs.flatMap { $0.notices(isBuilding: false) }
  }
}

extension DeclaredCoverage {
  /// The notice that polygons next to an extract are its coverage.
  var notice: Notice {
    """
    \(path) covers the polygons of \(polygonPath), next to it.\
    \(terminal: " Pass \(.covers) to `placefind index build` to declare another area.")
    """
  }
}

extension SkippedRows {
  /// Says how many rows were skipped, and why.
  var notice: Notice {
    let why: Message =
      switch reason {
      case .missingCoordinate: "without coordinates"
      case .severalCoordinates: "with several coordinates; \(Message.coordinateColumns) choose one by its path"
      case .unreadableCoordinate: "whose coordinates aren't numbers"
      case .projectedCoordinate: "with coordinates in metres, which must be converted to WGS 84 degrees"
      case .swappedCoordinate: "with latitude and longitude swapped"
      case .nullIsland: "at 0,0, the usual value of missing coordinates"
      case .coordinateOutOfRange: "with coordinates out of range"
      case .lowConfidence: "below \(.minimumConfidence)"
      case .closed: "of closed places, which \(.includeClosed) keeps"
      case .notAPlace: "that don't describe a place"
      case .tooManyCells: "with more cells than the header"
      case .notText: "with bytes that aren't text in the encoding of the file, which \(.encoding) declares"
      case .malformed: "that can't be read"
      case .cut: "because the last row is truncated, perhaps by an interrupted download"
      }
    let text = DisplayWidth.fitted(example.text, to: 60)
    return "Skipped \(counted(count, "row")) \(why). The first is row \(example.row) of \(example.path): \(text)"
  }
}

extension [SkippedRows] {
  /// The sentences about skipped rows.
  var sentences: Message { map(\.notice.message).joined(separator: " ") }
}

extension ShapeNotice {
  /// Returns the notice about a shape that was read nevertheless.
  func notice(as kind: ShapeKind, in name: String) -> Notice {
    switch self {
    case .crossesItself(let line):
      "The ring \(ShapeError.location(name, line)) crosses itself; the even-odd rule decides what is inside."
    case .simplified(let from, let to): "\(name) has \(from) points and was simplified to \(to) points (1 m)."
    case .leftOut(let count):
      "\(counted(count, "element")) of \(name) \(count == 1 ? "isn't a" : "aren't") \(kind.noun(count)) and \(count == 1 ? "was" : "were") ignored."
    case .unusedRoutes(let count):
      "\(name) has tracks, so \(count == 1 ? "its route was" : "its \(count) routes were") ignored."
    case .holesOutside(1, let line):
      "The hole \(ShapeError.location(name, line)) is outside every ring and was ignored."
    case .holesOutside(let count, let line):
      """
      \(count) holes of \(name) are outside every ring and were ignored. The first is \
      \(ShapeError.location(name, line)).
      """
    }
  }
}

extension ShapeKind {
  fileprivate func noun(_ count: Int) -> String {
    let noun = self == .polygons ? "polygon" : "line"
    return count == 1 ? noun : noun + "s"
  }
}

extension SearchArea {
  /// The notice that a declared area has no places.
  fileprivate func emptyNotice(in index: IndexSummary) -> Notice {
    let places = index.bounds.map { ", whose places are within \($0.edgeText)" } ?? ""
    return Notice("\(coverageText) has no places of \(index.path)\(places). Check the area.", isWarning: true)
  }
}

extension IndexBuildReport.SwappedInput {
  fileprivate var swapNotice: Notice {
    Notice(
      """
      Latitude and longitude look swapped in \(name): its places are within \(bounds.edgeText), outside the other \
      inputs and the declared coverage, but inside when swapped. If so, name the columns with \
      \(Message.coordinateColumns).
      """,
      isWarning: true
    )
  }
}

extension IndexInputChange {
  fileprivate func notice(in index: IndexSummary) -> Notice {
    let total = "\(index.path) now has \(index.placeCount)."
    guard index.inputs.contains(where: { $0.name == name }) else {
      return "Removed \(name) with \(counted(removed, "place")); \(total)"
    }
    return """
      Replaced the places of \(name): \(added) added, \(removed) removed, \(moved) moved, \(changed) changed, \
      \(unchanged) unchanged; \(total)
      """
  }
}

extension IdentifierClashes {
  fileprivate var notice: Notice {
    let examples = names.map { DisplayWidth.fitted($0, to: 30) }.joined(separator: " and ")
    let apart = meters >= 1000 ? "\(Int((meters / 1000).rounded())) km" : "\(Int(meters.rounded())) m"
    return """
      \(counted(count, "place")) \(count == 1 ? "has the id of another place and is" : "have the id of another place and are") \
      kept separate, such as \(id): \(examples), \(apart) apart.
      """
  }
}
