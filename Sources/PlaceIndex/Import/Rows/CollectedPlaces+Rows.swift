import Domain
import Rows
import Tables

extension CollectedPlaces {
  /// Moves the places of a chunk to this index, in order.
  mutating func take(_ rows: inout ParsedRows) throws(IndexFileError) {
    let shift = arena.absorb(&rows.arena)
    // Category entries are numbered in the order of the places, as if there were no chunks.
    var numbers = [UInt32](repeating: .max, count: rows.categories.entries.count)
    for index in 0..<rows.points.count {
      var point = rows.points[index]
      let local = Int(point.category)
      if numbers[local] == .max {
        let entry = rows.categories.entries[local]
        numbers[local] = categories.number(ofBytes: input.map { CategoryEntry.adding(input: $0, to: entry) } ?? entry)
      }
      point.category = numbers[local]
      point.row = point.row.moved(by: shift)
      try add(point, idHash: UInt64(rows.tags[index]))
    }
    rows.points.removeAll()
    rows.tags.removeAll()
  }
}

extension CollectedPlaces {
  /// The number of kinds and groups that the categories of the current input mean.
  var kindCountOfInput: Int {
    var isUsed = [Bool](repeating: false, count: categories.entries.count)
    for index in min(countBeforeInput, points.count)..<points.count { isUsed[Int(points[index].category)] = true }
    var known: Set<[UInt64]> = []
    for number in isUsed.indices where isUsed[number] {
      let meaning = ByteView.over(categories.entries[number]) { CategoryEntry($0).map { ($0.kinds, $0.groups) } }
      guard let (kinds, groups) = meaning, !kinds.isEmpty || groups != 0 else { continue }
      known.insert((0..<4).map { kinds.words[$0] } + [UInt64(groups)])
    }
    return known.count
  }
}
