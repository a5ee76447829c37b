import Domain
import Testing

@testable import PlaceIndex

@Suite struct FileSignatureTests {
  @Test(
    arguments: [
      ([0x00, 0x00, 0x00, 0x0D, 0x0A, 0x09] + Array("OSMHeader\u{18}".utf8), ForeignFormat.osmPBF),
      (Array("PAR1\u{15}\u{4}".utf8), .parquet), (Array("SQLite format 3\u{0}".utf8), .geoPackage),
      ([0x00, 0x00, 0x27, 0x0A, 0, 0, 0, 0], .shapefile), (Array("fgb\u{3}fgb".utf8), .flatGeobuf),
      ([0xD0, 0xCF, 0x11, 0xE0, 0xA1], .xls), ([0x42, 0x5A, 0x68, 0x39], .bzip2),
      ([0xFD, 0x37, 0x7A, 0x58, 0x5A, 0], .xz),
      ([0x28, 0xB5, 0x2F, 0xFD], .zstd), ([0x50, 0x4B, 3, 4] + Array("xxxx[Content_Types].xml".utf8), .xlsx),
      (Array("<?xml version=\"1.0\"?>\n<osm version=\"0.6\">".utf8), .osmXML),
      (Array("<?xml version=\"1.0\"?><kml xmlns=\"x\">".utf8), .kml), (Array("<gpx version=\"1.1\">".utf8), .gpx),
      (Array("<?xml version=\"1.0\"?><dataGrid><fields>".utf8), .xml), (Array("\n<!DOCTYPE html><html>".utf8), .html),
      (Array("version https://git-lfs.github.com/spec/v1\noid sha256:x".utf8), .lfsPointer),
      (Array("%PDF-1.4".utf8), .pdf),
    ] as [([UInt8], ForeignFormat)]
  )
  func `a file that cannot be read is known by its first bytes`(bytes: [UInt8], format: ForeignFormat) {
    #expect(throws: IndexFileError.foreignFormat(path: "input", format)) { try ImportedPlaces(bytes) }
  }

  @Test(arguments: ["name,lat,lng\na,1,2\n", "{}", "[]", "", "PARK,lat", "BZ,lat,lng"])
  func `other files are none of them`(text: String) {
    #expect(ByteView.over(Array(text.utf8), FileSignature.of) == nil)
  }
}
