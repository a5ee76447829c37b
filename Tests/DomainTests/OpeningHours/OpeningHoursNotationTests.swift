import Tables
import Testing

@testable import Domain

struct OpeningHoursNotationTests {
  @Test(
    arguments: [
      (
        #"""
        {"openNow":true,"periods":[{"open":{"day":0,"hour":10,"minute":0},"close":{"day":0,"hour":14,"minute":0}},
        {"open":{"day":1,"hour":9},"close":{"day":1,"hour":17,"minute":30}},
        {"open":{"day":2,"hour":9},"close":{"day":2,"hour":17,"minute":30}},
        {"open":{"day":5,"hour":18},"close":{"day":6,"hour":2,"minute":0}}]}
        """#, "Mo-Tu 09:00-17:30; Fr 18:00-02:00; Su 10:00-14:00"
      ),
      (#"{"periods":[{"open":{"day":0,"hour":0,"minute":0}}]}"#, "24/7"),
      (#"{"periods":[{"open":{"day":1,"time":"0900"},"close":{"day":2,"time":"0000"}}]}"#, "Mo 09:00-24:00"),
      (#"{"periods":[{"open":{"day":1,"hour":9,"minute":0}}]}"#, nil),
      (#"{"periods":[{"open":{"day":1,"time":"1800"},"close":{"day":1,"time":"0200"}}]}"#, nil),
      (
        #"{"periods":[{"open":{"day":5,"hour":17},"close":{"day":0,"hour":0}}]}"#,
        "Fr 17:00-24:00; Sa 00:00-24:00"
      ),
      (
        #"{"periods":[{"open":{"day":6,"hour":8},"close":{"day":0,"hour":20}}]}"#,
        "Sa 08:00-24:00; Su 00:00-20:00"
      ),
      (
        #"{"weekdayDescriptions":["Monday: 3:00 – 9:00 PM","Tuesday: Closed"]}"#,
        "Monday: 3:00 – 9:00 PM; Tuesday: Closed"
      ),
      (#"{"weekday_text":["Monday: 9:00 AM – 5:00 PM"]}"#, "Monday: 9:00 AM – 5:00 PM"),
      (#"{"Monday":"8:0-18:30","Tuesday":"Closed","Sunday":"0:0-0:0"}"#, "Mo 08:00-18:30; Tu Closed; Su unknown"),
      (#"{"monday":{"open":"09:00","close":"17:00"},"tuesday":null}"#, "Mo 09:00-17:00; Tu off"),
      (#"{"thurs":["08:30-12:00","13:00-17:00"],"fri":[]}"#, "Th 08:30-12:00,13:00-17:00; Fr off"),
      (
        #"[{"day":"Monday","open":"8:30 AM","close":"5 PM"},{"day":"Wed","hours":"10:00-12:00"}]"#,
        "Mo 8:30 AM-5 PM; We 10:00-12:00"
      ),
      (#"{"Monday":"8:00-18:30","note":"x"}"#, nil), (#"[{"day":"Monday"}]"#, nil),
      (#"{"fr":"9h-18h"}"#, nil),
      (#"{"periods":[]}"#, nil), (#"{"periods":[{"open":{"day":9,"hour":1}}]}"#, nil),
      (
        #"""
        [{"@type":"OpeningHoursSpecification","dayOfWeek":["Monday","https://schema.org/Tuesday"],"opens":"09:00",
        "closes":"12:00:00"},{"dayOfWeek":"Monday","opens":"13:00","closes":"17:00"},
        {"dayOfWeek":"http://schema.org/PublicHolidays","opens":"00:00","closes":"00:00"}]
        """#, "Mo,Tu 09:00-12:00, Mo 13:00-17:00, PH off"
      ),
      (
        #"{"opens":"10:00","closes":"00:00","validFrom":"2026-12-24","validThrough":"2026-12-26"}"#,
        "2026 Dec 24-2026 Dec 26 10:00-24:00"
      ),
      (#"[{"dayOfWeek":"Someday","opens":"09:00","closes":"12:00"}]"#, nil), ("[]", nil), (#"{"a":1}"#, nil),
    ] as [(String, String?)]
  )
  func `structured hours are converted`(json: String, text: String?) throws {
    let value = try #require(JSONValue(reading: Array(json.utf8)))
    let converted = OpeningHoursNotation.text(of: value)
    #expect(converted == text)
    if let converted { #expect(OpeningHours(converted) != nil) }
  }

  @Test(
    arguments: [
      (["09:00", "18:00", "09:00", "13:00", "00:00", "00:00"], "Mo-Fr 09:00-18:00; Sa 09:00-13:00; Su,PH unknown"),
      (["0900", "1800", "", "", "10:00:00", "17:00:00"], "Mo-Fr 09:00-18:00; Sa unknown; Su,PH 10:00-17:00"),
      (["00:00", "23:59", "00:00", "24:00", "00:00", "23:59"], "Mo-Fr 00:00-24:00; Sa 00:00-24:00; Su,PH 00:00-24:00"),
      (["", "", "09:00", "13:00", "", ""], nil), (["일출", "일몰", "", "", "", ""], nil),
    ] as [([String], String?)]
  )
  func `columns of starts and ends are converted`(cells: [String], text: String?) {
    let converted = OpeningHoursNotation.text(
      weekdays: (cells[0], cells[1]),
      saturdays: (cells[2], cells[3]),
      holidays: (cells[4], cells[5])
    )
    #expect(converted == text)
    if let converted { #expect(OpeningHours(converted) != nil) }
  }
}
