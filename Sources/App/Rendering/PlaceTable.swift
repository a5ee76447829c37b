import Domain

/// Shows places as a table: number, distance, name, category, address and telephone number, or the fields named by
/// `--fields`.
struct PlaceTable: Sendable {
  let fields: [PlaceColumn]?
  /// Whether the places are candidates for an ambiguous name.
  ///
  /// Candidates have coordinates but no numbers, because `show` can't refer to them.
  var areCandidates = false
  /// The categories of the query.
  var categories: [PlaceCategory] = []
  /// The attributes that the query compares, each a column.
  var attributes: [String] = []
  /// The language of the program's own words.
  var language = Language.english
  /// Whether the opening hours have a column, for wide terminals.
  var hasHours = false

  /// The width from which a terminal may show opening hours, in columns.
  static let widthForHours = 120
  /// The maximum width of opening hours.
  private static let widestHours = 44

  /// Appends the table, with opening hours if a wide terminal has room for them.
  func append(_ places: [FoundPlace], to bytes: inout [UInt8], _ style: Table.Style) -> Table.Omission {
    let isWide = (style.terminalColumns ?? 0) >= Self.widthForHours && fields == nil && !areCandidates
    if isWide, places.contains(where: { $0.status() == nil && $0.place.hoursText(in: language) != nil }) {
      var wide = self
      wide.hasHours = true
      let count = bytes.count
      let omission = wide.table(of: places).append(to: &bytes, style)
      if omission.isNone { return omission }
      bytes.removeLast(bytes.count - count)
    }
    return table(of: places).append(to: &bytes, style)
  }

  func table(of places: [FoundPlace]) -> Table {
    if let fields {
      return Table(
        columns: fields.map(\.tableColumn),
        rows: places.map { place in fields.map { $0.cell(in: place) } }
      )
    }
    let hasDistance = places.contains { $0.distance != nil }
    let isAlong = places.contains { $0.along != nil }
    let status = places.lazy.compactMap { $0.status(in: language) }.first
    var columns = Self.columns.map { $0.field.listColumn(in: language) }
    if let first = places.first?.place.categoryText(), !categories.isEmpty {
      // A category that the query doesn't name stays, such as dentist for each of two places of the group hospital.
      let isNamed = categories.contains { $0.slug == first }
      for index in columns.indices where Self.columns[index].field.display?.section == .category {
        columns[index].isLeftOutWhenUniform = isNamed
      }
    }
    if hasDistance {
      let name = heading(isAlong ? .along : .distance)
      columns.insert(Table.Column(name: name, isRightAligned: true, importance: 2), at: 0)
    }
    if let status { columns.append(Table.Column(name: status.title.uppercased(), importance: 2)) }
    if hasHours { columns.append(Table.Column(name: heading(.visit))) }
    columns += attributes.map { Table.Column(name: $0.uppercased(), importance: 2) }
    if areCandidates {
      columns += [heading(.latitude), heading(.longitude)].map {
        Table.Column(name: $0, isRightAligned: true, importance: 2)
      }
    } else {
      columns.insert(Table.Column(name: "#", isRightAligned: true, importance: 1), at: 0)
    }
    let rows = places.enumerated().map { number, place in
      row(place, number: number + 1, hasDistance: hasDistance, hasStatus: status != nil)
    }
    return Table(columns: columns, rows: rows)
  }

  private func heading(_ phrase: Phrase) -> String { phrase.text(language).uppercased() }

  private func row(
    _ found: FoundPlace,
    number: Int,
    hasDistance: Bool,
    hasStatus: Bool
  ) -> [Table.Cell] {
    let place = found.place
    var cells = Self.columns.map { column in
      switch column.field.display?.section {
      case .name: return Table.Cell(place.shownName(in: language), link: place.pageAddress)
      case .category: return Table.Cell(place.categoryText(in: language), color: place.group?.color ?? .standard)
      default:
        return Table.Cell(
          place.shownText(of: column.field) ?? column.others.lazy.compactMap(place.shownText).first ?? ""
        )
      }
    }
    if hasDistance {
      cells.insert(Table.Cell(DistanceFormatter.way(to: found, from: nil, .unicode, in: language)), at: 0)
    }
    if hasStatus { cells.append(Table.Cell(found.status(in: language)?.text ?? "")) }
    if hasHours {
      cells.append(Table.Cell(DisplayWidth.fitted(place.hoursText(in: language) ?? "", to: Self.widestHours)))
    }
    cells += attributes.map { PlaceColumn.attribute($0).cell(in: found) }
    if areCandidates {
      cells += [PlaceField.latitude, .longitude].map { PlaceColumn.field($0).cell(in: found) }
    } else {
      cells.insert(Table.Cell(String(number), color: .faint), at: 0)
    }
    return cells
  }

  /// The columns of the default table, each with its fallback field.
  private static let columns = PlaceField.columns(on: .list)
}

extension PlaceColumn {
  /// The column in a table whose columns are named.
  var tableColumn: Table.Column {
    switch self {
    case .field(let field): field.tableColumn
    case .attribute(let key): Table.Column(name: key, isFlexible: true)
    }
  }

  fileprivate func cell(in found: FoundPlace) -> Table.Cell {
    switch self {
    case .attribute(let key): return Table.Cell(Listing.cell(of: .text(found.place.value(of: key))))
    case .field(let field):
      let text = Listing.cell(of: field.value(in: found))
      switch field {
      case .placeName, .placeURL: return Table.Cell(text, link: found.place.pageAddress)
      case .category: return Table.Cell(text, color: found.place.group?.color ?? .standard)
      default: return Table.Cell(text)
      }
    }
  }
}
