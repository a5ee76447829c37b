public import Domain
import Rows
import Tables

/// Reads files of places into a builder, on all processors.
///
/// An input is split at line breaks into chunks that threads read in parallel, each as if it began with a row. The rows
/// are merged in order, as long as each chunk was read to its end. Otherwise the next chunk didn't begin with a row,
/// and the import continues row by row where the chunk stopped. So the result doesn't depend on the number of threads.
public struct PlaceImporter: ~Copyable {
  /// Receives the number of bytes read from a file and the number of places; returns whether to continue.
  public typealias Progress = (_ bytesRead: Int, _ places: Int) -> Bool

  /// The places so far.
  public let builder: PlaceIndexBuilder
  /// The number of rows read so far, including skipped rows.
  public internal(set) var rowCount = 0
  let pace: ImportPace
  /// The rules for the next input.
  public var rules: ImportRules {
    didSet {
      let reader = RowReader(rules: rules, maximumValueByteCount: pace.maximumValueByteCount)
      if rules != oldValue { workers = [WorkerContext(reader)] }
    }
  }
  /// The reports on the inputs.
  public internal(set) var inputs: [InputReport] = []
  /// The current input; an index has inputs of its own.
  var input: IndexInput?
  var header = InputHeader()
  /// The number of bytes of a table or of JSON after which no more is read; `nil` for all.
  public var maximumByteCount: Int?
  /// Whether reading ended at ``maximumByteCount``.
  var isCutShort = false
  /// The columns that the user chose at an earlier reading of the input; missing columns are ignored.
  public var earlierColumns = ColumnChoice()
  /// The metadata that the caller provides for all inputs.
  let metadata: IndexDescription
  /// The path for a copy of an input that must be read more than once but can't be, such as a pipe; `nil` to copy it to
  /// memory.
  ///
  /// The copy is unlinked as soon as it is open.
  public var spoolPath: String?
  /// The number of archives that enclose the current input.
  var archiveDepth = 0
  /// The outermost archive.
  var archivePath: String?
  /// The routes of the current public transport feed; `nil` if they are unknown.
  var routes: TransitRoutes?
  private(set) var counts = RowCounts()
  private var allCounts = RowCounts()
  /// The inputs that are pages of a result.
  var pages: [PagedInput] = []
  /// One worker per thread; the first belongs to the calling thread.
  var workers: [WorkerContext]
  var backoff = ThreadBackoff(remainingBytes: 0, nextBytes: 0)
  /// The chunks that have been read, but whose rows aren't in the builder yet.
  var pending: [InputChunk] = []

  /// Starts an import.
  ///
  /// - Parameters:
  ///   - description: The metadata of the index.
  ///   - rules: The rules for making places from rows.
  public init(description: IndexDescription = IndexDescription(), rules: ImportRules = ImportRules()) {
    self.init(description: description, rules: rules, pace: .standard)
  }

  init(description: IndexDescription = IndexDescription(), rules: ImportRules, pace: ImportPace) {
    // The caller's metadata applies to each input that is read, but not to inputs that the index already has.
    var rest = description
    rest.coverage = []
    rest.coveredCategories = []
    rest.release = nil
    rest.latestRelease = nil
    builder = PlaceIndexBuilder(description: rest)
    metadata = description
    self.rules = rules
    self.pace = pace
    workers = [WorkerContext(RowReader(rules: rules, maximumValueByteCount: pace.maximumValueByteCount))]
  }

  public var skipped: [SkippedRows] { allCounts.skipped }

  /// Reads a file.
  ///
  /// - Parameters:
  ///   - path: GeoJSON, GeoJSONSeq, NDJSON, CSV, `.osm.pbf`, `.osm` or an index, also in a ZIP archive or compressed by
  ///     gzip; the format is detected from the content.
  ///   - input: The input that receives the places; `nil` for an input named after the file. The places of an index
  ///     keep their inputs.
  ///   - category: The category of every place in the file, regardless of its rows; `nil` to use the rules.
  ///   - progress: Called about once per megabyte with the number of bytes read and the number of places; returns
  ///     `false` to cancel the import.
  /// - Throws: An error if the file can't be read or has an unknown format.
  public mutating func read(
    path: String,
    as input: IndexInput? = nil,
    category: PlaceCategory? = nil,
    progress: Progress? = nil
  ) throws(IndexFileError) {
    self.input = input ?? IndexInput(path)
    let category = category ?? rules.forcedCategory
    let file = try InputFile(path: path)
    if try file.beginsWithMagic() == true {
      return try read(try PlaceIndex.mapped(file), category: category, progress)
    }
    try read(file, category: category, progress: progress)
  }

  /// Reads an open file that isn't an index.
  mutating func read(
    _ file: consuming InputFile,
    category: PlaceCategory?,
    progress: Progress?
  ) throws(IndexFileError) {
    if let input = RandomAccessInput(file), try input.isOpenStreetMap() {
      beginInput(category)
      if let input = self.input { builder.begin(described(input)) }
      builder.collected.beginInput()
      try readElements(of: input, progress)
      return try endInput(input.path, isExtract: true)
    }
    var window = InputWindow(file)
    try read(&window, category: category, progress: progress)
  }

  /// Reads the contents of a file from memory.
  ///
  /// - Parameters:
  ///   - bytes: The contents of a file.
  ///   - name: The name of the file in messages.
  ///   - input: The input that receives the places; `nil` for an input named after the file.
  /// - Throws: An error if the bytes have an unknown format.
  public mutating func read(_ bytes: [UInt8], name: String, as input: IndexInput? = nil) throws(IndexFileError) {
    self.input = input ?? IndexInput(name)
    var window = InputWindow(JoinedStream(bytes), path: name, capacity: min(1 << 20, max(64, bytes.count)))
    try read(&window, category: nil, progress: nil)
  }

  mutating func read(
    _ window: inout InputWindow,
    category: PlaceCategory?,
    progress: Progress?,
    isDecoded: Bool = false
  ) throws(IndexFileError) {
    beginInput(category)
    // The first object may be a collection.
    backoff = ThreadBackoff(remainingBytes: 1, nextBytes: pace.chunkBytes)
    let beginning = try window.sample(upTo: FileSignature.examinedByteCount).bytes
    if IndexLayout.hasMagic(beginning) {
      let index = try PlaceIndex(IndexBytes.read(from: &window), path: window.path)
      return try read(index, category: header.forced, progress)
    }
    if let input { builder.begin(described(input)) }
    builder.collected.beginInput()
    let signature = FileSignature.of(beginning)
    let marked = beginning.withSpan(TextEncoding.marked)
    if signature == nil, !isDecoded,
      let encoding = marked ?? beginning.withSpan({ TextEncoding.unmarked(in: $0, named: rules.format.encoding) })
    {
      window.consume(marked == nil ? 0 : 2)
      try window.convert(from: encoding)
      return try read(&window, category: category, progress: progress, isDecoded: true)
    }
    let text = signature == nil ? try window.sample().bytes.withSpan(InputFormat.init(prefix:)) : .binary
    let found = InputBeginning(signature: signature, text: text)
    guard let form = ImportFormat.all.first(where: { $0.isBeginning(found) }) else {
      if let signature { throw .foreignFormat(path: window.path, signature) }
      throw text == .empty ? .unknownFormat(path: window.path, detail: "it is empty") : .binary(path: window.path)
    }
    do throws(IndexFileError) {
      try form.read(&self, &window, progress)
    } catch {
      guard case .cancelled = error, isCutShort else { throw error }
      isCutShort = false
      header.pages = PageSigns()
      try drainRows()
    }
    if form.kind != .package { try endInput(window.path, isExtract: form.kind == .extract) }
  }

  private mutating func beginInput(_ category: PlaceCategory?) {
    counts = RowCounts()
    header = InputHeader()
    header.forced = category ?? rules.forcedCategory
  }

  /// Adds the caller's metadata to an input.
  ///
  /// If every place gets the same category, the input is complete only for that category.
  private func described(_ input: IndexInput) -> IndexInput {
    var input = input
    input.release = metadata.release
    input.latestRelease = metadata.latestRelease
    if !metadata.coverage.isEmpty {
      input.coverage = metadata.coverage
      input.isCoverageGiven = true
    }
    input.coveredCategories = metadata.coveredCategories
    if let forced = header.forced, forced != .any, !input.coverage.isEmpty { input.coveredCategories = [forced.slug] }
    return input
  }

  /// The number of bytes of JSON that were parsed; bytes that were parsed again count again.
  var parsedByteCount: Int { workers.reduce(0) { $0 + $1.reader.parsedByteCount } }

  var isAtFirstRow: Bool { counts.rowCount == 0 && worker.reader.rows.counts.rowCount == 0 && pending.isEmpty }

  /// Sets whether objects without a position contain lists of rows.
  func readLists(_ isOfLists: Bool) {
    for worker in workers { worker.reader.readsLists = isOfLists }
  }

  func begin(_ plan: InputPlan) {
    for worker in workers { worker.reader.begin(plan) }
  }

  var worker: WorkerContext { workers[0] }

  /// Moves all rows that have been read to the builder.
  mutating func drainRows() throws(IndexFileError) {
    try takePending()
    guard worker.reader.rows.counts.rowCount > 0 else { return }
    var rows = worker.reader.drainRows()
    try take(&rows)
  }

  mutating func takePending() throws(IndexFileError) {
    let chunks = pending
    pending = []
    for chunk in chunks { try take(&chunk.rows) }
  }

  mutating func take(_ rows: inout ParsedRows) throws(IndexFileError) {
    allCounts.add(rows.counts, after: counts.rowCount)
    counts.add(rows.counts, after: counts.rowCount)
    rowCount += rows.counts.rowCount
    try builder.collected.take(&rows)
    try builder.collected.checkLimits()
  }
}
