@testable import PlaceIndex

extension TextLists {
  /// Checks that the texts and their posting lists match the rows.
  ///
  /// - Parameter rows: Calls a closure with each text of each place, in the order of the places.
  /// - Throws: An error if they don't match.
  func check(_ rows: ((ByteView, Int) -> Void) throws(IndexHeader.FormatError) -> Void) throws(IndexHeader.FormatError)
  {
    var numbers: [ByteView: Int] = [:]
    var isValid = true
    try forEachText(of: 0..<count) { number, text in
      isValid = isValid && text.count > 0 && numbers.updateValue(number, forKey: text) == nil
    }
    var places = [[UInt32]](repeating: [], count: count)
    var last = -1
    for group in 0..<groupCount {
      try forEachPlace(ofGroup: group) { places[$0].append(UInt32($1)) }
    }
    for number in places.indices {
      isValid = isValid && Int(places[number].first ?? 0) >= last
      last = Int(places[number].first ?? 0)
    }
    var known = [Int](repeating: 0, count: count)
    try rows { text, position in
      guard let number = numbers[text] else {
        isValid = false
        return
      }
      let next = known[number]
      if next > 0, places[number][next - 1] == UInt32(position) { return }
      isValid = isValid && next < places[number].count && places[number][next] == UInt32(position)
      known[number] += 1
    }
    guard isValid, known.indices.allSatisfy({ known[$0] == places[$0].count }) else { throw .damaged(section.name) }
  }
}

extension NameIndex {
  /// Checks that grams are sorted, and that each list is sorted and ends where the next list begins.
  func checkOrder() throws(IndexHeader.FormatError) {
    for number in 0..<gramCount {
      var count = 0
      try forEachPlace(of: number) { _ in count += 1 }
      guard count > 0, number == 0 || gram(number - 1) < gram(number) else { throw .damaged(IndexSection.names.name) }
    }
    let end = gramCount == 0 ? 0 : entries.load(UInt64.self, at: entries.count - 8)
    guard end == UInt64(lists.count) else { throw .damaged(IndexSection.names.name) }
  }
}
