import Domain
import Foundation
import Synchronization

/// How the service applies a radius, which its documentation leaves open.
enum RadiusRule: Sendable, Hashable {
  /// A place counts when its exact distance is at most the radius.
  case exactMeters
  /// A place counts when its distance without the fraction is at most the radius: up to a metre more.
  case wholeMeters
}

/// The rule, shared by all queries of the process, since it is a property of the service.
final class RadiusRuleMemory: Sendable {
  private let state = Mutex<RadiusRule?>(nil)

  /// The rule; `nil` until a query has found it.
  var rule: RadiusRule? { state.withLock { $0 } }

  /// Notes the rule.
  func note(_ rule: RadiusRule) { state.withLock { $0 = rule } }
}

/// A small circle with a known place that it contains only when fractions of a metre do not count.
///
/// Its answer contains that place or not, so no count has to be trusted.
struct RadiusTrial: Sendable {
  /// The middle.
  let center: Coordinate
  /// The radius.
  let radiusInMeters: Int

  /// The radii of the trials; small circles contain few other places.
  private static let radiiInMeters = [2, 3, 5, 9, 14]
  /// The number of directions in which the outermost place is determined: more than enough for one circle that fits.
  private static let bearingCount = 16
  /// The minimum distance of the place from a whole metre: more than the service's distances and ours differ.
  private static let marginInMeters = 0.3

  /// Returns circles beyond the outermost place in some direction, the best first.
  ///
  /// No known place lies within their radius, however crowded the area is.
  static func trials(around places: [Coordinate]) -> [RadiusTrial] {
    let places = places.map { (coordinate: $0, point: ProjectedPoint($0)) }
    let outermost = (0..<bearingCount).compactMap {
      number -> (bearing: Double, coordinate: Coordinate, point: ProjectedPoint)? in
      let bearing = 2 * Double.pi * Double(number) / Double(bearingCount)
      let (east, north) = (sin(bearing), cos(bearing))
      let place = places.max {
        $0.point.east * east + $0.point.north * north < $1.point.east * east + $1.point.north * north
      }
      return place.map { (bearing, $0.coordinate, $0.point) }
    }
    return radiiInMeters.flatMap { radius in
      outermost.compactMap { bearing, coordinate, point in
        let meters = Double(radius) + 0.5
        guard
          let center = AreaOutline.point(from: coordinate, point, bearing: bearing, meters: meters),
          KakaoServiceArea.contains(center)
        else { return nil }
        let trial = RadiusTrial(center: center, radiusInMeters: radius)
        return trial.separates(point) ? trial : nil
      }
    }
  }

  /// Returns the rule that an answer shows; `nil` when the page is full and contains no place beyond the radius.
  func rule(shownBy page: KakaoPage) -> RadiusRule? {
    if page.places.contains(where: { separates(ProjectedPoint($0.place.coordinate)) }) { return .wholeMeters }
    return page.places.count + page.unreadableCount < KakaoSearch.pageSize ? .exactMeters : nil
  }

  /// Whether a point is clearly between the radius and a metre more, whether or not the service rounds the centre.
  private func separates(_ point: ProjectedPoint) -> Bool {
    let between = (Double(radiusInMeters) + Self.marginInMeters)...(Double(radiusInMeters) + 1 - Self.marginInMeters)
    let middle = ProjectedPoint(center)
    return between.contains(middle.distance(to: point)) && between.contains(middle.asCenter.distance(to: point))
  }
}
