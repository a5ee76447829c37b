/// The order of places by the number that a further fact holds: the smallest first, those without a number last.
package enum AttributeOrder {
  /// The number by which a place is ordered; infinite where none is known.
  package static func number(of key: String, in place: Place) -> Double {
    place.value(of: key).flatMap { MeasuredNumber.value(of: $0.utf8) } ?? .infinity
  }
}

extension PlaceQuery.Sort {
  /// The key of the further fact whose number orders the places; `nil` for another order.
  package var key: String? { if case .attribute(let key) = self { key } else { nil } }
}
