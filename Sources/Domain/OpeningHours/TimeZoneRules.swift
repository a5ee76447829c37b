/// The offsets of a time zone from UTC.
package struct TimeZoneRules: Sendable, Hashable {
  /// The starts of periods, in seconds since 1970-01-01 00:00 UTC, and their offsets.
  private let starts: [Int64]
  private let secondsAhead: [Int]
  /// The offset before the first start.
  private let firstSecondsAhead: Int
  /// The rule after the last start; `nil` if the last offset holds for ever.
  private let rule: DaylightRule?

  /// Makes a zone with one offset.
  package init(secondsAheadOfUTC seconds: Int) {
    (starts, secondsAhead, firstSecondsAhead, rule) = ([], [], seconds, nil)
  }

  /// Reads a zone file (TZif, RFC 9636); `nil` if it isn't one.
  package init?(_ file: [UInt8]) {
    var reader = Reader(bytes: file)
    guard var head = reader.readHead() else { return nil }
    if head.version >= 2 {
      // The second part repeats the first with 64-bit times.
      reader.at += head.size(ofTime: 4)
      guard let second = reader.readHead() else { return nil }
      head = second
    }
    let width = head.version >= 2 ? 8 : 4
    guard head.size(ofTime: width) <= file.count - reader.at, head.types > 0 else { return nil }
    starts = (0..<head.times).map { _ in reader.readNumber(width) }
    let types = (0..<head.times).map { _ in Int(reader.readNumber(1) & 0xFF) }
    let offsets = (0..<head.types).map { _ in
      let offset = Int(reader.readNumber(4))
      reader.at += 2
      return offset
    }
    guard types.allSatisfy({ $0 < offsets.count }) else { return nil }
    secondsAhead = types.map { offsets[$0] }
    firstSecondsAhead = offsets[0]
    reader.at += head.rest(ofTime: width)
    let footer = file[min(reader.at, file.count)...].drop { $0 == UInt8(ascii: "\n") }
    rule = width == 8 ? DaylightRule(String(decoding: footer.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)) : nil
  }

  /// Returns the offset from UTC at a moment.
  package func secondsAheadOfUTC(atSecondsSince1970 seconds: Int64) -> Int {
    guard let first = starts.first, seconds >= first else {
      return starts.isEmpty ? rule?.secondsAheadOfUTC(at: seconds) ?? firstSecondsAhead : firstSecondsAhead
    }
    if let last = starts.last, seconds >= last, let rule { return rule.secondsAheadOfUTC(at: seconds) }
    var low = 0
    var high = starts.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= seconds { low = middle } else { high = middle }
    }
    return secondsAhead[low]
  }

  /// Returns the first moment at which the clocks show a local time or, if they skip it, a later one.
  ///
  /// - Parameters:
  ///   - minute: The local time, in minutes since 1970-01-01 00:00 local time.
  ///   - earliest: The moment before which the time is not meant, if the clocks show it twice.
  /// - Returns: The moment, in seconds since 1970-01-01 00:00 UTC.
  package func secondsSince1970(ofLocalMinute minute: Int, notBefore earliest: Int64 = .min) -> Int64 {
    let local = Int64(minute) * 60
    let day: Int64 = 86_400
    // The clocks change less than once in two days.
    let before = Int64(secondsAheadOfUTC(atSecondsSince1970: local - day))
    let after = Int64(secondsAheadOfUTC(atSecondsSince1970: local + day))
    for seconds in [local - before, local - after]
    where seconds >= earliest && localMinute(atSecondsSince1970: seconds) == minute { return seconds }
    guard after > before else { return local - after }
    var (low, high) = (local - after, local - before)
    while high - low > 1 {
      let middle = low + (high - low) / 2
      if localMinute(atSecondsSince1970: middle) < minute { low = middle } else { high = middle }
    }
    return high
  }

  /// Returns the local time at a moment, in minutes since 1970-01-01 00:00 local time.
  package func localMinute(atSecondsSince1970 seconds: Int64) -> Int {
    let local = seconds + Int64(secondsAheadOfUTC(atSecondsSince1970: seconds))
    return Int((local >= 0 ? local : local - 59) / 60)
  }
}

extension TimeZoneRules {
  /// The counts at the beginning of a part of a zone file.
  private struct Head {
    let version: Int
    let utcFlags: Int
    let standardFlags: Int
    let leaps: Int
    let times: Int
    let types: Int
    let letters: Int

    func size(ofTime width: Int) -> Int { times * (width + 1) + types * 6 + rest(ofTime: width) }
    /// Returns the size of the part after the types.
    func rest(ofTime width: Int) -> Int { letters + leaps * (width + 4) + standardFlags + utcFlags }
  }

  private struct Reader {
    let bytes: [UInt8]
    var at = 0

    mutating func readHead() -> Head? {
      guard at + 44 <= bytes.count, bytes[at...].starts(with: Array("TZif".utf8)) else { return nil }
      let version = bytes[at + 4] == 0 ? 1 : Int(bytes[at + 4]) - 48
      at += 20
      let counts = (0..<6).map { _ in Int(readNumber(4)) }
      // A damaged count can't exceed the file.
      guard counts.allSatisfy({ (0...bytes.count).contains($0) }) else { return nil }
      return Head(
        version: version,
        utcFlags: counts[0],
        standardFlags: counts[1],
        leaps: counts[2],
        times: counts[3],
        types: counts[4],
        letters: counts[5]
      )
    }

    /// Reads a signed number, most significant byte first; 0 beyond the end.
    mutating func readNumber(_ width: Int) -> Int64 {
      guard at + width <= bytes.count else { return 0 }
      var number: Int64 = bytes[at] >= 0x80 ? -1 : 0
      for byte in bytes[at..<at + width] { number = number << 8 | Int64(byte) }
      at += width
      return number
    }
  }
}

extension TimeZoneRules {
  /// Reads an offset from UTC: `+09:00`, `+0900`, `+09` or `Z`; `nil` for any other text.
  package init?(offset text: String) {
    guard text != "Z" else {
      self.init(secondsAheadOfUTC: 0)
      return
    }
    var bytes = Array(text.utf8)
    guard let sign = bytes.first, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") else { return nil }
    bytes.removeFirst()
    if bytes.count == 5, bytes[2] == UInt8(ascii: ":") { bytes.remove(at: 2) }
    guard bytes.count == 2 || bytes.count == 4, bytes.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    let numbers = bytes.map { Int($0) - 0x30 } + [0, 0]
    let (hours, minutes) = (numbers[0] * 10 + numbers[1], numbers[2] * 10 + numbers[3])
    guard hours <= 18, minutes < 60 else { return nil }
    self.init(secondsAheadOfUTC: (sign == UInt8(ascii: "-") ? -1 : 1) * (hours * 3600 + minutes * 60))
  }
}
