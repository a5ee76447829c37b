/// Which of two numbers that are a coordinate is the latitude.
package enum PairOrder: Sendable, Hashable {
  /// As people write it: `37.5, 127`.
  case latitudeFirst
  /// As GeoJSON writes it (RFC 7946, 3.1.1), and everything else in brackets: `[127, 37.5]`.
  case longitudeFirst

  /// The other order.
  var reversed: PairOrder { self == .latitudeFirst ? .longitudeFirst : .latitudeFirst }

  /// The order in which two numbers are read: this one, unless only the other is a coordinate.
  package func fitting(_ first: Double, _ second: Double) -> PairOrder {
    !isCoordinate(first, second) && reversed.isCoordinate(first, second) ? reversed : self
  }

  /// The two numbers as latitude and longitude.
  package func pair(_ first: Double, _ second: Double) -> (latitude: Double, longitude: Double) {
    self == .latitudeFirst ? (first, second) : (second, first)
  }

  /// Whether two numbers in this order are on the globe.
  package func isCoordinate(_ first: Double, _ second: Double) -> Bool {
    let (latitude, longitude) = pair(first, second)
    return abs(latitude) <= 90 && abs(longitude) <= 180
  }
}
