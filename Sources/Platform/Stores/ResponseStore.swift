import Domain
import Synchronization

/// The responses of services, by the request that each answers: the one store from which answers are computed again.
///
/// Each has a file of its own, whose name is a hash of the request; the file holds the request in full, so another one
/// with the same hash is a miss. A damaged file is a miss too, and is removed.
final class ResponseStore: Sendable {
  /// How much is kept, and for how long.
  struct Limits: Sendable {
    /// The maximum size of all responses together, in bytes; `nil` for no bound.
    var maximumBytes: Int? = 32 << 20
    /// The maximum size of one response, in bytes; a larger one is not kept.
    var maximumResponseBytes = 4 << 20
    /// How long a response is used.
    var lifetime: Duration
    /// The same for the place of a name and the address of a point.
    var nameLifetime: Duration
    /// Whether what is kept may be used.
    var isRead = true

    /// The limits of what answers the user's questions.
    init(_ configuration: StoreConfiguration) {
      lifetime = configuration.cacheLifetime
      nameLifetime = configuration.nameCacheLifetime ?? configuration.cacheLifetime
      isRead = configuration.readsCache
    }
  }

  /// The age, in seconds, beyond which a temporary file was left by a process that was killed.
  private static let secondsOfWriting: Int64 = 600
  /// How long what was given to a query that did not end is used where nothing survives the process.
  private static let rememberedLifetime = Duration.seconds(600)
  /// The maximum number of such responses: about 10 MB.
  private static let maximumRemembered = 1_000

  let limits: Limits
  let directory: StoreDirectory
  let clock: WallClock
  let log: StoreErrorLog
  /// The bytes to keep before the size of all is counted again.
  private let bytesBeforeCount: Atomic<Int>
  private let remembered = Mutex<[String: (body: [UInt8], atSeconds: Int64)]>([:])

  init(
    directory: StoreDirectory,
    limits: Limits,
    clock: WallClock,
    log: StoreErrorLog,
    bytesBeforeCount: Int? = nil
  ) {
    self.directory = directory
    self.limits = limits
    self.clock = clock
    self.log = log
    // A process with a single query has to count now and then too.
    let usual = (limits.maximumBytes ?? 0) / 32
    self.bytesBeforeCount = Atomic(bytesBeforeCount ?? (usual > 0 ? Int.random(in: 0..<usual) : .max))
  }

  var survivesProcess: Bool { limits.lifetime > .zero && directory.path != nil }

  /// Keeps a response; an earlier one goes, also where the new one cannot be kept.
  ///
  /// - Throws: When it cannot be written.
  func store(_ body: [UInt8], of request: String, atSeconds: Int64? = nil) throws(StoreError) {
    let time = atSeconds ?? clock.now()
    try store(StoredEntry(kind: .response, key: request, storedAtSeconds: time, content: body))
  }

  /// Keeps an entry in place of an earlier one.
  func store(_ entry: StoredEntry) throws(StoreError) {
    let bytes = entry.bytes
    guard entry.content.count <= limits.maximumResponseBytes, bytes.count <= limits.maximumBytes ?? .max else {
      return try remove(entry.key, entry.kind)
    }
    let name = StoredEntry.name(of: entry.key, entry.kind)
    do throws(StoreError) {
      // Without a lock, since a file is replaced atomically and is independent of the others. Taking it makes the
      // directory, and whoever holds it has made it.
      if (try? write(bytes, to: name)) == nil {
        try directory.lockedIfFree {}
        try write(bytes, to: name)
      }
    } catch {
      try? remove(entry.key, entry.kind)
      throw error
    }
    guard limits.maximumBytes != nil, bytesBeforeCount.subtract(bytes.count, ordering: .relaxed).newValue < 0 else {
      return
    }
    // Whoever holds the lock does the same.
    try directory.lockedIfFree { () throws(StoreError) in try dropOldest(but: name) }
  }

  private func write(_ bytes: [UInt8], to name: String) throws(StoreError) {
    try directory.rewrite(name, limit: .max, isSynced: false, isLocked: false) { _ in bytes }
  }

  func remove(_ key: String, _ kind: StoredEntry.Kind) throws(StoreError) {
    try directory.remove(StoredEntry.name(of: key, kind))
  }

  /// Returns an entry, however old it is; `nil` when there is none.
  ///
  /// A damaged file is removed.
  func stored(_ key: String, _ kind: StoredEntry.Kind) -> StoredEntry? {
    let name = StoredEntry.name(of: key, kind)
    let limit = 2 * limits.maximumResponseBytes
    guard let bytes = log.attempt({ () throws(StoreError) in try directory.contents(of: name, limit: limit) }) ?? nil
    else { return nil }
    guard let entry = StoredEntry(reading: bytes, kind) else {
      log.attempt { () throws(StoreError) in try directory.remove(name) }
      return nil
    }
    return entry.key == key ? entry : nil
  }

  /// Returns an entry, and how old it is; `nil` when there is none, or when it is too old or damaged.
  func entry(of key: String, _ kind: StoredEntry.Kind, isName: Bool = false) -> KeptResponse? {
    guard survivesProcess, limits.isRead, let entry = stored(key, kind),
      let age = age(since: entry.storedAtSeconds, below: isName ? limits.nameLifetime : limits.lifetime)
    else { return nil }
    return KeptResponse(body: entry.content, atSeconds: entry.storedAtSeconds, age: age)
  }

  /// The time since a moment; `nil` when it is as long as a limit, or the moment is still to come.
  func age(since seconds: Int64, below limit: Duration) -> Duration? {
    let age = Duration.seconds(clock.now() - seconds)
    return age >= .zero && age < limit ? age : nil
  }

  /// Removes the oldest files until the rest is small enough, and the temporary ones of killed processes.
  ///
  /// - Parameter latest: The file that was written last: those of the same second have no order.
  /// - Throws: When the directory cannot be read, or a file not removed.
  private func dropOldest(but latest: String) throws(StoreError) {
    let maximumBytes = limits.maximumBytes ?? .max
    var files = try directory.files()
    let now = clock.now()
    for file in files where file.name.hasSuffix(".tmp") && now - file.changedAtSeconds > Self.secondsOfWriting {
      try directory.remove(file.name)
    }
    files.removeAll { !Self.isKept($0.name) }
    var bytes = files.reduce(0) { $0 + $1.bytes }
    // Half of the rest, because other processes may be storing too.
    defer { bytesBeforeCount.store(max((maximumBytes - bytes) / 2, maximumBytes / 32), ordering: .relaxed) }
    guard bytes > maximumBytes else { return }
    for file in files.sorted(by: { ($0.changedAtSeconds, $0.name) < ($1.changedAtSeconds, $1.name) }) {
      // More than necessary, so that the files need not be counted again soon: thousands of them take milliseconds.
      guard bytes > maximumBytes / 2 else { return }
      guard file.name != latest else { continue }
      try directory.remove(file.name)
      bytes -= file.bytes
    }
  }

  private static func isKept(_ name: String) -> Bool {
    isAnswer(name) || name.hasSuffix(StoredEntry.Kind.search.suffix)
  }

  /// Whether a file is none that is a copy of others.
  private static func isAnswer(_ name: String) -> Bool { name.hasSuffix(StoredEntry.Kind.response.suffix) }
}

extension ResponseStore: KeepResponses {
  func response(to request: String, isName: Bool = false) -> KeptResponse? {
    guard !survivesProcess else { return entry(of: request, .response, isName: isName) }
    guard let kept = remembered.withLock({ $0[request] }),
      let age = age(since: kept.atSeconds, below: Self.rememberedLifetime)
    else { return nil }
    return KeptResponse(body: kept.body, atSeconds: kept.atSeconds, age: age)
  }

  func keep(_ body: [UInt8], of request: String) {
    guard survivesProcess else { return }
    log.attempt { () throws(StoreError) in try store(body, of: request) }
  }

  func forget(_ request: String) {
    remembered.withLock { $0[request] = nil }
    guard survivesProcess else { return }
    log.attempt { () throws(StoreError) in try remove(request, .response) }
  }

  func remember(_ bodies: [String: [UInt8]]) {
    guard !survivesProcess else { return }
    let now = clock.now()
    remembered.withLock { remembered in
      if remembered.count + bodies.count > Self.maximumRemembered { remembered = [:] }
      for (request, body) in bodies { remembered[request] = (body, now) }
    }
  }

  func dropRemembered(_ requests: [String]) {
    guard !survivesProcess else { return }
    remembered.withLock { remembered in
      for request in requests { remembered[request] = nil }
    }
  }
}

extension ResponseStore {
  func summary() throws(StoreError) -> CacheSummary {
    let files = try directory.files().filter { Self.isKept($0.name) }
    let now = clock.now()
    let freshAges = Duration.zero..<max(.zero, limits.lifetime)
    let answers = files.filter { Self.isAnswer($0.name) }
    return CacheSummary(
      path: directory.path,
      answers: answers.count,
      freshAnswers: answers.count { freshAges.contains(.seconds(now - $0.changedAtSeconds)) },
      bytes: files.reduce(0) { $0 + $1.bytes },
      maximumBytes: limits.maximumBytes ?? .max,
      lifetime: limits.lifetime
    )
  }

  @discardableResult
  func clear() async throws(StoreError) -> Int {
    guard try !directory.files().isEmpty else { return 0 }
    return try await directory.locked { () throws(StoreError) in
      var count = 0
      for file in try directory.files() where Self.isKept(file.name) || file.name.hasSuffix(".tmp") {
        try directory.remove(file.name)
        if Self.isAnswer(file.name) { count += 1 }
      }
      return count
    }
  }
}
