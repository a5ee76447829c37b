public import Domain

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Reads files of places into a builder, on all processors.
///
/// An input is cut at line ends into chunks that threads read side by side, each as if a row began there. Their rows
/// are taken over in order, as long as each chunk was read to its very end; otherwise the import continues row by row
/// from where the chunk gave up, because the next did not begin with a row. So what comes out is what one thread reading
/// from front to back would make of the input, whatever is in it.
public struct PlaceImporter: ~Copyable {
  /// Takes how many bytes of a file were read and how many places there are; returns whether to continue.
  public typealias Progress = (_ bytesRead: Int, _ places: Int) -> Bool

  /// The places so far.
  public let builder: PlaceIndexBuilder
  /// Rows read so far, skipped ones included.
  public private(set) var rowCount = 0
  let pace: ImportPace
  let rules: ImportRules
  /// How the rows of each input fared.
  public private(set) var inputs: [InputReport] = []
  /// What is known from the input's header.
  var header = InputHeader()
  /// How many archives the input lies in.
  var archiveDepth = 0
  /// What became of the rows of the input so far.
  private(set) var counts = RowCounts()
  /// What became of the rows of all inputs.
  private var allCounts = RowCounts()
  /// Each thread's own; the first is that of the import itself.
  private var workers: [WorkerContext]
  /// Bytes to be read sequentially before threads are tried again.
  private var sequentialBytes = 0
  /// Chunks that were read and whose rows are not in the builder yet.
  private var pending: [InputChunk] = []
  /// What `sequentialBytes` is set to when threads next fail.
  private var nextSequentialBytes = 0

  /// Starts an import.
  ///
  /// - Parameters:
  ///   - description: What the index will say about itself.
  ///   - rules: What becomes a place.
  public init(description: IndexDescription = IndexDescription(), rules: ImportRules = ImportRules()) {
    self.init(description: description, rules: rules, pace: .standard)
  }

  init(description: IndexDescription = IndexDescription(), rules: ImportRules, pace: ImportPace) {
    builder = PlaceIndexBuilder(description: description)
    self.rules = rules
    self.pace = pace
    workers = [WorkerContext(RowReader(rules: rules, maximumValueByteCount: pace.maximumValueByteCount))]
  }

  /// The rows that were skipped, by reason.
  public var skipped: [SkippedRows] { allCounts.skipped }

  /// Reads a file.
  ///
  /// - Parameters:
  ///   - path: GeoJSON, GeoJSONSeq, NDJSON, CSV or an index, also in a ZIP archive or compressed by gzip; the content
  ///     decides.
  ///   - group: The group of every place of the file, whatever its rows say; `nil` to go by the rules.
  ///   - progress: Called about once per megabyte with the bytes of the file that were read and the number of places;
  ///     returns `false` to cancel the import.
  /// - Throws: When the file cannot be read or is of no known format.
  public mutating func read(
    path: String,
    group: CategoryGroup? = nil,
    progress: Progress? = nil
  ) throws(IndexFileError) {
    // A file is mapped; what comes through a pipe cannot be looked at twice.
    if Self.isFile(path), try PlaceIndex.isIndex(path: path) {
      return try read(try PlaceIndex(contentsOf: path), group: group, progress)
    }
    var window = try InputWindow(path: path)
    try read(&window, group, progress)
  }

  /// Notes an index that was read to its end.
  mutating func finishIndex(_ report: InputReport) {
    inputs.append(report)
    rowCount += report.rowCount
  }

  /// Notes the files of an archive in which there were no places, with the last of those that had some.
  mutating func notePassedOver(_ names: [String]) {
    guard let last = inputs.indices.last else { return }
    inputs[last].passedOver += names
  }

  private static func isFile(_ path: String) -> Bool {
    var status = stat()
    return unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  /// Reads bytes as if they were a file.
  ///
  /// - Parameters:
  ///   - bytes: The content of a file.
  ///   - name: What to call it in messages.
  /// - Throws: When the bytes are of no known format.
  public mutating func read(_ bytes: [UInt8], name: String) throws(IndexFileError) {
    try ByteView.over(bytes) { (view) throws(IndexFileError) in
      var window = InputWindow(memory: view, path: name)
      try read(&window, nil, nil)
    }
  }

  mutating func read(
    _ window: inout InputWindow,
    _ group: CategoryGroup?,
    _ progress: Progress?
  ) throws(IndexFileError) {
    (counts, header) = (RowCounts(), InputHeader())
    header.forcedGroup = group ?? rules.forcedGroup
    // The first object may turn out to be a collection.
    (sequentialBytes, nextSequentialBytes) = (1, pace.chunkBytes)
    try window.fill(to: FileSignature.bytesLookedAt)
    if window.view.beginsWithMagic {
      let index = try PlaceIndex(IndexBytes.read(from: &window), path: window.path)
      return try read(index, group: header.forcedGroup, progress)
    }
    if let format = FileSignature.of(window.view) {
      switch format {
      case .gzip: return try readGzip(&window, group, progress)
      case .zip: return try readArchive(&window, group, progress)
      default: throw .foreignFormat(path: window.path, format)
      }
    }
    if let encoding = window.view.withSpan(TextEncoding.wideEncoding(of:)) {
      guard encoding != .utf32 else { throw CSVRefusal.unsupportedEncoding("UTF-32").inFile(window.path) }
      window.consume(2)
      _ = window.replaceRest { WideTextStream($0, isBigEndian: encoding == .utf16BigEndian) }
      return try read(&window, group, progress)
    }
    switch window.view.withSpan(InputFormat.init(prefix:)) {
    case .json:
      window.consume(window.view.withSpan(TextEncoding.markLength(of:)))
      try readJSON(&window, progress)
    case .csv: try readCSV(&window, progress)
    case .empty: throw .unknownFormat(path: window.path, detail: "it is empty")
    case .binary:
      throw .unknownFormat(path: window.path, detail: "it is neither text nor a known format of data")
    }
    inputs.append(header.report(path: window.path, counts))
  }

  /// Bytes of JSON that were looked at, those looked at twice counted twice.
  var parsedByteCount: Int { workers.reduce(0) { $0 + $1.reader.parsedByteCount } }

  /// Whether no row of the input was read yet.
  var isAtFirstRow: Bool { counts.rowCount == 0 && worker.reader.rows.counts.rowCount == 0 && pending.isEmpty }

  /// Tells every reader what is known of the input.
  func begin(_ plan: InputPlan) {
    for worker in workers { worker.reader.begin(plan) }
  }

  /// The context of sequential reading.
  var worker: WorkerContext { workers[0] }

  /// Hands everything that was read to the builder.
  ///
  /// - Throws: When the index is full.
  mutating func drainRows() throws(IndexFileError) {
    try takePending()
    guard worker.reader.rows.counts.rowCount > 0 else { return }
    var rows = worker.reader.drainRows()
    try take(&rows)
  }

  /// Hands the rows of the pending chunks to the builder.
  private mutating func takePending() throws(IndexFileError) {
    let chunks = pending
    pending = []
    for chunk in chunks { try take(&chunk.rows) }
  }

  private mutating func take(_ rows: inout ParsedRows) throws(IndexFileError) {
    allCounts.add(rows.counts, behind: counts.rowCount)
    counts.add(rows.counts, behind: counts.rowCount)
    rowCount += rows.counts.rowCount
    try builder.collected.take(&rows)
  }

  /// Whether threads should read what comes next.
  func isFitForThreads(_ window: borrowing InputWindow) -> Bool {
    pace.threads > 1 && sequentialBytes <= 0 && (!window.isAtEnd || window.view.count > 2 * pace.chunkBytes)
  }

  /// Counts bytes that were read sequentially.
  mutating func noteRead(_ bytes: Int) { sequentialBytes -= bytes }

  /// Lets threads read the next part of an input, as much of it as can be trusted.
  ///
  /// Meanwhile the rows of the part before go to the builder.
  ///
  /// - Parameters:
  ///   - window: The input, where a row may begin; afterwards behind what was read.
  ///   - joining: Whether a chunk fits to what was read before it; asked in order, for those that are taken over.
  ///   - read: Reads a chunk, with the thread's own reader, and notes there how much of it was read.
  /// - Throws: When the input cannot be read, or the index is full.
  mutating func readChunks(
    _ window: inout InputWindow,
    joining: (InputChunk) -> Bool = { _ in true },
    _ read: @Sendable (inout RowReader, InputChunk) -> Void
  ) throws(IndexFileError) {
    if worker.reader.rows.counts.rowCount > 0 { try drainRows() }
    while workers.count < pace.threads {
      let (plan, count) = (worker.reader.plan, pace.maximumValueByteCount)
      workers.append(WorkerContext(RowReader(rules: rules, plan: plan, maximumValueByteCount: count)))
    }
    try window.fill(to: pace.batchBytes)
    let chunks = InputChunk.cut(window.view, length: pace.chunkBytes)
    var failure: IndexFileError?
    let (workers, pace) = (workers, pace)
    Threads.run(chunks.count, on: pace.threads) {
      do throws(IndexFileError) {
        try takePending()
      } catch {
        failure = error
      }
    } _: { part, thread in
      let (worker, chunk) = (workers[thread], chunks[part])
      read(&worker.reader, chunk)
      chunk.rows = worker.reader.drainRows()
    }
    if let failure { throw failure }
    var length = 0
    for chunk in chunks {
      guard joining(chunk) else { break }
      pending.append(chunk)
      length += chunk.end
      guard chunk.end == chunk.view.count else { break }
    }
    if length < window.view.count / 2 {
      (sequentialBytes, nextSequentialBytes) = (nextSequentialBytes, min(nextSequentialBytes * 2, 1 << 30))
    } else {
      // What is left over of the window is the beginning of a line, or of something unusual.
      (sequentialBytes, nextSequentialBytes) = (window.isAtEnd || length == 0 ? 1 : 0, pace.chunkBytes)
    }
    window.consume(length)
  }
}
