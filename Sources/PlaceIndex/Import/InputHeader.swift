import Domain

/// What an input says of itself before its rows, and what was noticed of it, for its report.
struct InputHeader {
  /// The category of every place, regardless of the rows.
  var forced: PlaceCategory?
  var dataset: KnownDataset?
  /// The copyright that the input names, and the licence that its ids tell.
  var copyright: String?
  var license: String?
  /// The unsupported reference system that the input names.
  var unsupportedSystem: String?
  /// The encoding that its bytes tell, unless that is UTF-8.
  var encoding: TextEncoding?
  var titles: [String] = []
  /// Whether its rows are the elements of a file of OpenStreetMap.
  var isOfElements = false
  /// The places of which a part of the outline is not in the input.
  var partialCount = 0

  func report(path: String, _ counts: RowCounts) -> InputReport {
    var report = InputReport(path: path, rowCount: counts.rowCount, placeCount: counts.placeCount)
    report.dataset = dataset?.name
    report.encoding = encoding == .cp1252 ? encoding?.rawValue : nil
    // Every element has a tag, by which it is found, and most need no name: benches, bus stops, toilets.
    report.ungroupedCount = isOfElements ? 0 : counts.ungroupedCount
    report.unnamedCount = isOfElements ? 0 : counts.unnamedCount
    report.reversedCount = counts.reversedCount
    report.partialCount = partialCount
    return report
  }
}
