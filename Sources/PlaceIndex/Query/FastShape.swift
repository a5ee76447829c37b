import Domain

/// A shape with its own vectorised search: a circle, a rectangle, or everywhere.
struct FastShape {
  /// The radius of a circle.
  var meters: Double?
  /// A rectangle; without a radius and a rectangle the shape is everywhere.
  var box: BoxRegion?

  /// Makes a fast shape; `nil` for any other shape.
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
