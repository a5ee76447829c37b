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
  /// The divisor of degrees without a decimal point.
  var divisor: Int?
  /// What a service said when it cut its answer short, which the input is.
  private(set) var remark: String?
  /// Whether it is an answer of Overpass, whose remark says that.
  var isAnswer = false
  /// Whether its rows are the elements of a file of OpenStreetMap.
  var isOfElements = false
  /// The places of which a part of the outline is not in the input.
  var partialCount = 0

  /// Takes what an answer of Overpass says besides its elements: that it was cut, and why.
  mutating func note(remark text: String?) {
    guard remark == nil, let text else { return }
    let trimmed = ByteView.over(Array(text.utf8)) { $0.trimmed.text }
    if !trimmed.isEmpty { remark = trimmed }
  }

  func report(path: String, _ counts: RowCounts) -> InputReport {
    var report = InputReport(path: path, rowCount: counts.rowCount, placeCount: counts.placeCount)
    report.dataset = dataset?.name
    report.encoding = encoding == .cp1252 ? encoding?.rawValue : nil
    // Every element has a tag, by which it is found, and most need no name: benches, bus stops, toilets.
    report.ungroupedCount = isOfElements ? 0 : counts.ungroupedCount
    report.unnamedCount = isOfElements ? 0 : counts.unnamedCount
    report.reversedCount = counts.reversedCount
    report.degreeDivisor = divisor
    report.partialCount = partialCount
    report.remark = remark
    return report
  }
}
