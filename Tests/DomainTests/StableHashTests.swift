import Testing

@testable import Domain

/// The texts and their hashes are from the authors: isthe.com/chongo/src/fnv/test_fnv.c.
struct StableHashTests {
  @Test(arguments: [("", "cbf29ce484222325"), ("a", "af63dc4c8601ec8c"), ("foobar", "85944171f73967e8")])
  func `bytes have the hash of FNV-1a`(text: String, hash: String) {
    #expect(StableHash(of: text.utf8).text == hash)
  }

  @Test func `a number is its eight bytes, the lowest first`() {
    var hash = StableHash()
    hash.add(UInt64(0x0807_0605_0403_0201))
    #expect(hash == StableHash(of: [1, 2, 3, 4, 5, 6, 7, 8]))
  }
}
