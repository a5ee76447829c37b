/// The times of a rule.
extension OpeningHoursParser {
  /// A time of day as written.
  private struct WrittenTime {
    var time: TimeSpan.Time
    /// Whether `am` or `pm` is written, and before the hour, as in Korean.
    var hasMeridiem = false
    var isMeridiemFirst = false
    /// Whether only an hour is written.
    var isHour = false
    /// Whether the hour has one digit, unlike in OpenStreetMap.
    var isShort = false

    var minutes: Int? { if case .clock(let minutes) = time { minutes } else { nil } }
  }

  mutating func readTimes() throws(NotUnderstood) -> [TimeSpan] {
    var times: [TimeSpan] = [try readSpan()]
    while true {
      if takeComma(before: { $0.isTimeAhead($1) }) {
        times.append(try readSpan())
      } else if takeSlashBeforeSpan() || isTimeAhead(at) && isClock(at) {
        // Without a comma, `07:00-23:00/08:00-22:00` may be for other days, and `09:00-18:00 12:00-13:00` a break.
        let span = try readSpan()
        guard !times.contains(where: span.overlaps) else { throw NotUnderstood() }
        times.append(span)
      } else {
        return times
      }
    }
  }

  /// Takes a slash before another span, as in `09:00-12:00/14:00-18:00`; a time alone would be an interval.
  private mutating func takeSlashBeforeSpan() -> Bool {
    guard token(at) == .sign("/"), isClock(at + 1), token(at + 4) == .sign("-") else { return false }
    at += 1
    return true
  }

  private mutating func readSpan() throws(NotUnderstood) -> TimeSpan {
    let start = at
    if case .number(24, _)? = token(at), token(at + 1) == .hours {
      at += 2
      return TimeSpan(start: .clock(minutes: 0), end: .clock(minutes: minutesOfDay))
    }
    var first = try readTime()
    guard take(.sign("-")) else {
      guard take(.sign("+")), at > start, Self.isStart(first) else { throw NotUnderstood() }
      return TimeSpan(start: first.time, end: nil, hasOpenEnd: true)
    }
    if take(.late), Self.isStart(first) { return TimeSpan(start: first.time, end: nil, hasOpenEnd: true) }
    let isNextDay = take(.nextDay)
    guard at < tokens.count, isTimeAhead(at) else { throw NotUnderstood() }
    var last = try readTime()
    try Self.complete(&first, &last)
    hasHalfClock = hasHalfClock || Self.mayEndInEvening(first, last)
    if isNextDay {
      guard let minutes = last.minutes, minutes <= minutesOfDay else { throw NotUnderstood() }
      last.time = .clock(minutes: minutes + minutesOfDay)
    }
    guard Self.isStart(first) else { throw NotUnderstood() }
    return TimeSpan(start: first.time, end: last.time, hasOpenEnd: take(.sign("+")))
  }

  private static func isStart(_ time: WrittenTime) -> Bool { time.minutes.map { $0 < minutesOfDay } ?? true }

  /// Applies the `am` or `pm` of one end of a span to the other, as in `1-5pm` and `오후 1시~5시`.
  ///
  /// - Throws: An error if a time may mean the morning or the afternoon.
  private static func complete(_ first: inout WrittenTime, _ last: inout WrittenTime) throws(NotUnderstood) {
    guard let start = first.minutes, let end = last.minutes else { return }
    let noon = 12 * 60
    // People write `AM 12:00` for noon and `PM 12:00` for midnight, too.
    let isTwelve = first.isMeridiemFirst && start < 60 || last.isMeridiemFirst && (end < 60 || end == noon)
    guard !isTwelve else { throw NotUnderstood() }
    if last.hasMeridiem, !first.hasMeridiem, start <= noon {
      let isNoon = start / 60 == 12
      // `4-1am` may begin in the morning or in the afternoon, and `12-2am` at noon or at midnight.
      guard end % minutesOfDay > start || !first.isHour && !first.isShort else { throw NotUnderstood() }
      let afternoon = isNoon ? start : start + noon
      first.time = .clock(minutes: afternoon < end ? afternoon : isNoon ? start - noon : start)
      return
    }
    guard !last.hasMeridiem, end > 0, end <= noon else { return }
    if first.hasMeridiem {
      guard start >= noon, end < noon, end + noon > start else { throw NotUnderstood() }
      last.time = .clock(minutes: end + noon)
      return
    }
    // `9-5`, `9:00-5:00` and `5:30-10:00` may mean the afternoon; `22-2` and `10:00-02:00` are clear.
    let isHalfDay = start <= noon && end <= start && (first.isHour && last.isHour || last.isShort)
    let isEarly = first.isShort && (60..<(first.isHour ? 7 : 6) * 60).contains(start)
    guard !isHalfDay, !isEarly else { throw NotUnderstood() }
  }

  /// Returns whether a span without `am` and `pm`, such as `7-11`, may end in the evening; `9-12` ends at noon.
  private static func mayEndInEvening(_ first: WrittenTime, _ last: WrittenTime) -> Bool {
    guard !first.hasMeridiem, !last.hasMeridiem, let start = first.minutes, let end = last.minutes else { return false }
    let hasWholeHours = first.isHour && last.isHour || first.isShort && (start % 60, end % 60) == (0, 0)
    return hasWholeHours && start >= 60 && start < end && end < 12 * 60
  }

  private mutating func readTime() throws(NotUnderstood) -> WrittenTime {
    if case .sun(let event)? = token(at) {
      at += 1
      return WrittenTime(time: .sun(event, offsetMinutes: 0))
    }
    if take(.sign("(")) { return try readOffsetTime() }
    var isAfternoon: Bool?
    if case .meridiem(let written)? = token(at) {
      isAfternoon = written
      at += 1
    }
    let isMeridiemFirst = isAfternoon != nil
    let isShort = if case .number(_, 1)? = token(at) { true } else { false }
    let hour = try readNumber(0...48)
    var minutes = hour * 60
    var isHour = true
    if token(at) == .sign(":") || token(at) == .sign("."), case .number(let part, 2)? = token(at + 1) {
      guard part < 60 else { throw NotUnderstood() }
      minutes += part
      isHour = false
      at += 2
    }
    let hasUnit = take(.hours)
    if hasUnit, case .number(let part, _)? = token(at), part < 60, !isClock(at) {
      minutes += part
      isHour = false
      at += 1
      _ = take(.minutes)
    }
    if isAfternoon == nil, case .meridiem(let written)? = token(at) {
      isAfternoon = written
      at += 1
    }
    guard minutes <= 2 * minutesOfDay else { throw NotUnderstood() }
    guard let isAfternoon else {
      hasFullClock = hasFullClock || hasUnit || hour > 12 || hour < 10 && !isShort
      return WrittenTime(time: .clock(minutes: minutes), isHour: isHour, isShort: isShort)
    }
    // `18:00 pm` is written too.
    guard minutes < 13 * 60 || isAfternoon && minutes <= minutesOfDay else { throw NotUnderstood() }
    let isTwelve = minutes / 60 == 12
    if isAfternoon, minutes < 12 * 60 { minutes += 12 * 60 }
    if !isAfternoon, isTwelve { minutes -= 12 * 60 }
    return WrittenTime(
      time: .clock(minutes: minutes),
      hasMeridiem: true,
      isMeridiemFirst: isMeridiemFirst,
      isHour: isHour,
      isShort: isShort
    )
  }

  /// Reads a solar event with an offset after its parenthesis, such as `(sunset-01:00)`.
  private mutating func readOffsetTime() throws(NotUnderstood) -> WrittenTime {
    guard case .sun(let event)? = token(at) else { throw NotUnderstood() }
    at += 1
    let isLater = take(.sign("+"))
    guard isLater || take(.sign("-")) else { throw NotUnderstood() }
    var minutes = try readNumber(0...24) * 60
    guard take(.sign(":")) else { throw NotUnderstood() }
    minutes += try readNumber(0...59)
    guard take(.sign(")")) else { throw NotUnderstood() }
    return WrittenTime(time: .sun(event, offsetMinutes: isLater ? minutes : -minutes))
  }
}
