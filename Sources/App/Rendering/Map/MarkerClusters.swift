/// Places markers in the cells of a map; markers that would overlap become a cluster.
struct MarkerClusters: Sendable {
  struct Marker: Sendable, Hashable {
    /// Positions in the list, in order.
    var members: [Int]
    /// The cell of its first member.
    let column: Int
    let row: Int
  }

  private(set) var markers: [Marker] = []
  private let width: Int
  private let height: Int
  /// Which marker has a cell; -1 for none.
  private var owners: [Int]
  /// How many cells away from a marker a place still joins it.
  private let reach: Int

  init(width: Int, height: Int, labelWidth: Int) {
    self.width = width
    self.height = height
    // Half a label on either side, and a blank between two; without a label, the cell itself.
    reach = labelWidth > 0 ? labelWidth / 2 + 1 : 0
    owners = Array(repeating: -1, count: max(0, width * height))
  }

  mutating func add(_ position: Int, column: Int, row: Int) {
    guard column >= 0, row >= 0, column < width, row < height else { return }
    let line = row * width
    for distance in 0...reach {
      for other in [column - distance, column + distance] where other >= 0 && other < width {
        let owner = owners[line + other]
        guard owner >= 0 else { continue }
        markers[owner].members.append(position)
        return
      }
    }
    let half = max(0, reach - 1)
    for other in max(0, column - half)...min(width - 1, column + half) {
      owners[line + other] = markers.count
    }
    markers.append(Marker(members: [position], column: column, row: row))
  }
}
