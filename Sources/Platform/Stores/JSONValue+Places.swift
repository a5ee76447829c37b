import Domain
import Tables

/// Encodes and decodes stored places, with the names of schema 1.
extension JSONValue {
  /// Returns a coordinate as `[lat,lng]`.
  static func coordinate(_ coordinate: Coordinate) -> JSONValue {
    .list([.number(coordinate.latitude), .number(coordinate.longitude)])
  }

  /// The stored coordinate; `nil` if it is invalid.
  var coordinate: Coordinate? {
    let numbers = elements.compactMap(\.double)
    return numbers.count == 2 ? try? Coordinate(latitude: numbers[0], longitude: numbers[1]) : nil
  }

  /// Returns an object with the members of a provenance followed by the given members.
  static func members(_ members: KeyValuePairs<String, JSONValue?>, from provenance: Provenance) -> JSONValue {
    let source: KeyValuePairs<String, JSONValue?> = [
      "source": .text(provenance.source.name), "attribution": provenance.attribution.map(JSONValue.text),
      "data_time": provenance.dataTime.map(JSONValue.text),
    ]
    return .object(Self.present(source) + Self.present(members))
  }

  /// Returns the stored provenance; `nil` if its source is unknown.
  func provenance() -> Provenance? {
    self["source"]?.string.flatMap(Source.init(named:))
      .map {
        let attribution = self["attribution"]?.string
        let dataTime = self["data_time"]?.string
        return Provenance(source: $0, attribution: attribution, dataTime: dataTime)
      }
  }

  /// Returns a place with its exact distance.
  static func place(_ found: FoundPlace) -> JSONValue {
    let place = found.place
    let texts = PlaceText.Field.allCases.compactMap { field in
      place.text[field].map { Member(key: field.key, value: .text($0)) }
    }
    let attributes = place.attributes.map { Member(key: $0.key, value: .text($0.value)) }
    let rest = present([
      "at": .coordinate(place.coordinate), "distance_m": found.distance.map { .number($0.meters) },
      PlaceField.along.rawValue: found.along.map { .number($0.meters) }, "kind": place.kind.map { .text($0.slug) },
      PlaceField.attributes.rawValue: attributes.isEmpty ? nil : .object(attributes),
    ])
    return .object(texts + rest)
  }

  /// The stored place; `nil` if it has no coordinate.
  var foundPlace: FoundPlace? {
    guard let coordinate = self["at"]?.coordinate else { return nil }
    let attributes = (self[PlaceField.attributes.rawValue]?.members ?? []).compactMap { member in
      member.value.string.map { PlaceAttribute(key: member.key, value: $0) }
    }
    let text = PlaceText(attributes: attributes) { self[$0.key]?.string }
    let group = text[.groupCode].flatMap(CategoryGroup.init(rawValue:))
    return FoundPlace(
      place: Place(
        coordinate: coordinate,
        group: group,
        kind: self["kind"]?.string.flatMap(Kind.init(slug:)),
        text: text
      ),
      distance: self["distance_m"]?.double.flatMap { Distance(meters: $0) },
      along: self[PlaceField.along.rawValue]?.double.flatMap { Distance(meters: $0) }
    )
  }
}
