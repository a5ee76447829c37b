/// The order of places by the number in an attribute: smallest first, places without a number last.
package enum AttributeOrder {
  /// Returns the number that orders a place; infinite if unknown.
  package static func number(of key: String, in place: Place) -> Double {
    place.value(of: key).flatMap { MeasuredNumber.value(of: $0.utf8) } ?? .infinity
  }
}

extension PlaceQuery.Sort {
  /// The key of the attribute that orders the places; `nil` for any other order.
  package var key: String? { if case .attribute(let key) = self { key } else { nil } }
}
