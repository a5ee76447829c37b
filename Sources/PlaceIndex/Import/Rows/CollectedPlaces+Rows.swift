import Domain

extension CollectedPlaces {
  /// Moves the places of a chunk of an input to this index, in their order.
  ///
  /// - Throws: When the index is full.
  mutating func take(_ rows: inout ParsedRows) throws(IndexFileError) {
    let shift = absorb(&rows.arena)
    if rows.hasOtherNames { hasOtherNames = true }
    // Entries of categories are numbered in the order of the places, as if there had been no chunks.
    var numbers = [UInt32](repeating: .max, count: rows.categories.entries.count)
    for index in 0..<rows.points.count {
      var point = rows.points[index]
      let local = Int(point.category)
      if numbers[local] == .max {
        numbers[local] = categories.number(ofBytes: rows.categories.entries[local], input: input)
      }
      point.category = numbers[local]
      point.row = point.row.moved(by: shift)
      try add(point, tag: rows.tags[index])
    }
    rows.points.removeAll()
    rows.tags.removeAll()
  }
}
