import Foundation

@testable import PlaceIndex
@testable import Rows

/// The initial inputs of a run.
enum FuzzSeeds {
  private static let table =
    "id,name,lat,lng,category,address\n1,가온,37.1,127.1,cafe,서울 가온로 1\n2,,37.2,127.2,bank,\n,,37.2,127.2,,\n"
  private static let collection = """
    {"type":"FeatureCollection","crs":{"properties":{"name":"urn:ogc:def:crs:EPSG::5186"}},"features":[
    {"type":"Feature","id":"node/1","geometry":{"type":"Point","coordinates":[127.1,37.1]},
    "properties":{"name":"가온","name:en":"Gaon","amenity":"cafe;bank"}},
    {"attributes":{"OBJECTID":1,"NAME":"나래"},"geometry":{"rings":[[[127.1,37.1],[127.2,37.2]]]}}]}

    """
  /// Two files written by `gzip` and by Python's `zipfile`.
  private static let packed = [
    "H4sIAAAAAAACA8tLzE3VyUks0cnJS9dJTixJTc8vquR6taHhzYwVOsbmeoY6hkYgMjkxLZXrddOM1/NmgISNoMJJiXnZXADEsl8jRAAAAA==",
    "UEsDBBQAAAAIAAAAIVjEsl8jPQAAAEQAAAAFAAAAYS5jc3bLS8xN1clJLNHJyUvXSU4sSU3PL6rkerWh4c2MFTrG5nqGOoZGIDI5MS2V63XTjNfzZoCEjaDCSYl52VwAUEsBAhQDFAAAAAgAAAAhWMSyXyM9AAAARAAAAAUAAAAAAAAAAAAAAIABAAAAAGEuY3N2UEsFBgAAAAABAAEAMwAAAGAAAAAAAA==",
  ]

  /// Blocks of elements: dense nodes, ways, a relation before its texts, and a plain node next to a way with
  /// coordinates.
  private static let blocks = [
    "Cn4KAAoHYW1lbml0eQoEY2FmZQoEbmFtZQoG6rCA7JioCgdoaWdod2F5Cghjcm9zc2luZwoHbGVpc3VyZQoEcGFyawoEdHlwZQoMbXVsdGlwb2x5Z29uCghidWlsZGluZwoDeWVzCgdzdGF0aW9uCgdyYWlsd2F5CgZzdWJ3YXkSSxJJCgkCAgIC+JfckzQqBzIFAQEBAQFCDYLI9O8DxgHIAcgBygFKE4LL0TDGAdeao2HonaNhpvj8gw1SDwECAwQAAAAFBgAODQ8MAA==",
    "Cn4KAAoHYW1lbml0eQoEY2FmZQoEbmFtZQoG6rCA7JioCgdoaWdod2F5Cghjcm9zc2luZwoHbGVpc3VyZQoEcGFyawoEdHlwZQoMbXVsdGlwb2x5Z29uCghidWlsZGluZwoDeWVzCgdzdGF0aW9uCgdyYWlsd2F5CgZzdWJ3YXkSGhoQCAoSAgsBGgIMAkIEAgICAxoGCAtCAgQCiAFk",
    "EhsiGQgUEgIHCRoCCApCAwAAAEoDFgIPUgMBAQAKfgoACgdhbWVuaXR5CgRjYWZlCgRuYW1lCgbqsIDsmKgKB2hpZ2h3YXkKCGNyb3NzaW5nCgdsZWlzdXJlCgRwYXJrCgR0eXBlCgxtdWx0aXBvbHlnb24KCGJ1aWxkaW5nCgN5ZXMKB3N0YXRpb24KB3JhaWx3YXkKBnN1YndheQ==",
    "Cn4KAAoHYW1lbml0eQoEY2FmZQoEbmFtZQoG6rCA7JioCgdoaWdod2F5Cghjcm9zc2luZwoHbGVpc3VyZQoEcGFyawoEdHlwZQoMbXVsdGlwb2x5Z29uCghidWlsZGluZwoDeWVzCgdzdGF0aW9uCgdyYWlsd2F5CgZzdWJ3YXkSGwoZCBISAgEDGgICBCICMAFAgsj07wNIgsvRMBIfGh0IDBIBBxoBCEICAgJKB4LI9O8DxgFSBoLL0TDGAZgB6Ac=",
  ]
  .compactMap { Data(base64Encoded: $0).map(Array.init) }
  /// The header of a sorted file with a bounding box and a time.
  private static let elementsHeader =
    Data(
      base64Encoded:
        "ChoIgMivoCUQgPCF2iwYgMje8IoDIICgiLeDAyIOT3NtU2NoZW1hLVYwLjYiCkRlbnNlTm9kZXMqEVNvcnQuVHlwZV90aGVuX0lEgAKA98TVBg=="
    ).map(Array.init) ?? []

  static let storeHeader = Array("{\"placefind\":\"history\",\"version\":1}\n".utf8)
  static let archiveEnd: [UInt8] =
    [0x50, 0x4B, 1, 2] + [UInt8](repeating: 0, count: 42) + [0x50, 0x4B, 5, 6] + [UInt8](repeating: 0, count: 18)

  static var all: [[UInt8]] {
    let archive = stored("long name of a table.csv", Array(table.utf8)) + stored("b.geojson", Array(collection.utf8))
    let files =
      [Array(table.utf8), Array(collection.utf8), archive + archiveEnd]
      + packed.compactMap { Data(base64Encoded: $0).map(Array.init) }
    var seeds: [[UInt8]] = []
    for padding in [0, 1, 2, 4, 5, 6] as [UInt8] {
      for file in files { seeds.append(FuzzInput.seed(.file, padding: padding, more: 144 - 60, choice: padding, file)) }
      seeds.append(
        FuzzInput.seed(.index, padding: padding, [1, 128, 0, 0, 255, 255, 255, 127, 3, 10, 0, 0, 0, 0, 0, 0])
      )
      for choice in [0, 1, 2, 8, 9] as [UInt8] {
        let lines = (padding == 0 ? storeHeader : []) + Array("{\"at\":2}\nnot JSON\n{\"at\":3}\n{\"at".utf8)
        seeds.append(FuzzInput.seed(.store, padding: padding, choice: choice, lines))
      }
    }
    for way in [0, 1, 4] as [UInt8] {
      let plain = blocks.flatMap { ElementsTarget.blob(way, $0) }
      let sorted = ElementsTarget.blob(2, elementsHeader) + blocks.dropLast().flatMap { ElementsTarget.blob(way, $0) }
      for file in [plain, sorted] + blocks.map({ ElementsTarget.blob(way, $0) }) {
        seeds.append(FuzzInput.seed(.blobs, file))
      }
      seeds.append(FuzzInput.seed(.elements, choice: way, sorted))
    }
    for hours in openingHours { seeds.append(FuzzInput.seed(.hours, choice: 7, Array(hours.utf8))) }
    seeds.append(FuzzInput.seed(.terms, TermsTarget.seed))
    return seeds
  }

  private static let openingHours = [
    "Mo-Fr 08:00-12:00,13:00-17:30; Sa[1,-1] 10:00-26:00; PH off", "24/7 open \"side door\" || unknown",
    "2026 Dec 24-2027 Jan 06 10:00-12:00+, week 10-40/2 SH Mo-We (sunrise+01:00)-sunset",
    "easter -2 days,Mar Su[-1]-Oct Su[-1] 9am-5pm, PH +1 day off", "평일 오전 9시~오후 6시30분, 3월~10월 토 휴무",
    "Monday-Friday, 10 am till late; 00:00-05:00 off", "sunset-20:00 || Dec 24: 22-2",
  ]

  /// Returns an uncompressed file of an archive.
  static func stored(_ name: String, _ content: [UInt8]) -> [UInt8] {
    func little(_ number: Int, _ count: Int) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }
    let checksum = unsafe content.withUnsafeBytes { unsafe Inflater.checksum(of: $0, after: 0) } ?? 0
    return [0x50, 0x4B, 3, 4, 20, 0, 0, 0, 0, 0, 0, 0, 0, 0] + little(Int(checksum), 4) + little(content.count, 4)
      + little(content.count, 4) + little(name.utf8.count, 2) + [0, 0] + Array(name.utf8) + content
  }
}
