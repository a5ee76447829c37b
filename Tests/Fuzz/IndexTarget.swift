import Domain
import Tables

@testable import PlaceIndex
@testable import Rows

/// An index that was maliciously changed, with valid checksums.
///
/// It must be rejected or return results, and so must an index made from it.
enum IndexTarget {
  /// A small index for all queries, and one with trees several nodes deep.
  private static let bases = [base(placeCount: 60), base(placeCount: 4_000)]

  static func read(_ input: FuzzInput) {
    let isLarge = input.paddingByteCount > 1_000_000
    guard let bytes = try? changed(bases[isLarge ? 1 : 0], by: input.rest) else { return }
    // All queries of an input take too long; the choice selects an eighth, and one of eight builds.
    let share = IndexQueries.Share(number: Int(input.choice % 8), count: 8)
    if let index = try? PlaceIndex(bytes: bytes, name: "input") {
      IndexQueries.run(index, share, choice: input.choice)
      try? index.verify()
    }
    guard share.number == 0 else { return }
    var importer = PlaceImporter(rules: ImportRules(), pace: ImportPace(threads: 1, chunkBytes: 1 << 18))
    var window = InputWindow(PartedStream(bytes, partByteCount: input.partByteCount), path: "input")
    guard (try? importer.read(&window, category: nil, progress: nil)) != nil else { return }
    guard let copy = try? importer.builder.makeIndex() else { return }
    IndexQueries.run(copy, share, choice: input.choice)
    do {
      try copy.verify()
    } catch {
      fatalError("an index of a verified index has numbers out of bounds: \(error)")
    }
  }

  /// Each change is a section, an offset in the section in 1/65,536, and a four-byte number.
  private static func changed(_ valid: [UInt8], by changes: [UInt8]) throws -> [UInt8] {
    let header = try ByteView.over(valid) { try IndexHeader($0, fileSize: valid.count) }
    var bytes = valid
    for start in stride(from: 0, to: changes.count - 7, by: 8) {
      let range = header[IndexSection.allCases[Int(changes[start]) % IndexSection.allCases.count]]
      guard range.count >= 4 else { continue }
      let fraction = Int(changes[start + 1]) << 8 | Int(changes[start + 2])
      let offset = range.lowerBound + (range.count - 4) * fraction >> 16 + Int(changes[start + 3] % 4)
      for byte in 0..<4 where offset + byte < range.upperBound { bytes[offset + byte] = changes[start + 4 + byte] }
    }
    let image = try IndexImage(count: bytes.count)
    ByteView.over(bytes) { image.copy($0, at: 0) }
    IndexSeal(placeCount: header.placeCount, segments: header.segments, threads: 1).write(to: image)
    return image.withView(0..<image.count) { $0.array }
  }

  /// Returns an index of two inputs that share a few places, so that there is an overlay, with attributes and chains.
  private static func base(placeCount: Int) -> [UInt8] {
    var importer = PlaceImporter()
    do {
      try importer.read(Array(table(of: 0..<placeCount).utf8), name: "base")
      try importer.read(Array(table(of: placeCount - 5..<placeCount + 5).utf8), name: "other")
      return withExtendedLifetime(try importer.builder.assemble()) { $0.view.array }
    } catch {
      fatalError("\(error)")
    }
  }

  private static func table(of numbers: Range<Int>) -> String {
    var text = "id,name,영문명,lat,lng,category,address,phone,wheelchair\n"
    for number in numbers {
      // A few chains have additional names.
      let otherName = number % 50 < 5 ? "gaon \(number % 50)" : ""
      text +=
        "\(number),가온 \(number % 50),\(otherName),37.\(10_000 + number * 37 % 9_000),127.\(10_000 + number * 53 % 9_000),"
        + "\(CategoryGroup.allCases[number % 18].rawValue),서울 가온로 \(number),02-\(1_000 + number),\(number % 3 == 0 ? "yes" : "no")\n"
    }
    return text
  }
}
