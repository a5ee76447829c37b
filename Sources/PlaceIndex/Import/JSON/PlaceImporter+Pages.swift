import Domain
import Rows
import Tables

/// An input that is a page of a result.
struct PagedInput {
  let signs: PageSigns
  let rowCount: Int
  /// The remark of its report.
  let remark: String
  /// The index of its report.
  let report: Int
  /// The index of its input in the description of the index.
  let input: Int
}

/// Reads the members around the rows, and ends an input.
extension PlaceImporter {
  /// Begins a page of a response, whose first row or list of rows is at an offset.
  mutating func beginPage(
    _ window: inout InputWindow,
    rowsAt start: Int,
    areLists: Bool
  ) throws(IndexFileError) {
    // The keys around the rows aren't properties of rows.
    if !rules.columns.columns.isEmpty, isAtFirstRow { workers[0].reader.forgetKeys() }
    try window.fill(to: start + PageSigns.comparedByteCount)
    header.pages.beginPage(window.view.part(start..<window.view.count))
    for (key, value) in PageSigns.members(before: start, of: window.view) { note(key, at: value) }
    guard areLists else { return }
    // Korean services write `[{"head":[{"list_total_count":9}]},{"row":[…]}]`.
    var element = JSONViewCursor(window.view, at: start)
    try? element.forEachMember { (key, cursor) throws(SyntaxError) in note(key, at: cursor) }
  }

  /// Reads a member of an object around the rows.
  mutating func note(_ key: JSONString, at value: JSONViewCursor) {
    header.pages.read(key, at: value)
    var cursor = value
    if key.raw.equals("remark"), let text = try? cursor.string() {
      header.note(remark: text.withText(\.text))
    } else if key.raw.equals("osm3s") {
      var time: String?
      try? cursor.forEachMember { (key, cursor) throws(SyntaxError) in
        guard key.raw.equals("timestamp_osm_base"), try cursor.peek() == UInt8(ascii: "\"") else { return }
        time = try cursor.string().withText(\.text)
      }
      if header.copyright == nil { header.noteOpenStreetMap() }
      noteExtract(at: time)
    }
  }

  /// Records the report on an input; in an extract, elements without a coordinate are beyond its border.
  mutating func endInput(_ path: String, isExtract: Bool = false) throws(IndexFileError) {
    try builder.collected.decide()
    if header.mapping != nil { header.mapping?.kindCount = builder.collected.kindCountOfInput }
    var report = header.report(path: path, counts)
    report.archive = archivePath
    report.rules = input?.rules ?? ImportRules()
    inputs.append(report)
    let remark = report.remark
    let unplacedCount = isExtract ? 0 : counts.skipped.unplacedCount
    builder.describeInput { [header] input in
      input.unplacedCount += unplacedCount
      input.remark = input.remark ?? remark
      input.mapping = input.mapping ?? header.mapping
      input.addNotice(attribution: header.copyright, license: header.dataset?.license ?? header.license)
    }
    joinPages(report)
  }

  /// Removes the remarks of inputs that together are all pages of one result.
  private mutating func joinPages(_ report: InputReport) {
    let signs = header.pages
    guard let total = signs.total, total.count > report.rowCount, let remark = signs.shortage(of: report.rowCount),
      let input = builder.current.numbers.first
    else { return }
    pages.append(
      PagedInput(
        signs: signs,
        rowCount: report.rowCount,
        remark: remark,
        report: inputs.count - 1,
        input: input
      )
    )
    let found = pages.filter { $0.signs.total == total }
    let beginnings = found.reduce(into: Set()) { $0.formUnion($1.signs.beginnings) }
    // A page that was downloaded twice would hide a page that is missing.
    guard found.reduce(0, { $0 + $1.rowCount }) == total.count,
      found.reduce(0, { $0 + $1.signs.beginnings.count }) == beginnings.count, found.contains(where: \.signs.isAtEnd)
    else { return }
    for page in found where inputs[page.report].remark == page.remark { inputs[page.report].remark = nil }
    builder.description.markPages(found.map(\.input))
  }
}
