import System
import Domain

/// The places of a filter, if they are so few that comparing each with a centre takes less time than a walk through
/// the tree.
///
/// Of a hundred places among a million, each is in a block of its own: a walk to the nearest five takes 20 times as
/// long.
final class FewPlaces: Sendable {
  struct Known: BitwiseCopyable {
    /// The point of the unit sphere below the place.
    let direction: SIMD3<Double>
    let latitude: Int32
    let longitude: Int32
    let position: UInt32
  }

  /// The number of places up to which they are few.
  private static let maximumCount = 4096

  /// The places; `nil` when there are more.
  let places: [Known]?

  init(of filter: CategoryFilter, in content: IndexContent) {
    var state = SearchState()
    let walk = RegionWalk(content: content, partitions: filter.partitions, region: BoxRegion.globe, filter: filter)
    let isWhole = walk.collect(&state, upTo: Self.maximumCount)
    let reader = PlaceReader(content: content)
    places =
      !isWhole
      ? nil
      : (0..<state.candidates.count).map { index in
        let position = state.candidates[index].position
        let (latitude, longitude) = reader.coordinates(at: position)
        return Known(
          direction: Self.direction(latitude: FixedPoint.degrees(latitude), longitude: FixedPoint.degrees(longitude)),
          latitude: latitude,
          longitude: longitude,
          position: position
        )
      }
  }

  /// A point of the unit sphere: a quarter of the square of the line between two is the haversine of their angle.
  static func direction(latitude: Double, longitude: Double) -> SIMD3<Double> {
    let latitude = latitude * GreatCircle.radiansPerDegree
    let longitude = longitude * GreatCircle.radiansPerDegree
    return SIMD3(cos(latitude) * cos(longitude), cos(latitude) * sin(longitude), sin(latitude))
  }
}
