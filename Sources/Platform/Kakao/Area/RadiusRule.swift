import Domain
import Foundation
import Synchronization

/// How the service takes a radius, which its documentation leaves open.
enum RadiusRule: Sendable, Hashable {
  /// A place counts when its exact distance is at most the radius.
  case exactMeters
  /// A place counts when its distance without the fraction is at most the radius: up to a metre more.
  case wholeMeters
}

/// What is known of the rule, for every query of the process: it belongs to the service and not to a query.
final class RadiusRuleMemory: Sendable {
  private let state = Mutex<RadiusRule?>(nil)

  /// The rule, where a query has found it out.
  var rule: RadiusRule? { state.withLock { $0 } }

  /// Notes the rule.
  func note(_ rule: RadiusRule) { state.withLock { $0 = rule } }
}

/// A small circle with a known place that it holds only when fractions of a metre do not count.
///
/// Its answer shows that place or not, so no count has to be believed.
struct RadiusTrial: Sendable {
  /// The middle.
  let center: Coordinate
  /// The radius.
  let radiusInMeters: Int

  /// Radii that are tried; small circles hold few other places.
  private static let radiiInMeters = [2, 3, 5, 9, 14]
  /// Directions in which the outermost place is looked for: more than enough for one whose rounded centre fits.
  private static let bearingCount = 16
  /// How far from a whole metre the place is, at least: more than the service's distances and ours differ.
  private static let marginInMeters = 0.3

  /// Circles that stand beyond the outermost place in some direction, the best first.
  ///
  /// No other known place is within their radius, however crowded the area is.
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

  /// The rule that an answer to the circle shows; `nil` where the page is full and shows no place beyond the radius.
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
