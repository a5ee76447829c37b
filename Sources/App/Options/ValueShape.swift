/// The forms of a value, as named in messages.
enum ValueShape: String, Sendable {
  case flag = "true or false"
  case number = "a number"
  case wholeNumber = "a whole number"
  case wholeNumberOrAll = "a whole number or all"
  case countOrShare = "a whole number or a share such as 5%"
  case length = "a length such as 800, 800m, 1.5km, 1mi"
  case duration = "a duration such as 500ms, 10s, 2m, at most a day"
  case coordinate =
    "a point such as 37.4979,127.0276 (latitude first), a map URL, or the name of a saved location"
  case box = "four numbers: west,south,east,north"
  case coverage = "an area: polygons in a file, W,S,E,N, LAT,LNG,RADIUS or KR"
  case list = "words separated by commas"
  case text = "a text that is not empty"
  case path = "a path"
  case delimiter = "one ASCII character, or tab"
  case mapping = "a field and a column, as name=SCHOOL, or name= for none"
  case localTime = "a local time such as 2026-12-24T18:00"
  case timeZone = "a time zone of this system such as Asia/Seoul, or an offset such as +09:00"
  case condition = "one condition: a key, or a key with =, !=, <, <=, > or >= and a value, as fee=yes or capacity>=10"
}
