import Domain
import Synchronization

/// The cached service responses by request, from which results are computed again.
///
/// Each response has its own file, named by a hash of the request. The file contains the whole request, so another
/// request with the same hash is a miss. A damaged file is also a miss, and is removed.
final class ResponseStore: Sendable {
  /// The limits of the cache's size and age.
  struct Limits: Sendable {
    /// The maximum total size in bytes; `nil` if unlimited.
    var maximumBytes: Int? = 32 << 20
    /// The maximum size of a response in bytes; larger ones aren't cached.
    var maximumResponseBytes = 4 << 20
    /// The time for which a response is used.
    var lifetime: Duration
    /// The time for which a geocoded name or coordinate is used.
    var nameLifetime: Duration
    /// Whether cached responses may be used.
    var isRead = true

    /// The limits for the user's queries.
    init(_ configuration: StoreConfiguration) {
      lifetime = configuration.cacheLifetime
      nameLifetime = configuration.nameCacheLifetime ?? configuration.cacheLifetime
      isRead = configuration.readsCache
    }
  }

  /// The age in seconds above which a temporary file was left by a killed process.
  private static let secondsOfWriting: Int64 = 600

  let limits: Limits
  let directory: StoreDirectory
  let clock: WallClock
  let log: StoreErrorLog
  /// The number of bytes to store before the total size is counted again.
  private let bytesBeforeCount: Atomic<Int>

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
    // Random, so that processes with a single query count now and then too.
    let usual = (limits.maximumBytes ?? 0) / 32
    self.bytesBeforeCount = Atomic(bytesBeforeCount ?? (usual > 0 ? Int.random(in: 0..<usual) : .max))
  }

  /// Whether responses outlive the process.
  var survivesProcess: Bool { limits.lifetime > .zero && directory.path != nil }

  /// Caches a response.
  ///
  /// An earlier one is removed even if the new one can't be stored.
  ///
  /// - Throws: An error if it can't be written.
  func store(_ body: [UInt8], of request: String) throws(StoreError) {
    try store(StoredEntry(key: request, storedAtSeconds: clock.now(), content: body))
  }

  /// Stores an entry, replacing an earlier one.
  func store(_ entry: StoredEntry) throws(StoreError) {
    let bytes = entry.bytes
    guard entry.content.count <= limits.maximumResponseBytes, bytes.count <= limits.maximumBytes ?? .max else {
      return try remove(entry.key)
    }
    let name = StoredEntry.name(of: entry.key)
    do throws(StoreError) {
      // Without a lock, because a file is replaced atomically and is independent of others. Taking the lock creates the
      // directory; if another process holds it, it has created the directory.
      if (try? write(bytes, to: name)) == nil {
        try directory.lockedIfFree {}
        try write(bytes, to: name)
      }
    } catch {
      try? remove(entry.key)
      throw error
    }
    guard limits.maximumBytes != nil, bytesBeforeCount.subtract(bytes.count, ordering: .relaxed).newValue < 0 else {
      return
    }
    // If another process holds the lock, it is already cleaning up.
    try directory.lockedIfFree { () throws(StoreError) in try dropOldest(but: name) }
  }

  private func write(_ bytes: [UInt8], to name: String) throws(StoreError) {
    try directory.rewrite(name, limit: .max, isSynced: false, isLocked: false) { _ in bytes }
  }

  func remove(_ key: String) throws(StoreError) {
    try directory.remove(StoredEntry.name(of: key))
  }

  /// Returns an entry of any age; `nil` if there is none.
  ///
  /// A damaged file is removed.
  func stored(_ key: String) -> StoredEntry? {
    let name = StoredEntry.name(of: key)
    let limit = 2 * limits.maximumResponseBytes
    guard let bytes = log.attempt({ () throws(StoreError) in try directory.contents(of: name, limit: limit) }) ?? nil
    else { return nil }
    guard let entry = StoredEntry(reading: bytes) else {
      log.attempt { () throws(StoreError) in try directory.remove(name) }
      return nil
    }
    return entry.key == key ? entry : nil
  }

  /// Returns the response to a request and its age; `nil` if it is missing, too old or damaged.
  func response(to request: String, isName: Bool = false) -> CachedResponse? {
    guard survivesProcess, limits.isRead, let entry = stored(request),
      let age = age(since: entry.storedAtSeconds, below: isName ? limits.nameLifetime : limits.lifetime)
    else { return nil }
    return CachedResponse(body: entry.content, atSeconds: entry.storedAtSeconds, age: age)
  }

  /// Returns the time since a moment; `nil` if it reaches a limit, or if the moment is in the future.
  func age(since seconds: Int64, below limit: Duration) -> Duration? {
    let age = Duration.seconds(clock.now() - seconds)
    return age >= .zero && age < limit ? age : nil
  }

  /// Removes the oldest files until the total is small enough, and temporary files of killed processes.
  ///
  /// - Parameter latest: The most recently written file, because files of the same second have no order.
  /// - Throws: An error if the directory can't be read, or a file can't be removed.
  private func dropOldest(but latest: String) throws(StoreError) {
    let maximumBytes = limits.maximumBytes ?? .max
    var files = try directory.files()
    let now = clock.now()
    for file in files where file.name.hasSuffix(".tmp") && now - file.changedAtSeconds > Self.secondsOfWriting {
      try directory.remove(file.name)
    }
    files.removeAll { !Self.isResponse($0.name) }
    var bytes = files.reduce(0) { $0 + $1.bytes }
    // Half of the rest, because other processes may be storing too.
    defer { bytesBeforeCount.store(max((maximumBytes - bytes) / 2, maximumBytes / 32), ordering: .relaxed) }
    guard bytes > maximumBytes else { return }
    for file in files.sorted(by: { ($0.changedAtSeconds, $0.name) < ($1.changedAtSeconds, $1.name) }) {
      // More than necessary, so that the files aren't counted again soon; with thousands of files this takes
      // milliseconds.
      guard bytes > maximumBytes / 2 else { return }
      guard file.name != latest else { continue }
      try directory.remove(file.name)
      bytes -= file.bytes
    }
  }

  private static func isResponse(_ name: String) -> Bool { name.hasSuffix(StoredEntry.suffix) }
}

extension ResponseStore {
  /// Caches the body of the response to a request, replacing an earlier one.
  func save(_ body: [UInt8], of request: String) {
    guard survivesProcess else { return }
    log.attempt { () throws(StoreError) in try store(body, of: request) }
  }

  /// Removes the response to a request because it is no longer valid.
  func discard(_ request: String) {
    guard survivesProcess else { return }
    log.attempt { () throws(StoreError) in try remove(request) }
  }
}

extension ResponseStore {
  func summary() throws(StoreError) -> CacheSummary {
    let files = try directory.files().filter { Self.isResponse($0.name) }
    let now = clock.now()
    let freshAges = Duration.zero..<max(.zero, limits.lifetime)
    return CacheSummary(
      path: directory.path,
      responses: files.count,
      freshResponses: files.count { freshAges.contains(.seconds(now - $0.changedAtSeconds)) },
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
      for file in try directory.files() where Self.isResponse(file.name) || file.name.hasSuffix(".tmp") {
        try directory.remove(file.name)
        if Self.isResponse(file.name) { count += 1 }
      }
      return count
    }
  }
}
