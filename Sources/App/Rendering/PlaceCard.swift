import Domain

/// Shows all details of one place, one field per line.
struct PlaceCard: Sendable {
  let place: StoredPlace
  let note: String?
  var language = Language.english

  /// The minimum and maximum width of the labels, with the space after them, in columns.
  private static let labelColumns = 10...18

  var text: String {
    let found = place.found
    let facts = PlaceField.shown(on: .card)
    // The coordinate comes after the place's details and before its links.
    let own = facts.filter { ($0.display?.section ?? .identity) < .web }
    var fields = own.map(line) + [(Phrase.hours.text(language), found.place.hoursText(in: language))]
    // The first word of such a text is its label.
    fields += found.place.visitTexts(in: language).map { text in
      let words = text.split(separator: " ", maxSplits: 1)
      return (String(words[0]), words.last.map(String.init))
    }
    fields += [
      (Phrase.at.text(language), found.place.coordinate.decimalText), (Phrase.way.text(language), distance),
    ]
    fields += facts.filter { !own.contains($0) }.map(line)
    fields += found.place.otherAttributes.map { ($0.key, $0.value) }
    let source = [place.source.name(in: language), place.attribution].compactMap(\.self).joined(separator: ", ")
    fields += [(Phrase.note.text(language), note), (Phrase.origin.text(language), source)]
    let lines = fields.compactMap { label, value in
      value.flatMap { $0.isEmpty ? nil : (label: TerminalText.cleaned(label), value: TerminalText.cleaned($0)) }
    }
    let widest = lines.map { DisplayWidth.of($0.label) + 1 }.max() ?? 0
    let columns = min(max(widest, Self.labelColumns.lowerBound), Self.labelColumns.upperBound)
    var text = "\(TerminalText.cleaned(found.place.shownName(in: language)))\n"
    for (label, value) in lines {
      let gap = String(repeating: " ", count: max(1, columns - DisplayWidth.of(label)))
      text += "  \(label)\(gap)\(value)\n"
    }
    return text
  }

  private func line(_ field: PlaceField) -> (String, String?) {
    let place = place.found.place
    let isCategory = field.display?.section == .category
    let text = isCategory ? place.categoryLine(separator: " · ", in: language) : place.shownText(of: field)
    return (field.label(in: language), text)
  }

  private var distance: String? {
    guard let distance = place.found.distance, let bearing = place.bearing else { return nil }
    let way =
      "\(DistanceFormatter.text(of: distance)) \(Self.direction(bearing, language)) (\(Int(bearing.rounded()) % 360)°)"
    return place.center.map { Phrase.wayFrom.text(language, way, $0.decimalText) } ?? way
  }

  static func direction(_ bearing: Double, _ language: Language = .english) -> String {
    let names = Phrase.compass.text(language).split(separator: " ")
    return String(names[Int((bearing / 45).rounded()) % names.count])
  }
}
