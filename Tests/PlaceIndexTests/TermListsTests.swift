import TestSupport
import Testing

@testable import PlaceIndex
@testable import Tables

/// Terms with posting lists: what is written is found, and damaged bytes lead no reader astray.
@Suite struct TermListsTests {
  /// Returns the bytes of random terms, in the parts of several threads, and their expected lists.
  private static func section(seed: UInt64) throws -> (bytes: [UInt8], expected: [[UInt8]: [Int]]) {
    var random = SeededRandom(seed)
    var expected: [[UInt8]: [Int]] = [:]
    let letters = ["a", "b", "가", "é", "ab"]
    let parts = (0..<3).map { part in
      var table = TermTable()
      for place in part * 1_000..<(part + 1) * 1_000 {
        for _ in 0..<2 {
          let term = (0..<Int.random(in: 1...5, using: &random)).map { _ in letters.randomElement(using: &random) ?? ""
          }
          let bytes = Array(term.joined().utf8)
          ByteView.over(bytes) { table.insert($0, place: UInt32(place)) }
          if expected[bytes]?.last != place { expected[bytes, default: []].append(place) }
        }
      }
      return SortedTerms(table)
    }
    let section = TermSection(parts)
    let image = try IndexImage(count: section.byteCount)
    section.write(to: image, at: 0)
    return (image.withView(0..<image.count) { $0.array }, expected)
  }

  @Test(arguments: 0..<3) func `every term has its list, and no other text has one`(seed: UInt64) throws {
    let (bytes, expected) = try Self.section(seed: seed)
    try ByteView.over(bytes) { bytes in
      let lists = try TermLists(bytes, of: .words, below: 3_008)
      #expect(lists.count == expected.count)
      var last: [UInt8] = []
      try lists.forEachTerm(in: 0..<lists.count) { (_, term, list) throws(IndexHeader.FormatError) in
        var numbers: [Int] = []
        try lists.forEachNumber(in: list) { numbers.append($0) }
        #expect(numbers == expected[term.array] && PostingList.count(of: list) == numbers.count)
        #expect(last.lexicographicallyPrecedes(term.array))
        last = term.array
      }
      for term in Array(expected.keys) + [Array("b가z".utf8), [], Array("a".utf8), Array("zz".utf8)] {
        let isFound = try ByteView.over(term) { try lists.list(of: $0) } != nil
        #expect(isFound == (expected[term] != nil))
        let beginning = try lists.numbers(beginningWith: term)
        #expect(beginning.count == expected.keys.count { $0.starts(with: term) })
      }
    }
  }

  @Test func `forged terms and lists are damaged or harmless`() throws {
    let (bytes, _) = try Self.section(seed: 9)
    var random = SeededRandom(4)
    for _ in 0..<600 {
      var forged = bytes
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let at = Int.random(in: 0..<forged.count, using: &random)
        forged[at] = UInt8.random(in: 0...255, using: &random)
      }
      ByteView.over(forged) { forged in
        guard let lists = try? TermLists(forged, of: .words, below: 3_008) else { return }
        let index = TermIndex(terms: lists, grams: lists)
        for part in ["ab", "가", "é가a"] {
          _ = try? index.places(ofTermsWith: Array(part.utf8)) { $0.count > 3 }
          _ = try? lists.numbers(beginningWith: Array(part.utf8))
        }
        _ = try? lists.keys()
        _ = try? lists.forEachTerm(in: 0..<lists.count) { (_, _, list) throws(IndexHeader.FormatError) in
          try lists.forEachNumber(in: list) { #expect($0 < 3_008) }
        }
        var packed = GrowableBuffer<UInt8>()
        _ = ByteView.over([3, 1, 7]) { lists.pack($0, into: &packed) }
      }
    }
  }

  @Test(arguments: [[], [0], [0, 1, 2], [5, 127, 128, 300_000]] as [[UInt32]])
  func `a posting list has the numbers that were encoded`(numbers: [UInt32]) {
    var found: [UInt32] = []
    let isWhole = ByteView.over(PostingList.encoded(numbers)) { list in
      PostingList.forEach(in: list, below: 300_001) { found.append(UInt32($0)) }
    }
    #expect(isWhole && found == numbers)
  }

  @Test(arguments: [[0x80], [1, 0], [1, 0x80, 0x80, 0x80, 0x80, 0x80], [0x7F, 0x7F]] as [[UInt8]])
  func `a list that is cut, repeats a number or exceeds the limit is damaged`(bytes: [UInt8]) {
    #expect(!ByteView.over(bytes) { PostingList.forEach(in: $0, below: 200) { _ in } })
  }
}
