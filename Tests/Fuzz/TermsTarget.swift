import Tables

@testable import PlaceIndex

/// A damaged section of terms must be rejected, or have numbers in bounds; what was encoded must be read again.
enum TermsTarget {
  private static let limit = 3_000
  private static let texts = ["", "a", "ab", "가", "é가a", "zz"].map { Array($0.utf8) }

  static func read(_ input: FuzzInput) {
    ByteView.over(input.rest) { section in
      if let lists = try? TermLists(section, of: .words, below: limit) { traverse(lists) }
    }
    readAgain(input.rest)
  }

  private static func traverse(_ lists: TermLists) {
    try? lists.forEachTerm(in: 0..<lists.count) { (_, _, list) throws(IndexHeader.FormatError) in
      try lists.forEachNumber(in: list) { require($0 >= 0 && $0 < limit, "the numbers of a list are below the limit") }
    }
    let index = TermIndex(terms: lists, grams: lists)
    for text in texts {
      if let numbers = try? lists.numbers(beginningWith: text) {
        require(numbers.lowerBound >= 0 && numbers.upperBound <= lists.count, "found terms are terms of the section")
      }
      _ = try? ByteView.over(text) { (text) throws(IndexHeader.FormatError) in try lists.list(of: text) }
      _ = try? index.places(ofTermsWith: text) { $0.count % 2 == 0 }
    }
    _ = try? lists.keys()
    var packed = GrowableBuffer<UInt8>()
    _ = ByteView.over([0, 1, 7]) { lists.pack($0, into: &packed) }
  }

  /// Encodes the sums of the input's bytes, and reads them again.
  private static func readAgain(_ differences: [UInt8]) {
    var numbers: [UInt32] = []
    for difference in differences { numbers.append((numbers.last.map { $0 + 1 } ?? 0) + UInt32(difference)) }
    var found: [UInt32] = []
    let isWhole = ByteView.over(PostingList.encoded(numbers)) { list in
      require(PostingList.count(of: list) == numbers.count, "a list has as many numbers as were encoded")
      return PostingList.forEach(in: list, below: .max) { found.append(UInt32($0)) }
    }
    require(isWhole && found == numbers, "a list has the numbers that were encoded")
  }

  /// The section of a few places.
  static let seed: [UInt8] = {
    var table = TermTable()
    for (place, word) in ["a", "ab", "가", "가é", "zz", "ab", "b", "c", "d", "e"].enumerated() {
      ByteView.over(Array(word.utf8)) { table.insert($0, place: UInt32(place * 200)) }
    }
    let section = TermSection([SortedTerms(table)])
    guard let image = try? IndexImage(count: section.byteCount) else { return [] }
    section.write(to: image, at: 0)
    return image.withView(0..<image.count) { $0.array }
  }()
}
