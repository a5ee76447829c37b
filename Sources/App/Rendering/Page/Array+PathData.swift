extension [UInt8] {
  /// Appends a line as the data of a path, in metres to the east and south.
  ///
  /// Points are rounded to multiples of `unit` metres, and those on a straight line between two others are left out.
  mutating func appendPath(_ points: some Sequence<MapProjection.Point>, isClosed: Bool = false, unit: Int = 1) {
    var last: (x: Int, y: Int)?
    var step = (x: 0, y: 0)
    var count = 0
    func write(_ x: Int, _ y: Int) {
      // After the first line, lines need no letter, and a minus sign separates numbers.
      if count < 2 { append(UInt8(ascii: count == 0 ? "M" : "l")) } else if x >= 0 { append(UInt8(ascii: " ")) }
      append(decimal: x)
      if y >= 0 { append(UInt8(ascii: " ")) }
      append(decimal: y)
      count += 1
    }
    for point in points {
      let x = Int((point.east / Double(unit)).rounded()) * unit
      let y = Int((-point.north / Double(unit)).rounded()) * unit
      defer { last = (x, y) }
      guard let before = last else {
        write(x, y)
        continue
      }
      let next = (x: x - before.x, y: y - before.y)
      let isStraight = step.x * next.y == step.y * next.x && step.x * next.x + step.y * next.y >= 0
      if !isStraight {
        write(step.x, step.y)
        step = (0, 0)
      }
      step = (step.x + next.x, step.y + next.y)
    }
    if step != (0, 0) { write(step.x, step.y) }
    if isClosed, count > 0 { append(UInt8(ascii: "z")) }
  }
}
