/// The streets, rails, water and parks below the places of a map.
public struct Ground: Sendable, Hashable {
  /// A class of lines or areas, in descending order of importance; the raw value is the number in an index file.
  public enum Kind: UInt8, CaseIterable, Sendable {
    case water
    case park
    case motorway
    case trunk
    case primary
    case secondary
    case rail
    case waterway
    /// A coastline, which has the land on its left and the sea on its right.
    case coastline
    case tertiary
    case street
    case service

    /// Whether the kind is a filled area instead of a line.
    public var isArea: Bool { self == .water || self == .park }
    public var isRoad: Bool { ![.water, .park, .rail, .waterway, .coastline].contains(self) }
    /// Whether a map of more than ``mainReachMeters`` shows the kind.
    public var isMain: Bool { rawValue <= Kind.coastline.rawValue }
  }

  /// A coordinate in units of 1e-5 degree, about a metre.
  public struct Point: Sendable, Hashable {
    public let latitude: Int32
    public let longitude: Int32

    public static let unitsPerDegree = 1e5

    public init(latitude: Int32, longitude: Int32) {
      self.latitude = latitude
      self.longitude = longitude
    }

    /// The coordinate, limited to the globe.
    public var coordinate: Coordinate {
      Coordinate(
        validLatitude: min(90, max(-90, Double(latitude) / Self.unitsPerDegree)),
        longitude: min(180, max(-180, Double(longitude) / Self.unitsPerDegree))
      )
    }
  }

  /// A line or an area; an area's ring isn't closed by its last point.
  public struct Feature: Sendable, Hashable {
    public let kind: Kind
    public let name: String?
    public internal(set) var points: [Point]

    public init(_ kind: Kind, name: String?, points: [Point]) {
      self.kind = kind
      self.name = name
      self.points = points
    }
  }

  /// The features, in the order of their kinds; coastlines only where the sea is unknown.
  public var features: [Feature]
  /// The rings of the sea, which aren't closed by their last points: counterclockwise around the sea, clockwise around
  /// its islands.
  public var sea: [[Point]] = []
  /// The attribution that the licence of the data requires.
  public var attribution: String?

  public static let none = Ground([])

  public var isEmpty: Bool { features.isEmpty && sea.isEmpty }

  /// The distance from the centre of a map to its edge beyond which only main roads are shown.
  public static let mainReachMeters = 2_000.0

  public init(_ features: [Feature], attribution: String? = nil) {
    self.features = features
    self.attribution = attribution
  }
}

extension Ground {
  /// Joins lines of the same kind and name where one ends and the next begins, such as at the edges of tiles.
  ///
  /// Coastlines keep their direction.
  public var joined: Ground {
    struct End: Hashable {
      let kind: Kind
      let name: String?
      let point: Point
    }
    var lines: [Feature?] = []
    /// The line that begins or ends at a point; the last one if there are several.
    var ends: [End: Int] = [:]
    let coastlines = Sea.joined(features.filter { $0.kind == .coastline }.map(\.points))
    var areas = coastlines.map { Feature(.coastline, name: nil, points: $0) }
    for feature in features where feature.kind != .coastline {
      guard !feature.kind.isArea, let first = feature.points.first, let last = feature.points.last, first != last else {
        areas.append(feature)
        continue
      }
      var joined = feature
      for point in [first, last] {
        let end = End(kind: feature.kind, name: feature.name, point: point)
        guard let number = ends[end], let other = lines[number] else { continue }
        lines[number] = nil
        for own in [other.points.first, other.points.last].compactMap(\.self) {
          let end = End(kind: other.kind, name: other.name, point: own)
          if ends[end] == number { ends[end] = nil }
        }
        let before = other.points.first == point ? other.points.reversed() : other.points
        let after = joined.points.first == point ? joined.points : joined.points.reversed()
        joined.points = before + after.dropFirst()
        // A closed line has no end to join.
        if joined.points.first == joined.points.last { break }
      }
      for point in [joined.points.first, joined.points.last].compactMap(\.self) {
        ends[End(kind: joined.kind, name: joined.name, point: point)] = lines.count
      }
      lines.append(joined)
    }
    let all = (areas + lines.compactMap(\.self)).enumerated().sorted {
      ($0.element.kind.rawValue, $0.offset) < ($1.element.kind.rawValue, $1.offset)
    }
    var ground = Ground(all.map(\.element), attribution: attribution)
    ground.sea = sea
    return ground
  }
}
