import Domain

/// The kind of a document, which determines its formats.
enum DocumentKind: Sendable, CaseIterable {
  /// The result of a query.
  case places
  /// A list of anything but places.
  case list
  /// One record for each row of a batch, written as it is completed.
  case records
  /// The rows of a batch, each with its nearest place.
  case joinedRows
  /// The report on an index.
  case index
}

/// An output format.
///
/// To add a format, add a case, its value in each property below, a line in each function that writes a document, and a
/// file that writes it.
enum OutputFormat: String, CaseIterable, Sendable {
  case table
  case json
  /// One JSON object per line.
  case ndjson
  /// Comma-separated values, RFC 4180.
  case csv
  case tsv
  /// A FeatureCollection, RFC 7946.
  case geojson
  /// Waypoints, GPX 1.1.
  case gpx
  /// Placemarks, KML 2.2.
  case kml
  /// A character map, with the list next to or below it.
  case map
  case html

  /// Returns the formats of a kind of document, in the order in which messages list them.
  static func all(of document: DocumentKind) -> [OutputFormat] {
    allCases.filter { $0.documents.contains(document) }
  }

  /// The kinds of documents that can be written in this format.
  var documents: [DocumentKind] {
    switch self {
    case .table: [.places, .list, .index]
    case .json: [.places, .list, .index]
    case .ndjson: [.places, .list, .records, .joinedRows]
    case .csv: [.places, .list, .records, .joinedRows]
    case .tsv: [.places, .list, .records, .joinedRows]
    case .geojson: [.places, .joinedRows]
    case .gpx: [.places]
    case .kml: [.places]
    case .map: [.places]
    case .html: [.places, .joinedRows]
    }
  }

  /// Finds the format that a word names: its own name, or a file extension such as `jsonl`.
  init?(word: String) {
    let word = word.lowercased()
    guard let format = Self.allCases.first(where: { $0.extensions.contains(word) }) else { return nil }
    self = format
  }

  /// The file extensions of this format, in lower case; the first is its name.
  var extensions: [String] {
    switch self {
    case .table: ["table"]
    case .json: ["json"]
    case .ndjson: ["ndjson", "jsonl"]
    case .csv: ["csv"]
    case .tsv: ["tsv"]
    case .geojson: ["geojson"]
    case .gpx: ["gpx"]
    case .kml: ["kml"]
    case .map: ["map"]
    case .html: ["html", "htm"]
    }
  }

  /// Whether these file extensions always mean this format; if the document can't have it, the file name is rejected.
  var claimsItsExtensions: Bool {
    switch self {
    case .ndjson, .csv, .tsv, .geojson, .gpx, .kml, .html: true
    // Records of a batch are often saved as .json, one per line.
    case .json: false
    // These aren't common extensions, so a file may have them for any reason.
    case .table, .map: false
    }
  }

  /// The case in which the output itself states the total count; otherwise a notice does.
  var countDisplay: CountDisplay {
    switch self {
    case .json, .geojson: .always
    case .map, .html: .onScreen
    case .table, .ndjson, .csv, .tsv, .gpx, .kml: .never
    }
  }

  /// Whether the document can be limited to some fields.
  var hasFields: Bool {
    switch self {
    case .table, .json, .ndjson, .csv, .tsv, .geojson: true
    case .gpx, .kml, .map, .html: false
    }
  }

  /// Whether the document begins with a line of column names.
  var hasHeader: Bool { self == .table || isOfCells }

  /// Whether a record is a line of cells: csv or tsv.
  var isOfCells: Bool { lineNotation.map { $0 != .json } ?? false }

  /// Whether the document has words of this program.
  var hasWords: Bool { self == .table || self == .map || self == .html }

  /// Whether this format draws the places on a map.
  var isDrawing: Bool {
    switch self {
    case .map, .html: true
    case .table, .json, .ndjson, .csv, .tsv, .geojson, .gpx, .kml: false
    }
  }

  /// The notation of a record on one line; `nil` if the format isn't line-based.
  var lineNotation: TextNotation? {
    switch self {
    case .ndjson: .json
    case .csv: .csv
    case .tsv: .tsv
    case .table, .json, .geojson, .gpx, .kml, .map, .html: nil
    }
  }
}

/// The cases in which an output format states the total count.
enum CountDisplay: Sendable {
  case always
  /// Only on a terminal, not in a file.
  case onScreen
  case never
}

extension OutputFormat {
  /// Writes a result in this format.
  ///
  /// - Parameters:
  ///   - result: The result.
  ///   - style: The fields, the size and the colours.
  ///   - areCandidates: Whether the places are candidates for an ambiguous name.
  ///   - chunks: The output.
  /// - Returns: The columns and cells that didn't fit in a table.
  /// - Throws: An error if writing fails.
  func append(_ result: PlaceResult, _ style: OutputStyle, areCandidates: Bool, to chunks: inout ChunkedOutput)
    throws(FileFailure) -> Table.Omission
  {
    func place(_ notation: TextNotation) -> PlaceWriter {
      PlaceWriter(fields: style.fields, as: notation, adding: PlaceField.added(by: result.query))
    }
    switch self {
    case .json: chunks.bytes = ResultJSON(place: place(.json)).bytes(of: result)
    case .ndjson: try Self.appendLines(result, place(.json), hasHeader: false, to: &chunks)
    case .csv:
      try Self.appendLines(result, place(.csv), hasHeader: style.hasHeader, to: &chunks)
    case .tsv:
      try Self.appendLines(result, place(.tsv), hasHeader: style.hasHeader, to: &chunks)
    case .geojson: try ResultGeoJSON(place: place(.json)).write(result, to: &chunks)
    case .gpx: try ResultGPX().write(result, to: &chunks)
    case .kml: try ResultKML().write(result, to: &chunks)
    case .map: ResultMap(window: style.window, language: style.language).append(result, to: &chunks.bytes)
    case .html: try ResultPage(language: style.language).write(result, to: &chunks)
    case .table:
      guard !result.places.isEmpty else { break }
      var places = PlaceTable(fields: style.fields, areCandidates: areCandidates)
      places.categories = result.query.categories
      places.language = style.language
      places.attributes = result.query.comparedKeys
      let omission = places.append(result.places, to: &chunks.bytes, style.table)
      if result.provenance.source == .sample, let notice = result.provenance.notice {
        chunks.bytes.append(text: notice + "\n")
      }
      return omission
    }
    return Table.Omission()
  }

  func append(_ listing: Listing, _ style: OutputStyle, to bytes: inout [UInt8]) {
    switch self {
    case .table: listing.appendTable(to: &bytes, style.table)
    case .json: bytes += listing.document
    case .ndjson:
      for record in listing.records { bytes += JSONWriter.document { listing.write(record, to: &$0) } }
    case .csv: listing.append(as: .csv, hasHeader: style.hasHeader, to: &bytes)
    case .tsv: listing.append(as: .tsv, hasHeader: style.hasHeader, to: &bytes)
    // Formats of places, which no command accepts for a list.
    case .geojson, .gpx, .kml, .map, .html: break
    }
  }

  func append(_ report: IndexReport, to bytes: inout [UInt8]) {
    switch self {
    case .table: bytes += report.table.utf8
    case .json: bytes += report.json
    // Formats of places and lists.
    case .ndjson, .csv, .tsv, .geojson, .gpx, .kml, .map, .html: break
    }
  }

  private static func appendLines(
    _ result: PlaceResult,
    _ place: PlaceWriter,
    hasHeader: Bool,
    to chunks: inout ChunkedOutput
  ) throws(FileFailure) {
    if hasHeader { place.appendHeader(to: &chunks.bytes) }
    for found in result.places {
      place.appendLine(found, to: &chunks.bytes)
      try chunks.flushWhenFull()
    }
  }
}
