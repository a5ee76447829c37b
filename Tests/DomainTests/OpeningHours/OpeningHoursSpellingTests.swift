import Testing

@testable import Domain

struct OpeningHoursSpellingTests {
  @Test(arguments: [
    ("Mo-Fr 8:00-18:00", "Mo-Fr 08:00-18:00"),
    ("Mo-Fr 9-18", "Mo-Fr 09:00-18:00"),
    ("mo–fr 08.00 – 18.00", "Mo-Fr 08:00-18:00"),
    ("Mo-Fr: 8:00-12:00 13:00-18:00;", "Mo-Fr 08:00-12:00,13:00-18:00"),
    ("Monday to Friday 9am - 5pm", "Mo-Fr 09:00-17:00"),
    ("Mon.-Fri. 9 a.m.-5:30 p.m.", "Mo-Fr 09:00-17:30"),
    ("Mo-Fr 1-5pm", "Mo-Fr 13:00-17:00"),
    ("Mo-Fr 11-2 pm", "Mo-Fr 11:00-14:00"),
    ("12pm-12am", "12:00-00:00"),
    ("9am-5pm daily", "09:00-17:00"),
    ("open daily 10-18", "10:00-18:00 open"),
    ("10:00-18:00 Mo-Fr", "Mo-Fr 10:00-18:00"),
    ("closed Mondays", "Mo off"),
    ("24 hours", "00:00-24:00"),
    (
      "Monday: 9:00\u{202F}AM – 5:00\u{202F}PM;Tuesday: Open 24 hours;Wednesday: Closed",
      "Mo 09:00-17:00; Tu 00:00-24:00; We off"
    ),
    ("24시간", "00:00-24:00"),
    ("24hrs", "00:00-24:00"),
    ("월-금 09:00-18:00", "Mo-Fr 09:00-18:00"),
    ("월요일~금요일 9시~18시30분", "Mo-Fr 09:00-18:30"),
    ("평일 오전 9시 - 오후 6시, 토 09:00~13:00, 일요일 및 공휴일 휴무", "Mo-Fr 09:00-18:00, Sa 09:00-13:00, Su,PH off"),
    ("월화수 10:00-12:00; 매주 목요일 휴무", "Mo,Tu,We 10:00-12:00; Th off"),
    ("연중무휴 10:00～22:00", "10:00-22:00"),
    ("3월~10월 09:00-18:00", "Mar-Oct 09:00-18:00"),
    ("24 Dec 10:00-12:00; 1월 1일 휴무", "Dec 24 10:00-12:00; Jan 01 off"),
    ("Monday-Friday, 10:00-18:00", "Mo-Fr 10:00-18:00"), ("Mo-Su; 11-23h", "Mo-Su 11:00-23:00"),
    ("평일 09:00~18:00 / 주말 10:00~17:00", "Mo-Fr 09:00-18:00; Sa-Su 10:00-17:00"),
    ("Mo-Fr 9:00-12:00/14:00-18:00", "Mo-Fr 09:00-12:00,14:00-18:00"),
    ("11am-close", "11:00+"), ("22-2", "22:00-02:00"), ("１１：００～２２：００", "11:00-22:00"),
    ("wd 9:00-18:00", "Mo-Fr 09:00-18:00"),
    ("week 01,03: 10:00-12:00", "week 1,3 10:00-12:00"), ("Dec 24,26: 10:00-12:00", "Dec 24,26 10:00-12:00"),
    ("Mo-Fr 09:00-17:00\nSa 10:00-12:00", "Mo-Fr 09:00-17:00; Sa 10:00-12:00"),
  ])
  func `a spelling means the same as OpenStreetMap's`(text: String, standard: String) throws {
    #expect(try #require(OpeningHours(text), "\(text)") == #require(OpeningHours(standard)), "\(text)")
  }

  @Test(arguments: [
    "", ";", "call us", "연중무휴", "Mo-Fr 09:00", "Mo-Fr 09:00-", "Mo-Fr 9-5", "Mo-Fr 9am-5", "25:00-26:00",
    "10:00-10:60", "Mo[0] 10:00-12:00", "Feb 30 off", "Mo-Fr 0900-1700", "10:00-16:00/01:30", "격주 월요일 휴무",
    "09:00-18:00 (일요일 휴무)", "Mo-Fr 09:00-18:00 \"note", "Mo-Fr 10:00-12:00 |", "week 60 Mo 10:00-12:00",
    "10:00-12:00,", "Mo-Fr 10:00-12:00 ||", "daily", "open daily", "1pm-5", "11-2", "Jan-Feb Jan 09-15",
  ])
  func `anything else isn't understood`(text: String) {
    #expect(OpeningHours(text) == nil, "\(text)")
  }
}
