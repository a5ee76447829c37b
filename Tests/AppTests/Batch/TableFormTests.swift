import Domain
import Foundation
import Synchronization
import System
import TestSupport
import Testing

@testable import App

/// The table formats that a build reads, and that a batch reads in the same way.
struct TableFormTests {
  private let directory = TemporaryDirectory()

  private func run(_ line: String, _ rows: String, chunkSize: Int = 1 << 14) async -> BatchOutcome {
    await BatchOutcome(of: "-c gas -n 1 \(line)", rows: rows, from: ScriptedSource(isFree: true), chunkSize: chunkSize)
  }

  @Test(
    arguments: [
      ("", "이름;위도;경도\n가온;37,5;127,1\n"), ("", "sep=;\r\nname;lat;lng\r\na;37.5;127.1\r\n"),
      ("", "sep=|\nname|lat|lng\na|37.5|127.1\n"), ("", "SEP=\t\nname\tlat\tlng\na\t37.5\t127.1\n"),
      ("", "name|lat|lng\na|37.5|127.1\n"), ("", "서울시 병원 목록\n이름,위도,경도\n가온,37.5,127.1\n"),
      ("", "서울시 병원 목록,,\n2026년 11월,,\n이름,위도,경도\n가온,37.5,127.1\n"), ("", "이름,X좌표,Y좌표\n가온,127.1,37.5\n"),
      ("", "이름,좌표정보(x),좌표정보(y)\n가온,127.1,37.5\n"), ("", "이름,좌표정보(X),좌표정보(Y)\n가온,37.5,127.1\n"),
      ("", "이름,역위도,역경도\n가온,37.5,127.1\n"), ("", "名称,緯度,経度\n가온,37.5,127.1\n"),
      ("", "name,stop_lat,stop_lon\na,37.5,127.1\n"), ("", "名称,Ｘ座標,Ｙ座標\n가온,127.1,37.5\n"),
      ("", "name,lat,lng,x,y\na,,,127.1,37.5\n"), ("", "name,lat,lng,x,y\na,0,0,127.1,37.5\n"),
      ("", "name,ｌａｔ,ｌｎｇ\na,37.5,127.1\n"),
      ("", "name,WGS84_LAT,WGS84_LOGT\na,37.5,127.1\n"),
      ("", "이름;위도;경도\n가온;37도 30분;N127°6'0\"\n".replacing("N127", with: "E127")),
      ("--crs EPSG:5174", "이름,X좌표,Y좌표\n가온,208836.1,444192.7\n"),
      ("--crs EPSG:5174", "이름,좌표정보(x),좌표정보(y)\n가온,208836.1  ,444192.7\n"),
      ("--crs EPSG:5174", "이름,TM_X,TM_Y\n가온,208836.1,444192.7\n"),
      ("", "이름,좌표정보X(EPSG5174),좌표정보Y(EPSG5174)\n가온,208836.1,444192.7\n"),
      ("", "관리번호,인허가일자,사업장명,좌표정보(X),좌표정보(Y)\n1,2020-01-01,가온,208836.1,444192.7\n"),
      ("--crs EPSG:5174", "이름,x,y\n가온,127.1,37.5\n"),
    ] as [(String, String)]
  )
  func `a batch row may have its coordinate in every form that a build reads`(options: String, rows: String)
    async throws
  {
    for chunkSize in [1, 1 << 14] {
      let outcome = await run(options, rows, chunkSize: chunkSize)
      #expect(outcome.status == 0 && outcome.lines.count == 1, "\(outcome.errors) \(outcome.output)")
      let latitude = try #require(Self.number("lat", in: outcome.output))
      let longitude = try #require(Self.number("lng", in: outcome.output))
      #expect(abs(latitude - 37.5) < 0.01 && abs(longitude - 127.1) < 0.01, "\(latitude), \(longitude)")
    }
  }

  /// Returns the first number with a name in the query of a record.
  private static func number(_ name: String, in record: String) -> Double? {
    guard let query = record.firstRange(of: "\"query\":{"),
      let found = record[query.upperBound...].firstRange(of: "\"\(name)\":")
    else { return nil }
    return Double(record[found.upperBound...].prefix { "-0123456789.".contains($0) })
  }

  @Test(
    arguments: [
      ("37,5;127,1;1.000", 1000), ("37,5;127,1;1,5km", 1500), ("37,5;127,1;1.234,5 m", 1234.5),
      ("37,5;127,1;0.25km", 250),
      ("37,5;127,1;300", 300), ("37.5;127.1;1.000", 1), ("37.5;127.1;1.5km", 1500),
    ] as [(String, Double)]
  )
  func `a radius has the decimal marks of the coordinates in its row`(row: String, meters: Double) async {
    let outcome = await run("", "lat;lng;radius\n\(row)\n")
    #expect(Self.number("radius_m", in: outcome.output) == meters, "\(outcome.errors) \(outcome.output)")
  }

  @Test(arguments: [
    "이름,X좌표,Y좌표\n가온,198811.97,452040.82\n나래,198812.97,452041.82\n", "이름,TM_X,TM_Y\n가온,198811.97,452040.82\n",
  ])
  func `metres without a CRS are refused with the possible CRSs`(rows: String) async {
    let outcome = await run("", rows)
    #expect(outcome.status == 2 && outcome.output.isEmpty)
    #expect(
      outcome.errors.contains("--crs EPSG:5174") && outcome.errors.contains("--crs EPSG:5181"),
      "\(outcome.errors)"
    )
  }

  @Test func `features in metres of a CRS that isn't supported are refused`() async {
    let features = #""features":[{"type":"Feature","geometry":{"type":"Point","coordinates":[691000,5334000]}}]"#
    let outcome = await run(
      "",
      #"{"type":"FeatureCollection","crs":{"properties":{"name":"EPSG:25832"}},\#(features)}"#
    )
    #expect(outcome.status != 0 && outcome.output.isEmpty)
    #expect(outcome.errors.contains("EPSG:25832, which isn't supported"), "\(outcome.errors)")
  }

  @Test func `a batch reads the escapes in places that this program wrote`() async {
    let outcome = await run("", "place_name\tcategory_group_code\tlat\tlng\na\\tb\\\\n\t\t37.5\t127.1\n")
    #expect(outcome.output.contains(#""place_name":"a\tb\\n""#), "\(outcome.output) \(outcome.errors)")
  }

  @Test func `metres of another country are refused with the command that converts them`() async {
    let outcome = await run("", "Name,Easting,Northing\nYork,460350,451950\n")
    #expect(outcome.status == 2 && outcome.errors.contains("-s_srs EPSG:27700"), "\(outcome.errors)")
    #expect(outcome.errors.contains("-oo X_POSSIBLE_NAMES=Easting -oo Y_POSSIBLE_NAMES=Northing"))
    #expect(!outcome.errors.contains("KATEC"))
  }

  @Test(arguments: ["이름,종류,수\n가온,카페,x\n", "제목\n이름,종류,수\n가온,카페,x\n"])
  func `a table without coordinates is refused with its columns`(rows: String) async {
    let outcome = await run("", rows)
    #expect(outcome.status == 2 && outcome.errors.contains("--map lat=COLUMN"), "\(outcome.errors)")
  }

  @Test(arguments: [
    ("--crs EPSG:5174", "id,X좌표,Y좌표\na,198811.97,452040.82\nb,198812.97,452041.82\n"),
    ("--crs EPSG:5174", "id,x,y\na,452040.82,198811.97\nb,452041.82,198812.97\n"),
    ("", "id;위도;경도\na;37,5;127\nb;37,6;127\n"),
    ("", "id,lat,lng,x,y\na,37.5,127,127,37.5\nb,,,127.1,37.6\n"),
    ("", "제목\nid,역위도,역경도,y\na,37.5,127,7\nb,37.6,127,8\n"),
  ])
  func `a batch of such a table is resumed to the same bytes`(options: String, rows: String) async throws {
    let path = directory.file("out.ndjson")
    func resume() async -> BatchOutcome { await run("\(options) --resume -o \(path)", rows) }
    #expect(await resume().status == 0)
    let whole = try #require(FileManager.default.contents(atPath: path))
    let first = try #require(whole.firstIndex(of: 0x0A))
    try whole.prefix(first + 1).write(to: URL(fileURLWithPath: path))
    let again = await resume()
    #expect(again.status == 0, "\(again.errors)")
    #expect(FileManager.default.contents(atPath: path) == whole)
  }

  /// Endless bytes.
  ///
  /// Fails the test if it is read far beyond any limit.
  private final class EndlessInput: BatchInput {
    private let first: [UInt8]
    private let byte: UInt8
    private let count = Mutex(0)
    private static let tooMany = 1 << 31

    init(_ first: String, then byte: UInt8) { (self.first, self.byte) = (Array(first.utf8), byte) }

    var identity: FileIdentity? { nil }
    var sizeInBytes: Int? { nil }
    func keepForRereading(nextTo path: String) {}
    func rewind() {}
    func read(upTo count: Int) async throws(FileFailure) -> [UInt8] {
      let total = self.count.withLock { total in
        total += count
        return total
      }
      guard total < Self.tooMany else {
        throw FileFailure(path: "endless", reason: .inputUnreadable(reason: "read too far"))
      }
      return total == count && !first.isEmpty ? first : [UInt8](repeating: byte, count: count)
    }
  }

  private func refusal(of input: EndlessInput) async -> Failure? {
    let reader = BatchReader(source: input, decoding: "endless")
    do throws(Failure) {
      _ = try await reader.open(names: ColumnNames(), needsCoordinates: true)
      return nil
    } catch { return error }
  }

  @Test(arguments: [(0x00, "neither text nor"), (0x61, "16 MiB")] as [(UInt8, String)])
  func `an endless input without a line is refused`(byte: UInt8, said: String) async {
    let failure = await refusal(of: EndlessInput("", then: byte))
    #expect(failure?.status == .usage && failure?.message.contains(said) == true, "\(failure?.message ?? "read")")
  }
}
