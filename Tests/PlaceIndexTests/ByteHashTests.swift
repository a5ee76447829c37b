import Domain
import TestSupport
import Testing

@testable import PlaceIndex
@testable import Rows
@testable import Tables

/// No file can be crafted whose texts collide in the hash tables of a build.
@Suite struct ByteHashTests {
  /// Words whose hashes share their lowest bits, for a hash without a secret seed.
  private static func crafted(_ hash: ByteHash, bitCount: Int, count: Int) -> [[UInt8]] {
    var random = SeededRandom(7)
    var words: [[UInt8]] = []
    while words.count < count {
      let word = (0..<8).map { _ in UInt8.random(in: 0x61...0x7A, using: &random) }
      if ByteView.over(word, hash.hash) & (1 << UInt64(bitCount) - 1) == 0 { words.append(word) }
    }
    return words
  }

  @Test func `texts that collide in an unseeded hash are spread by the seed of the process`() {
    let words = Self.crafted(.stable, bitCount: 9, count: 96)
    let places = Set(words.map { ByteView.over($0, ByteHash.seeded.hash) & 511 })
    #expect(places.count > 48)
  }

  @Test func `a stable hash is the same in every process`() {
    #expect(ByteView.over(Array("가온".utf8), ByteHash.stable.hash) == 0x563C_D441_7439_A98B)
  }

  @Test func `a table numbers texts in their order, whatever the seed is`() {
    var table = TermTable()
    let texts = (0..<5000).map { Array("word \($0 % 3000)".utf8) }
    for (place, text) in texts.enumerated() { ByteView.over(text) { table.insert($0, place: UInt32(place)) } }
    #expect(table.count == 3000)
    #expect((0..<3000).allSatisfy { table.term($0).array == texts[$0] })
  }

  @Test func `a name of a property is looked up once, however many there are`() {
    let table = FieldTable(FieldNames())
    let names = (0..<6000).map { Array("some_key_\($0)".utf8) } + [Array("name".utf8)]
    for _ in 0..<3 {
      for name in names {
        let isName = ByteView.over(name) { table.entry(for: $0)?.field == .placeText(.name) }
        #expect(isName == (name.count == 4))
      }
    }
    #expect(table.lookUpCount == names.count)
  }
}
