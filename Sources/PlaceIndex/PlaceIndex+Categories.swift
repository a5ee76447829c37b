public import Domain

extension PlaceIndex {
  /// Returns the categories of the places: groups, kinds, then the sources' own categories, those with most places
  /// first.
  ///
  /// - Throws: `IndexFileError.changed(path:)` if the file was overwritten.
  /// - Complexity: O(n) in the number of places; up to four bytes of each are read.
  public func categories() throws(IndexFileError) -> [IndexCategory] {
    try content.whileUnchanged(path) { () throws(IndexHeader.FormatError) in
      let counts = content.placeCountsByCategory
      var groups: [CategoryGroup: Int] = [:]
      var kinds: [Kind: Int] = [:]
      var words: [String: Int] = [:]
      content.forEachCategory { number, entry in
        let count = counts[number]
        guard count > 0 else { return }
        for group in CategoryGroup.allCases where entry.groups & group.bit != 0 { groups[group, default: 0] += count }
        let ofFile = content.kinds(ofCategory: UInt32(number))
        entry.kinds.forEach { kind in
          if kind < ofFile.count, let kind = ofFile[kind] { kinds[kind, default: 0] += count }
        }
        var known: Set<String> = []
        entry.forEachWord { known.insert($0.text) }
        for word in known { words[word, default: 0] += count }
      }
      let ordered = words.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
      return CategoryGroup.allCases.compactMap { group in
        groups[group].map { IndexCategory(category: .group(group), places: $0) }
      }
        + kinds.sorted { $0.key < $1.key }.map { IndexCategory(category: .kind($0.key), places: $0.value) }
        + ordered.map { IndexCategory(category: .source($0.key), places: $0.value) }
    }
  }
}

extension IndexContent {
  var placeCountsByCategory: [Int] {
    var counts = [Int](repeating: 0, count: categoryCount)
    for segment in segments { count(placesOf: segment, in: &counts) }
    return counts
  }

  /// Counts the places of a segment by their category entries.
  func count(placesOf segment: Segment, in counts: inout [Int]) {
    let numbers = segment.categoryNumbers
    let first = segment.firstPosition
    for position in first..<first + segment.blocks.count * IndexLayout.blockSize
    where excluded?.contains(UInt32(position)) != true {
      let local = Int(segment.entryNumber(at: position - first))
      if local < numbers.count { counts[numbers.lowerBound + local] += 1 }
    }
  }
}
