import Domain
import Rows
import Tables

/// The metadata of an input, and findings for its report.
struct InputHeader {
  /// The category of every place, regardless of the rows.
  var forced: PlaceCategory?
  var dataset: KnownDataset?
  /// The copyright that the input states, and the licence that its ids imply.
  var copyright: String?
  var license: String?
  /// The unsupported CRS that the input names.
  var unsupportedSystem: String?
  /// The detected encoding, unless it is UTF-8.
  var encoding: TextEncoding?
  var titles: [String] = []
  /// The meaning of the columns or properties.
  var mapping: ColumnMapping?
  /// The divisor of degrees without a decimal point.
  var divisor: Int?
  /// The column with both coordinates, if nothing shows their order.
  var columnOfAssumedOrder: String?
  var isLongitudeAssumedFirst = false
  /// The text of a member that is a remark if the input is an extract.
  private var remark: String?
  /// Whether the input is an extract of OpenStreetMap; an Overpass response has a remark if it is truncated.
  var isExtract = false
  /// The signs that the input is a page of a response.
  var pages = PageSigns()
  /// Whether the rows are OpenStreetMap elements.
  var isOfElements = false
  /// The number of places whose outline is incomplete.
  var partialCount = 0

  /// Records the attribution and licence of OpenStreetMap, as the service states them, so that the same data is
  /// attributed once.
  mutating func noteOpenStreetMap() {
    copyright = OpenStreetMapNotice.attribution
    license = OpenStreetMapNotice.license
  }

  /// Records the remark of an Overpass response: that it was truncated, and why.
  mutating func note(remark text: String?) {
    guard remark == nil, let text else { return }
    let trimmed = ByteView.over(Array(text.utf8)) { $0.trimmed.text }
    if !trimmed.isEmpty { remark = trimmed }
  }

  func report(path: String, _ counts: RowCounts) -> InputReport {
    var report = InputReport(path: path, rowCount: counts.rowCount, placeCount: counts.placeCount)
    report.dataset = dataset?.name
    report.mapping = mapping
    report.encoding = encoding == .cp1252 ? encoding?.rawValue : nil
    // Every element has a tag that finds it, and most need no name: benches, bus stops, toilets.
    report.ungroupedCount = isOfElements ? 0 : counts.ungroupedCount
    report.unnamedCount = isOfElements ? 0 : counts.unnamedCount
    report.reversedCount = counts.reversedCount
    report.degreeDivisor = divisor
    report.columnOfAssumedOrder = columnOfAssumedOrder
    report.isLongitudeAssumedFirst = isLongitudeAssumedFirst
    report.partialCount = partialCount
    report.remark = (isExtract ? remark : nil) ?? pages.shortage(of: counts.rowCount)
    return report
  }
}
