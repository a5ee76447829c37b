/// A language of the program's own words.
enum Language: String, CaseIterable, Sendable {
  case english = "en"
  case korean = "ko"
}

/// The program's own words on pages, in the headings of tables and in `browse`; `{0}` and `{1}` stand for values.
///
/// Messages, options and JSON are English.
enum Phrase: String, CaseIterable, Sendable {
  // Counts
  case place, places, row, rows, countOf, complete, incomplete, inView, here
  // Headings of columns
  case number, name, category, distance, along, address, phone, position, open, visit, facts
  // Facts of a result
  case beyondData, outsideData, maybeBeyondData, source, index, sample, streets, dataOf, hatched, unknownHours
  // Sentences of a query
  case within, withinShape, inside, near, anywhere, openNow, openAt, conditions
  // Controls of the page
  case allPlaces, mapOfPlaces, mapKeys, table, filter, filterHint, categories, map, zoomIn, zoomOut, zoomAll, chosen
  case noMatch, clear, showAll, other, close
  // The chosen place
  case wheelchair, takeaway, off, walk, page, openStreetMap, copy, copied, fictional, alsoHere, more, directions,
    mapApp, closeTogether
  // Opening hours
  case alwaysOpen, daily, weekdays, holidays, closedDay, wholeDay, and
  case isOpen, isOpenUntil, isClosed, opensAt, hoursUnknown

  /// The phrases that the page's script uses.
  static let ofScript: [Phrase] = [
    .place, .places, .row, .rows, .countOf, .inView, .here, .noMatch, .clear, .showAll, .other, .close, .walk, .page,
    .openStreetMap, .copy, .copied, .fictional, .alsoHere, .more, .directions, .mapApp,
  ]

  /// Returns a number of places, `3 places` or `3 of 60 places`; the total is added as by
  /// ``counted(places:of:isComplete:)``.
  static func count(of places: Int, total: Int?, isComplete: Bool, in language: Language) -> String {
    guard let total, places < total, !isComplete || places == 0 else { return count(of: places, in: language) }
    return countOf.text(language, String(places), count(of: total, in: language))
  }

  static func count(of places: Int, in language: Language) -> String {
    (places == 1 ? place : self.places).text(language, String(places))
  }

  func text(_ language: Language, _ values: String...) -> String {
    let pattern = language == .korean ? texts.korean : texts.english
    guard !values.isEmpty else { return pattern }
    var text = ""
    for part in pattern.split(separator: "{", omittingEmptySubsequences: false) {
      let number = part.dropFirst().first == "}" ? part.first.flatMap(\.wholeNumberValue) : nil
      text += number.map { values[$0] + part.dropFirst(2) } ?? String(part)
    }
    return text
  }

  private var texts: (english: String, korean: String) {
    switch self {
    case .place: ("1 place", "장소 1곳")
    case .places: ("{0} places", "장소 {0}곳")
    case .row: ("1 row", "1행")
    case .rows: ("{0} rows", "{0}행")
    case .countOf: ("{0} of {1}", "{1} 중 {0}")
    case .complete: ("complete", "전체")
    case .incomplete: ("not complete", "일부")
    case .inView: ("in view: {0}", "화면 안: {0}")
    case .here: ("{0} here", "여기 {0}곳")
    case .number: ("No.", "번호")
    case .name: ("Name", "이름")
    case .category: ("Category", "분류")
    case .distance: ("Distance", "거리")
    case .along: ("Along", "경로 위치")
    case .address: ("Address", "주소")
    case .phone: ("Phone", "전화")
    case .position: ("Latitude, longitude", "위도, 경도")
    case .open: ("Open", "영업")
    case .visit: ("Hours", "영업시간")
    case .facts: ("Facts", "정보")
    case .beyondData: ("the area extends beyond the data", "찾는 영역이 데이터보다 넓습니다")
    case .outsideData: ("the area is outside the data", "찾는 영역이 데이터 밖입니다")
    case .maybeBeyondData: ("the area may extend beyond the data", "찾는 영역이 데이터보다 넓을 수 있습니다")
    case .source: ("source: {0}", "출처: {0}")
    case .index: ("an index of open data", "공개 데이터 색인")
    case .sample: ("the bundled sample, whose places are fictional", "가상의 장소로 된 내장 예제")
    case .streets: ("streets: {0}", "도로: {0}")
    case .dataOf: ("data of {0}", "{0} 데이터")
    case .hatched: ("hatched: outside the coverage of the index", "빗금: 색인의 범위 밖")
    case .unknownHours: ("{0} with unknown hours left out", "영업시간을 모르는 {0} 제외")
    case .within: ("within {0} of {1}", "{1}에서 {0} 이내")
    case .withinShape: ("within {0}", "{0} 안")
    case .inside: ("in {0}", "{0} 안")
    case .near: ("near {0}", "{0} 근처")
    case .anywhere: ("anywhere", "모든 곳")
    case .openNow: ("open now", "지금 영업")
    case .openAt: ("open at {0}", "{0}에 영업")
    case .conditions: ("where {0}", "조건 {0}")
    case .allPlaces: ("Places", "장소")
    case .mapOfPlaces: ("Map of the places", "장소 지도")
    case .mapKeys:
      (
        "Arrow keys move the map, plus and minus zoom, zero shows everything, n and p select the next and the previous "
          + "place. The table after the map has the same places.",
        "화살표 키로 지도를 옮기고, 더하기와 빼기로 확대하고 축소하며, 0은 전체를 보여 줍니다. n과 p는 다음 장소와 이전 장소를 "
          + "선택합니다. 지도 다음의 표에 같은 장소가 있습니다."
      )
    case .table: ("Table of all places", "모든 장소의 표")
    case .filter: ("Filter the places", "장소 거르기")
    case .filterHint: ("Filter (/): name, address, phone", "거르기 (/): 이름, 주소, 전화")
    case .categories: ("Categories", "분류")
    case .map: ("Map", "지도")
    case .zoomIn: ("Zoom in", "확대")
    case .zoomOut: ("Zoom out", "축소")
    case .zoomAll: ("Show everything", "전체 보기")
    case .chosen: ("The chosen place", "선택한 장소")
    case .noMatch: ("No place matches {0}", "{0}에 맞는 장소가 없습니다")
    case .clear: ("Clear", "지우기")
    case .showAll: ("show all", "모두 보기")
    case .other: ("other", "기타")
    case .close: ("Close", "닫기")
    case .wheelchair: ("wheelchair {0}", "휠체어 {0}")
    case .takeaway: ("takeaway {0}", "포장 {0}")
    case .off: ("{0} off", "{0} 떨어짐")
    case .walk: ("{0} min on foot", "도보 {0}분")
    case .page: ("Open its page", "장소 페이지")
    case .openStreetMap: ("Open on OpenStreetMap", "OpenStreetMap에서 보기")
    case .copy: ("Copy {0}", "{0} 복사")
    case .copied: ("Copied", "복사했습니다")
    case .fictional: ("Fictional: no way leads to a place of the sample.", "가상의 장소라서 길이 없습니다.")
    case .alsoHere: ("Also here:", "같은 곳:")
    case .more: ("and {0} more", "외 {0}곳")
    case .directions: ("Directions:", "길찾기:")
    case .mapApp: ("map app", "지도 앱")
    case .closeTogether:
      ("{0} is {1} close together; the table has each of them.", "{0}: 가까이 있는 {1}, 표에 모두 있습니다.")
    case .alwaysOpen: ("always open", "연중무휴 24시간")
    case .daily: ("daily {0}", "매일 {0}")
    case .weekdays: ("Mon Tue Wed Thu Fri Sat Sun", "월 화 수 목 금 토 일")
    case .holidays: ("holidays {0}", "공휴일 {0}")
    case .closedDay: ("closed", "휴무")
    case .wholeDay: ("24 hours", "24시간")
    case .and: (" and ", ", ")
    case .isOpen: ("open", "영업 중")
    case .isOpenUntil: ("open until {0}", "{0}까지 영업")
    case .isClosed: ("closed", "영업 종료")
    case .opensAt: ("closed, opens {0}", "영업 종료, {0}에 시작")
    case .hoursUnknown: ("hours unknown", "영업시간 모름")
    }
  }
}
