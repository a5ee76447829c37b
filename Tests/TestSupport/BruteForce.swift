package import Domain
import Foundation

/// Answers queries by examining every place, as the reference for an index.
package struct BruteForce: Sendable {
  package struct IndexedPlace: Sendable {
    package let place: Place
    package let groups: Set<CategoryGroup>
    package let kinds: Set<Kind>
    package let words: Set<String>

    package init(place: Place, groups: Set<CategoryGroup>, kinds: Set<Kind> = [], words: Set<String> = []) {
      (self.place, self.groups, self.kinds, self.words) = (place, groups, kinds, words)
    }

    package func belongs(to category: PlaceCategory) -> Bool {
      switch category {
      case .group(let group): groups.contains(group)
      case .kind(let kind): kinds.contains { $0 == kind || $0.wider.contains(kind) }
      case .source(let word): words.contains(word)
      case .any: true
      }
    }
  }

  package let places: [IndexedPlace]

  package init(places: [IndexedPlace]) { self.places = places }

  package func search(_ query: PlaceQuery) -> [(id: String, meters: Double?)] {
    let center = query.area.center
    let found = places.filter { known in
      guard query.categories.isEmpty || query.categories.contains(where: known.belongs) else { return false }
      switch query.area.shape {
      case .circle(let circle):
        return Self.meters(circle.center, known.place.coordinate) <= circle.radius.meters
      case .box(let box): return box.contains(known.place.coordinate)
      case .drawn: return ShapeOracle(query.area)?.contains(known.place.coordinate) ?? true
      case .anywhere: return true
      }
    }.map { known in
      (id: known.place.id, meters: center.map { Self.meters($0, known.place.coordinate) })
    }
    return found.sorted { first, second in
      let (left, right) = (first.meters ?? 0, second.meters ?? 0)
      return left == right ? first.id.utf8.lexicographicallyPrecedes(second.id.utf8) : left < right
    }
  }

  package static func meters(_ first: Coordinate, _ second: Coordinate) -> Double {
    let (p1, p2) = (first.latitude * (Double.pi / 180), second.latitude * (Double.pi / 180))
    let north = sin((p2 - p1) / 2)
    let east = sin((second.longitude - first.longitude) * (Double.pi / 180) / 2)
    return 2 * 6_371_008.8 * asin(min(1, (north * north + cos(p1) * cos(p2) * (east * east)).squareRoot()))
  }
}
