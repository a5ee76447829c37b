/// Assigns markers to the cells of a map.
///
/// Markers that would overlap become a cluster.
struct MarkerClusters: Sendable {
  struct Marker: Sendable, Hashable {
    /// The indices of the places in the list, in order.
    let members: ArraySlice<Int>
    /// The cell of the first member.
    let column: Int
    let row: Int
  }

  private let width: Int
  private let height: Int
  /// The distance in cells within which a place joins a marker.
  private let reach: Int
  /// The marker of each cell; -1 if there is none.
  private var owners: [Int]
  private var cells: [(column: Int, row: Int, count: Int)] = []
  private var joined: [(position: Int, marker: Int)] = []

  init(width: Int, height: Int, labelWidth: Int) {
    self.width = width
    self.height = height
    // Half a label on either side, and a space between two labels; without labels, the cell itself.
    reach = labelWidth > 0 ? labelWidth / 2 + 1 : 0
    owners = Array(repeating: -1, count: max(0, width * height))
  }

  mutating func add(_ position: Int, column: Int, row: Int) {
    guard column >= 0, row >= 0, column < width, row < height else { return }
    let line = row * width
    var marker = owners[line + column]
    var distance = 1
    while marker < 0, distance <= reach {
      if column >= distance { marker = owners[line + column - distance] }
      if marker < 0, column + distance < width { marker = owners[line + column + distance] }
      distance += 1
    }
    if marker < 0 {
      marker = cells.count
      cells.append((column, row, 0))
      let half = max(0, reach - 1)
      for other in max(0, column - half)...min(width - 1, column + half) { owners[line + other] = marker }
    }
    cells[marker].count += 1
    joined.append((position, marker))
  }

  /// The markers, in the order of their first members; all share one array.
  var markers: [Marker] {
    var starts = [0]
    for cell in cells { starts.append(starts[starts.count - 1] + cell.count) }
    var ends = starts
    var members = Array(repeating: 0, count: joined.count)
    for (position, marker) in joined {
      members[ends[marker]] = position
      ends[marker] += 1
    }
    return cells.indices.map { marker in
      Marker(
        members: members[starts[marker]..<starts[marker + 1]],
        column: cells[marker].column,
        row: cells[marker].row
      )
    }
  }
}
