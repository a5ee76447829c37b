import Domain
import Tables

/// The notices shown in each terminal, in one file.
struct NoticeStore: Sendable {
  /// The size in bytes, about a hundred notices, above which the older half is removed.
  private static let fileBytes = 1 << 13
  /// The time in seconds for which a notice counts as shown: a day, because session ids are reused for other terminals.
  private static let maximumAgeSeconds: Int64 = 86_400

  private let file: RecordFile
  private let session: Int32
  private let clock: WallClock
  private let log: StoreErrorLog

  init(directory: StoreDirectory, session: Int32, clock: WallClock, log: StoreErrorLog) {
    file = RecordFile(directory: directory, name: "notices", isSynced: false)
    self.session = session
    self.clock = clock
    self.log = log
  }

  func isNew(_ notice: OnceNotice) -> Bool {
    let now = clock.now()
    let isNew = log.attempt { () throws(StoreError) in
      let isGiven = try file.records().contains { record in
        guard let at = record["at"]?.integer, record["notice"]?.string == notice.rawValue else { return false }
        return record["session"]?.integer == Int(session) && (0..<Self.maximumAgeSeconds).contains(now - Int64(at))
      }
      guard !isGiven else { return false }
      let record = JSONValue.members([
        "at": .integer(now), "session": .integer(session), "notice": .text(notice.rawValue),
      ])
      try file.appendIfFree([record], limit: Self.fileBytes)
      return true
    }
    // If this can't be remembered, the notice is shown again.
    return isNew ?? true
  }
}
