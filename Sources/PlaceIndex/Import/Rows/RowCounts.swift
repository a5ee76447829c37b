import Domain
import Rows
import Tables

/// The numbers of rows in an input or chunk, by outcome.
struct RowCounts {
  static let exampleByteCount = 160

  /// The number of rows, including skipped rows.
  private(set) var rowCount = 0
  private(set) var placeCount = 0
  private(set) var ungroupedCount = 0
  private(set) var unnamedCount = 0
  /// The number of places whose coordinates are in the other order than their column or property states.
  private(set) var reversedCount = 0
  /// Whether any row contains several lines that end in a carriage return only.
  var hasReturns = false
  private var skips: [SkippedRows.Reason: (count: Int, example: SkippedRows.Example)] = [:]
  /// The first coordinates in metres of an unknown CRS.
  private var metres: [PlanePoint] = []

  mutating func addPlace(isGrouped: Bool, isNamed: Bool, isReversed: Bool) {
    rowCount += 1
    placeCount += 1
    if !isGrouped { ungroupedCount += 1 }
    if !isNamed { unnamedCount += 1 }
    if isReversed { reversedCount += 1 }
  }

  mutating func addSkip(
    _ reason: SkippedRows.Reason,
    path: String,
    _ bytes: ByteView,
    metres: PlanePoint? = nil,
    isElement: Bool = false
  ) {
    rowCount += 1
    if let metres, self.metres.count < CRSProjection.maximumRowCount { self.metres.append(metres) }
    guard skips[reason] == nil else {
      skips[reason]?.count += 1
      return
    }
    let text = bytes.part(0..<min(bytes.count, Self.exampleByteCount)).trimmed.text
    skips[reason] = (1, SkippedRows.Example(path: path, row: rowCount, text: text, isElement: isElement))
  }

  mutating func add(_ other: RowCounts, after earlier: Int) {
    rowCount += other.rowCount
    placeCount += other.placeCount
    ungroupedCount += other.ungroupedCount
    unnamedCount += other.unnamedCount
    reversedCount += other.reversedCount
    hasReturns = hasReturns || other.hasReturns
    metres += other.metres.prefix(CRSProjection.maximumRowCount - metres.count)
    for (reason, found) in other.skips {
      let example = found.example
      let moved = SkippedRows.Example(
        path: example.path,
        row: example.row + earlier,
        text: example.text,
        isElement: example.isElement
      )
      skips[reason] = (found.count + (skips[reason]?.count ?? 0), skips[reason]?.example ?? moved)
    }
  }

  var skipped: [SkippedRows] {
    SkippedRows.Reason.allCases.compactMap { reason in
      skips[reason].map { SkippedRows(reason: reason, count: $0.count, example: $0.example) }
    }
  }

  /// Returns the error for a table whose rows contradict the names of its columns.
  ///
  /// - Parameters:
  ///   - path: The input.
  ///   - titles: The names of the columns or properties.
  ///   - pair: The names of the columns with eastings and northings.
  ///   - crs: The CRS in which metres were read.
  /// - Returns: The error; `nil` if there is none.
  func refusal(
    path: String,
    titles: [String],
    pair: [String] = [],
    crs: CoordinateReferenceSystem? = nil
  ) -> IndexFileError? {
    // The numbers of rows and of lost places are unknown.
    if hasReturns { return .unknownFormat(path: path, detail: LineEnds.mixed) }
    if let crs, !metres.isEmpty, count(of: .coordinateOutOfRange) > placeCount {
      return Self.refusal(path: path, ofRows: metres, outsideOf: crs, titles)
    }
    if count(of: .projectedCoordinate) > placeCount {
      let texts = titles + [skips[.projectedCoordinate]?.example.text ?? ""]
      let isKorean = texts.contains { $0.unicodeScalars.contains { (0xAC00...0xD7A3).contains($0.value) } }
      return ForeignSystems.refusal(path: path, metres, titles: titles, pair: pair, isKorean: isKorean)
        ?? .crsUnknown(path: path, columns: pair, candidates: CRSProjection.candidates(metres, titles: titles))
    }
    let swapped = count(of: .swappedCoordinate)
    guard swapped > placeCount else { return nil }
    if pair.isEmpty, titles.contains("coordinates") { return Self.reversedGeoJSON(path) }
    let options = zip(["lat", "lng"], pair).map { "--map '\($0)=\($1)'" }.joined(separator: " ")
    let advice = options.isEmpty ? nil : "to swap the columns, build with \(options)"
    let detail = "latitude and longitude look swapped in most rows (\(swapped) swapped, \(placeCount) as named)"
    return .unknownFormat(path: path, detail: detail, advice: advice)
  }

  /// Returns the error of GeoJSON with the latitude first.
  static func reversedGeoJSON(_ path: String) -> IndexFileError {
    .unknownFormat(
      path: path,
      detail: "its coordinates have the latitude first, and GeoJSON has the longitude first",
      advice:
        "swap them: jq -c 'walk(if type == \"array\" and (.[0] | type) == \"number\" then [.[1], .[0]] + .[2:] else "
        + ". end)' FILE > swapped.geojson"
    )
  }

  private static func refusal(
    path: String,
    ofRows rows: [PlanePoint],
    outsideOf crs: CoordinateReferenceSystem,
    _ titles: [String]
  ) -> IndexFileError {
    let what = "most of its rows are outside the area of \(crs.rawValue)"
    let candidates = CRSProjection.candidates(rows, titles: titles).map(\.crs.rawValue)
    if !candidates.isEmpty {
      let fitting = "they fit --crs \(candidates.joined(separator: ", or "))"
      return .unknownFormat(path: path, detail: what, advice: fitting)
    }
    let systems = ForeignSystems.systems(holding: rows).map(\.code)
    guard let first = systems.first else {
      let detail = "\(what), and no known coordinate reference system fits them; ask the publisher"
      return .unknownFormat(path: path, detail: detail)
    }
    return .unknownFormat(
      path: path,
      detail: "\(what); they fit \(systems.joined(separator: ", ")), which isn't supported",
      advice: "convert the file to EPSG:4326 first: ogr2ogr -s_srs \(first) -t_srs EPSG:4326"
    )
  }

  private func count(of reason: SkippedRows.Reason) -> Int { skips[reason]?.count ?? 0 }
}
