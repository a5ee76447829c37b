import Domain

/// A shape for which there is something faster than asking it of every node and place.
struct FastShape {
  /// The radius of a circle.
  var meters: Double?
  /// A rectangle; without either it is everywhere.
  var box: BoxRegion?

  /// `nil` for any other shape.
  init?(_ area: SearchArea) {
    if case .circle(let circle) = area.shape {
      meters = circle.radius.meters
    } else if case .box(let rectangle) = area.shape {
      box = BoxRegion(rectangle)
    } else if !area.isEverywhere {
      return nil
    }
  }
}
