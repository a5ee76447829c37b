import Domain
import Tables

/// The table of all places, which the script reads.
extension ResultPage {
  /// A column of the table of all places, which the script finds by its key.
  struct Column: Sendable {
    enum Content: Sendable {
      case number
      case name
      case distance
      case coordinate
      case field(PlaceField, others: [PlaceField])
      case facts
      /// The opening hours and the attributes that visitors ask for first.
      case visit
      case status
    }

    let key: String
    let title: Phrase
    let content: Content
    /// Whether its texts may be in another language than the page.
    var isProse = false
    /// The CSS class of its cells; the style keeps some classes on one line.
    var style: String? {
      switch content {
      case .number: "number"
      case .name, .visit, .facts: nil
      case .distance, .status: "short"
      case .coordinate: "at"
      case .field(let field, _): field.display?.section == .category ? "kind" : isProse ? nil : "short"
      }
    }

    func heading(_ language: Language) -> String {
      "<th scope=\"col\" data-key=\"\(key)\">\(title.text(language))</th>"
    }
  }

  private static let columns: [Column] = {
    var columns = [Column(key: "number", title: .number, content: .number)]
    for (field, others) in PlaceField.columns(on: .page) {
      let section = field.display?.section
      let isName = section == .name
      let content = isName ? Column.Content.name : .field(field, others: others)
      var column = Column(key: field.label, title: field.heading ?? .attributes, content: content)
      if case .text(_, let isProse) = field.entry.content { column.isProse = isProse }
      if section == .category { column.isProse = true }
      if section == .address, !columns.contains(where: { $0.key == "distance" }) {
        columns.append(Column(key: "distance", title: .distance, content: .distance))
      }
      columns.append(column)
    }
    return columns + [
      Column(key: "at", title: .position, content: .coordinate), Column(key: "status", title: .open, content: .status),
      Column(key: "visit", title: .visit, content: .visit),
      Column(key: "facts", title: .attributes, content: .facts, isProse: true),
    ]
  }()

  /// Returns the columns of a result, without those that are empty for all places.
  func columns(of result: PlaceResult) -> [Column] {
    let places = result.places
    return Self.columns.filter { column in
      switch column.content {
      case .number, .name, .coordinate: true
      case .distance: places.contains { $0.distance != nil }
      case .status: places.contains { $0.computed.opening != nil }
      case .visit: places.contains { !visit(to: $0.place).isEmpty }
      case .facts: places.contains { !$0.place.text.attributeRange.isEmpty && !$0.place.otherAttributes.isEmpty }
      case .field(let field, let others):
        places.contains { found in ([field] + others).contains { found.place.shownText(of: $0)?.isEmpty == false } }
      }
    }
  }

  func append(
    _ found: FoundPlace,
    number: Int,
    from center: Coordinate?,
    isMadeUp: Bool,
    in columns: [Column],
    to bytes: inout [UInt8]
  ) {
    let place = found.place
    let latitude = place.coordinate.latitude.decimalText
    let longitude = place.coordinate.longitude.decimalText
    bytes.append(text: "<tr data-lat=\"\(latitude)\" data-lng=\"\(longitude)\" data-group=\"\(place.group?.slug ?? "")")
    bytes.append(text: "\" data-id=\"")
    bytes.appendHTML(text: place.id)
    let name = place.shownName(in: language)
    let letters = NameFolding.fold(name)
    let initials = ByteView.over(letters, InitialConsonants.of)
    if initials != letters {
      bytes.append(text: "\" data-initials=\"")
      bytes.appendHTML(text: String(decoding: initials, as: UTF8.self))
    }
    bytes.append(text: "\"><td class=\"number\">\(number)</td><th scope=\"row\" dir=\"auto\"")
    bytes.append(text: " lang=\"\(NameLanguage.tag(of: name))\">")
    // Don't link a fictional place to a real map.
    let address = isMadeUp ? place.pageAddress : place.browserAddress
    if let address {
      bytes.append(text: "<a target=\"_blank\" rel=\"noopener noreferrer\" ")
      bytes.append(text: "data-page=\"\(place.pageAddress == nil ? "no" : "yes")\" href=\"")
      bytes.appendHTML(text: address)
      bytes.append(text: "\">")
    }
    bytes.appendHTML(text: name)
    bytes.append(text: address == nil ? "</th>" : "</a></th>")
    for column in columns {
      switch column.content {
      case .number, .name: break
      case .distance:
        appendCell(DistanceFormatter.way(to: found, from: center, .unicode, in: language), of: column, to: &bytes)
      case .status:
        let status = found.status(in: language)
        appendCell(status?.text ?? "", of: column, state: status?.state, to: &bytes)
      case .coordinate:
        // Five decimals are a metre.
        let degrees = [place.coordinate.latitude, place.coordinate.longitude].map { ($0 * 1e5).rounded() / 1e5 }
        appendCell(degrees.map(\.decimalText).joined(separator: ","), of: column, to: &bytes)
      case .field(let field, let others):
        let text =
          field == .category
          ? place.categoryText(in: language)
          : place.shownText(of: field) ?? others.lazy.compactMap(place.shownText).first ?? ""
        let isSlug = field.display?.section == .category && text.utf8.allSatisfy { $0 < 0x80 }
        appendCell(text, of: column, hasLanguage: column.isProse && !isSlug, to: &bytes)
      case .visit: appendCell(visit(to: place), of: column, hasLanguage: true, to: &bytes)
      case .facts:
        let text = place.otherAttributes.map { "\($0.key) \($0.value)" }.joined(separator: " · ")
        appendCell(text, of: column, hasLanguage: true, to: &bytes)
      }
    }
    bytes.append(text: "</tr>\n")
  }

  /// Returns the opening hours in words and the attributes that visitors ask for first.
  private func visit(to place: Place) -> String {
    guard !place.text.attributeRange.isEmpty else { return "" }
    return ([place.hoursText(in: language)].compactMap(\.self) + place.visitTexts(in: language))
      .joined(separator: " · ")
  }

  /// Appends a cell.
  ///
  /// With `hasLanguage`, its text may be in another language than the page. `state` is for the script and the style.
  private func appendCell(
    _ text: String,
    of column: Column,
    hasLanguage: Bool = false,
    state: String? = nil,
    to bytes: inout [UInt8]
  ) {
    let style = column.style.map { " class=\"\($0)\"" } ?? ""
    let language = hasLanguage && !text.isEmpty ? " lang=\"\(NameLanguage.tag(of: text))\"" : ""
    bytes.append(text: "<td\(style)\(language)\(state.map { " data-state=\"\($0)\"" } ?? "")>")
    bytes.appendHTML(text: text)
    bytes.append(text: "</td>")
  }
}
