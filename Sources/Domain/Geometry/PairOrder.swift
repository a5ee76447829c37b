/// The order of latitude and longitude in a pair of numbers.
package enum PairOrder: Sendable, Hashable {
  /// The usual order in text: `37.5, 127`.
  case latitudeFirst
  /// The order of GeoJSON (RFC 7946, 3.1.1) and of all other bracketed pairs: `[127, 37.5]`.
  case longitudeFirst

  var reversed: PairOrder { self == .latitudeFirst ? .longitudeFirst : .latitudeFirst }

  /// Returns this order, or the other order if only that makes the pair a coordinate.
  package func fitting(_ first: Double, _ second: Double) -> PairOrder {
    !isCoordinate(first, second) && reversed.isCoordinate(first, second) ? reversed : self
  }

  /// Returns the pair as latitude and longitude.
  package func pair(_ first: Double, _ second: Double) -> (latitude: Double, longitude: Double) {
    self == .latitudeFirst ? (first, second) : (second, first)
  }

  /// Returns whether the pair in this order is a coordinate on the globe.
  package func isCoordinate(_ first: Double, _ second: Double) -> Bool {
    let (latitude, longitude) = pair(first, second)
    return abs(latitude) <= 90 && abs(longitude) <= 180
  }
}
