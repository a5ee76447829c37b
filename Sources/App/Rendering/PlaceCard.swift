import Domain

/// Shows all details of one place, one field per line.
struct PlaceCard: Sendable {
  let place: StoredPlace
  let note: String?

  var text: String {
    let found = place.found
    let facts = PlaceField.shown(on: .card)
    // The coordinate comes after the place's details and before its links.
    let own = facts.filter { ($0.display?.section ?? .identity) < .web }
    var fields = own.map(line) + [("hours", found.place.hoursText())]
    fields += found.place.firstAttributes.map { ($0.key, $0.value) }
    fields += [("at", found.place.coordinate.decimalText), ("distance", distance)]
    fields += facts.filter { !own.contains($0) }.map(line)
    fields += found.place.otherAttributes.map { ($0.key, $0.value) }
    fields += [
      ("note", note), ("source", [place.source.name, place.attribution].compactMap(\.self).joined(separator: ", ")),
    ]
    var text = "\(TerminalText.cleaned(found.place.shownName))\n"
    for case (let label, let value?) in fields where !value.isEmpty {
      let label = TerminalText.cleaned(label)
      let gap = String(repeating: " ", count: max(1, 10 - DisplayWidth.of(label)))
      text += "  \(label)\(gap)\(TerminalText.cleaned(value))\n"
    }
    return text
  }

  private func line(_ field: PlaceField) -> (String, String?) {
    let place = place.found.place
    let isCategory = field.display?.section == .category
    return (field.label, isCategory ? place.categoryLine(separator: " · ") : place.shownText(of: field))
  }

  private var distance: String? {
    guard let distance = place.found.distance, let bearing = place.bearing else { return nil }
    let center = place.center.map { " of \($0.decimalText)" } ?? ""
    return
      "\(DistanceFormatter.text(of: distance)) \(Self.direction(bearing)) (\(Int(bearing.rounded()) % 360)°)\(center)"
  }

  static func direction(_ bearing: Double) -> String {
    let names = ["north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west"]
    return names[Int((bearing / 45).rounded()) % 8]
  }
}
