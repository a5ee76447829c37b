import Domain

/// What a command writes, which decides on the formats that it may have.
enum DocumentKind: Sendable, CaseIterable {
  /// The answer to a query.
  case places
  /// A list of anything but places.
  case list
  /// One record for each row of a batch, written as it comes.
  case records
  /// The rows of a batch with their nearest places.
  case joinedRows
  /// The report on an index.
  case index
}

/// Every format of an output.
///
/// What a format is stands here, and how it is written in a file of its own: a new one is a case, what each property
/// below says of it, and its line in each function that writes a document.
enum OutputFormat: String, CaseIterable, Sendable {
  case table
  case json
  /// One JSON object a line.
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
  /// A map in characters, with the list beside or under it.
  case map
  case html

  /// The formats that a document may have, in the order in which they are named.
  static func all(of document: DocumentKind) -> [OutputFormat] {
    allCases.filter { $0.documents.contains(document) }
  }

  /// What can be written in this format.
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

  /// The extensions of files, in lower case, that ask for this format.
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

  /// Whether a file of its extensions cannot hold another format, so that a document that has no such form is refused.
  var claimsItsExtensions: Bool {
    switch self {
    case .ndjson, .csv, .tsv, .geojson, .gpx, .kml, .html: true
    // The records of a batch are often kept under this name, and it says that they are a line each.
    case .json: false
    // Nobody knows these as extensions: a file may have them for any reason.
    case .table, .map: false
    }
  }

  /// Where it says how many places match; elsewhere that is said beside it.
  var tellsCount: CountTelling {
    switch self {
    case .json, .geojson: .always
    case .map, .html: .onScreen
    case .table, .ndjson, .csv, .tsv, .gpx, .kml: .never
    }
  }

  /// Whether a document can be limited to some fields; a drawing cannot, nor what is made for other programs' maps.
  var hasFields: Bool { !isDrawing && self != .gpx && self != .kml }

  /// Whether it begins with a line of the names of its columns.
  var hasHeader: Bool { self == .table || isOfCells }

  /// Whether it is a table for other programs.
  var isOfCells: Bool { self == .csv || self == .tsv }

  /// Whether the places are drawn on a map.
  var isDrawing: Bool {
    switch self {
    case .map, .html: true
    case .table, .json, .ndjson, .csv, .tsv, .geojson, .gpx, .kml: false
    }
  }

  /// How a record is written on one line; `nil` where a document has no such lines.
  var lineNotation: TextNotation? {
    switch self {
    case .ndjson: .json
    case .csv: .csv
    case .tsv: .tsv
    case .table, .json, .geojson, .gpx, .kml, .map, .html: nil
    }
  }
}

/// Where a format itself says how many places match.
enum CountTelling: Sendable {
  case always
  /// Only where a person sees it at once, not in a file.
  case onScreen
  case never
}

extension OutputFormat {
  /// Writes an answer in this format.
  ///
  /// - Parameters:
  ///   - answer: The places.
  ///   - style: The fields, the size and the colours.
  ///   - areCandidates: Whether the places are what a name may mean.
  ///   - chunks: Where the bytes go.
  /// - Returns: What a table had no room for.
  /// - Throws: When they cannot be written.
  func append(_ answer: Answer, _ style: OutputStyle, areCandidates: Bool, to chunks: inout ChunkedOutput)
    throws(FileFailure) -> Table.Omission
  {
    func place(_ notation: TextNotation) -> PlaceWriter {
      PlaceWriter(fields: style.fields, as: notation, isAlong: answer.query.query.area.corridor != nil)
    }
    switch self {
    case .json: chunks.bytes = AnswerJSON(place: place(.json)).bytes(of: answer)
    case .ndjson: try Self.appendLines(answer, place(.json), hasHeader: false, to: &chunks)
    case .csv:
      try Self.appendLines(answer, place(.csv), hasHeader: style.hasHeader, to: &chunks)
    case .tsv:
      try Self.appendLines(answer, place(.tsv), hasHeader: style.hasHeader, to: &chunks)
    case .geojson: try AnswerGeoJSON(place: place(.json)).write(answer, to: &chunks)
    case .gpx: try AnswerGPX().write(answer, to: &chunks)
    case .kml: try AnswerKML().write(answer, to: &chunks)
    case .map: AnswerMap(window: style.window).append(answer, to: &chunks.bytes)
    case .html: try AnswerPage().write(answer, to: &chunks)
    case .table:
      guard !answer.places.isEmpty else { break }
      let table = PlaceTable(fields: style.fields, areCandidates: areCandidates).table(of: answer.places)
      let omission = table.append(to: &chunks.bytes, style.table)
      if answer.provenance.source == .sample, let notice = answer.provenance.notice {
        chunks.bytes.append(text: notice + "\n")
      }
      return omission
    }
    return Table.Omission()
  }

  /// Writes a list in this format.
  func append(_ listing: Listing, _ style: OutputStyle, to bytes: inout [UInt8]) {
    switch self {
    case .table: listing.appendTable(to: &bytes, style.table)
    case .json: bytes += listing.document
    case .ndjson:
      for record in listing.records { bytes += JSONWriter.document { listing.write(record, to: &$0) } }
    case .csv: listing.append(as: .csv, hasHeader: style.hasHeader, to: &bytes)
    case .tsv: listing.append(as: .tsv, hasHeader: style.hasHeader, to: &bytes)
    // Formats of places, which no command takes for a list.
    case .geojson, .gpx, .kml, .map, .html: break
    }
  }

  /// Writes a report in this format.
  func append(_ report: IndexReport, to bytes: inout [UInt8]) {
    switch self {
    case .table: bytes += report.table.utf8
    case .json: bytes += report.json
    // Formats of places and of lists.
    case .ndjson, .csv, .tsv, .geojson, .gpx, .kml, .map, .html: break
    }
  }

  private static func appendLines(
    _ answer: Answer,
    _ place: PlaceWriter,
    hasHeader: Bool,
    to chunks: inout ChunkedOutput
  ) throws(FileFailure) {
    if hasHeader { place.appendHeader(to: &chunks.bytes) }
    for found in answer.places {
      place.appendLine(found, to: &chunks.bytes)
      try chunks.flushWhenFull()
    }
  }
}
