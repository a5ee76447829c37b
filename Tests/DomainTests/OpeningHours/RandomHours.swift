import TestSupport

/// Random opening hours with every part of the grammar.
struct RandomHours {
  private var random: SeededRandom

  init(_ seed: UInt64) { random = SeededRandom(seed) }

  private static let weekdays = ["Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"]
  private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

  mutating func number(below count: Int) -> Int { Int.random(in: 0..<count, using: &random) }

  mutating func value() -> String {
    var value = rule()
    for _ in 0..<number(below: 3) { value += pick(["; ", "; ", ", ", " || "]) + rule() }
    return value
  }

  /// Returns hours that depend on nothing but the weekday and the time.
  mutating func weeklyValue() -> String {
    let spans = (0..<3).map { _ in
      let start = number(below: 24)
      let span = "\(hour(start)):15-\(hour(start + 1 + number(below: 20))):30\(pick(["", "", "+"]))"
      return "\(pick(Self.weekdays))-\(pick(Self.weekdays)) \(span)\(pick(["", " unknown", " off"]))"
    }
    return spans[0] + pick(["; ", ", ", " || "]) + spans[1] + pick(["; ", ", ", " || "]) + spans[2]
  }

  private mutating func pick(_ words: [String]) -> String { words[number(below: words.count)] }

  private mutating func rule() -> String {
    var parts: [String] = []
    if number(below: 4) == 0 { parts.append(dates()) }
    if number(below: 4) > 0 { parts.append(days()) }
    switch number(below: 10) {
    case 0: parts.append("off")
    case 1: parts.append("\"by appointment\"")
    case 2: parts += [span(), pick(["off", "unknown", "open \"side door\""])]
    case 3: parts.append("\(span()),\(span())")
    default: parts.append(span())
    }
    return parts.joined(separator: " ")
  }

  private mutating func dates() -> String {
    let (first, last) = (pick(Self.months), pick(Self.months))
    let (day, end) = (1 + number(below: 28), 1 + number(below: 28))
    return pick([
      "\(first)-\(last)", "\(first) \(day)-\(last) \(end)", "\(first) \(day)", "easter -2 days", "week 10-40/2",
      "2026", "2027+", "2026 Dec 24-2027 Jan 06", "\(first) Su[-1]-\(last) Sa[1]",
    ])
  }

  private mutating func days() -> String {
    let (first, last) = (pick(Self.weekdays), pick(Self.weekdays))
    return pick(["\(first)-\(last)", "\(first),\(last)", "\(first)[1,-1]", "PH", "SH", "\(first),PH", "PH -1 day"])
  }

  private mutating func span() -> String {
    let number = number(below: 24)
    let start = hour(number)
    let end = hour(number + 1 + self.number(below: 14))
    return pick([
      "\(start):00-\(end):30", "\(start):15-\(hour(self.number(below: 24))):45", "\(start):00+",
      "\(start):00-\(end):00+",
      "sunrise-sunset", "(dawn+01:00)-\(max(end, "20")):00", "dusk-(dawn-02:30)",
    ])
  }

  private func hour(_ hour: Int) -> String { hour < 10 ? "0\(hour)" : "\(hour)" }
}
