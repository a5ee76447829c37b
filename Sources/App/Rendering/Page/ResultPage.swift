import Domain
import EmbeddedFiles

/// Writes a result as a self-contained web page: a map, a list and a table.
///
/// The script reads the places from the table. A content security policy allows only the page's own style and script,
/// by their hashes, so a place's name can't run as a script even if escaping failed.
struct ResultPage: Sendable {
  var language = Language.english

  func write(_ result: PlaceResult, to output: inout ChunkedOutput) throws(FileFailure) {
    let columns = columns(of: result)
    let drawing = PageDrawing(result, language)
    let value = { (name: Substring, bytes: inout [UInt8]) in
      switch name {
      case "title": bytes.appendHTML(text: result.title(in: language))
      case "heading": bytes.appendHTML(sentence: result.title(in: language))
      case "facts": appendFacts(of: result, to: &bytes)
      case "answer": bytes.appendHTML(json: data(of: result, in: drawing))
      case "drawing": drawing.append(to: &bytes)
      case "empty": bytes.appendHTML(sentence: result.emptySentence ?? "")
      case "columns": bytes.append(text: columns.map { $0.heading(language) }.joined())
      default: break
      }
    }
    append(Self.beforeRows, to: &output.bytes, value)
    for position in result.places.indices {
      append(
        result.places[position],
        number: position + 1,
        from: result.query.area.center,
        isMadeUp: result.provenance.source == .sample,
        in: columns,
        to: &output.bytes
      )
      try output.flushWhenFull()
    }
    append(Self.afterRows, to: &output.bytes, value)
  }

  /// The segments of `page.html` before the rows of the table, which alternate between texts and names of values.
  static let beforeRows = template.prefix { $0 != "rows" }
  static let afterRows = template.drop { $0 != "rows" }.dropFirst()
  private static let template = EmbeddedFile(.pageTemplate).text
    .split(separator: "%%", omittingEmptySubsequences: false)

  /// Appends segments of the page; `value` appends the values that other pages don't share.
  func append(
    _ segments: ArraySlice<Substring>,
    to bytes: inout [UInt8],
    _ value: (_ name: Substring, _ bytes: inout [UInt8]) -> Void
  ) {
    for (position, segment) in zip(segments.indices, segments) {
      switch position % 2 == 0 ? nil : segment {
      case nil: bytes += segment.utf8
      case "policy": bytes += Self.policy.utf8
      case "version": bytes += Version.current.utf8
      case "style": bytes += Self.style
      case "script": bytes += Self.script
      case "=lang": bytes += language.rawValue.utf8
      case let name? where name.hasPrefix("="):
        bytes += Phrase(rawValue: String(name.dropFirst()))?.text(language).utf8 ?? "".utf8
      case let name?: value(name, &bytes)
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
    "default-src 'none'; script-src 'sha256-4YsyCnh4lAbrDM8JpG0bENchH1S7Sop+ghRmXm2YOZU='; "
    + "style-src 'sha256-6mEvzsE/At0Ynn6ef8J7kqa3jX2+dZMERWPRlfLEn84='; img-src data:; "
    + "base-uri 'none'; form-action 'none'"

  /// Appends the facts of a result; a licence is a link.
  private func appendFacts(of result: PlaceResult, to bytes: inout [UInt8]) {
    let count = Phrase.count(
      of: result.places.count,
      total: result.totalCount,
      isComplete: result.isComplete,
      in: language
    )
    let source =
      switch result.provenance.source {
      case .service(let service): service.fullTitle
      case .index: Phrase.index.text(language)
      case .sample: Phrase.sample.text(language)
      }
    // If only the count was requested, the page shows no places.
    let isWhole = result.isComplete && (result.isEmpty || !result.places.isEmpty)
    let clause = isWhole ? nil : result.collection.gap?.clause(in: language)
    let completeness = clause ?? ", \((isWhole ? Phrase.complete : .incomplete).text(language))"
    let attribution = result.provenance.attribution
    let streets = result.ground.ground.attribution.flatMap {
      attribution?.contains($0) == true ? nil : Phrase.streets.text(language, $0)
    }
    let facts = [
      count + completeness, result.coverage.isEmpty ? nil : Phrase.hatched.text(language),
      result.collection.undecidedClause(in: language), result.collection.absenceSentence,
      Phrase.source.text(language, source), attribution, streets,
      result.provenance.dataTime.map { Phrase.dataOf.text(language, String($0.prefix { $0 != "T" })) },
    ]
    bytes.appendHTML(notices: facts.compactMap(\.self))
  }

  /// Returns the data of the script besides the places and the paths of the drawing, in metres around the middle of the
  /// map.
  private func data(of result: PlaceResult, in drawing: PageDrawing) -> [UInt8] {
    JSONWriter.object { json in
      json.member("query", appending: result.query.appendJSON)
      json.member("meta", appending: { ResultJSON.appendMeta(of: result, to: &$0) })
      let frame = drawing.frame
      let area = result.query.area
      if area.radius == nil, let box = area.enclosingBox ?? BoundingBox(enclosing: result.places) {
        json.array("extent", of: frame.extent(of: box)) { $0.element($1) }
      }
      append(drawing, to: &json)
      appendLooks(of: Set(result.places.compactMap(\.place.group)), to: &json)
    }
  }

  /// Appends the positions of the table's rows, to the centimetre, the names of streets, the landmarks and the names of
  /// roads and neighbourhoods.
  func append(_ drawing: PageDrawing, to json: inout JSONWriter) {
    json.member("positions") { bytes in
      bytes.append(UInt8(ascii: "["))
      for point in drawing.points.lazy.map({ drawing.frame.point(of: $0.coordinate) }) {
        for part in [point.east, point.north] {
          bytes.append(decimal: (part * 100).rounded() / 100)
          bytes.append(UInt8(ascii: ","))
        }
      }
      if !drawing.points.isEmpty { bytes.removeLast() }
      bytes.append(UInt8(ascii: "]"))
    }
    drawing.ground.appendNames(to: &json)
    json.array("ground", of: drawing.landmarks) { json, mark in
      let point = drawing.frame.point(of: mark.coordinate)
      json.element { json in
        json.member("name", mark.name)
        json.member("x", point.east)
        json.member("y", point.north)
        json.member("landmark", mark.isLandmark)
      }
    }
  }

  /// Appends the glyphs and names of categories, and the phrases of the script.
  func appendLooks(of groups: Set<CategoryGroup>, to json: inout JSONWriter) {
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
