import Domain
import Testing

@testable import PlaceIndex

/// A column is proposed only after it was tried on the rows.
@Suite struct ColumnTrialTests {
  private static func report(_ header: String, count: Int = 40, _ row: (Int) -> String) throws -> InputReport {
    let rows = (0..<count).map { "\(row($0)),37.\($0),127.5\n" }
    return try #require(try ImportedPlaces("\(header),위도,경도\n" + rows.joined()).input)
  }

  @Test func `the name of a district or province is no name of places`() throws {
    for title in ["시군구명", "시도명", "운영기관명"] {
      #expect(try Self.report(title) { "구역 \($0 % 4)" }.nameColumn == nil)
    }
    // Too few rows tell nothing of a column that sounds like one of regions.
    #expect(try Self.report("시군구명", count: 3) { "구역 \($0)" }.nameColumn == nil)
  }

  @Test(arguments: ["가게이름", "건물명"])
  func `a column of names that differ is proposed, in a table and in JSON`(title: String) throws {
    #expect(try Self.report("시군구명,\(title)") { "구역 \($0 % 4),건물 \($0)" }.nameColumn == title)
    let rows = (0..<40).map { #"{"시군구명":"구역 \#($0 % 4)","\#(title)":"건물 \#($0)","위도":37.\#($0),"경도":127.5}"# }
    #expect(try ImportedPlaces(rows.joined(separator: "\n")).input?.nameColumn == title)
    let unnamed = (0..<40).map { #"{"위도":37.\#($0),"경도":127.5}"# }.joined(separator: ",")
    #expect(try ImportedPlaces(#"{"generator":"overpass-ide","elements":[\#(unnamed)]}"#).input?.nameColumn == nil)
  }

  @Test func `a column whose title says nothing is proposed if its values look like names that differ`() throws {
    let words = (0..<40).map { number in
      String(UnicodeScalar(UInt8(97 + number % 26))) + "okyo \(number < 26 ? "x" : "y")"
    }
    let report = try Self.report("code,Applicant,website,kind of vehicle,notes") {
      "c\($0),\(words[$0 / 2]),http://x/\($0),Truck,see page \($0)"
    }
    #expect(report.nameColumn == "Applicant")
    #expect(try Self.report("code,kind of vehicle") { "c\($0),Truck" }.nameColumn == nil)
  }

  @Test func `no column is proposed that would replace the names that most places have`() throws {
    let report = try Self.report("이름,건물명") { "\($0 % 8 == 0 ? "" : "이름 \($0)"),건물 \($0)" }
    #expect(report.unnamedCount == 5 && report.nameColumn == nil)
  }

  @Test func `a column of categories is proposed only if more of its words name one than those that were read`() throws
  {
    #expect(try Self.report("이름,영업구분") { "이름 \($0),\($0 % 2 == 0 ? "카페" : "점포")" }.categoryColumn == "영업구분")
    #expect(try Self.report("이름,설치구분") { "이름 \($0),\($0 % 2 == 0 ? "실내" : "실외")" }.categoryColumn == nil)
    let report = try Self.report("이름,업종,영업구분") {
      "이름 \($0),\($0 % 10 == 0 ? "기타 등등" : "약국"),\($0 % 2 == 0 ? "카페" : "점포")"
    }
    #expect(report.ungroupedCount == 4 && report.categoryColumn == nil)
  }
}
