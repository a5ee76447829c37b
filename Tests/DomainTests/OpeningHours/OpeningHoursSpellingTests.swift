import Foundation
import Testing

@testable import Domain

struct OpeningHoursSpellingTests {
  @Test(
    arguments: [
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
      ("Mo-Fr 09:00-17:00\n\nMo-Fr 18:00-20:00", "Mo-Fr 09:00-17:00, Mo-Fr 18:00-20:00"),
      ("Mo-Sa 09:00-20:00 Su 10:00-18:00", "Mo-Sa 09:00-20:00; Su 10:00-18:00"),
      ("Mo 9:00-12:00 Mo 13:00-17:00 Tu closed", "Mo 09:00-12:00, Mo 13:00-17:00; Tu off"),
      ("평일 09:00-18:00 토 10:00-14:00 일요일/공휴일 휴무", "Mo-Fr 09:00-18:00; Sa 10:00-14:00; Su,PH off"),
      ("월~금 09:00~18:00 | 토,일 휴무", "Mo-Fr 09:00-18:00; Sa,Su off"),
      ("3월~10월 09:00~18:00 / 11월~2월 09:00~17:00", "Mar-Oct 09:00-18:00; Nov-Feb 09:00-17:00"),
      ("매일 10:00~22:00, 일요일 10:00~20:00", "10:00-22:00; Su 10:00-20:00"),
      ("월 09:00~12:00, 월 13:00~18:00", "Mo 09:00-12:00, Mo 13:00-18:00"),
      ("Mo-Su 10:00-22:00, Su 10:00-20:00", "Mo-Su 10:00-22:00, Su 10:00-20:00"),
      ("09:00-18:00 (일요일 휴무)", "09:00-18:00; Su off"), ("Daily 9:30am-8pm (closed on Tue)", "09:30-20:00; Tu off"),
      ("월요일: 오후 5:00~10:00", "Mo 17:00-22:00"), ("12pm-9", "12:00-21:00"), ("1pm-5", "13:00-17:00"),
      ("오후 12:00~오후 6:00", "12:00-18:00"),
      ("17:00~익일 02:00", "17:00-26:00"), ("오후 5시~새벽 2시", "17:00-02:00"), ("일출~일몰", "sunrise-sunset"),
      ("24시간 영업", "00:00-24:00 open"), ("상시개방", "24/7"), ("24h/24", "24/7"),
      ("월·수·금 10:00~17:00", "Mo,We,Fr 10:00-17:00"),
      ("영업시간: 주중 09:00~22:00, 주말 10:00~22:00", "Mo-Fr 09:00-22:00, Sa-Su 10:00-22:00"),
      ("Montag bis Freitag 9 bis 17 Uhr, Feiertage geschlossen", "Mo-Fr 09:00-17:00, PH off"),
      ("täglich 10-22 Uhr", "10:00-22:00"), ("Fermé le lundi", "Mo off"),
      ("tous les jours de 10h à 19h", "10:00-19:00"),
      ("du lundi au vendredi de 9h00 à 12h30 et de 14h00 à 18h00", "Mo-Fr 09:00-12:30,14:00-18:00"),
      ("lunes a viernes de 9:00 a 14:00; domingos cerrado", "Mo-Fr 09:00-14:00; Su off"),
      ("lunedì-venerdì 9.00-13.00", "Mo-Fr 09:00-13:00"), ("maandag tot zaterdag 9-18 uur", "Mo-Sa 09:00-18:00"),
      ("M-F 9am-5pm", "Mo-Fr 09:00-17:00"), ("8am - midnight", "08:00-24:00"), ("noon-8pm", "12:00-20:00"),
      ("매주 화요일 휴무, 매일 10:00-22:00", "10:00-22:00; Tu off"), ("Closed Mondays, daily 10-18", "10:00-18:00; Mo off"),
      ("9am - 5pm, Monday to Friday", "Mo-Fr 09:00-17:00"), ("공휴일 휴무, 월-금 09:00-18:00", "Mo-Fr 09:00-18:00; PH off"),
      ("Closed Mon, Tue-Sun 8am-5pm", "Mo off, Tu-Su 08:00-17:00"),
      ("Mon-Fri 9am-5pm, closed Sat, Sun 10am-2pm", "Mo-Fr 09:00-17:00, Sa off, Su 10:00-14:00"),
      ("Ruhetag: Montag, Di-So 10-18 Uhr", "Mo off, Tu-Su 10:00-18:00"),
      ("Closed Sundays and holidays, Mon-Sat 9am-5pm", "Mo-Sa 09:00-17:00; Su,PH off"),
      ("Sunday, Closed; Monday-Saturday 9am-5pm", "Su off; Mo-Sa 09:00-17:00"),
      ("Monday\n9:00-17:00\nSunday\nClosed", "Mo 09:00-17:00; Su off"),
      ("월~토 09:00~17:00, 일요일, 휴무", "Mo-Sa 09:00-17:00, Su off"),
      ("Sun & holidays 10am-2pm, Mon-Sat 9am-8pm", "Mo-Sa 09:00-20:00; Su,PH 10:00-14:00"),
      ("주말 및 공휴일 10:00~18:00, 평일 09:00~20:00", "Mo-Fr 09:00-20:00; Sa-Su,PH 10:00-18:00"),
      ("Jul 14 closed, Mon-Fri 9am-5pm", "Mo-Fr 09:00-17:00; Jul 14 off"),
      ("2026 May 5 closed, daily 9am-8pm", "09:00-20:00; 2026 May 05 off"),
      ("Mon-Fri 9am-5pm, 2026 Dec 24 9am-12pm", "Mo-Fr 09:00-17:00; 2026 Dec 24 09:00-12:00"),
      ("18-1am", "18:00-01:00"), ("PH -1 day Mo-We 10:00-12:00", "PH -1 day Mo-We 10:00-12:00"),
      ("Dec 25 closed, Monday-Friday 9am-5pm", "Mo-Fr 09:00-17:00; Dec 25 off"),
      ("매일 10:00-22:00, 12월 25일 10:00-15:00", "10:00-22:00; Dec 25 10:00-15:00"),
      ("평일 09:00~18:00, 공휴일 10:00~14:00", "Mo-Fr 09:00-18:00; PH 10:00-14:00"),
      ("화 휴무, 월-금 10-12, 월-금 14-18", "Mo-Fr 10:00-12:00, Mo-Fr 14:00-18:00; Tu off"),
      ("매일 10-22 / 일 10-12 / 일 14-20", "10:00-22:00; Su 10:00-12:00, Su 14:00-20:00"),
      ("평일 09:00-12:00; 평일 13:00-18:00", "Mo-Fr 09:00-12:00, Mo-Fr 13:00-18:00"),
      ("일일 10:00~22:00", "10:00-22:00"), ("24시간 / 연중무휴", "00:00-24:00"), ("24시간, 연중무휴", "00:00-24:00"),
      ("09:00~22:00 (연중무휴)", "09:00-22:00"), ("일요일 휴진 평일 09:00~18:00", "Su off; Mo-Fr 09:00-18:00"),
      ("April bis Oktober: 10:00-18:00 Uhr", "Apr-Oct 10:00-18:00"), ("domingos y festivos cerrado", "Su,PH off"),
      ("from 9:00 to 18:00, closed on public holidays", "09:00-18:00, PH off"),
      // By `Su PH` people mean both, and by two rules for the same days a break.
      ("Mo-Sa 07:00-20:00; Su PH 08:00-19:00", "Mo-Sa 07:00-20:00; Su,PH 08:00-19:00"),
      ("평일 09:00~18:00, 일요일 공휴일 휴무", "Mo-Fr 09:00-18:00, Su,PH off"), ("Sa Su 10:00-12:00", "Sa,Su 10:00-12:00"),
      ("Mo-We Fr 9-18", "Mo-We,Fr 09:00-18:00"), ("PH Sa Su 0:00-24:00", "PH,Sa,Su 00:00-24:00"),
      ("Mo We Fr 10:00-12:00", "Mo,We,Fr 10:00-12:00"), ("화 목 10:00~12:00", "Tu,Th 10:00-12:00"),
      ("10am-8pm, Sunday holiday", "10:00-20:00, Su off"), ("bank holiday Mondays 10-16", "PH Mo 10:00-16:00"),
      ("Mo-Fr 08:00-12:00; Mo-Fr 13:00-17:00", "Mo-Fr 08:00-12:00, Mo-Fr 13:00-17:00"),
      ("Mo-Fr 17:00-20:00; Mo-Sa 10:30-13:30", "Mo-Fr 17:00-20:00, Mo-Sa 10:30-13:30"),
      ("Mo-Fr 09:00-13:00; 14:00-18:00; Sa 09:00-13:00", "Mo-Fr 09:00-13:00, Mo-Fr 14:00-18:00; Sa 09:00-13:00"),
      ("Apr-Oct: 24/7; Nov-Mar: 06:00-22:00", "Apr-Oct 00:00-24:00; Nov-Mar 06:00-22:00"),
      ("Tu-Fr 11:30-14:30 open, 14:30-22:00 open", "Tu-Fr 11:30-14:30 open, Tu-Fr 14:30-22:00 open"),
      ("Mo-Fr 8-11, 14-18", "Mo-Fr 08:00-11:00,14:00-18:00"), ("08-11", "08:00-11:00"), ("9-11 Uhr", "09:00-11:00"),
      ("Mo-Fr 7-18; Sa 8-11", "Mo-Fr 07:00-18:00; Sa 08:00-11:00"), ("9-12", "09:00-12:00"), ("8h-10h", "08:00-10:00"),
      ("Di-So 10-18 Uhr", "Tu-Su 10:00-18:00"), ("Mo-Do 09:00-17:00", "Mo-Th 09:00-17:00"),
      ("Di, Do 10:00-12:00", "Tu,Th 10:00-12:00"), ("Do 14:00 bis 18:00", "Th 14:00-18:00"),
      ("Montag, Di 10:00-12:00", "Mo,Tu 10:00-12:00"), ("Mar 1-15 10:00-12:00", "Mar 01-15 10:00-12:00"),
      ("15 Mar off", "Mar 15 off"), ("Jan-Mar 10:00-12:00", "Jan-Mar 10:00-12:00"),
      ("Mo-Su 10:00-18:00; Mar off", "Mo-Su 10:00-18:00; Mar-Mar off"),
      ("2026 Mar 10:00-16:00", "2026 March 10:00-16:00"), ("Mar Fr-Su 09:00-14:30", "March Fr-Su 09:00-14:30"),
      ("08-20", "08:00-20:00"), ("9-18", "09:00-18:00"), ("Mo-Fr 9:00-10:30", "Mo-Fr 09:00-10:30"),
    ] as [(String, String)]
  )
  func `a spelling means the same as OpenStreetMap's`(text: String, standard: String) throws {
    for text in [text, text.decomposedStringWithCanonicalMapping] {
      #expect(try #require(OpeningHours(text), "\(text)") == #require(OpeningHours(standard)), "\(text)")
    }
  }

  @Test(arguments: [
    "", ";", "call us", "연중무휴", "Mo-Fr 09:00", "Mo-Fr 09:00-", "Mo-Fr 9-5", "Mo-Fr 9am-5", "25:00-26:00",
    "10:00-10:60", "Mo[0] 10:00-12:00", "Feb 30 off", "Mo-Fr 0900-1700", "10:00-16:00/01:30", "격주 월요일 휴무",
    "Mo-Fr 09:00-18:00 \"note", "Mo-Fr 10:00-12:00 |", "week 60 Mo 10:00-12:00",
    // Half of the day may be meant, or midnight instead of noon.
    "9:00-5:00", "10:00-6:00", "Su 1:00-5:00", "8:00-8:00", "9:00 AM - 5:30", "오전 9:00~6:00", "오후 6시~2시",
    "5:30-10:00", "6-10", "AM10:00-PM12:00", "am 12:00~ pm 9:00", "오전 9:00~오전 12:00",
    "Fri-Sat 4-1am", "10-2am", "daily 12-2am", "7-12am",
    // One of two readings would be wrong.
    "daily 9am-5pm, closed", "closed Mo, Tu 9-17",
    "9:00-17:00 closed Mo 10:00-12:00", "Mo-Fr 09:00-18:00 Sa", "Mo-Fr 9-18 closed Sa, Su 10-12", "jours fériés 10-12",
    "Jan 28 +Mo 10:00-12:00", "운영시간 09:00~18:00 점심시간 12:00~13:00", "09:00-18:00 (토 10:00-12:00)",
    "연중무휴 / 연중무휴",
    "07:00~23:00/08:00~22:00", "09:00-18:00 12:00-13:00", "closed Sa-Su Mo-Fr 9-17", "월-금 09:00-18:00, 토",
    "9h-18h30m", "09:00~18:00 이용시간 10:00~17:00",
    "10:00-12:00,", "Mo-Fr 10:00-12:00 ||", "daily", "open daily", "11-2", "Jan-Feb Jan 09-15",
    // `7-11` may be 7:00-23:00, and `Mo Su` every day.
    "7-11", "Mo-Su 7:00-11:00", "10-11", "Mo-Fr 9am-5pm, Sa 9-11", "Mo Su 11:30-21:00", "Tu Th 16:00-18:00",
    // `Di` is Sunday in French, `Do` in Spanish and Italian, `So` is Saturday in Czech and Polish, and `mar` is Tuesday
    // in all Romance languages.
    "Sa-Di 10:00-18:00", "Di 10:00-18:00", "Sa,Do 10:00-14:00", "Mi-Do 10:00-14:00", "So 09:00-12:00",
    "mar. 10:00-18:00", "Mar 10:00-18:00", "Mar,Sa 10:00-18:00", "mar cerrado", "Mar off",
    "PH Fr Su off", "Thursdays", "July - September", "Jan 1(", "Mo-Fr 09:00-18:00 (",
  ])
  func `anything else isn't understood`(text: String) {
    #expect(OpeningHours(text) == nil, "\(text)")
  }
}
