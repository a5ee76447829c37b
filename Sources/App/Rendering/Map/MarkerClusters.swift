/// Assigns places to the markers of a map: in a terminal, in the drawing of a page and, in `page.js`, on its canvas.
///
/// In the order of the list, a place joins the first marker around it that is nearer than a label, or else gets a
/// marker at its own point. A marker of several places then moves to their middle, as far as it covers no other marker.
struct MarkerClusters: Sendable {
  struct Marker: Sendable, Hashable {
    /// The indices of the places in the list, in order.
    let members: ArraySlice<Int>
    let column: Int
    let row: Int
  }

  private struct Cluster {
    /// The cell of the marker, at first the cell of its first place.
    var column: Int
    var row: Int
    var columns: ClosedRange<Int>
    var rows: ClosedRange<Int>
    var count = 0
  }

  private let width: Int
  private let height: Int
  private let labelWidth: Int
  private let labelHeight: Int
  private let lineLength: Int
  /// The cluster whose first place is in each cell of a label's size; -1 if there is none.
  private var owners: [Int]
  private var clusters: [Cluster] = []
  private var joined: [(position: Int, cluster: Int)] = []

  /// Makes clusters in a map.
  ///
  /// Markers are at least a label's width or height apart.
  init(width: Int, height: Int, labelWidth: Int, labelHeight: Int = 1) {
    self.width = width
    self.height = height
    self.labelWidth = max(1, labelWidth)
    self.labelHeight = max(1, labelHeight)
    lineLength = max(0, width) / self.labelWidth + 1
    owners = Array(repeating: -1, count: lineLength * (max(0, height) / self.labelHeight + 1))
  }

  /// Adds a place, unless it is outside the map.
  mutating func add(_ position: Int, column: Int, row: Int) {
    guard column >= 0, row >= 0, column < width, row < height else { return }
    let found = firstCluster(aroundColumn: column, row: row, reach: 1) { covers($0, column: column, row: row) }
    let cluster = found ?? clusters.count
    if found == nil {
      owners[row / labelHeight * lineLength + column / labelWidth] = cluster
      clusters.append(Cluster(column: column, row: row, columns: column...column, rows: row...row))
    }
    let (columns, rows) = (clusters[cluster].columns, clusters[cluster].rows)
    clusters[cluster].columns = min(columns.lowerBound, column)...max(columns.upperBound, column)
    clusters[cluster].rows = min(rows.lowerBound, row)...max(rows.upperBound, row)
    clusters[cluster].count += 1
    joined.append((position, cluster))
  }

  private func covers(_ cluster: Int, column: Int, row: Int) -> Bool {
    abs(clusters[cluster].column - column) < labelWidth && abs(clusters[cluster].row - row) < labelHeight
  }

  /// Returns the first cluster that meets a condition, of those whose first places are in the cells around a point.
  private func firstCluster(aroundColumn column: Int, row: Int, reach: Int, where isMeant: (Int) -> Bool) -> Int? {
    let x = column / labelWidth
    let y = row / labelHeight
    for line in max(0, y - reach)...min(owners.count / lineLength - 1, y + reach) {
      for cell in max(0, x - reach)...min(lineLength - 1, x + reach) {
        let cluster = owners[line * lineLength + cell]
        if cluster >= 0, isMeant(cluster) { return cluster }
      }
    }
    return nil
  }

  /// Moves a cluster to the middle of its places, or as near to it as other markers allow.
  private mutating func center(_ index: Int) {
    let first = clusters[index]
    for quarters in [4, 3, 2, 1] {
      let column =
        first.column + ((first.columns.lowerBound + first.columns.upperBound) / 2 - first.column) * quarters / 4
      let row = first.row + ((first.rows.lowerBound + first.rows.upperBound) / 2 - first.row) * quarters / 4
      // A moved marker is less than a label away from its first place.
      let other = firstCluster(aroundColumn: first.column, row: first.row, reach: 3) {
        $0 != index && covers($0, column: column, row: row)
      }
      guard other == nil else { continue }
      clusters[index].column = column
      clusters[index].row = row
      return
    }
  }

  /// Returns the markers, in the order of their first members; all share one array.
  consuming func markers() -> [Marker] {
    for index in clusters.indices where clusters[index].count > 1 { center(index) }
    var starts = [0]
    for cluster in clusters { starts.append(starts[starts.count - 1] + cluster.count) }
    var ends = starts
    var members = Array(repeating: 0, count: joined.count)
    for (position, cluster) in joined {
      members[ends[cluster]] = position
      ends[cluster] += 1
    }
    return clusters.indices.map { index in
      Marker(
        members: members[starts[index]..<starts[index + 1]],
        column: clusters[index].column,
        row: clusters[index].row
      )
    }
  }
}
