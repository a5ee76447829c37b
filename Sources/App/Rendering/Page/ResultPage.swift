import Domain
import EmbeddedFiles
import Tables

/// Writes a result as a self-contained web page: a map, a list and a table.
///
/// The script reads the places from the table. A content security policy allows only the page's own style and script,
/// by their hashes, so a place's name can't run as a script even if escaping failed.
struct ResultPage: Sendable {
  var language = Language.english

  func write(_ answer: Answer, to output: inout ChunkedOutput) throws(FileFailure) {
    let columns = columns(of: answer)
    let drawing = PageDrawing(answer, language)
    // The segments of page.html alternate between texts and names of values.
    for (position, part) in Self.template.enumerated() {
      switch position % 2 == 0 ? nil : part {
      case nil: output.bytes += part.utf8
      case let word? where word.hasPrefix("="): output.bytes += Self.text(of: word, in: language).utf8
      case "policy": output.bytes += Self.policy.utf8
      case "version": output.bytes += Version.current.utf8
      case "title": output.bytes.appendHTML(text: answer.title(in: language))
      case "heading": output.bytes.appendHTML(sentence: answer.title(in: language))
      case "facts": appendFacts(of: answer, to: &output.bytes)
      case "style": output.bytes += Self.style
      case "script": output.bytes += Self.script
      case "answer": output.bytes.appendHTML(json: data(of: answer, in: drawing))
      case "drawing": drawing.append(to: &output.bytes)
      case "empty": output.bytes.appendHTML(sentence: answer.emptySentence ?? "")
      case "columns": output.bytes.append(text: columns.map { $0.heading(language) }.joined())
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
    "default-src 'none'; script-src 'sha256-LQMgPXyBhdFPFnDJBEW/++J5swpWwYaVrC8bVz1EpsU='; "
    + "style-src 'sha256-qkDWTDT7RcZHwE1ycrUReOX0PSJg+6+LsNVYX7TSirM='; img-src data:; "
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
    let title: Phrase
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
      var column = Column(key: field.label, title: field.heading ?? .facts, content: content)
      if case .text(_, let isProse) = field.entry.content { column.isProse = isProse }
      if section == .category { column.isProse = true }
      if section == .address, !columns.contains(where: { $0.key == "distance" }) {
        columns.append(Column(key: "distance", title: .distance, content: .distance))
      }
      columns.append(column)
    }
    return columns + [
      Column(key: "at", title: .position, content: .position), Column(key: "status", title: .open, content: .status),
      Column(key: "facts", title: .facts, content: .facts, isProse: true),
    ]
  }()

  /// The columns of a result, without those that are empty for all places.
  private func columns(of answer: Answer) -> [Column] {
    let places = answer.places
    return Self.columns.filter { column in
      switch column.content {
      case .number, .name, .position: true
      case .distance: places.contains { $0.distance != nil }
      case .status: places.contains { $0.facts.opening != nil }
      case .facts: places.contains { !$0.place.text.attributeRange.isEmpty }
      case .field(let field, let others):
        places.contains { found in ([field] + others).contains { found.place.shownText(of: $0)?.isEmpty == false } }
      }
    }
  }

  /// The text of a word of the template, such as `=filter`.
  static func text(of word: Substring, in language: Language) -> String {
    Phrase(rawValue: String(word.dropFirst()))?.text(language) ?? language.rawValue
  }

  /// Appends the facts of a result; a licence is a link.
  private func appendFacts(of answer: Answer, to bytes: inout [UInt8]) {
    let count = Phrase.count(
      of: answer.places.count,
      total: answer.totalCount,
      isComplete: answer.isComplete,
      in: language
    )
    let source =
      switch answer.provenance.source {
      case .service(let service): service.fullTitle
      case .index: Phrase.index.text(language)
      case .sample: Phrase.sample.text(language)
      }
    // If only the count was requested, the page shows no places.
    let isWhole = answer.isComplete && (answer.isEmpty || !answer.places.isEmpty)
    let completeness = (isWhole ? Phrase.complete : .incomplete).text(language)
    let attribution = answer.provenance.attribution
    let streets = answer.ground.ground.attribution.flatMap {
      attribution?.contains($0) == true ? nil : Phrase.streets.text(language, $0)
    }
    let facts = [
      "\(count), \(completeness)", answer.coverage.isEmpty ? nil : Phrase.hatched.text(language),
      answer.collection.undecidedSentence.map { String($0.dropLast()) }, answer.collection.absenceSentence,
      Phrase.source.text(language, source), attribution, streets,
      answer.provenance.dataTime.map { Phrase.dataOf.text(language, "\($0)") },
    ]
    for (position, fact) in facts.compactMap(\.self).enumerated() {
      if position > 0 { bytes.append(text: " · ") }
      bytes.appendHTML(notice: fact)
    }
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
      case .status:
        let status = found.status(in: language)
        appendCell(status?.text ?? "", of: column, state: status?.state, to: &bytes)
      case .position:
        // Five decimals are a metre.
        let degrees = [place.coordinate.latitude, place.coordinate.longitude].map { ($0 * 1e5).rounded() / 1e5 }
        appendCell(degrees.map(\.decimalText).joined(separator: ","), of: column, to: &bytes)
      case .field(let field, let others):
        var text = place.shownText(of: field) ?? others.lazy.compactMap(place.shownText).first ?? ""
        if field == .category, let group = place.group, text == group.slug { text = group.name(in: language) }
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
  private func data(of answer: Answer, in drawing: PageDrawing) -> [UInt8] {
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
      Self.appendLooks(of: Set(answer.places.compactMap(\.place.group)), in: language, to: &json)
    }
  }

  /// Appends the glyphs and names of categories, and the phrases of the script.
  static func appendLooks(of groups: Set<CategoryGroup>, in language: Language, to json: inout JSONWriter) {
    let groups = CategoryGroup.allCases.filter(groups.contains)
    json.object("glyphs") { json in
      json.member("none", CategoryGroup.dotGlyph)
      for group in groups { json.member(group.slug, group.glyph) }
    }
    json.object("groups") { json in
      for group in groups { json.member(group.slug, group.name(in: language)) }
    }
    json.object("phrases") { json in
      for phrase in Phrase.ofScript { json.member(phrase.rawValue, phrase.text(language)) }
    }
  }
}
