import Domain
import Foundation
import TestSupport

@testable import PlaceIndex

/// Answers queries by examining every place, as the reference for an index.
struct BruteForce {
  struct IndexedPlace {
    let place: Place
    let groups: Set<CategoryGroup>
    var kinds: Set<Kind> = []
    var words: Set<String> = []

    func belongs(to category: PlaceCategory) -> Bool {
      switch category {
      case .group(let group): groups.contains(group)
      case .kind(let kind): kinds.contains { $0 == kind || $0.wider.contains(kind) }
      case .source(let word): words.contains(word)
      case .any: true
      }
    }
  }

  let places: [IndexedPlace]

  func search(_ query: PlaceQuery) -> [(id: String, meters: Double?)] {
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

  static func meters(_ first: Coordinate, _ second: Coordinate) -> Double {
    let (p1, p2) = (first.latitude * (Double.pi / 180), second.latitude * (Double.pi / 180))
    let north = sin((p2 - p1) / 2)
    let east = sin((second.longitude - first.longitude) * (Double.pi / 180) / 2)
    return 2 * 6_371_008.8 * asin(min(1, (north * north + cos(p1) * cos(p2) * (east * east)).squareRoot()))
  }
}

extension PlaceIndexBuilder {
  /// Adds places in a row northwards from 37.5, 127, a thousandth of a degree apart.
  ///
  /// Their ids are their numbers.
  func add(
    _ names: [String?],
    _ groups: [CategoryGroup?],
    paths: [String?] = [nil],
    lots: [String?] = [nil],
    roads: [String?] = [nil],
    apart degrees: Double = 0.001
  ) throws {
    for (number, name) in names.enumerated() {
      let place = Place(
        id: "id\(number)",
        name: name,
        coordinate: try Coordinate(latitude: 37.5 + Double(number) * degrees, longitude: 127),
        group: groups[number % groups.count],
        categoryPath: paths[number % paths.count],
        lotAddress: lots[number % lots.count],
        roadAddress: roads[number % roads.count]
      )
      try add(place)
    }
  }
}
