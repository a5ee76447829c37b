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
        "Mo 08:30-17:00; We 10:00-12:00"
      ),
      (
        #"{"Monday":"8:00 AM - 5:00 PM","Tuesday":{"open":"1:00 p.m.","close":"9 PM"},"Friday":"오전 9:00-오후 6:00"}"#,
        "Mo 08:00-17:00; Tu 13:00-21:00; Fr 09:00-18:00"
      ),
      (#"{"Monday":"12:00 PM-12:30 AM","Tuesday":"22:00-02:00"}"#, "Mo 12:00-00:30; Tu 22:00-02:00"),
      (#"{"opens":"1:00 PM","closes":"5:00 PM","dayOfWeek":"Monday"}"#, "Mo 13:00-17:00"),
      (#"{"opens":"08:00:00.000","closes":"17:00:00","dayOfWeek":"Mo"}"#, "Mo 08:00-17:00"),
      (#"{"opens":"08:00+01:00","closes":"17:00+01:00","dayOfWeek":"Mo"}"#, nil),
      (#"{"monday":"","tuesday":""}"#, nil), (#"{"monday":null,"tuesday":[]}"#, nil),
      (#"{"monday":"","tuesday":"9:00-17:00"}"#, "Mo unknown; Tu 09:00-17:00"),
      (
        #"{"mon":{"open":"09:00","close":"17:00","closed":true},"tue":{"open":"09:00","close":"17:00","closed":false}}"#,
        "Mo off; Tu 09:00-17:00"
      ),
      (
        #"{"mon":{"isOpen":false,"from":"09:00","to":"17:00"},"tue":{"isOpen":true,"from":"09:00","to":"17:00"}}"#,
        "Mo off; Tu 09:00-17:00"
      ),
      (
        #"[{"day":"Monday","text":"10:00-17:00"},{"day_name":"Sat","value":"10:00-12:00"}]"#,
        "Mo 10:00-17:00; Sa 10:00-12:00"
      ),
      (#"[{"day":{"en":"Monday","fr":"lundi"},"open":"08:00","close":"12:00"}]"#, "Mo 08:00-12:00"),
      (#"{"Mo":"10:00-17:00","Fr":"10:00-12:00"}"#, "Mo 10:00-17:00; Fr 10:00-12:00"),
      (#"{"twentyfourseven":true}"#, "24/7"), (#"{"twentyfourseven":false}"#, nil),
      (
        #"""
        {"twentyfourseven":false,"regular_hours":[{"weekday":1,"period_begin":"08:00","period_end":"12:00"},
        {"weekday":1,"period_begin":"13:00","period_end":"18:00"},{"weekday":7,"period_begin":"10:00",
        "period_end":"24:00"}]}
        """#, "Mo 08:00-12:00, Mo 13:00-18:00; Su 10:00-24:00"
      ),
      (#"{"regular_hours":[{"weekday":8,"period_begin":"08:00","period_end":"12:00"}]}"#, nil),
      (#"{"dayOfWeek":"Monday-Friday","opens":"09:00","closes":"22:00"}"#, "Monday-Friday 09:00-22:00"),
      (#"{"dayOfWeek":"Mo,Tu,We","opens":"09:00","closes":"22:00"}"#, "Mo,Tu,We 09:00-22:00"),
      (#"{"dayOfWeek":"Weekdays","opens":"09:00","closes":"22:00"}"#, "Weekdays 09:00-22:00"),
      (
        #"""
        [{"opens":"00:00","closes":"00:00","validFrom":"2026-12-23","validThrough":"2027-01-05"},
        {"dayOfWeek":"PublicHolidays","opens":"10:00","closes":"14:00"},
        {"dayOfWeek":"Wednesday","opens":"00:00","closes":"00:00"},
        {"dayOfWeek":["Mo","We"],"opens":"09:00","closes":"18:00"}]
        """#, "Mo,We 09:00-18:00; We off; PH 10:00-14:00; 2026 Dec 23-2027 Jan 05 off"
      ),
      (
        #"""
        {"periods":[{"open":{"day":3,"hour":9},"close":{"day":3,"hour":17}},{"open":{"day":4,"hour":9,
        "date":{"year":2026,"month":12,"day":24}},"close":{"day":4,"hour":12}}],
        "specialDays":[{"date":{"year":2026,"month":12,"day":24}}]}
        """#, "We 09:00-17:00; Th unknown"
      ),
      (#"{"Monday":"8:00-18:30","note":"x"}"#, nil), (#"[{"day":"Monday"}]"#, nil),
      (#"{"fr":"9h-18h"}"#, nil),
      (#"{"periods":[]}"#, nil), (#"{"periods":[{"open":{"day":9,"hour":1}}]}"#, nil),
      (
        #"""
        [{"@type":"OpeningHoursSpecification","dayOfWeek":["Monday","https://schema.org/Tuesday"],"opens":"09:00",
        "closes":"12:00:00"},{"dayOfWeek":"Monday","opens":"13:00","closes":"17:00"},
        {"dayOfWeek":"http://schema.org/PublicHolidays","opens":"00:00","closes":"00:00"}]
        """#, "Mo,Tu 09:00-12:00, Mo 13:00-17:00; PH off"
      ),
      (
        #"{"opens":"10:00","closes":"00:00","validFrom":"2026-12-24","validThrough":"2026-12-26"}"#,
        "2026 Dec 24-2026 Dec 26 10:00-24:00"
      ),
      (
        #"""
        [{"day_of_week":"Monday","opens":"09:00","closes":"18:00","valid_from":null,"valid_through":null},
        {"day_of_week":"Monday","opens":"09:00","closes":"12:00","valid_from":"2026-12-20T23:00:00.000Z",
        "valid_through":"2026-12-27T22:59:59Z"}]
        """#, "Mo 09:00-18:00; 2026 Dec 21-2026 Dec 27 Mo 09:00-12:00"
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

  @Test(arguments: [
    #"{"Monday":"9:00-5:00"}"#, #"[{"day":"Monday","open":"9:00","close":"5:00"}]"#,
    #"{"Monday":"9:00-17:00 (ask)"}"#,
  ])
  func `doubtful times stay unknown`(json: String) throws {
    let value = try #require(JSONValue(reading: Array(json.utf8)))
    let converted = try #require(OpeningHoursNotation.text(of: value))
    #expect(OpeningHours(converted) == nil)
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
