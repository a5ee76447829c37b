import Domain
import Synchronization

/// A cache of a service's answers, each in a file of its own.
///
/// The name of a file is a hash of the query, which the file holds in full: another query with the same hash is a
/// miss. A damaged file is a miss too, and is removed.
final class AnswerCache: Sendable, ManageCacheUseCase {
  /// The maximum size of all answers together, in bytes.
  static let maximumBytes = 32 << 20
  /// The maximum size of one answer, in bytes; a larger one is not stored.
  static let maximumAnswerBytes = 4 << 20
  /// The maximum size of a file, in bytes; a larger one is not ours.
  private static let maximumFileBytes = 2 * maximumAnswerBytes
  /// One process stores at most this fraction of the maximum: a batch must not evict the answers of others, and a
  /// file for each of its rows would double its time (2.8 s for 10,000 rows, 6.6 s with all of them stored).
  private static let runsOfCache = 4
  /// The age, in seconds, beyond which a temporary file was left by a process that was killed.
  private static let secondsOfWriting: Int64 = 600
  private static let suffix = ".answer"
  fileprivate static let version = 1

  private let directory: StoreDirectory
  private let configuration: StoreConfiguration
  private let clock: WallClock
  private let log: StoreErrorLog
  private let maximumBytes: Int
  /// The bytes to store before the size of all is counted again.
  private let bytesBeforeCount: Atomic<Int>
  private let storedBytes = Atomic(0)

  init(
    directory: StoreDirectory,
    configuration: StoreConfiguration,
    clock: WallClock,
    log: StoreErrorLog,
    maximumBytes: Int = AnswerCache.maximumBytes,
    bytesBeforeCount: Int? = nil
  ) {
    self.directory = directory
    self.configuration = configuration
    self.clock = clock
    self.log = log
    self.maximumBytes = maximumBytes
    // A process with a single query has to count now and then too.
    self.bytesBeforeCount = Atomic(bytesBeforeCount ?? Int.random(in: 0..<maximumBytes / 32))
  }

  /// Returns the cached answer to a query; `nil` when there is none, or when it is too old or damaged.
  ///
  /// - Parameters:
  ///   - key: The query.
  ///   - isName: Whether it is for the place of a name, or the address of a point.
  /// - Returns: The answer, and how old it is.
  func answer(to key: JSONTree, isName: Bool = false) -> (answer: JSONTree, age: Duration)? {
    let lifetime = (isName ? configuration.nameCacheLifetime : nil) ?? configuration.cacheLifetime
    guard configuration.readsCache, configuration.cacheLifetime > .zero, directory.path != nil else { return nil }
    let key = key.line
    let name = Self.name(of: key)
    guard
      let bytes = log.attempt({ () throws(StoreError) in
        try directory.contents(of: name, limit: Self.maximumFileBytes)
      }) ?? nil
    else { return nil }
    guard let entry = Entry(reading: bytes) else {
      log.attempt { () throws(StoreError) in try directory.remove(name) }
      return nil
    }
    let age = clock.now() - entry.storedAtSeconds
    guard entry.key == key, age >= 0, .seconds(age) < lifetime else { return nil }
    return (entry.answer, .seconds(age))
  }

  /// Stores the answer to a query, replacing an earlier one; one that cannot be stored still removes the earlier one.
  func keep(_ answer: JSONTree, to key: JSONTree) {
    guard configuration.cacheLifetime > .zero, directory.path != nil else { return }
    guard storedBytes.load(ordering: .relaxed) < maximumBytes / Self.runsOfCache else { return forget(key) }
    let entry = Entry(key: key.line, storedAtSeconds: clock.now(), answer: answer)
    let bytes = entry.bytes
    guard bytes.count <= Self.maximumAnswerBytes else { return forget(key) }
    storedBytes.add(bytes.count, ordering: .relaxed)
    let name = Self.name(of: entry.key)
    let stored: Void? = log.attempt { () throws(StoreError) in
      // Without a lock, since an entry is replaced atomically and is independent of the others. The lock creates the
      // directory.
      guard (try? store(bytes, in: name, isLocked: false)) == nil else { return }
      try directory.locked { () throws(StoreError) in try store(bytes, in: name, isLocked: true) }
    }
    guard stored != nil else { return forget(key) }
    guard bytesBeforeCount.subtract(bytes.count, ordering: .relaxed).newValue < 0 else { return }
    log.attempt { () throws(StoreError) in
      try directory.locked { () throws(StoreError) in try dropOldest() }
    }
  }

  /// Removes the answer to a query, when a newer one is known.
  func forget(_ key: JSONTree) {
    guard configuration.cacheLifetime > .zero, directory.path != nil else { return }
    log.attempt { () throws(StoreError) in try directory.remove(Self.name(of: key.line)) }
  }

  /// Whether answers are kept at all; where they are not, no key need be made for them.
  var isUsed: Bool { configuration.cacheLifetime > .zero && directory.path != nil }

  /// Whether cached answers may be used: not when the service is to be asked again.
  var isRead: Bool { configuration.readsCache }

  private func store(_ bytes: [UInt8], in name: String, isLocked: Bool) throws(StoreError) {
    try directory.rewrite(name, limit: Self.maximumFileBytes, isSynced: false, isLocked: isLocked) { _ in bytes }
  }

  /// Removes the oldest answers until the rest is small enough, and the temporary files of killed processes.
  private func dropOldest() throws(StoreError) {
    var files = try directory.files()
    let now = clock.now()
    for file in files where file.name.hasSuffix(".tmp") && now - file.changedAtSeconds > Self.secondsOfWriting {
      try directory.remove(file.name)
    }
    files.removeAll { !$0.name.hasSuffix(Self.suffix) }
    var bytes = files.reduce(0) { $0 + $1.bytes }
    // Half of the rest, because other processes may be storing too.
    defer { bytesBeforeCount.store(max((maximumBytes - bytes) / 2, maximumBytes / 32), ordering: .relaxed) }
    guard bytes > maximumBytes else { return }
    for file in files.sorted(by: { ($0.changedAtSeconds, $0.name) < ($1.changedAtSeconds, $1.name) }) {
      // More than necessary, so that the files need not be counted again soon: thousands of them take milliseconds.
      guard bytes > maximumBytes / 2 else { return }
      try directory.remove(file.name)
      bytes -= file.bytes
    }
  }

  func summary() throws(StoreError) -> CacheSummary {
    let files = try directory.files().filter { $0.name.hasSuffix(Self.suffix) }
    let now = clock.now()
    let freshAges = Duration.zero..<max(.zero, configuration.cacheLifetime)
    return CacheSummary(
      path: directory.path,
      answers: files.count,
      freshAnswers: files.count { freshAges.contains(.seconds(now - $0.changedAtSeconds)) },
      bytes: files.reduce(0) { $0 + $1.bytes },
      maximumBytes: maximumBytes,
      lifetime: configuration.cacheLifetime
    )
  }

  @discardableResult
  func clear() throws(StoreError) -> Int {
    guard try !directory.files().isEmpty else { return 0 }
    return try directory.locked { () throws(StoreError) in
      var count = 0
      for file in try directory.files() where file.name.hasSuffix(Self.suffix) || file.name.hasSuffix(".tmp") {
        try directory.remove(file.name)
        if file.name.hasSuffix(Self.suffix) { count += 1 }
      }
      return count
    }
  }

  private static func name(of key: [UInt8]) -> String {
    let digits = String(checksum(of: key[...]), radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits + suffix
  }

  /// A file of the cache, of three lines: a header with the checksum of the rest, the query, the answer.
  fileprivate struct Entry {
    let key: [UInt8]
    let storedAtSeconds: Int64
    let answer: JSONTree

    var bytes: [UInt8] {
      let rest = key + [0x0A] + answer.line + [0x0A]
      let header = JSONTree.members([
        "placefind": .text("answer"), "version": .integer(version), "at": .integer(storedAtSeconds),
        "checksum": .text(String(checksum(of: rest[...]), radix: 16)),
      ])
      return header.line + [0x0A] + rest
    }
  }
}

extension AnswerCache.Entry {
  init?(reading bytes: [UInt8]) {
    guard let headerEnd = bytes.firstIndex(of: 0x0A), bytes.last == 0x0A,
      let header = JSONTree(reading: Array(bytes[..<headerEnd])), header["placefind"]?.string == "answer",
      // A time before 1970 is damage, and the age of the earliest would exceed 64 bits.
      header["version"]?.integer == AnswerCache.version, let time = header["at"]?.integer, time >= 0,
      case let rest = bytes[(headerEnd + 1)...],
      header["checksum"]?.string == String(checksum(of: rest), radix: 16),
      let keyEnd = rest.firstIndex(of: 0x0A), keyEnd + 1 < bytes.count,
      let answer = JSONTree(reading: Array(rest[(keyEnd + 1)..<(bytes.count - 1)]))
    else { return nil }
    self.init(key: Array(rest[..<keyEnd]), storedAtSeconds: Int64(time), answer: answer)
  }
}

/// The 64-bit FNV-1a hash, which detects damage but not manipulation.
private func checksum(of bytes: ArraySlice<UInt8>) -> UInt64 {
  bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
}
