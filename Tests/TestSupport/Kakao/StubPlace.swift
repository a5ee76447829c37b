import Domain

package struct StubPlace: Sendable, Hashable {
  package let id: String
  package let name: String
  /// One of the 18 codes, another code, or empty.
  package let groupCode: String
  package let latitude: Double
  package let longitude: Double
  package var categoryPath = "교통,수송 > 자동차"

  package init(id: String, name: String, groupCode: String = "OL7", latitude: Double, longitude: Double) {
    self.id = id
    self.name = name
    self.groupCode = groupCode
    self.latitude = latitude
    self.longitude = longitude
  }

  /// The distribution of generated places.
  package enum Layout: String, Sendable, CaseIterable {
    /// Evenly over the square.
    case uniform
    /// Mostly in a few towns of different sizes.
    case clustered
    /// On a straight line across the square.
    case line
    /// Mostly in one town, as crowded as the centre of Seoul.
    case town
    /// About ten per coordinate, like the shops of a building.
    case buildings
    /// All at one coordinate.
    case point
  }

  /// Makes places in a square around a point; the side of the square is twice the reach in metres.
  package static func generated(
    _ count: Int,
    layout: Layout = .uniform,
    groupCode: String = "OL7",
    latitude: Double = 37.4979,
    longitude: Double = 127.0276,
    reach: Double = 3_000,
    seed: UInt64 = 1,
    idPrefix: String = ""
  ) -> [Self] {
    var random = SeededRandom(seed)
    let tall = reach / 111_000
    let wide = reach / 88_000
    let towns = (0..<12).map { rank in
      (
        x: random.unit() * 2 - 1, y: random.unit() * 2 - 1, spread: 0.01 + 0.15 * random.unit(),
        weight: 1 / Double(rank + 1)
      )
    }
    let slope = random.unit() * 2 - 1
    let weights = towns.reduce(0) { $0 + $1.weight }
    return (1...max(1, count)).prefix(count).map { number in
      var (x, y) = (0.0, 0.0)
      switch layout {
      case .uniform:
        (x, y) = (random.unit() * 2 - 1, random.unit() * 2 - 1)
      case .clustered where random.unit() < 0.2:
        (x, y) = (random.unit() * 2 - 1, random.unit() * 2 - 1)
      case .clustered:
        var draw = random.unit() * weights
        let town =
          towns.first {
            draw -= $0.weight; return draw <= 0
          } ?? towns[0]
        (x, y) = (town.x + random.normal() * town.spread, town.y + random.normal() * town.spread)
      case .line:
        x = random.unit() * 2 - 1
        y = x * slope
      case .town where random.unit() < 0.2:
        (x, y) = (random.unit() * 2 - 1, random.unit() * 2 - 1)
      case .town:
        (x, y) = (towns[0].x * 0.3 + random.normal() * 0.03, towns[0].y * 0.3 + random.normal() * 0.03)
      case .buildings:
        // Ten on average, and never more than paging can reach.
        var building = SeededRandom(seed &* 1_000_003 &+ UInt64(random.unit() * Double(max(1, count / 10))))
        (x, y) = (building.unit() * 2 - 1, building.unit() * 2 - 1)
      case .point:
        break
      }
      return Self(
        id: idPrefix + String(number),
        name: "가짜장소 \(number)",
        groupCode: groupCode,
        latitude: ((latitude + y * tall) * 1e9).rounded() / 1e9,
        longitude: ((longitude + x * wide) * 1e9).rounded() / 1e9
      )
    }
  }
}
