/// Tracks the occupied cells of a drawing, so that labels cover nothing.
struct LabelLayout: Sendable {
  private let width: Int
  private let height: Int
  private var isTaken: [Bool]

  init(width: Int, height: Int) {
    self.width = max(0, width)
    self.height = max(0, height)
    isTaken = Array(repeating: false, count: self.width * self.height)
  }

  /// Returns whether a box is inside the drawing and all its cells are free.
  func isFree(_ box: CellRectangle) -> Bool {
    guard box.column >= 0, box.row >= 0, box.column + box.width <= width, box.row + box.height <= height else {
      return false
    }
    return (box.row..<box.row + box.height).allSatisfy { row in
      let start = row * width + box.column
      return !isTaken[start..<start + box.width].contains(true)
    }
  }

  /// Marks a box, or the part of it inside the drawing, as occupied.
  mutating func take(_ box: CellRectangle) {
    for row in max(0, box.row)..<max(0, box.row, min(height, box.row + box.height)) {
      for column in max(0, box.column)..<max(0, box.column, min(width, box.column + box.width)) {
        isTaken[row * width + column] = true
      }
    }
  }

  /// Occupies the first free box and returns it.
  mutating func takeFirst(of boxes: some Sequence<CellRectangle>) -> CellRectangle? {
    guard let box = boxes.first(where: isFree) else { return nil }
    take(box)
    return box
  }
}
