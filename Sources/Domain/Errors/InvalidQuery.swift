/// The reason why a query, or a value of one, is invalid.
public enum InvalidQuery: Error, Sendable, Hashable {
  /// The latitude isn't a number in -90...90.
  ///
  /// `swapped` is the swapped pair; `nil` if it isn't valid either.
  case latitudeOutOfRange(Double, swapped: Coordinate?)
  /// The longitude isn't a number in -180...180.
  case longitudeOutOfRange(Double)
  /// The northern edge of a box is south of its southern edge.
  case northBelowSouth(south: Double, north: Double)
  /// Neither a category nor a text was given.
  case nothingToLookFor
  /// The query is ordered by distance, but has no centre.
  case distanceOrderWithoutCenter
  /// The query is ordered along a route, but has no route.
  case routeOrderWithoutLine
  /// A radius was given without a centre.
  case radiusWithoutCenter
  /// A text isn't a condition on an attribute.
  case conditionInvalid
}
