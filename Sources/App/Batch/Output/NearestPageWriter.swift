import Domain
import Synchronization
import System
import Tables

/// Writes the rows of a batch with their nearest places as a web page: a point for each row.
///
/// Rows without coordinates are in the table but not on the map. A class, because the map is written after the rows.
final class NearestPageWriter: NearestWriter {
  let header: [UInt8]

  private let input: BatchFormat
  let columns: NearestColumns
  /// The column that names a row; `nil` for rows of JSON.
  private let nameColumn: Int?
  /// The columns of the coordinates, which the page shows in a column of its own.
  private let pointColumns: Set<Int>
  private let source: Source
  private let notice: String?
  private let page: ResultPage
  /// The local data with the streets; `nil` if the page shows none.
  private let data: (any RememberUseCase)?

  private struct Rest: Sendable {
    var points: [PageDrawing.Point] = []
    /// The names of the first rows, which the drawing shows where there is room.
    var names: [Int: String] = [:]
    /// The number of rows without coordinates.
    var unlocatedCount = 0
  }

  private let rest = Mutex(Rest())

  /// The last row whose name is stored, so that a large batch takes little memory.
  private static let lastNamedRow = 1_000

  init(
    _ input: BatchFormat,
    _ columns: NearestColumns,
    title: String,
    _ provenance: Provenance,
    in language: Language,
    groundFrom data: (any RememberUseCase)?
  ) {
    self.data = data
    let page = ResultPage(language: language)
    self.page = page
    self.input = input
    self.columns = columns
    source = provenance.source
    notice = provenance.notice
    var titles = ["input"]
    var nameColumn: Int?
    var pointColumns: Set<Int> = []
    if case .csv(let table) = input {
      titles = table.names
      nameColumn = table.nameColumn
      pointColumns = Set(titles.indices.filter(table.isPoint))
    }
    self.nameColumn = nameColumn
    self.pointColumns = pointColumns
    let others = titles.enumerated().filter { $0.offset != nameColumn && !pointColumns.contains($0.offset) }
    let facts = [Phrase.source.text(language, source.name(in: language)), notice].compactMap(\.self)
    var header: [UInt8] = []
    page.append(ResultPage.beforeRows, to: &header) { name, header in
      switch name {
      case "title": header.appendHTML(text: title)
      case "heading": header.appendHTML(sentence: title)
      case "facts": header.appendHTML(notices: facts)
      case "columns":
        header.appendHeading("number", Phrase.number.text(page.language))
        header.appendHeading("name", nameColumn.map { titles[$0] } ?? "row")
        header.appendHeading("category", "nearest_category")
        header.appendHeading("distance", "distance")
        for (column, title) in others { header.appendHeading("column-\(column)", title) }
        for (position, name) in columns.names(besides: titles).enumerated() where Self.isShown(position) {
          // The list shows an address after the category.
          header.appendHeading(position == 0 ? "address" : "nearest-\(position)", name)
        }
        header.appendHeading("at", Phrase.position.text(page.language))
      default: break
      }
    }
    self.header = header
  }

  /// Returns whether a nearest column is shown in the page.
  private static func isShown(_ position: Int) -> Bool { position != 2 && position != 5 }

  var footer: [UInt8] {
    get async {
      let rest = rest.withLock { $0 }
      var footer: [UInt8] = []
      let map = await map(of: rest)
      page.append(ResultPage.afterRows, to: &footer) { name, footer in
        switch name {
        case "answer": footer.appendHTML(json: answer(map))
        case "afterRows":
          map?.drawing.append(to: &footer)
          appendFacts(of: rest, map, to: &footer)
        default: break
        }
      }
      return footer
    }
  }

  /// The map of the rows.
  private struct RowMap {
    let drawing: PageDrawing
    let extent: [Double]
    let attribution: String?
  }

  /// Makes the map of the rows, with the streets around them; `nil` without any row on the map.
  private func map(of rest: Rest) async -> RowMap? {
    // Rows are appended by several threads.
    let points = rest.points.sorted { $0.number < $1.number }
    var bounds = PointBounds()
    for point in points { bounds.add(point.coordinate) }
    guard let box = bounds.box else { return nil }
    let area = SearchArea.box(box, center: nil)
    let frame = PageDrawing.frame(of: area, [])
    let context = if let data { await MapContext.around([], in: area, of: data) } else { MapContext.none }
    let drawing = PageDrawing(of: points, in: frame, on: context, page.language) { rest.names[points[$0].number] }
    return RowMap(drawing: drawing, extent: frame.extent(of: box), attribution: context.ground.attribution)
  }

  /// Appends the number of rows without coordinates and the attribution of the streets, which the script moves to the
  /// header.
  private func appendFacts(of rest: Rest, _ map: RowMap?, to footer: inout [UInt8]) {
    var facts: [String] = []
    if rest.unlocatedCount > 0 {
      let count = rest.points.count + rest.unlocatedCount
      let rows = (count == 1 ? Phrase.row : .rows).text(page.language, String(count))
      let share = Phrase.countOf.text(page.language, String(rest.unlocatedCount), rows)
      facts.append(Phrase.unlocated.text(page.language, share))
    }
    if let text = map?.attribution, notice?.contains(text) != true {
      facts.append(Phrase.streets.text(page.language, text))
    }
    guard !facts.isEmpty else { return }
    footer.append(text: "<p id=\"facts-after-rows\">")
    footer.appendHTML(notices: facts)
    footer.append(text: "</p>\n")
  }

  /// Returns the data of the script.
  ///
  /// The rows have no common centre.
  private func answer(_ map: RowMap?) -> [UInt8] {
    JSONWriter.object { json in
      json.object("query") {
        for key in ["bbox", "lat", "lng", "radius_m"] { $0.member(key, nil as String?) }
      }
      json.object("meta") { meta in
        meta.member("source", source.name)
        meta.member("rows", true)
      }
      if let map {
        json.array("extent", of: map.extent) { $0.element($1) }
        page.append(map.drawing, to: &json)
      } else {
        for key in ["positions", "names", "ground"] { json.array(key, of: [String]()) { $0.element($1) } }
      }
      page.appendLooks(of: Set(CategoryGroup.allCases), to: &json)
    }
  }

  func append(_ result: NearestResult, of row: ParsedRow, at point: Coordinate?, to out: inout [UInt8]) {
    guard let point else {
      rest.withLock { $0.unlocatedCount += 1 }
      out.append(text: "<tr data-group=\"\">")
      return appendCells(of: row, at: nil, result, to: &out)
    }
    let group = result.places.first?.place.group
    let name = row.number <= Self.lastNamedRow ? name(of: row, texts(of: row)) : nil
    rest.withLock { rest in
      rest.points.append(PageDrawing.Point(coordinate: point, group: group, number: row.number))
      if let name { rest.names[row.number] = name }
    }
    out.append(text: "<tr data-lat=\"\(point.latitude.decimalText)\" data-lng=\"\(point.longitude.decimalText)\"")
    out.append(text: " data-group=\"\(group?.slug ?? "")\">")
    appendCells(of: row, at: point, result, to: &out)
  }

  private func appendCells(of row: ParsedRow, at point: Coordinate?, _ result: NearestResult, to out: inout [UInt8]) {
    func cell(_ text: String?, _ name: String = "td", style: String? = nil) {
      out.append(text: "<\(name) dir=\"auto\"\(style.map { " class=\"\($0)\"" } ?? "")>")
      if let text { out.appendHTML(text: text) }
      out.append(text: "</\(name)>")
    }
    var nearest: [String?] = []
    result.forEachValue(in: columns) { value in
      switch value {
      case .text(let text): nearest.append(text)
      case .number(let number): nearest.append(number?.decimalText)
      case .integer(let number): nearest.append(number.map(String.init))
      }
    }
    let cells = texts(of: row)
    cell(String(row.number), style: "number")
    cell(name(of: row, cells) ?? "row \(row.number)", "th")
    cell(
      [nearest[2], result.status == "ok" ? nil : "(\(result.status))"].compactMap(\.self).joined(separator: " ")
    )
    cell(result.places.first?.distance.map { DistanceFormatter.text(of: $0) }, style: "short")
    for (column, text) in cells.enumerated() where column != nameColumn && !pointColumns.contains(column) { cell(text) }
    for (position, text) in nearest.enumerated() where Self.isShown(position) {
      cell(text ?? columns.named(position).flatMap { unnamed($0, in: result) })
    }
    let written = pointColumns.sorted().compactMap { cells[$0] }.joined(separator: ",")
    cell(point.map { $0.decimalText } ?? written, style: "at")
    out.append(text: "</tr>\n")
  }

  /// Returns the words for a place without a name; `nil` if there is no such place.
  private func unnamed(_ number: Int, in result: NearestResult) -> String? {
    result.places.indices.contains(number) ? result.places[number].place.shownName(in: page.language) : nil
  }

  private func name(of row: ParsedRow, _ cells: [String?]) -> String? {
    nameColumn.flatMap { cells[$0] } ?? row.text(.id)
  }

  private func texts(of row: ParsedRow) -> [String?] {
    let whole = String(decoding: row.bytes[row.range], as: UTF8.self)
    guard case .csv(let table) = input else { return [whole] }
    guard row.hasCells, row.cells.count <= table.width else {
      return [whole] + repeatElement(nil, count: table.width - 1)
    }
    return (0..<table.width).map { $0 < row.cells.count ? row.cells[$0].text(in: row.bytes) : nil }
  }
}

extension [UInt8] {
  fileprivate mutating func appendHeading(_ key: String, _ title: String) {
    append(text: "<th scope=\"col\" data-key=\"\(key)\">")
    appendHTML(text: title)
    append(text: "</th>")
  }
}
