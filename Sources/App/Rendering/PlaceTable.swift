import Domain

/// Shows places as a table.
///
/// By itself it shows what a person wants to know: how far, what, where, and the telephone number. With fields named it
/// shows those, under their names.
struct PlaceTable: Sendable {
  /// The fields wanted; `nil` for the usual columns.
  let fields: [PlaceField]?

  /// The table of some places.
  func table(of places: [FoundPlace]) -> Table {
    if let fields {
      return Table(
        columns: fields.map { Table.Column(name: $0.rawValue, isRightAligned: $0.isNumber, isFlexible: $0.isProse) },
        rows: places.map { place in fields.map { Self.text(of: $0, in: place) } }
      )
    }
    let hasDistance = places.contains { $0.distance != nil }
    return Table(
      columns: (hasDistance ? [Table.Column(name: "DISTANCE", isRightAligned: true)] : []) + [
        Table.Column(name: "NAME", isFlexible: true), Table.Column(name: "CATEGORY"),
        Table.Column(name: "ADDRESS", isFlexible: true), Table.Column(name: "PHONE"),
      ],
      rows: places.map { found in
        let place = found.place
        return (hasDistance ? [found.distance.map(DistanceText.text) ?? ""] : []) + [
          place.name ?? "", place.group?.slug ?? Self.lastPart(of: place.categoryPath ?? ""),
          place.roadAddress ?? place.lotAddress ?? "", place.phone ?? "",
        ]
      }
    )
  }

  private static func text(of field: PlaceField, in found: FoundPlace) -> String {
    var bytes: [UInt8] = []
    switch field {
    case .category: bytes.append(text: found.place.group?.slug ?? "")
    case .latitude: bytes.append(decimal: found.place.coordinate.latitude)
    case .longitude: bytes.append(decimal: found.place.coordinate.longitude)
    case .distance: if let distance = found.distance { bytes.append(decimal: distance.wholeMeters) }
    default: if let text = field.text { bytes.append(text: found.place.text[text] ?? "") }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func lastPart(of path: String) -> String {
    guard let mark = path.lastIndex(of: ">") else { return path }
    return String(path[path.index(after: mark)...].drop { $0 == " " })
  }
}
