import Domain
import Tables

extension IndexContent {
  /// Returns the index of the file with a category entry.
  func fileNumber(ofCategory number: UInt32) -> Int {
    files.count == 1 ? 0 : fileNumber(ofBlock: segments[segmentNumber(ofCategory: number)].blocks.lowerBound)
  }

  /// Returns the number of an entry within its segment.
  func localNumber(ofCategory number: Int) -> Int {
    number - segments[segmentNumber(ofCategory: UInt32(number))].categoryNumbers.lowerBound
  }

  func forEachCategory(_ body: (Int, CategoryEntry) -> Void) {
    for number in 1..<max(1, categoryCount) {
      if let entry = category(UInt32(number)) { body(number, entry) }
    }
  }

  /// Returns the word for a category of the file that is spelled similarly to another word or contains it.
  func category(nearestTo word: String) -> String? {
    var distance = NameDistance(word)
    var nearest = String?.none
    var least = Int.max
    let kinds = Set(files.flatMap(\.kinds).compactMap { $0?.slug })
    if let meant = PlaceCategory.source(word).meaning, meant.isKnown, kinds.contains(meant.slug) || meant.group != nil {
      return meant.slug
    }
    let letters = NameFolding.fold(word)
    forEachCategory { _, entry in
      entry.forEachWord { other in
        let contains = ByteView.over(letters) { letters in
          letters.count > 2 && ByteView.over(NameFolding.fold(other.text)) { $0.contains(letters) }
        }
        guard let found = distance.distance(to: other, isStation: false) ?? (contains ? 100 + other.count : nil),
          found < least
        else { return }
        nearest = other.text
        least = found
      }
    }
    return nearest
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
    where hidden?.contains(UInt32(position)) != true {
      let local = Int(segment.entryNumber(at: position - first))
      if local < numbers.count { counts[numbers.lowerBound + local] += 1 }
    }
  }
}
