import Domain

/// Shows everything about one place, a line for each field.
struct PlaceCard: Sendable {
  let place: RecalledPlace
  let note: String?

  var text: String {
    let found = place.found
    let fields: [(String, String?)] = [
      (
        "category",
        [found.place.kind?.slug ?? found.place.group?.slug, found.place.categoryPath].compactMap(\.self).joined(
          separator: " · "
        )
      ),
      ("address", found.place.roadAddress), ("lot", found.place.lotAddress), ("phone", found.place.phone),
      ("at", QueryFormatter.text(of: found.place.coordinate)),
      ("distance", distance), ("page", found.place.url), ("id", found.place.id), ("note", note),
      ("source", [place.source.name, place.attribution].compactMap(\.self).joined(separator: ", ")),
    ]
    var text = "\(TerminalText.cleaned(found.place.name ?? found.place.id))\n"
    for case (let label, let value?) in fields where !value.isEmpty {
      text += "  \(label)\(String(repeating: " ", count: 10 - label.count))\(TerminalText.cleaned(value))\n"
    }
    return text
  }

  private var distance: String? {
    guard let distance = place.found.distance, let bearing = place.bearing else { return nil }
    let center = place.center.map { " of \(QueryFormatter.text(of: $0))" } ?? ""
    return
      "\(DistanceFormatter.text(of: distance)) \(Self.direction(bearing)) (\(Int(bearing.rounded()) % 360)°)\(center)"
  }

  static func direction(_ bearing: Double) -> String {
    let names = ["north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west"]
    return names[Int((bearing / 45).rounded()) % 8]
  }
}
