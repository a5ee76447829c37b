/// How a rectangle lies to a shape.
///
/// What is certain is said; when in doubt it lies across.
package enum BoxRelation: Sendable, Hashable {
  /// No point of it is in the shape.
  case outside
  /// Some of its points may be in the shape.
  case across
  /// All of its points are in the shape.
  case inside
}

/// What the shape of an area tells about itself: all that a source, a store or a drawing asks it.
///
/// A new one that is drawn is a `DrawnForm`, which says how it is read and written too.
package protocol AreaShape: Sendable, Hashable {
  /// Returns whether a point lies in the shape or on its edge.
  func contains(_ point: Coordinate) -> Bool
  /// Returns how a rectangle, which may cross the antimeridian, lies to the shape.
  func relation(to box: BoundingBox) -> BoxRelation
  /// Returns whether every point of a circle certainly lies in the shape.
  func holds(_ circle: Circle) -> Bool
  /// The smallest rectangle that holds the shape, which may cross the antimeridian; `nil` for the whole Earth.
  ///
  /// It has every meridian where a pole lies inside.
  var enclosingBox: BoundingBox? { get }
  /// Returns a rectangle that holds everything within a distance of the shape, and little more; `nil` for the whole
  /// Earth.
  func box(grownByMeters meters: Double) -> BoundingBox?
  /// The size on the sphere, in square metres; infinite for the whole Earth.
  var squareMeters: Double { get }
  /// Returns the lines of its edge to draw, each of at least so many straight parts; none for the whole Earth.
  func outline(steps: Int) -> [[Coordinate]]
  /// The lines that it runs along, part by part; none for a shape that runs along no line.
  var lines: [[Coordinate]] { get }
  /// The length of its lines in metres; `nil` for a shape that runs along no line.
  var lengthMeters: Double? { get }
  /// Returns where a point lies along its lines; `nil` for a shape that runs along no line.
  func position(of point: Coordinate) -> LinePosition?
}

/// Everywhere.
package struct WholeEarth: AreaShape {
  package func contains(_ point: Coordinate) -> Bool { true }

  package func relation(to box: BoundingBox) -> BoxRelation { .inside }

  package func holds(_ circle: Circle) -> Bool { true }

  package var enclosingBox: BoundingBox? { nil }

  package func box(grownByMeters meters: Double) -> BoundingBox? { nil }

  package var squareMeters: Double { .infinity }

  package func outline(steps: Int) -> [[Coordinate]] { [] }

  package var lines: [[Coordinate]] { [] }

  package var lengthMeters: Double? { nil }

  package func position(of point: Coordinate) -> LinePosition? { nil }
}
