import Domain
import EmbeddedFiles
import Tables

/// Writes a result as a self-contained web page: a map, a list and a table.
///
/// The script reads the places from the table. A content security policy allows only the page's own style and script,
/// by their hashes, so a place's name can't run as a script even if escaping failed.
struct ResultPage: Sendable {
  func write(_ answer: Answer, to output: inout ChunkedOutput) throws(FileFailure) {
    let columns = Self.columns(of: answer)
    let drawing = PageDrawing(answer)
    // The segments of page.html alternate between texts and names of values.
    for (position, part) in Self.template.enumerated() {
      switch position % 2 == 0 ? nil : part {
      case nil: output.bytes += part.utf8
      case "policy": output.bytes += Self.policy.utf8
      case "version": output.bytes += Version.current.utf8
      case "title": output.bytes.appendHTML(text: answer.title)
      case "heading": output.bytes.appendHTML(sentence: answer.title)
      case "facts": output.bytes.appendHTML(sentence: Self.facts(of: answer).joined(separator: " · "))
      case "style": output.bytes += Self.style
      case "script": output.bytes += Self.script
      case "answer": output.bytes.appendHTML(json: Self.data(of: answer, in: drawing))
      case "drawing": drawing.append(to: &output.bytes)
      case "empty": output.bytes.appendHTML(sentence: answer.emptySentence ?? "")
      case "columns": output.bytes.append(text: columns.map(\.heading).joined())
      default:
        for position in answer.places.indices {
          append(
            answer.places[position],
            number: position + 1,
            from: answer.query.area.center,
            in: drawing.frame,
            isMadeUp: answer.provenance.source == .sample,
            in: columns,
            to: &output.bytes
          )
          try output.flushWhenFull()
        }
      }
    }
  }

  /// The script, which reads the places from the table and draws them on a canvas.
  static var script: EmbeddedFile { EmbeddedFile(.pageScript).dropLast() }
  /// The style: light, dark and print, from a phone to a wide screen.
  static var style: [UInt8] {
    var style = Array(EmbeddedFile(.pageStyle))
    for group in CategoryGroup.allCases {
      let (light, dark, _) = group.colors
      style.append(text: ".g-\(group.slug) { --mark: light-dark(\(light), \(dark)); }\n")
    }
    return style
  }

  /// The content security policy, which allows only the page's own script and style.
  ///
  /// A test verifies the hashes.
  static let policy =
    "default-src 'none'; script-src 'sha256-mJbg36aoMAof4N1siAwrrjwiOGBJwH7MC5z3zF5rqKY='; "
    + "style-src 'sha256-koOj9RCxorbU3BngTKr2OISjjtjGtNorGwZ7YeBgkbg='; img-src data:; "
    + "base-uri 'none'; form-action 'none'"

  /// A column of the table of all places, which the script finds by its key.
  private struct Column: Sendable {
    enum Content: Sendable {
      case number
      case name
      case distance
      case position
      case field(PlaceField, others: [PlaceField])
      case facts
      case status
    }

    let key: String
    let title: String
    let content: Content
    /// Whether its texts may be in another language than the page.
    var isProse = false
    /// The CSS class of its cells; the style keeps some classes on one line.
    var style: String? {
      switch content {
      case .number: "number"
      case .name, .facts: nil
      case .distance, .status: "short"
      case .position: "at"
      case .field: isProse ? nil : "short"
      }
    }

    var heading: String { "<th scope=\"col\" data-key=\"\(key)\">\(title)</th>" }
  }

  private static let columns: [Column] = {
    var columns = [Column(key: "number", title: "No.", content: .number)]
    for (field, others) in PlaceField.columns(on: .page) {
      let section = field.display?.section
      let title = field.label.prefix(1).uppercased() + field.label.dropFirst()
      let isName = section == .name
      var column = Column(key: field.label, title: title, content: isName ? .name : .field(field, others: others))
      if case .text(_, let isProse) = field.entry.content { column.isProse = isProse }
      if section == .category { column.isProse = true }
      if section == .address, !columns.contains(where: { $0.key == "distance" }) {
        columns.append(Column(key: "distance", title: "Distance", content: .distance))
      }
      columns.append(column)
    }
    return columns + [Column(key: "at", title: "Latitude, longitude", content: .position)]
  }()

  /// The columns of a result.
  ///
  /// The attributes have a column only if a place has any.
  private static func columns(of answer: Answer) -> [Column] {
    let hasFacts = answer.places.contains { !$0.place.text.attributeRange.isEmpty }
    let status = answer.places.lazy.compactMap(\.status).first
    return columns + (status.map { [Column(key: "status", title: $0.title, content: .status)] } ?? [])
      + (hasFacts ? [Column(key: "facts", title: "Facts", content: .facts, isProse: true)] : [])
  }

  private static func facts(of answer: Answer) -> [String] {
    let count = counted(places: answer.places.count, of: answer.totalCount, isComplete: answer.isComplete)
    let source =
      switch answer.provenance.source {
      case .service(let service): "source: \(service.fullTitle)"
      case .index: "source: an index of open data"
      case .sample: "source: the bundled sample, whose places are fictional"
      }
    // If only the count was requested, the page shows no places.
    let isWhole = answer.isComplete && (answer.isEmpty || !answer.places.isEmpty)
    let completeness = isWhole ? "complete" : "not complete"
    let time = answer.provenance.dataTime.map { "data of \($0)" }
    let absence = answer.collection.absenceSentence
    let attribution = answer.provenance.attribution
    let streets = answer.ground.ground.attribution.flatMap {
      attribution?.contains($0) == true ? nil : "streets: \($0)"
    }
    let undecided = answer.collection.undecidedSentence.map { String($0.dropLast()) }
    let hatched = answer.coverage.isEmpty ? nil : "hatched: outside the coverage of the index"
    return ["\(count), \(completeness)", hatched, undecided, absence, source, attribution, streets, time].compactMap(
      \.self
    )
  }

  private func append(
    _ found: FoundPlace,
    number: Int,
    from center: Coordinate?,
    in frame: MapFrame,
    isMadeUp: Bool,
    in columns: [Column],
    to bytes: inout [UInt8]
  ) {
    let place = found.place
    let latitude = place.coordinate.latitude.decimalText
    let longitude = place.coordinate.longitude.decimalText
    bytes.append(text: "<tr data-lat=\"\(latitude)\" data-lng=\"\(longitude)\" data-group=\"\(place.group?.slug ?? "")")
    let point = frame.point(of: place.coordinate)
    bytes.append(text: "\" data-x=\"\(Self.text(point.east))\" data-y=\"\(Self.text(point.north))")
    let name = place.shownName
    if let initials = InitialConsonants.abbreviation(of: NameFolding.fold(name)) {
      bytes.append(text: "\" data-initials=\"")
      bytes.appendHTML(text: initials)
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
      case .distance: appendCell(DistanceFormatter.directed(found, from: center, .unicode), of: column, to: &bytes)
      case .status: appendCell(found.status?.text ?? "", of: column, state: found.status?.state, to: &bytes)
      case .position: appendCell(place.coordinate.decimalText, of: column, to: &bytes)
      case .field(let field, let others):
        let text = place.shownText(of: field) ?? others.lazy.compactMap(place.shownText).first ?? ""
        let isSlug = field.display?.section == .category && text.utf8.allSatisfy { $0 < 0x80 }
        appendCell(text, of: column, hasLanguage: column.isProse && !isSlug, to: &bytes)
      case .facts:
        let text = place.attributes.map { "\($0.key) \($0.value)" }.joined(separator: " · ")
        appendCell(text, of: column, hasLanguage: true, to: &bytes)
      }
    }
    bytes.append(text: "</tr>\n")
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

  /// A length in metres, to the centimetre.
  private static func text(_ meters: Double) -> String { ((meters * 100).rounded() / 100).decimalText }

  /// The data of the script besides the places and the paths of the drawing, in metres around the middle of the map.
  private static func data(of answer: Answer, in drawing: PageDrawing) -> [UInt8] {
    JSONWriter.object { json in
      json.member("query", appending: answer.query.appendJSON)
      json.member("meta", appending: { ResultJSON.appendMeta(of: answer, to: &$0) })
      let frame = drawing.frame
      let area = answer.query.area
      if area.radius == nil, let box = area.enclosingBox ?? BoundingBox(enclosing: answer.places) {
        let points = box.outline(steps: 64).joined().map(frame.point)
        let extent = [points.map { abs($0.east) }.max() ?? 0, points.map { abs($0.north) }.max() ?? 0]
        json.array("extent", of: extent) { $0.element($1) }
      }
      drawing.ground.appendNames(to: &json)
      json.array("ground", of: answer.ground.marks) { json, mark in
        json.element { json in
          json.member("name", mark.name)
          json.member("x", frame.point(of: mark.coordinate).east)
          json.member("y", frame.point(of: mark.coordinate).north)
          json.member("landmark", mark.isLandmark)
        }
      }
      appendGlyphs(of: Set(answer.places.compactMap(\.place.group)), to: &json)
    }
  }

  /// Appends the glyphs of categories, and of a place without a category.
  static func appendGlyphs(of groups: Set<CategoryGroup>, to json: inout JSONWriter) {
    json.object("glyphs") { json in
      json.member("none", CategoryGroup.dotGlyph)
      for group in CategoryGroup.allCases where groups.contains(group) { json.member(group.slug, group.glyph) }
    }
  }
}
