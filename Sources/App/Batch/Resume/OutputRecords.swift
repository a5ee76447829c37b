import Domain

/// The results in an output file, from this run and earlier ones, by their queries.
///
/// A repeated query isn't sent again, however many others are in between. Only the offsets of the records are in
/// memory, about 50 bytes per query.
final class OutputRecords {  // A class, because the index must not be copied.
  /// A record of the file, adapted to another row.
  struct StoredResult: Sendable {
    /// The record, including the line feed.
    let record: [UInt8]
    let status: RowResult.Status
    let meta: RecordMeta
    /// The maximum number of places in the query; `nil` for all.
    let limit: Int?
    let isEarlier: Bool
    /// Whether the record stays; `false` if its query must be sent again.
    let isCurrent: Bool

    /// The error message of a failed row.
    var errorMessage: String? { status == .failed ? ParsedRecord.errorMessage(of: record) : nil }
    /// Whether a failed row may succeed later.
    var isRetryable: Bool { status == .failed && ParsedRecord.isRetryable(record.dropLast()) }
  }

  let file: LockedFile
  private let rules: ResumeRules
  private let writer: NDJSONRecordWriter
  private var keys: RecordKeys
  private var claims = RecordClaims()
  /// The offsets of the records of failed rows.
  private var failures: [Int: Int] = [:]
  private var lines: RecordLines
  private let start: Int
  private var end: Int
  private var otherLines = 0
  /// Whether a place of the file was compared with the requested fields.
  private var hasComparedFields = false

  /// The number of results from an earlier run.
  var resultCount: Int { claims.resultCount }

  init(of file: LockedFile, _ keys: RecordKeys, _ rules: ResumeRules, _ writer: NDJSONRecordWriter) {
    self.file = file
    self.keys = keys
    self.rules = rules
    self.writer = writer
    lines = RecordLines(file: file)
    start = 0
    end = 0
  }

  /// Reads an earlier output once, from the line at an offset.
  ///
  /// - Throws: An error if the file can't be read, isn't the output of a batch, or has results from another source.
  init(
    resuming file: LockedFile,
    from start: Int = 0,
    _ keys: RecordKeys,
    _ rules: ResumeRules,
    _ writer: NDJSONRecordWriter
  ) throws(FileFailure) {
    self.file = file
    self.keys = keys
    self.rules = rules
    self.writer = writer
    lines = RecordLines(file: file, from: start)
    self.start = start
    end = start
    try file.checkRecords()
    while let line = try lines.next() {
      defer { end = lines.offset }
      guard let record = ParsedRecord(line: line) else {
        otherLines += 1
        continue
      }
      if record.isResult {
        try insertResult(record, in: line)
      } else if record.status == .failed, rules.keepsFailures {
        failures[Self.fingerprint(of: keys.identity(of: record, in: line)[...])] = end
      }
    }
    forgetClaims()
  }

  /// Checks only the first result, which is enough to reject a file with another source or other options at once.
  static func checkFirst(of file: LockedFile, _ keys: RecordKeys, _ rules: ResumeRules)
    throws(FileFailure)
  {
    try file.checkRecords()
    var keys = keys
    var lines = RecordLines(file: file)
    while let line = try lines.next() {
      guard let record = ParsedRecord(line: line), record.isResult else { continue }
      try RecordMeta(in: line, from: record.meta.lowerBound).checkSource(keys.provenance, in: file)
      guard !rules.mayPrune, let difference = keys.difference(of: record, in: line) else { return }
      throw FileFailure(path: file.path, reason: .otherQueries(difference))
    }
  }

  private func insertResult(_ record: ParsedRecord, in line: [UInt8]) throws(FileFailure) {
    let meta = RecordMeta(in: line, from: record.meta.lowerBound)
    try meta.checkSource(keys.provenance, in: file)
    guard try hasWantedFields(record, in: line) else {
      otherLines += 1
      return
    }
    claims.insert(
      Self.fingerprint(of: keys.key(of: record, in: line)[...]),
      at: end,
      isCurrent: rules.keeps(meta)
    )
  }

  /// Returns whether the places of a record have the requested fields.
  ///
  /// All records of a file have the same fields, so one is checked, unless others may be removed.
  private func hasWantedFields(_ record: ParsedRecord, in line: [UInt8]) throws(FileFailure) -> Bool {
    guard !hasComparedFields || rules.mayPrune, let names = record.fieldNames(in: line) else { return true }
    hasComparedFields = true
    guard !writer.writes(names) else { return true }
    guard !rules.mayPrune else { return false }
    let earlier = names.joined(separator: ",")
    let now = writer.fieldNames.joined(separator: ",")
    let difference = RecordDifference(row: record.number, member: Option.fields.spelling, earlier: earlier, now: now)
    throw FileFailure(path: file.path, reason: .otherQueries(difference))
  }

  /// The records that would be lost if there were no more rows.
  var losses: RecordLosses { RecordLosses(results: claims.unclaimed, otherLines: otherLines) }

  /// Whether records would be lost without `--prune` if there were no more rows.
  var mayLoseRecords: Bool { !rules.mayPrune && !losses.isEmpty }

  /// Reads all rows and throws if they don't include the query of a result; the reader's claims are discarded.
  func checkLosses(from reader: BatchReader, _ queries: QueryReader) async throws {
    var queries = queries
    while let block = try await reader.nextBlock() {
      queries.open(block)
      for index in block.rows.indices {
        // An invalid row has no query.
        guard let query = try? queries.query(at: index) else { continue }
        _ = hasRecord(of: queries.row, for: query)
      }
    }
    try checkLosses()
    forgetClaims()
  }

  /// Throws if a result's query isn't among the claimed queries.
  func checkLosses() throws(FileFailure) {
    guard mayLoseRecords else { return }
    var lines = RecordLines(file: file, from: start)
    while claims.unclaimed > 0, lines.offset < end, let line = try lines.next() {
      guard let record = ParsedRecord(line: line), record.isResult,
        claims.isUnclaimed(Self.fingerprint(of: keys.key(of: record, in: line)[...])),
        let difference = keys.difference(of: record, in: line)
      else { continue }
      throw FileFailure(path: file.path, reason: .otherQueries(difference))
    }
    throw FileFailure(path: file.path, reason: .wouldLose(losses))
  }

  /// Claims the result of a row's query; returns whether the result stays.
  @discardableResult
  func claim(_ key: [UInt8]) -> Bool { claims.claim(Self.fingerprint(of: key[...])) }

  func claim(_ record: ParsedRecord, in line: [UInt8]) { claim(keys.key(of: record, in: line)) }

  func forgetClaims() { claims.forgetClaims() }

  /// Returns whether a row has a record, according to fingerprints; claims its query.
  func hasRecord(of row: ParsedRow, for query: RowQuery) -> Bool {
    var key: [UInt8] = []
    query.appendKey(to: &key)
    return claim(key) || (!failures.isEmpty && failures[failure(of: row, query).value] != nil)
  }

  /// Returns the record of a row and claims its query; `nil` if the query must be sent.
  func result(for row: ParsedRow, to query: RowQuery) throws(FileFailure) -> StoredResult? {
    var key: [UInt8] = []
    query.appendKey(to: &key)
    let fingerprint = Self.fingerprint(of: key[...])
    let isCurrent = claims.claim(fingerprint)
    if let offset = claims.offset(of: fingerprint), let (record, line) = try record(at: offset), record.isResult,
      keys.key(of: record, in: line) == key
    {
      return result(for: row, from: record, in: line, isEarlier: offset < end, isCurrent: isCurrent)
    }
    guard !failures.isEmpty else { return nil }
    let failure = self.failure(of: row, query)
    guard let offset = failures[failure.value], let (record, line) = try record(at: offset),
      keys.identity(of: record, in: line) == failure.identity
    else { return nil }
    return result(for: row, from: record, in: line, isEarlier: true, isCurrent: true)
  }

  private func result(
    for row: ParsedRow,
    from record: ParsedRecord,
    in line: [UInt8],
    isEarlier: Bool,
    isCurrent: Bool
  ) -> StoredResult {
    var made: [UInt8] = []
    made.reserveCapacity(line.count + 32)
    writer.append(row, as: record.status, copying: line[record.query.lowerBound...], to: &made)
    return StoredResult(
      record: made,
      status: record.status,
      meta: RecordMeta(in: line, from: record.meta.lowerBound),
      limit: record.limit(in: line),
      isEarlier: isEarlier,
      isCurrent: isCurrent
    )
  }

  /// Appends a paid record with the key of its query; the key is empty for a failure.
  func append(_ record: [UInt8], forKey key: [UInt8]) throws(FileFailure) {
    if !key.isEmpty { claims.insertNew(Self.fingerprint(of: key[...]), at: file.position) }
    try file.write(record)
  }

  private func record(at offset: Int) throws(FileFailure) -> (ParsedRecord, line: [UInt8])? {
    lines.seek(to: offset)
    guard let line = try lines.next(), let record = ParsedRecord(line: line) else { return nil }
    return (record, line)
  }

  private func failure(of row: ParsedRow, _ query: RowQuery) -> (value: Int, identity: [UInt8]) {
    var identity: [UInt8] = []
    writer.appendIdentity(ofFailed: row, query, to: &identity)
    return (Self.fingerprint(of: identity[...]), identity)
  }

  /// Returns a hash with a seed per process.
  ///
  /// Equal hashes are candidates, which are then compared.
  private static func fingerprint(of key: ArraySlice<UInt8>) -> Int {
    var hasher = Hasher()
    unsafe key.withUnsafeBytes { unsafe hasher.combine(bytes: $0) }
    return hasher.finalize()
  }
}
