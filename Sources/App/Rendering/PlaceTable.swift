import Domain

/// Shows places as a table: distance, name, category, address and telephone number, or the fields that were named.
struct PlaceTable: Sendable {
  let fields: [PlaceField]?

  func table(of places: [FoundPlace]) -> Table {
    if let fields {
      return Table(
        columns: fields.map(\.tableColumn),
        rows: places.map { place in fields.map { Self.cell(of: $0, in: place) } }
      )
    }
    let hasDistance = places.contains { $0.distance != nil }
    return Table(
      columns: (hasDistance ? [Table.Column(name: "DISTANCE", isRightAligned: true, importance: 2)] : []) + [
        Table.Column(name: "NAME", isFlexible: true, importance: 3),
        Table.Column(name: "CATEGORY", importance: 1), Table.Column(name: "ADDRESS", isFlexible: true, importance: 0),
        Table.Column(name: "PHONE", importance: -1),
      ],
      rows: places.map { found in
        let place = found.place
        let distance = Table.Cell(found.distance.map(DistanceFormatter.text) ?? "", color: .gray)
        return (hasDistance ? [distance] : []) + [
          Table.Cell(place.name ?? "", link: place.pageAddress),
          Table.Cell(place.categoryText, color: place.group?.color ?? .standard),
          Table.Cell(place.roadAddress ?? place.lotAddress ?? ""), Table.Cell(place.phone ?? ""),
        ]
      }
    )
  }

  private static func cell(of field: PlaceField, in found: FoundPlace) -> Table.Cell {
    let text = Listing.text(of: field.value(in: found))
    switch field {
    case .placeName, .placeURL: return Table.Cell(text, link: found.place.pageAddress)
    case .category: return Table.Cell(text, color: found.place.group?.color ?? .standard)
    case .distance: return Table.Cell(text, color: .gray)
    default: return Table.Cell(text)
    }
  }
}
