import Domain
import TestSupport
import Testing

@testable import PlaceIndex

struct BlobOrderTests {
  @Test func `a file of any number of parts, some of them empty, is read in order`() throws {
    var random = SeededRandom(7)
    for _ in 0..<500 {
      let kinds = Self.sortedKinds(&random)
      let blobs = kinds.indices.map { Blob(offset: $0, count: 1) }
      var looks = 0
      var order = try BlobOrder(blobs, isSorted: true) { (blob) throws(IndexFileError) in
        looks += 1
        return kinds[blob.offset]
      }
      #expect(kinds.indices.allSatisfy { order.note(kinds[$0], in: $0) }, "\(kinds.map(\.rawValue))")
      #expect(looks <= kinds.count)
    }
  }

  private static func sortedKinds(_ random: inout SeededRandom) -> [ElementKinds] {
    let (ways, relations) = (Int.random(in: 0...9, using: &random), Int.random(in: 0...9, using: &random))
    return (0..<Int.random(in: 0...12, using: &random)).map { number in
      if Int.random(in: 0...2, using: &random) == 0 { return [] }
      var kinds: ElementKinds = []
      if number <= ways { kinds.insert(.nodes) }
      if number >= ways, number <= max(ways, relations) { kinds.insert(.ways) }
      if number >= max(ways, relations) { kinds.insert(.relations) }
      return kinds
    }
  }
}
