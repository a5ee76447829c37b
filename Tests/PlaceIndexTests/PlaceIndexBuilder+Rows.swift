import Domain

@testable import PlaceIndex

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
