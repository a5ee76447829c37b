import Domain
import PlaceIndex
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Counts calls of the service, by all processes together: a file for each day in Korea and API.
///
/// A file has a header that says what it counts, then one byte for each call. A byte is appended without a lock and
/// atomically, so that no call is lost when many processes count, or when one is killed.
final class CallCounts: Sendable, InspectQuotaUseCase {
  /// A file that this process has open.
  private struct Counter {
    let day: String
    let descriptor: CInt
  }

  /// Korea is nine hours ahead of UTC, without daylight saving time.
  private static let koreanOffsetSeconds: Int64 = 9 * 3_600
  private static let secondsOfDay: Int64 = 86_400

  private let directory: StoreDirectory
  private let clock: WallClock
  private let log: StoreErrorLog
  private let counters = Mutex<[QuotaUse.API: Counter]>([:])

  /// Makes counts in a directory; nothing is opened.
  init(directory: StoreDirectory, clock: WallClock, log: StoreErrorLog) {
    self.directory = directory
    self.clock = clock
    self.log = log
  }

  deinit { counters.withLock { for counter in $0.values where counter.descriptor >= 0 { close(counter.descriptor) } } }

  /// Counts a call.
  func count(_ api: QuotaUse.API) {
    let day = Self.day(at: clock.now()).text
    counters.withLock { counters in
      if counters[api]?.day != day {
        if let old = counters[api], old.descriptor >= 0 { close(old.descriptor) }
        // Tried once a day, so that a failure costs neither the answer nor any time.
        let opened = log.attempt { () throws(StoreError) in try open(api, day: day) }
        counters[api] = Counter(day: day, descriptor: opened ?? -1)
      }
      guard let descriptor = counters[api]?.descriptor, descriptor >= 0 else { return }
      var mark = UInt8(ascii: ".")
      _ = unsafe systemWrite(descriptor, &mark, 1)
    }
  }

  func report() throws(StoreError) -> QuotaReport {
    let now = clock.now()
    let today = Self.day(at: now)
    var counts: [QuotaUse.API: (today: Int, month: Int)] = [:]
    for file in directory.path == nil ? [] : try directory.files() {
      guard let (day, api) = Self.counted(by: file.name), day.hasPrefix(today.monthText) else { continue }
      let header = Self.header(of: api, day: day)
      try check(file.name, header: header)
      let calls = max(0, file.bytes - header.count)
      counts[api, default: (0, 0)].month += calls
      if day == today.text { counts[api, default: (0, 0)].today += calls }
    }
    let dayNumber = (now + Self.koreanOffsetSeconds) / Self.secondsOfDay
    return QuotaReport(
      day: today.text,
      uses: QuotaUse.API.allCases.map { api in
        QuotaUse(api: api, today: counts[api]?.today ?? 0, month: counts[api]?.month ?? 0)
      },
      resetsAtSeconds: (dayNumber + 1) * Self.secondsOfDay - Self.koreanOffsetSeconds,
      nowSeconds: now
    )
  }

  private static func day(at seconds: Int64) -> CivilDay {
    CivilDay(daysSince1970: Int((seconds + koreanOffsetSeconds) / secondsOfDay))
  }

  private static func name(of api: QuotaUse.API, day: String) -> String { "\(day)-\(api.rawValue)" }

  /// Returns what a file counts by its name; `nil` for another file.
  private static func counted(by name: String) -> (day: String, api: QuotaUse.API)? {
    guard name.count > 11, let api = QuotaUse.API(rawValue: String(name.dropFirst(11))) else { return nil }
    return (String(name.prefix(10)), api)
  }

  private static func header(of api: QuotaUse.API, day: String) -> [UInt8] {
    let header = JSONTree.members([
      "placefind": .text("calls"), "version": .integer(1), "day": .text(day), "api": .text(api.rawValue),
    ])
    return header.line + [0x0A]
  }

  /// Checks that a file is ours.
  private func check(_ name: String, header: [UInt8]) throws(StoreError) {
    let contents = try directory.contents(of: name, limit: 1 << 30)
    guard let contents, !contents.starts(with: header) else { return }
    let path = try directory.file(name)
    let first = JSONTree(reading: Array(contents.prefix { $0 != 0x0A }))
    guard first?["placefind"]?.string == "calls", let version = first?["version"]?.integer, version > 1 else {
      throw .notAStore(path: path)
    }
    throw .newerVersion(path: path, version: version, supported: 1)
  }

  /// Opens the file of a day and an API, and creates it when it is missing.
  private func open(_ api: QuotaUse.API, day: String) throws(StoreError) -> CInt {
    let name = Self.name(of: api, day: day)
    let path = try directory.file(name)
    let header = Self.header(of: api, day: day)
    if let descriptor = try openExisting(path, name, header: header) { return descriptor }
    try directory.locked { () throws(StoreError) in
      guard try directory.contents(of: name, limit: 1 << 30) == nil else { return }
      try directory.replace(name, with: header, isSynced: false)
      let month = day.dropLast(3)
      for file in try directory.files() {
        // Only files of earlier months: when a clock is set back, what was counted must not be lost.
        guard let (other, otherAPI) = Self.counted(by: file.name), other.prefix(month.count) < month,
          (try? check(file.name, header: Self.header(of: otherAPI, day: other))) != nil
        else { continue }
        try directory.remove(file.name)
      }
    }
    guard let descriptor = try openExisting(path, name, header: header) else {
      throw .unwritable(path: path, reason: SystemError(number: ENOENT).reason)
    }
    return descriptor
  }

  private func openExisting(_ path: String, _ name: String, header: [UInt8]) throws(StoreError) -> CInt? {
    let descriptor = Self.systemOpen(path, O_WRONLY | O_APPEND | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      let error = errno
      if error == ENOENT { return nil }
      throw .unwritable(path: path, reason: SystemError(number: error).reason)
    }
    do throws(StoreError) { try check(name, header: header) } catch {
      close(descriptor)
      throw error
    }
    return descriptor
  }

  /// Opens a file; a method of the same name hides the C function.
  private static func systemOpen(_ path: String, _ flags: CInt) -> CInt {
    #if canImport(Glibc)
      unsafe Glibc.open(path, flags)
    #elseif canImport(Musl)
      unsafe Musl.open(path, flags)
    #else
      unsafe Darwin.open(path, flags)
    #endif
  }
}
