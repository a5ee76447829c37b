import Domain

/// The details of the selected place.
extension BrowseRenderer {
  /// The height below which no empty lines divide the details.
  private static let roomyHeight = 12

  /// The lines of the details: what visitors ask for first, then the coordinate, the id and the other attributes.
  static func detailLines(of state: BrowseState) -> [(text: String, style: CellStyle)] {
    let (language, glyphs) = (state.language, state.glyphs)
    guard let found = state.selected, let index = state.selectedPosition else {
      return [(Phrase.noSelection.text(language), .quiet)]
    }
    let pane = state.layout.card ?? BrowseLayout(size: state.size, focus: .card).card
    let width = (pane?.width ?? state.size.columns) - 2
    let isRoomy = (pane?.height ?? 0) >= roomyHeight
    let place = found.place
    var lines: [(text: String, style: CellStyle)] = []
    func put(_ text: String?, _ style: CellStyle = .plain, gapBefore: Bool = false) {
      guard let text, !text.isEmpty else { return }
      if gapBefore, isRoomy { lines.append(("", .plain)) }
      lines += TextWrap.lines(of: TerminalText.cleaned(text), width: width).map { ($0, style) }
    }
    func join(_ parts: [String?]) -> String {
      parts.compactMap { $0?.isEmpty == false ? $0 : nil }.joined(separator: glyphs.separator)
    }
    let color = place.group?.color ?? .standard
    put("\(index + 1)  \(place.shownName(in: language))", CellStyle(color: color, isBold: true))
    put(place.categoryLine(separator: glyphs.separator, in: language), CellStyle(color: color))
    let walk = found.along == nil ? found.distance.flatMap { DistanceFormatter.walk($0, in: language) } : nil
    let way = DistanceFormatter.way(to: found, from: state.result.query.area.center, glyphs, in: language)
    put(
      join([
        [way, walk].compactMap(\.self).filter { !$0.isEmpty }.joined(separator: ", "),
        state.isSaved(place) ? Phrase.saved.text(language) : "",
      ])
    )
    put(found.status(in: language)?.text, .bold)
    put(place.hoursText(glyphs, in: language))
    put(join(place.visitTexts(in: language)))
    // An empty line comes before the addresses, and before the contact details.
    var drawn: [PlaceField] = []
    for field in PlaceField.shown(on: .card) {
      guard let section = field.display?.section, let text = place.shownText(of: field) else { continue }
      let gapBefore = !drawn.contains { ($0.display?.section == .address) == (section == .address) }
      switch section {
      case .name, .category, .identity: continue
      case .address:
        put(text, (field.display?.better).map(drawn.contains) == true ? .quiet : .plain, gapBefore: gapBefore)
      case .contact: put(text, gapBefore: gapBefore)
      case .web: put(text, CellStyle(color: .blue, isUnderlined: true), gapBefore: gapBefore)
      }
      drawn.append(field)
    }
    let others = state.places.indices.filter { $0 != index && state.places[$0].place.coordinate == place.coordinate }
    if !others.isEmpty {
      let names = others.map { "\($0 + 1) \(state.places[$0].place.shownName(in: language))" }
      put(Phrase.alsoHere.text(language) + " " + names.joined(separator: ", "), gapBefore: true)
    }
    put(place.coordinate.decimalText, .quiet, gapBefore: true)
    put("id \(place.id)", .quiet)
    for attribute in place.otherAttributes { put("\(attribute.key) \(attribute.value)", .quiet) }
    put(state.result.collection?.provenance.attribution.map(TerminalText.withoutAddresses), .quiet, gapBefore: true)
    return lines
  }
}
