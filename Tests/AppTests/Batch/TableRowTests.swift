import Domain
import Foundation
import TestSupport
import Testing

@testable import App

struct TableRowTests {
  private let directory = TemporaryDirectory()

  private func run(
    _ line: String,
    _ rows: String = "",
    bytes: [UInt8]? = nil,
    chunkSize: Int = 1 << 14,
    from source: ScriptedSource = ScriptedSource(isFree: true)
  ) async -> BatchOutcome {
    await BatchOutcome(of: "-c gas \(line)", rows: rows, from: source, bytes: bytes, chunkSize: chunkSize)
  }

  private static let table = "이름,위도,경도\n강남역,37.5,127\n홍대입구,37.6,127\n"
  private static let cp949 = "wMy4pyzAp7W1LLDmtbUKsK2zsr+qLDM3LjUsMTI3CsirtOvA1LG4LDM3LjYsMTI3Cg=="

  @Test(arguments: [
    cp949,
    "//50x4S5LAAEx8SzLAC9rMSzCgAVrKiw7cUsADMANwAuADUALAAxADIANwAKAE3WALOFx2ytLAAzADcALgA2ACwAMQAyADcACgA=",
    "H4sIAAAAAAACAztwZsdynQPLt27V2fBs61auDWs3b9q/SsfYXM9Ux9DInOvE6i2vD1zZuAMkYgYWAQDDTlCLMQAAAA==",
    "UEsDBBQAAAgIAJVcd12DFtyMAwAAAAEAAAAKAAAA7JWI64K0LnBkZqsAAFBLAwQUAAAACACVXHddw05QizEAAAAxAAAABQAAAGEuY3N2O3Bmx3KdA8u3"
      + "btXZ8GzrVq4Nazdv2r9Kx9hcz1TH0Mic68TqLa8PXNm4AyRiBhYBAFBLAQIUAxQAAAgIAJVcd12DFtyMAwAAAAEAAAAKAAAAAAAAAAAAAACAAQAAAADs"
      + "lYjrgrQucGRmUEsBAhQDFAAAAAgAlVx3XcNOUIsxAAAAMQAAAAUAAAAAAAAAAAAAAIABKwAAAGEuY3N2UEsFBgAAAAACAAIAawAAAH8AAAAAAA==",
  ])
  func `compressed tables and other encodings are read, and rows are copied byte for byte`(text: String) async throws {
    let bytes = [UInt8](try #require(Data(base64Encoded: text)))
    let expected = await run("", Self.table)
    #expect(expected.status == 0 && expected.lines.count == 2 && expected.lines[1].contains("홍대입구"))
    for chunkSize in [1, 7, 1 << 14] {
      let outcome = await run("", bytes: bytes, chunkSize: chunkSize)
      #expect(outcome.output == expected.output, "\(chunkSize): \(outcome.errors)")
    }
    // A truncated compressed table is rejected, and earlier records remain.
    let cut = await run("", bytes: Array(bytes.dropLast(text.hasPrefix("UE") ? 200 : 9)))
    #expect(!text.hasPrefix("H4") && !text.hasPrefix("UE") || cut.status == 7, "\(cut.status) \(cut.errors)")
  }

  @Test func `an archive of two tables and an undecodable text are refused with a remedy`() async throws {
    let two =
      "UEsDBBQAAAAIAJVcd13vIdaqPAAAAD4AAAAFAAAAYS5jc3Z7M3fL62UtOm/mtLzub9F5tWkvkOJ6tWHq66YVb6av1TE21zPVMTQy53o7s/d1T8Obea2vtq4B"
      + "iZqBRQFQSwMEFAAAAAgAlVx3Xe8h1qo8AAAAPgAAAAUAAABiLmNzdnszd8vrZS06b+a0vO5v0Xm1aS+Q4nq1YerrphVvpq/VMTbXM9UxNDLnejuz93VPw5t5"
      + "ra+2rgGJmoFFAVBLAQIUAxQAAAAIAJVcd13vIdaqPAAAAD4AAAAFAAAAAAAAAAAAAACAAQAAAABhLmNzdlBLAQIUAxQAAAAIAJVcd13vIdaqPAAAAD4AAAAF"
      + "AAAAAAAAAAAAAACAAV8AAABiLmNzdlBLBQYAAAAAAgACAGYAAAC+AAAAAAA="
    let several = await run("", bytes: [UInt8](try #require(Data(base64Encoded: two))))
    #expect(several.status == 2 && several.errors.contains("more than one table, such as b.csv"), "\(several.errors)")
    let unclear = await run(
      "",
      bytes: Array("lat,lng,x\n".utf8) + [0xA4, 0xA5, 0xA7, 0x20, 0xE0, 0xE1] + Array("\n".utf8)
    )
    #expect(unclear.status == 2 && unclear.errors.contains("Pass --encoding iso-8859-1"), "\(unclear.errors)")
  }

  @Test func `a CRS, a category column and a tab-separated file are read as in index build`() async {
    let grid = await run("--crs EPSG:5179 -n 1", "x,y\n955000,1950000\n9000000,1\n")
    #expect(grid.lines[0].contains(#""lat":37.5"#) && grid.lines[0].contains(#""lng":126.9"#), "\(grid.lines)")
    #expect(
      grid.status == 6 && grid.lines[1].contains("9000000,1 is outside the coordinate reference system of --crs."),
      "\(grid.lines)"
    )
    for name in ["category", "업종", "분류"] {
      #expect(await run("-n 1", "lat,lng,\(name)\n37.5,127,카페\n").output.contains(#""category":["cafe"]"#))
    }
    #expect(await run("-n 1 --map category=업태", "lat,lng,업태\n37.5,127,카페\n").output.contains(#"["cafe"]"#))
    let tsv = await run("-f tsv --bom --one-line", "id,lat,lng\na\tb,37.5,127\n")
    #expect(tsv.output.hasPrefix("\u{FEFF}row\trow_id\tstatus\t"), "\(tsv.output)")
    #expect(tsv.lines.count == 2 && tsv.lines[1].split(separator: "\t")[1] == #"a\tb"#, "\(tsv.output)")
    #expect(await run("--bom", Self.table).status == 2)
  }

  @Test(arguments: [
    "lat,lng\n0,0\n", "latlng\n\"0,0\"\n\"1.5,2\"\n", "at\n\"0.0, 0.0\"\n", #"{"lat":0,"lng":0}"#, #"{"at":"0,0"}"#,
  ])
  func `a row at 0,0 is invalid`(rows: String) async {
    let outcome = await run("", rows)
    #expect(outcome.status == 6 && outcome.lines[0].contains("coordinates_missing"), "\(outcome.output)")
  }

  @Test(arguments: [
    "lat_deg,lat_min,lng_deg,lng_min\n37,30,127,15\n", "lat,lat_min,lat_sec,lng,lng_min,lng_sec\n37,29,60,127,15,\n",
    "Latitude [deg],Latitude [min],N/S,Longitude [deg],Longitude [min],E/W\n37,30,N,127,15,E\n",
    "id,Latitude,,Longitude,\n1,37,30,127,15\n", "lat_deg,lat_min,lng_deg,lng_min,lng_sec\n37,30,127,14,60\n",
    "lat_deg,lat_min,lng_deg\n37,30,127.25\n",
  ])
  func `minutes in columns of their own are added`(rows: String) async {
    let outcome = await run("", rows)
    #expect(outcome.output.contains(#""lat":37.5,"lng":127.25,"#), "\(outcome.output) \(outcome.errors)")
  }

  @Test func `minutes that aren't minutes make a row invalid`() async {
    let outcome = await run("", "lat,lat_min,lng,lng_min\n37,61,127,0\n37,x,127,0\n37,1,127,0\n")
    #expect(outcome.lines.map { $0.contains("coordinates_invalid") } == [true, true, false], "\(outcome.output)")
  }

  @Test(arguments: [
    ("", "lat,ns,lng,ew\n33.45,S,70.66,W\n", "-33.45", "-70.66"),
    ("", "lat,lat_ref,lng,lng_ref\n33.45,북위,70.66,Ouest\n", "33.45", "-70.66"),
    ("", "lat,ns,lng,ew\n-33.45,s,70.66,\n", "-33.45", "70.66"),
    ("", #"{"lat":33.45,"ns":"S","lng":70.66,"GPSLongitudeRef":"W"}"#, "-33.45", "-70.66"),
    ("--map lat_hemisphere=a --map lng_hemisphere=b", "lat,a,lng,b\n33.45,S,70.66,W\n", "-33.45", "-70.66"),
    ("--map lat_hemisphere=", "lat,ns,lng,ew\n33.45,x,70.66,W\n", "33.45", "-70.66"),
  ])
  func `a hemisphere in a column of its own is the sign of its number`(
    options: String,
    rows: String,
    latitude: String,
    longitude: String
  ) async {
    let outcome = await run("-n 1 \(options)", rows)
    let isPlaced = outcome.output.contains("\"lat\":\(latitude),\"lng\":\(longitude),")
    #expect(outcome.status == 0 && isPlaced, "\(outcome.output)\(outcome.errors)")
  }

  @Test(arguments: [
    ("33.45,x,70.66,W", "The hemisphere 'x' of the latitude isn't N or S."),
    ("33.45,S,70.66,O", "The hemisphere 'O' of the longitude isn't E or W."),
    ("-33.45,N,70.66,W", "The latitude -33.45 contradicts its hemisphere 'N'."),
  ])
  func `a hemisphere that contradicts its number or has two meanings is an error`(row: String, message: String) async {
    let outcome = await run("-n 1", "lat,ns,lng,ew\n\(row)\n")
    #expect(outcome.status == 6 && outcome.output.contains(message), "\(outcome.output)")
  }

  @Test func `a line of CSV has the values of its record`() async throws {
    let lines = await run("-n 3 -f csv --one-line", "lat,lng,category\n37.5,127,카페\n91,127,\n").lines
    let names = lines[0].split(separator: ",", omittingEmptySubsequences: false)
    #expect(names.suffix(22).starts(with: ["query_lat", "query_lng", "query_near", "total_count", "complete"]))
    #expect(lines[1].hasSuffix(#",37.5,127,,2,true,,,cafe,,1000,distance,3,index,2,,,,,,,,true"#), "\(lines[1])")
    #expect(
      lines[2].hasSuffix(",The latitude 91 isn't between -90 and 90.,false,,,,,,,,,,,,,,,"),
      "\(lines[2])"
    )
  }

  @Test(
    arguments: ["-f csv", "-f tsv --one-line --bom", "--add", "--add -f geojson", "--add -f ndjson"],
    [false, true]
  )
  func `a table that was cut anywhere is resumed to the same bytes, and loses no line`(
    line: String,
    isPacked: Bool
  ) async throws {
    let rows = "id,lat,lng\n\"a\nb\",37.5,127\nc,91,0\nd,37.6,127\n"
    let cp949 = isPacked ? [UInt8](try #require(Data(base64Encoded: Self.cp949))) : nil
    let path = directory.file("out")
    func resume(_ more: String = "") async -> BatchOutcome {
      await run("\(line) --resume -o \(path)\(more)", rows, bytes: cp949)
    }
    let first = await resume()
    #expect(first.status == (isPacked ? 0 : 6), "\(first.errors)")
    let whole = try #require(FileManager.default.contents(atPath: path))
    for length in stride(from: 0, through: whole.count, by: Seeds.areAll ? 7 : 29) {
      try whole.prefix(length).write(to: URL(fileURLWithPath: path))
      #expect(await resume().status == first.status)
      #expect(FileManager.default.contents(atPath: path) == whole, "\(length)")
    }
    try (whole + Data("x,y\n".utf8)).write(to: URL(fileURLWithPath: path))
    #expect(await resume().status == 2)
    #expect(FileManager.default.contents(atPath: path) != whole)
    #expect(await resume(" --prune").status == first.status)
    #expect(FileManager.default.contents(atPath: path) == whole)
    try Data("other\n1\n".utf8).write(to: URL(fileURLWithPath: path))
    #expect(await resume().status == 2)
    let paid = await run("\(line) --resume -o \(directory.file("paid"))", rows, from: ScriptedSource())
    #expect(paid.status == 2 && paid.errors.contains("NDJSON"), "\(paid.errors)")
  }
}
