import Domain
import Tables
import Testing

@testable import PlaceIndex
@testable import Rows

@Suite struct InputFormatTests {
  @Test(arguments: [
    ("{\"type\":\"FeatureCollection\"}", InputFormat.json), ("\n  [1]", .json), ("\u{1E}{\"type\":\"Feature\"}", .json),
    ("\u{FEFF}{\"a\":1}", .json), ("name,lat,lng\n", .csv), ("\u{FEFF}역번호,역위도\n", .csv), ("\"역번호\",역위도\n", .csv),
    ("", .empty), (" \r\n\t", .empty), ("\u{FEFF}", .empty), ("PFX1\u{0}\u{0}", .binary),
  ])
  func `the format is recognised by the content`(text: String, format: InputFormat) {
    #expect(InputFormat(prefix: Array(text.utf8).span) == format)
  }

  @Test func `CP949 is text, also with a NUL here and there`() {
    #expect(InputFormat(prefix: ([0xBE, 0xE0, 0x2C, 0x41] as [UInt8]).span) == .csv)
    #expect(InputFormat(prefix: Array("name,lat,lng\na\u{0},37.1,127.1\nb,37.2,127.1\n".utf8).span) == .csv)
  }
}

@Suite struct FileSignatureTests {
  private static func zeros(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }

  /// Returns the beginning of an archive up to its first file.
  private static func archive(first name: String, then content: String = "") -> [UInt8] {
    [0x50, 0x4B, 3, 4] + zeros(22) + [UInt8(name.utf8.count), 0, 0, 0] + Array((name + content).utf8)
  }

  @Test(
    arguments: [
      (Array("PAR1\u{15}\u{4}".utf8), ForeignFormat.parquet), (Array("SQLite format 3\u{0}".utf8), .sqlite),
      ([0x00, 0x00, 0x27, 0x0A, 0, 0, 0, 0], .shapefile), (Array("fgb\u{3}fgb".utf8), .flatGeobuf),
      ([0xD0, 0xCF, 0x11, 0xE0, 0xA1], .xls), ([0x42, 0x5A, 0x68, 0x39], .bzip2),
      ([0xFD, 0x37, 0x7A, 0x58, 0x5A, 0], .xz),
      ([0x28, 0xB5, 0x2F, 0xFD], .zstd), (archive(first: "[Content_Types].xml"), .xlsx),
      (Array("<?xml version=\"1.0\"?><kml xmlns=\"x\">".utf8), .kml), (Array("<gpx version=\"1.1\">".utf8), .gpx),
      (Array("<?xml version=\"1.0\"?><dataGrid><header>".utf8), .xml), (Array("\n<!DOCTYPE html><html>".utf8), .html),
      (Array("version https://git-lfs.github.com/spec/v1\noid sha256:x".utf8), .lfsPointer),
      (Array("%PDF-1.4".utf8), .pdf),
      (Array("SQLite format 3".utf8) + [0] + zeros(52) + Array("GPKG".utf8), .geoPackage),
      (Array("var json_cafes_1 = {\"type\":\"FeatureCollection\",\"features\":[]};".utf8), .javaScript),
      (Array("window.cafes = [{\"lat\":1}];".utf8), .javaScript), (Array("CAFES = {\"places\":[]}".utf8), .javaScript),
      (Array("export const cafes = [\n".utf8), .javaScript), (Array("export default [\n".utf8), .javaScript),
      (Array("// Cafés\n// [2026]\n\nconst cafes=[\n".utf8), .javaScript),
      (Array("module.exports = {\n".utf8), .javaScript),
      ([0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C, 0, 4], .sevenZip), (Array("Rar!\u{1A}\u{7}\u{1}\u{0}".utf8), .rar),
      (Array("a.csv".utf8) + zeros(252) + Array("ustar\u{0}00".utf8), .tar), ([0x1F, 0x9D, 0x90], .compress),
      (Array("ARROW1\u{0}\u{0}".utf8), .arrow), (Array("FEA1".utf8), .arrow),
      ([0xFF, 0xFF, 0xFF, 0xFF, 0x78, 1], .arrow),
      (Array("ORC".utf8) + zeros(60), .orc), (Array("Obj\u{1}\u{4}".utf8), .avro),
      ([0, 1, 0, 0] + Array("Standard ACE DB".utf8), .access), ([0xFF, 0xD8, 0xFF, 0xE0], .image),
      ([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A], .image), (Array("AC1032".utf8) + zeros(10), .cad),
      (archive(first: "xl/workbook.xml"), .xlsx), (archive(first: "docProps/app.xml"), .xlsx),
      (archive(first: "[Content_Types].xml", then: "word/document.xml"), .wordProcessor),
      (archive(first: "doc.kml"), .kmz),
      (archive(first: "mimetype", then: "application/vnd.oasis.opendocument.spreadsheet"), .openDocument),
      (archive(first: "mimetype", then: "application/hwp+zip"), .wordProcessor),
    ] as [([UInt8], ForeignFormat)]
  )
  func `a file that cannot be read is known by its first bytes`(bytes: [UInt8], format: ForeignFormat) {
    #expect(throws: IndexFileError.foreignFormat(path: "input", format)) { try ImportedPlaces(bytes) }
  }

  @Test(arguments: [
    "name,lat,lng\na,1,2\n", "{}", "[]", "", "PARK,lat", "BZ,lat,lng", "ORCHARD,lat,lng\n", "AC10,lat\n",
    "0\n1\n2\n3\n", "var,lat,lng=\n", "var lat {\n", "a,b=[1]\n", "a b = [1]\n", "// a [1]\n", "export {\n",
  ])
  func `other files are not recognised as a known dataset`(text: String) {
    #expect(ByteView.over(Array(text.utf8), FileSignature.of) == nil)
  }
}
