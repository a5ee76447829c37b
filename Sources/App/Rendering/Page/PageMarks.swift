/// The marks of a drawing: the number of each place, or the number of places where their numbers would overlap.
///
/// Every place belongs to one mark, whose centre is within 20 units of the place's point. Marks don't overlap: the
/// drawing is divided into cells of the size of the largest mark, and the places of a cell share a mark. A mark then
/// moves towards its places as far as there is room.
struct PageMarks {
  struct Mark: Hashable {
    /// The indices of its places, in order.
    let members: [Int]
    let text: String
    /// The x coordinate of its centre.
    fileprivate(set) var x: Double
    fileprivate(set) var y: Double
    let width: Double

    fileprivate func covers(_ other: Mark) -> Bool {
      abs(x - other.x) < (width + other.width) / 2 && abs(y - other.y) < PageMarks.height
    }
  }

  /// The marks, in the order of their first places.
  private(set) var marks: [Mark] = []

  /// The height of a mark in units of the drawing, like all lengths here.
  static let height = 16.0
  /// The widest mark.
  ///
  /// Its corners are less than 20 units from its centre.
  private static let widest = 35.0

  private struct Cell: Hashable {
    let column: Int
    let row: Int
  }

  /// Makes the marks of points.
  ///
  /// A point outside the drawing is `nil` and gets no mark.
  init(of points: [(x: Double, y: Double)?], width: Double, height: Double) {
    // The widest text: the last number, or the count of all places at one spot.
    let widest = [String(points.count), Self.text(of: Array(points.indices))].map(Self.width).max() ?? Self.widest
    let columns = (width / widest).rounded(.down)
    let rows = (height / Self.height).rounded(.down)
    let wide = width / max(1, columns)
    let tall = height / max(1, rows)
    let members = Dictionary(
      grouping: points.indices.filter { points[$0] != nil },
      by: { position in
        let (x, y) = points[position] ?? (0, 0)
        return Cell(column: min(Int(x / wide), Int(columns) - 1), row: min(Int(y / tall), Int(rows) - 1))
      }
    )
    let cells = members.sorted { ($0.value.first ?? 0) < ($1.value.first ?? 0) }
    marks = cells.map { cell, members in
      let text = Self.text(of: members)
      return Mark(
        members: members,
        text: text,
        x: (Double(cell.column) + 0.5) * wide,
        y: (Double(cell.row) + 0.5) * tall,
        width: Self.width(of: text)
      )
    }
    let places = Dictionary(uniqueKeysWithValues: cells.indices.map { (cells[$0].key, $0) })
    // Twice, because neighbours that were in the way may have moved.
    for _ in 0..<2 {
      for index in cells.indices {
        let cell = cells[index].key
        let around = (-1...1).flatMap { row in
          (-1...1).compactMap { column in places[Cell(column: cell.column + column, row: cell.row + row)] }
        }
        move(index, to: Self.middle(of: marks[index].members.compactMap { points[$0] }), among: around, width, height)
      }
    }
  }

  /// Moves a mark to a point of its cell, or as near to it as other marks allow.
  private mutating func move(
    _ index: Int,
    to target: (x: Double, y: Double),
    among neighbours: [Int],
    _ width: Double,
    _ height: Double
  ) {
    let start = marks[index]
    // Keep the mark inside the drawing.
    let x = min(max(target.x, start.width / 2), width - start.width / 2)
    let y = min(max(target.y, Self.height / 2), height - Self.height / 2)
    for part in [1, 0.75, 0.5, 0.25] {
      var moved = start
      moved.x = start.x + (x - start.x) * part
      moved.y = start.y + (y - start.y) * part
      guard !neighbours.contains(where: { $0 != index && marks[$0].covers(moved) }) else { continue }
      marks[index] = moved
      return
    }
  }

  /// The centre of the rectangle around some points.
  private static func middle(of points: [(x: Double, y: Double)]) -> (x: Double, y: Double) {
    let xs = points.map(\.x)
    let ys = points.map(\.y)
    return (((xs.min() ?? 0) + (xs.max() ?? 0)) / 2, ((ys.min() ?? 0) + (ys.max() ?? 0)) / 2)
  }

  /// The number of a single place, or the number of places, in thousands if the mark is too narrow.
  private static func text(of members: [Int]) -> String {
    if members.count == 1 { return String((members.first ?? 0) + 1) }
    return members.count < 10_000 ? "×\(members.count)" : "×\(members.count / 1_000)k"
  }

  /// Returns the width of a text: seven units per character, which is wider than the digits of most fonts.
  private static func width(of text: String) -> Double { min(widest, max(16, Double(text.count) * 7 + 6)) }
}
