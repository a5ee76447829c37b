public import Domain
import Tables

extension PlaceIndex {
  /// Returns the streets, rails, water and parks in a rectangle.
  ///
  /// - Parameters:
  ///   - box: The rectangle.
  ///   - isMainOnly: Whether to leave out minor streets.
  /// - Returns: The ground; empty if the index has none there.
  /// - Throws: `IndexFileError.damaged(path:part:)` if the file is damaged.
  /// - Complexity: O(m) for the m features of the tiles that touch the rectangle.
  public func ground(in box: BoundingBox, isMainOnly: Bool = false) throws(IndexFileError) -> Ground {
    try content.whileUnchanged(path) { () throws(IndexHeader.FormatError) in
      var features: [Ground.Feature] = []
      var known: Set<Ground.Feature> = []
      var notices: [String?] = []
      for file in content.files {
        for segment in file.header.segments where !segment[.ground].isEmpty {
          let section = try GroundSection(file.bytes.view.part(segment[.ground]), checker: file.checker)
          let count = features.count
          for (first, last) in Self.corners(of: box) {
            for entry in try section.entries(from: GroundTile(of: first), to: GroundTile(of: last)) {
              try section.forEachFeature(of: entry, isMainOnly: isMainOnly) { feature in
                guard !isMainOnly || feature.kind.isMain, feature.touches(first, last) else { return }
                // Extracts that overlap have the same features.
                if known.insert(feature).inserted { features.append(feature) }
              }
            }
          }
          guard features.count > count else { continue }
          let description = IndexDescription(encoded: file.bytes.view.part(segment[.description]))
          notices += description?.inputs.map(\.notice) ?? []
        }
      }
      return Ground(features, attribution: IndexInput.joined(notices)).joined
    }
  }

  /// Whether any input has ground.
  public var hasGround: Bool { content.files.contains { !$0.header[.ground].isEmpty } }

  /// Returns the south-western and north-eastern corners of a box, of both parts if it crosses the antimeridian.
  private static func corners(of box: BoundingBox) -> [(Ground.Point, Ground.Point)] {
    let (west, east) = (box.west, box.east)
    let spans: [(Double, Double)] = box.crossesAntimeridian ? [(west, 180), (-180, east)] : [(west, east)]
    func units(_ degrees: Double, _ rule: FloatingPointRoundingRule) -> Int32 {
      Int32((degrees * Ground.Point.unitsPerDegree).rounded(rule))
    }
    return spans.map { west, east in
      (
        Ground.Point(latitude: units(box.south, .down), longitude: units(west, .down)),
        Ground.Point(latitude: units(box.north, .up), longitude: units(east, .up))
      )
    }
  }
}

extension Ground.Feature {
  /// Returns whether the box around the feature touches the box between two corners.
  fileprivate func touches(_ first: Ground.Point, _ last: Ground.Point) -> Bool {
    func overlap(_ value: KeyPath<Ground.Point, Int32>) -> Bool {
      let values = points.lazy.map { $0[keyPath: value] }
      guard let low = values.min(), let high = values.max() else { return false }
      return low <= last[keyPath: value] && high >= first[keyPath: value]
    }
    return overlap(\.latitude) && overlap(\.longitude)
  }
}
