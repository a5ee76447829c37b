import Domain
import Testing

@testable import PlaceIndex
@testable import Rows
@testable import Tables

/// A stream that returns bytes in parts, like a pipe.
final class DividedStream: ByteStream {
  private var rest: ArraySlice<UInt8>
  private let partByteCount: Int

  init(_ bytes: [UInt8], partByteCount: Int) {
    rest = bytes[...]
    self.partByteCount = partByteCount
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    let part = rest.prefix(min(buffer.count, partByteCount))
    unsafe buffer.copyBytes(from: part)
    rest = rest.dropFirst(part.count)
    return part.count
  }
}

extension PlaceImporter {
  mutating func read(_ bytes: [UInt8], name: String, partByteCount: Int) throws(IndexFileError) {
    var window = InputWindow(DividedStream(bytes, partByteCount: partByteCount), path: name)
    try read(&window, category: nil, progress: nil)
  }
}

/// The result of an import, as comparable values.
///
/// Every input is read several times with equal results: at once, in parts of 4 KiB if it is larger, and byte by byte
/// (in parts of 61 bytes above 256 KiB).
struct ImportedPlaces: Equatable {
  struct Row: Hashable {
    let id: String
    let name: String
    let latitude: Double
    let longitude: Double
    let phone: String
    let lotAddress: String
    let roadAddress: String
    let url: String
    let sourceCategory: String
    let group: CategoryGroup?
    let groups: Set<CategoryGroup>
    let kinds: [String]
    let words: [String]
  }

  let rows: [Row]
  let skipped: [SkippedRows]
  let input: InputReport?
  let clashes: IdentifierClashes?
  let mergedCount: Int

  var skips: [SkippedRows.Reason: Int] {
    Dictionary(skipped.map { ($0.reason, $0.count) }, uniquingKeysWith: +)
  }

  init(_ text: String, rules: ImportRules = ImportRules(), name: String = "input") throws(IndexFileError) {
    try self.init(Array(text.utf8), rules: rules, name: name)
  }

  init(_ bytes: [UInt8], rules: ImportRules = ImportRules(), name: String = "input") throws(IndexFileError) {
    let part = 1 << 12
    let sizes = [bytes.count] + (bytes.count > part ? [part] : []) + [bytes.count > 1 << 18 ? 61 : 1]
    let outcomes = sizes.map { partByteCount in
      Result { () throws(IndexFileError) in
        try ImportedPlaces(bytes, rules: rules, name: name, partByteCount: max(1, partByteCount))
      }
    }
    for outcome in outcomes.dropFirst() { #expect(outcome == outcomes[0], "read in parts") }
    self = try outcomes[0].get()
  }

  private init(_ bytes: [UInt8], rules: ImportRules, name: String, partByteCount: Int) throws(IndexFileError) {
    var importer = PlaceImporter(rules: rules)
    try importer.read(bytes, name: name, partByteCount: partByteCount)
    skipped = importer.skipped
    input = importer.inputs.last
    clashes = importer.builder.clashes
    mergedCount = importer.builder.mergedCount
    // Converts each category once, because many rows share it.
    var known: [Int: Category] = [:]
    var rows: [Row] = []
    for point in importer.builder.collected.points {
      guard let row = RowFormat(importer.builder.collected.arena.view(point.row)) else { continue }
      let number = Int(point.category)
      let category = known[number] ?? Category(importer.builder.collected.categories.entries[number])
      known[number] = category
      rows.append(
        Row(
          id: row[.id].text,
          name: row[.name].text,
          latitude: Double(point.latitude) / 1e7,
          longitude: Double(point.longitude) / 1e7,
          phone: row[.phone].text,
          lotAddress: row[.lotAddress].text,
          roadAddress: row[.roadAddress].text,
          url: row[.url].text,
          sourceCategory: category.text,
          group: category.group,
          groups: category.groups,
          kinds: category.kinds,
          words: category.words
        )
      )
    }
    self.rows = rows
  }

  /// The values shared by rows of a category.
  private struct Category {
    let text: String
    let group: CategoryGroup?
    let groups: Set<CategoryGroup>
    let kinds: [String]
    let words: [String]

    init(_ entry: [UInt8]) {
      (text, group, groups, kinds, words) = ByteView.over(entry) { entry in
        let category = CategoryEntry(entry) ?? CategoryEntry()
        return (
          category.text.text,
          CategoryGroup.allCases.first { $0.ordinal == Int(category.shown) },
          Set(CategoryGroup.allCases.filter { category.groups & $0.bit != 0 }),
          Kind.all.filter { category.kinds.contains(Int($0.number)) }.map(\.slug),
          category.words.text.split(separator: "\n").map(String.init)
        )
      }
    }
  }
}
