import Domain

/// The parts of a found place other than its texts, as plain values.
///
/// Passing the place itself would copy it and count its references for each of a batch's millions of places.
struct PlaceValues {
  let coordinate: Coordinate
  let group: CategoryGroup?
  let kind: Kind?
  let computed: FoundPlace.ComputedFields

  @inline(__always)
  init(of found: FoundPlace) {
    coordinate = found.place.coordinate
    group = found.place.group
    kind = found.place.kind
    computed = found.computed
  }

  /// Reads an element in place, without copying it.
  @inline(__always)
  init(of places: [FoundPlace], at index: Int) {
    coordinate = places[index].place.coordinate
    group = places[index].place.group
    kind = places[index].place.kind
    computed = places[index].computed
  }

  @inline(__always)
  subscript(number: PlaceField.Number) -> Double {
    switch number {
    case .latitude: coordinate.latitude
    case .longitude: coordinate.longitude
    }
  }

  @inline(__always)
  subscript(number: PlaceField.WholeNumber) -> Int? {
    switch number {
    case .distance: computed.distance?.wholeMeters
    case .along: computed.along?.wholeMeters
    }
  }
}
