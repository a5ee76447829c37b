import Domain
import Synchronization
import System
import Tables

/// Counts the calls of a service by all processes, in a file per quota day and API.
///
/// A file has a header that identifies it, followed by one byte per call. A byte is appended atomically and without a
/// lock, so no call is lost if many processes count or one is killed. Calls that turn out not to have reached the
/// service are counted in separate files, which are subtracted.
///
/// A call is counted before it is sent, and its offset in the file determines whether it is within the daily allowance:
/// processes that count at the same time get different offsets.
final class CallCounts: Sendable {
  /// The file of a day; `nil` if it couldn't be opened.
  private struct Counter {
    /// The end of its name, which identifies its counts.
    let name: String
    let day: String
    var file: StoreFile?
    /// The number of calls counted by this process, which are written again if the file was removed.
    var calls = 0
    /// The month's calls in other files, which count against its allowance; `nil` if there is no monthly allowance.
    ///
    /// Counted again while the calls of one more day could exceed the allowance.
    var othersInMonth: Int?
  }

  private static let secondsOfDay: Int64 = 86_400
  /// The number of months whose files are kept, independently of the clock: if it is set back after being ahead, the
  /// counts of the current month must still exist.
  private static let storedMonths = 24

  private let service: Service
  private let directory: StoreDirectory
  private let clock: WallClock
  private let log: StoreErrorLog
  /// Whether calls beyond the allowance are rejected.
  private let isBounded: Bool
  /// The counters, one for each counted API.
  ///
  /// An array: a dictionary's metadata would be instantiated at launch, even if nothing is counted (Decisions).
  private let counters = Mutex<[Counter]>([])
  /// The end of the name of a file with calls that didn't reach the service.
  private static let unsentSuffix = ".unsent"

  init(
    of service: Service,
    directory: StoreDirectory,
    clock: WallClock,
    log: StoreErrorLog,
    isBounded: Bool = true
  ) {
    self.service = service
    self.isBounded = isBounded
    self.directory = directory
    self.clock = clock
    self.log = log
  }

  /// Counts a call that is about to be sent.
  ///
  /// - Throws: `.allowanceSpent` if the allowance is exceeded; the count is then cancelled.
  func reserve(_ call: Service.Call) throws(PlaceSearchError) {
    let first = append(to: call.name, of: call)
    guard isBounded, left(after: first, of: call) < 0 else { return }
    giveBack(call)
    // Only calls that were cancelled before the second attempt are subtracted. A call cancelled later may have been
    // counted after this one; subtracting it would let one call too many through.
    let unsent = calls(in: call.name + Self.unsentSuffix, of: call)
    let second = append(to: call.name, of: call)
    guard left(after: second, of: call) < -unsent else { return }
    giveBack(call)
    throw .allowanceSpent(service, call: call.name)
  }

  /// Cancels the count of a call that didn't reach the service.
  func giveBack(_ call: Service.Call) { append(to: call.name + Self.unsentSuffix, of: call) }

  /// Returns the number of calls left by the allowances; negative beyond them.
  private func left(after counted: (calls: Int, othersInMonth: Int?), of call: Service.Call) -> Int {
    let day = call.dailyAllowance.map { $0 - counted.calls } ?? .max
    let month = service.monthlyAllowance.map { $0 - (counted.othersInMonth ?? 0) - counted.calls } ?? .max
    return min(day, month)
  }

  /// Counts a call.
  ///
  /// Returns the day's number of calls in that file, or of this process if the file can't be written.
  @discardableResult
  private func append(to name: String, of call: Service.Call) -> (calls: Int, othersInMonth: Int?) {
    let day = day(at: clock.now()).text
    return counters.withLock { counters in
      let index = index(of: name, call, day: day, in: &counters)
      counters[index].calls += 1
      let own = counters[index].calls
      let header = Self.header(of: call, day: day).count
      let end = log.attempt { () throws(StoreError) -> Int? in
        if let file = counters[index].file, try file.isRemoved() {
          counters[index].file = try open(name, of: call, day: day)
          return try counters[index].file?.append([UInt8](repeating: UInt8(ascii: "."), count: own))
        }
        return try counters[index].file?.append([UInt8(ascii: ".")])
      }
      let calls = (end ?? nil).map { $0 - header } ?? own
      if let others = counters[index].othersInMonth, let allowance = service.monthlyAllowance,
        allowance - others - calls < callsOfDay
      {
        counters[index].othersInMonth = callsInMonth(of: day, except: name)
      }
      return (calls, counters[index].othersInMonth)
    }
  }

  /// The maximum number of calls on a day that the daily allowances permit.
  private var callsOfDay: Int { service.calls.reduce(0) { $0 + ($1.dailyAllowance ?? 0) } }

  /// Returns the index of a counter in the list; opens it if necessary.
  private func index(of name: String, _ call: Service.Call, day: String, in counters: inout [Counter]) -> Int {
    if let index = counters.firstIndex(where: { $0.name == name && $0.day == day }) { return index }
    // Attempted once a day, so that a failure costs neither the result nor time.
    let opened = log.attempt { () throws(StoreError) in try open(name, of: call, day: day) }
    var counter = Counter(name: name, day: day, file: opened)
    if service.monthlyAllowance != nil, isBounded, name == call.name {
      counter.othersInMonth = callsInMonth(of: day, except: name)
    }
    counters.removeAll { $0.name == name }
    counters.append(counter)
    return counters.count - 1
  }

  /// Returns the month's calls except the day's calls of an API, according to file sizes.
  private func callsInMonth(of day: String, except name: String) -> Int {
    let files = (try? directory.files()) ?? []
    return files.reduce(0) { sum, file in
      guard !file.name.hasPrefix("\(day)-\(name)"), let (counted, call, isSent) = counted(by: file.name),
        counted.hasPrefix(day.prefix(7))
      else { return sum }
      return sum + max(0, file.bytes - Self.header(of: call, day: counted).count) * (isSent ? 1 : -1)
    }
  }

  /// Returns the day's number of calls in a file.
  private func calls(in name: String, of call: Service.Call) -> Int {
    let day = day(at: clock.now()).text
    let own = counters.withLock { $0.first { $0.name == name && $0.day == day }?.calls ?? 0 }
    let header = Self.header(of: call, day: day)
    let size = try? directory.openFile("\(day)-\(name)", for: .reading)?.byteCount()
    return max(own, (size ?? 0) - header.count)
  }

  func report() throws(StoreError) -> QuotaReport {
    let now = clock.now()
    let today = day(at: now)
    // By index, because hashing a call would look up its conformance among all types of the program.
    var month = [Int](repeating: 0, count: service.calls.count)
    var onDay = month
    for file in try directory.files() {
      guard let (day, call, isSent) = counted(by: file.name), day.hasPrefix(today.monthText),
        let position = service.calls.firstIndex(of: call)
      else { continue }
      let header = Self.header(of: call, day: day)
      // An unreadable file is reported, and the other files are counted.
      guard file.bytes > 0, log.attempt({ () throws(StoreError) in try check(file.name, header: header) }) != nil
      else { continue }
      let calls = max(0, file.bytes - header.count) * (isSent ? 1 : -1)
      month[position] += calls
      if day == today.text { onDay[position] += calls }
    }
    return QuotaReport(
      service: service,
      day: today.text,
      uses: service.calls.enumerated().map { position, call in
        // A call cancelled after midnight belongs to the previous day.
        QuotaUse(call: call, today: max(0, onDay[position]), month: max(0, month[position]))
      },
      resetsAtSeconds: now + service.quotaDay.secondsLeft(at: now),
      nowSeconds: now
    )
  }

  private func day(at seconds: Int64) -> CivilDay {
    CivilDay(daysSince1970: Int((seconds + service.quotaDay.secondsAheadOfUTC) / Self.secondsOfDay))
  }

  /// Returns what a file counts, according to its name; `nil` for other files.
  private func counted(by name: String) -> (day: String, call: Service.Call, isSent: Bool)? {
    guard name.count > 11 else { return nil }
    let isSent = !name.hasSuffix(Self.unsentSuffix)
    let callName = name.dropFirst(11).dropLast(isSent ? 0 : Self.unsentSuffix.count)
    guard let call = service.calls.first(where: { $0.name == callName }) else { return nil }
    return (String(name.prefix(10)), call, isSent)
  }

  private static func header(of call: Service.Call, day: String) -> [UInt8] {
    let header = JSONValue.members([
      "placefind": .text("calls"), "version": .integer(1), "day": .text(day), "api": .text(call.name),
    ])
    return header.line + [0x0A]
  }

  private func check(_ name: String, header: [UInt8]) throws(StoreError) {
    guard let file = try directory.openFile(name, for: .reading) else { return }
    let front = try file.bytes(at: 0, count: min(try file.byteCount(), header.count))
    guard front == header else { throw .notAStore(path: try directory.file(name)) }
  }

  /// Opens the file of a day and an API, creating it if necessary.
  private func open(_ name: String, of call: Service.Call, day: String) throws(StoreError) -> StoreFile {
    let name = "\(day)-\(name)"
    let header = Self.header(of: call, day: day)
    // A power failure may leave an empty file, which counts nothing.
    if let file = try directory.openFile(name, for: .reading), try file.byteCount() == 0 { try directory.remove(name) }
    if let file = try openExisting(name, header: header) { return file }
    // The first process creates it without a lock, because waiting for one would block a shared thread.
    try directory.create(name, with: header)
    // If another process holds the lock, it is already cleaning up.
    log.attempt { () throws(StoreError) in
      try directory.lockedIfFree { () throws(StoreError) in try removeOldMonths(except: day.prefix(7)) }
    }
    guard let file = try openExisting(name, header: header) else {
      throw .failed(toWrite: try directory.file(name), SystemError(number: ENOENT))
    }
    return file
  }

  private func openExisting(_ name: String, header: [UInt8]) throws(StoreError) -> StoreFile? {
    guard let file = try directory.openFile(name, for: .appending) else { return nil }
    try check(name, header: header)
    return file
  }

  /// Removes the files of the earliest months, according to their names.
  private func removeOldMonths(except current: Substring) throws(StoreError) {
    let files = try directory.files().compactMap { file in counted(by: file.name).map { (file.name, $0) } }
    let months = Set(files.map { $0.1.day.prefix(7) }).sorted().suffix(Self.storedMonths)
    guard let earliest = months.first else { return }
    for (name, (day, call, _)) in files where day.prefix(7) < earliest && day.prefix(7) != current {
      guard (try? check(name, header: Self.header(of: call, day: day))) != nil else { continue }
      try directory.remove(name)
    }
  }
}
