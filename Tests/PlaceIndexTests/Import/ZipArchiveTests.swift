import Domain
import Tables
import Testing

@testable import PlaceIndex
@testable import Rows

@Suite struct ZipArchiveTests {
  struct File {
    var name: [UInt8]
    var content: [UInt8] = []
    var flags: UInt8 = 0
    var method: UInt8 = 0
    /// Whether the sizes take 8 bytes.
    var isLong = false
    /// A replacement for the packed size of a long file.
    var longSize: [UInt8]?
    /// The CRC-32 of the content; 0 if the packer omitted it.
    var checksum = 0

    init(_ name: String, _ text: String = "") { (self.name, content) = (Array(name.utf8), Array(text.utf8)) }

    func with(_ change: (inout File) -> Void) -> File {
      var file = self
      change(&file)
      return file
    }

    var bytes: [UInt8] {
      let size = ZipArchiveTests.little(content.count, 4)
      let extra =
        isLong
        ? [1, 0, 16, 0] + ZipArchiveTests.little(content.count, 8)
          + (longSize ?? ZipArchiveTests.little(content.count, 8)) : []
      let shown: [UInt8] = isLong ? [UInt8](repeating: 0xFF, count: 8) : size + size
      return [0x50, 0x4B, 3, 4, 20, 0, flags, 0, method, 0, 0, 0, 0, 0] + ZipArchiveTests.little(checksum, 4) + shown
        + ZipArchiveTests.little(name.count, 2) + ZipArchiveTests.little(extra.count, 2) + name + extra + content
    }
  }

  private static let table = "name,lat,lng,category\n가온,37.1,127.1,cafe\n"
  private static let directory: [UInt8] = [0x50, 0x4B, 1, 2] + [UInt8](repeating: 0, count: 42)
  private static let end: [UInt8] = [0x50, 0x4B, 5, 6] + [UInt8](repeating: 0, count: 18)

  private static func little(_ number: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }

  static func archive(_ files: [File]) -> [UInt8] {
    files.reduce(into: []) { $0 += $1.bytes } + (files.isEmpty ? [] : directory) + end
  }

  @Test func `each file of an archive has its own number of kinds`() throws {
    let tables = ["cafe", "cafe", "bank", "x"].enumerated().map { number, word in
      File("\(number).csv", "name,lat,lng,category\n가온,37.\(number),127.1,\(word)\n")
    }
    var importer = PlaceImporter()
    try importer.read(Self.archive(tables), name: "a.zip")
    #expect(importer.inputs.map { $0.mapping?.kindCount } == [1, 1, 1, 0])
  }

  /// Returns a file that claims more bytes than it has.
  private static func longer(_ size: Int) -> File {
    File("a.csv", table).with {
      $0.isLong = true
      $0.longSize = little(size, 8)
    }
  }

  @Test(arguments: [
    File("a.csv", table), File("a.csv", table).with { $0.isLong = true },
    File("", table).with { $0.name = [0xB0, 0xA1] + Array(".csv".utf8) },
    File("b.zip").with { $0.content = archive([File("in/"), File("in/a.csv", table)]) },
  ])
  func `a file that is stored, long, named in CP949 or an archive itself is read`(file: File) throws {
    #expect(try ImportedPlaces(Self.archive([File("leer/"), file])).rows.map(\.name) == ["가온"])
  }

  /// Data read ahead moves to the start of the buffer if more is needed.
  @Test(arguments: [(1 << 12, 1), (1 << 12, 29), (1 << 12, 60), (1 << 18, 31)])
  func `an archive is read wherever a file header is in the read-ahead`(boundary: Int, byteCount: Int)
    throws
  {
    var first = File("a.txt")
    first.content = [UInt8](repeating: UInt8(ascii: "x"), count: boundary - byteCount - 35)
    let checksum = unsafe Array(Self.table.utf8).withUnsafeBytes { unsafe Inflater.checksum(of: $0, after: 0) }
    let second = File(String(repeating: "b", count: 36) + ".csv", Self.table).with { $0.checksum = Int(checksum ?? 0) }
    // Enough to overwrite the moved data.
    let third = File("c.txt", String(repeating: "yyyyyyy\n", count: boundary / 4))
    #expect(first.bytes.count == boundary - byteCount)
    #expect(try ImportedPlaces(Self.archive([first, second, third])).rows.map(\.name) == ["가온"])
  }

  @Test func `a name in CP949 is reported in UTF-8`() throws {
    let file = File("", Self.table).with { $0.name = [0xB0, 0xA1] + Array(".csv".utf8) }
    #expect(try ImportedPlaces(Self.archive([file])).input?.path == "input/가.csv")
  }

  @Test(arguments: [
    (archive([]), ArchiveProblem.empty), (archive([File("a/"), File("a/b/")]), .empty),
    (archive([File("__MACOSX/._a.csv", "x")]), .empty),
    (archive([File("a.csv", table).with { $0.flags = 1 }]), .encrypted(entry: "a.csv")),
    (archive([File("a.csv", table).with { $0.method = 99 }]), .unknownMethod(entry: "a.csv")),
    (archive([File("a.csv", table).with { $0.flags = 8 }]), .unknownMethod(entry: "a.csv")),
    (Array(archive([File("a.csv", table)]).prefix(60)), .truncated),
    (Array(archive([File("a.csv", table)]).prefix(12)), .truncated),
    (archive([longer(-1)]), .truncated), (archive([longer(.max)]), .truncated),
    (File("a.csv", table).bytes, .truncated), (File("a.csv", table).bytes + [0x50, 0x4B], .truncated),
  ])
  func `an archive with nothing to read is refused with the reason`(bytes: [UInt8], problem: ArchiveProblem) {
    #expect(throws: IndexFileError.archiveUnusable(path: "input", problem)) { try ImportedPlaces(bytes) }
  }

  @Test func `the nesting of archives is limited`() {
    var bytes = Self.archive([File("a.csv", Self.table)])
    for _ in 0..<4 { bytes = Self.archive([File("b.zip").with { [bytes] in $0.content = bytes }]) }
    let path = "input/b.zip/b.zip/b.zip/b.zip"
    #expect(throws: IndexFileError.archiveUnusable(path: path, .nestedTooDeep)) { try ImportedPlaces(bytes) }
  }

  @Test func `other files of an archive are noted, and reported when there is nothing else`() throws {
    let others = [File("readme.txt", "read me"), File("b.parquet", "PAR1")]
    let imported = try ImportedPlaces(Self.archive([others[0], File("a.csv", Self.table), others[1]]))
    #expect(imported.rows.count == 1 && imported.input?.ignoredEntries == ["readme.txt", "b.parquet"])
    #expect(throws: IndexFileError.foreignFormat(path: "b.parquet", archive: "input", .parquet)) {
      try ImportedPlaces(Self.archive(others))
    }
  }

  @Test func `the message for a shapefile in an archive names the part with the geometry`() {
    let table = File("a.dbf").with {
      $0.content = [0x03, 124, 5, 1, 9, 0, 0, 0, 97, 0, 20, 0] + [UInt8](repeating: 0, count: 84) + [0x0D]
    }
    let shapes = ["a.shx", "a.shp"].map { name in
      File(name).with { $0.content = [0, 0, 0x27, 0x0A] + [UInt8](repeating: 0, count: 96) }
    }
    #expect(throws: IndexFileError.foreignFormat(path: "a.shp", archive: "input", .shapefile)) {
      try ImportedPlaces(Self.archive([File("a.cpg", "UTF-8"), table, File("a.prj", "PROJCS[]")] + shapes))
    }
  }

  @Test func `an index is read out of an archive, and as a stream`() throws {
    let builder = PlaceIndexBuilder()
    let coordinate = try Coordinate(latitude: 37.1, longitude: 127.1)
    try builder.add(Place(id: "1", name: "가온", coordinate: coordinate, group: .cafe))
    let index = withExtendedLifetime(try builder.assemble()) { $0.view.array }
    let archive = Self.archive([
      File("a.pfx").with { $0.content = index }, File("b.csv", "name,lat,lng\n나래,37.2,127.1\n"),
    ])
    let imported = try ImportedPlaces(archive)
    #expect(imported.rows.map(\.name) == ["가온", "나래"])
    // The category of a file is set by the name of its archive.
    #expect(imported.input?.path == "input/b.csv" && imported.input?.archive == "input")
    var rules = ImportRules()
    rules.forcedCategory = .group(.bank)
    #expect(try ImportedPlaces(index, rules: rules).rows.map(\.groups) == [[.bank]])
    #expect(throws: IndexFileError.self) { try ImportedPlaces(Array(index.dropLast())) }
  }

  @Test func `a table that is refused for its rows refuses the archive`() {
    let swapped = File("b.csv", "name,lat,lng\n나래,127.1,37.1\n다솜,127.1,37.2\n라온,37.3,127.1\n")
    let refusal = IndexFileError.unknownFormat(
      path: "input/b.csv",
      detail: "latitude and longitude look swapped in most rows (2 swapped, 1 as named)",
      advice: "to swap the columns, build with --map 'lat=lng' --map 'lng=lat'"
    )
    #expect(throws: refusal) {
      try ImportedPlaces(Self.archive([File("a.csv", Self.table), swapped]))
    }
  }

  @Test(arguments: [
    File("a.csv", table).bytes + Array("rubbish".utf8) + end,
    archive([File("a.csv", table).with { $0.checksum = 1 }]),
    archive([File("readme.txt", "read me").with { $0.checksum = 1 }, File("a.csv", table)]),
  ])
  func `garbage between the files and a wrong checksum are damage`(bytes: [UInt8]) {
    #expect {
      try ImportedPlaces(bytes)
    } throws: { error in
      if case .malformed("input", _, _)? = error as? IndexFileError { true } else { false }
    }
  }
}
