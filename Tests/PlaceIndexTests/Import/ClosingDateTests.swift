import Domain
import Testing

@testable import PlaceIndex
@testable import Rows
@testable import Tables

/// A closing date column closes a place from that day on.
@Suite struct ClosingDateTests {
  /// 2026-11-28.
  private static let today = CivilDay(daysSince1970: 20_785)

  @Test(
    arguments: [
      ("2026-11-28", true), ("2026-11-29", false), ("2026/12/01", false), ("2026.11.01.", true), ("20261127", true),
      ("20261129", false), ("28112026", true), ("2026", true), ("2027", false), ("2026-12", false), ("11/2026", true),
      ("12/2026", false), ("11/28/2026", true), ("12/31/2026", false), ("28/11/2026", true), ("31.12.2026", false),
      ("1.12.2026", false), ("3/1/2025", true), ("Nov 28, 2026", true), ("1 December 2026", false),
      ("2025-03-01T00:00:00.000", true), ("2030-03-01 00:00:00", false), ("2026년 11월 28일", true),
      ("2026年12月1日", false), ("1740787200000", true), ("1740787200", true), ("4102444800000", false),
      ("-62135596800000", false), ("0001-01-01", false), ("0000-00-00", false), ("9999-12-31", false), ("9999", false),
      ("20261128235959", true), ("", false), ("-", false), ("ongoing", false), ("3/1", true), ("-1000000000", true),
      ("31.12.20", true), ("31.12.35", false), ("12/31/99", true), ("99-12-31", true), ("35-01-01", false),
      ("44197", true), ("73000", false), ("May 2019", true), ("~2010", true), ("before 1950", true),
      ("31 décembre 2020", true), ("31/12/2030 00:00", false), ("TBD 2190", false), ("令和3年3月31日", true),
    ] as [(String, Bool)]
  )
  func `a closing day in the past or today is past`(text: String, isPast: Bool) {
    #expect(ByteView.over(Array(text.utf8)) { ClosingDate.isPast($0, today: Self.today) } == isPast)
  }

  @Test(arguments: [
    "end_date", "End Date", "Business End Date", "Location End Date", "date_closed", "Closed On", "영업종료일", "date_fin",
    "fecha_cierre", "data_fine", "Enddatum", "閉店日", "sluitingsdatum",
    "Date de fermeture", "date_cessation", "geschlossen am", "Datum einde", "дата ликвидации", "말소일자", "终止日期",
    "Inactive Date", "deactivation_date", "datum_ukonceni", "lopetuspaiva", "kapanis_tarihi",
  ])
  func `a column that names the end of a place closes it by a date in the past or by yes`(title: String) throws {
    let dates = ["2001-02-03", "yes", "2189-01-01", "", "no"]
    let table = dates.enumerated().map { "p\($0),37.\($0 + 1),127.1,\($1)" }.joined(separator: "\n")
    let imported = try ImportedPlaces("name,lat,lng,\(title)\n\(table)\n")
    #expect(imported.rows.map(\.name) == ["p2", "p3", "p4"] && imported.skips == [.closed: 2])
    let rows = dates.enumerated().map {
      #"{"name":"p\#($0)","lat":37.\#($0 + 1),"lng":127.1,"\#(title)":"\#($1)"}"#
    }
    #expect(try ImportedPlaces(rows.joined(separator: "\n")).rows.map(\.name) == ["p2", "p3", "p4"])
  }

  @Test(
    arguments: [
      ("2020-05-01", true), ("yes", true), ("5/1/2019", true), ("permanently closed", true), ("2190-05-01", false),
      ("no", false), ("Sundays", false), ("24 Dec", false), ("0", false), ("2", false),
    ] as [(String, Bool)]
  )
  func `a column of yes and no may have the date`(text: String, isClosed: Bool) throws {
    for title in ["Closed", "is_closed", "permanentlyClosed", "폐업여부"] {
      let rows = try ImportedPlaces("name,lat,lng,\(title)\na,37.1,127.1,\(text)\nb,37.2,127.2,\n").rows
      #expect(rows.map(\.name) == (isClosed ? ["b"] : ["a", "b"]), "\(title)")
    }
  }

  @Test func `milliseconds and true in JSON close a place too`() throws {
    let imported = try ImportedPlaces(
      """
      {"name":"a","lat":37.1,"lng":127.1,"end_date":1740787200000}
      {"name":"b","lat":37.1,"lng":127.1,"end_date":true}
      {"name":"c","lat":37.1,"lng":127.1,"end_date":7258118400000}
      """
    )
    #expect(imported.rows.map(\.name) == ["c"])
  }
}
