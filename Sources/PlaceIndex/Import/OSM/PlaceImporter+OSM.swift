import Domain
import Rows
import Tables

extension ImportFormat {
  /// OpenStreetMap blobs in a stream; blobs in a file are read in place.
  static let osmPBF = ImportFormat(.extract, where: { $0.signature == .osmPBF }) {
    (importer, window, progress) throws(IndexFileError) in
    try importer.readElements(&window, progress)
  }
}

/// Reads an OpenStreetMap file: relations, then ways, then nodes, then the places of the pending elements.
///
/// Each pass determines the ids that the next pass needs, and unpacks the blobs that may contain them, on all
/// processors. Results are merged in blob order, so they don't depend on the number of threads.
extension PlaceImporter {
  /// The number of blobs that a thread reads before their rows are merged, which limits memory.
  private static var blobsForEachThread: Int { 8 }
  /// The number of parts of a blob's multipolygons that threads share; the order of features depends on it.
  private static var areaShares: Int { 8 }

  /// Reads the elements; `declared` is the metadata for blobs without a header.
  mutating func readElements(
    of input: RandomAccessInput,
    declaring declared: [OSMFileHeader] = [],
    _ progress: Progress?
  ) throws(IndexFileError) {
    let list = try BlobList(of: input)
    let headers = try declared + Self.headers(list.headers, of: input)
    guard var selection = TagSelection(header.forced) else {
      throw .noCategory(path: input.path, word: header.forced?.slug ?? "", nearest: nil)
    }
    selection.hasGround = rules.includesGround
    note(headers, selection)
    var names = names(dataset: nil)
    names.isOfElements = true
    begin(InputPlan(path: input.path, names: names))
    let workers = makeWorkers().map(ElementWorker.init)
    let isSorted = headers.count == 1 && headers[0].isSorted
    let order = try BlobOrder(list.data, isSorted: isSorted) { (blob) throws(IndexFileError) in
      try workers[0].elements.kinds(of: blob, of: input)
    }
    var run = ElementRun(input, selection, workers, order)
    try readBlobs(with: .relations, &run, progress)
    run.ways = try NeededIDs(run.takeNeededWays(), absent: OutlineExtent())
    try readBlobs(with: .ways, &run, progress)
    run.nodes = try NeededIDs(run.takeNeededNodes(), absent: ElementPoint.absent)
    try readBlobs(with: .nodes, &run, progress)
    try placePending(run.takePendingWays(), run: &run, progress: progress) { reader, pending, _, pass, yield, rows in
      reader.placeWays(pending.ways, pass: pass, into: yield, rows: &rows)
      reader.placeGround(pending.ground, pass: pass, into: yield)
    }
    let held = run.takePendingRelations()
    // All relations may be in one blob, and a multipolygon may have thousands of points.
    let shares = selection.hasGround ? Self.areaShares : 1
    try placePending(held, shares: shares, run: &run, progress: progress) { reader, pending, share, pass, yield, rows in
      if share == 0 { reader.placeRelations(pending.relations, pass: pass, into: yield, rows: &rows) }
      reader.placeAreas(pending.areas, share: share, of: shares, pass: pass, into: yield)
    }
    header.partialCount = run.partialCount
  }

  /// Reads the blobs that may contain a kind of elements.
  private mutating func readBlobs(
    with kind: ElementKinds,
    _ run: inout ElementRun,
    _ progress: Progress?
  ) throws(IndexFileError) {
    let numbers = run.order.blobs(with: kind)
    let pass = run.pass(for: kind)
    let blobs = run.order.blobs
    try forEachYield(numbers.count, run: &run, progress: progress) { part, worker, yield in
      worker.elements.read(blobs[numbers[part]], pass: pass, into: yield, rows: &worker.context.reader)
    } merge: { (part, yield, run) throws(IndexFileError) in
      let blob = blobs[numbers[part]]
      guard run.order.note(yield.kinds, in: numbers[part]) else { throw run.input.damaged(.unordered, at: blob.offset) }
      run.bytesDone += blob.count
    }
  }

  /// Places the held elements of blobs, each blob in a number of shares.
  private mutating func placePending(
    _ pending: [PendingBlob],
    shares: Int = 1,
    run: inout ElementRun,
    progress: Progress?,
    _ place: @Sendable (inout ElementReader, PendingBlob, _ share: Int, ElementPass, BlobYield, inout RowReader) -> Void
  ) throws(IndexFileError) {
    let pass = run.pass(for: .all)
    try forEachYield(pending.count * shares, run: &run, progress: progress) { part, worker, yield in
      place(&worker.elements, pending[part / shares], part % shares, pass, yield, &worker.context.reader)
    } merge: { (_, _, _) throws(IndexFileError) in
    }
  }

  /// Runs work on all processors, and merges its results while the next work runs.
  private mutating func forEachYield(
    _ count: Int,
    run: inout ElementRun,
    progress: Progress?,
    work: @Sendable (_ part: Int, ElementWorker, BlobYield) -> Void,
    merge: (_ part: Int, BlobYield, inout ElementRun) throws(IndexFileError) -> Void
  ) throws(IndexFileError) {
    let workers = run.workers
    let length = workers.count * Self.blobsForEachThread
    var start = 0
    var pending: [BlobYield] = []
    while start < count {
      let first = start
      let yields = (first..<min(count, first + length)).map { _ in BlobYield() }
      var failure: IndexFileError?
      Threads.run(yields.count, on: workers.count) {
        do throws(IndexFileError) {
          try mergeYields(pending, from: first - pending.count, run: &run, merge)
        } catch { failure = error }
      } _: { part, thread in
        work(first + part, workers[thread], yields[part])
      }
      if let failure { throw failure }
      pending = yields
      start += yields.count
      if let progress, !progress(run.bytesShown, builder.placeCount) { throw .cancelled }
    }
    try mergeYields(pending, from: count - pending.count, run: &run, merge)
  }

  private mutating func mergeYields(
    _ yields: [BlobYield],
    from first: Int,
    run: inout ElementRun,
    _ merge: (_ part: Int, BlobYield, inout ElementRun) throws(IndexFileError) -> Void
  ) throws(IndexFileError) {
    for (offset, yield) in yields.enumerated() {
      if let failure = yield.failure { throw failure }
      try merge(first + offset, yield, &run)
      try take(&yield.rows)
      for piece in yield.ground { builder.current.ground.add(piece) }
      try run.take(yield)
    }
  }
}

/// The element reader and the row reader of a thread.
final class ElementWorker: @unchecked Sendable {  // Used by one thread at a time; the import joins them in between.
  var elements = ElementReader()
  let context: WorkerContext

  init(_ context: WorkerContext) { self.context = context }
}

/// Reads the headers of a file.
extension PlaceImporter {
  /// Returns the headers of an OpenStreetMap file, usually one.
  ///
  /// - Throws: An error if the file requires an unsupported feature or contains several versions of an element.
  static func headers(_ blobs: [Blob], of input: RandomAccessInput) throws(IndexFileError) -> [OSMFileHeader] {
    var unpacker = BlobUnpacker()
    var headers: [OSMFileHeader] = []
    for blob in blobs {
      let bytes = try unpacker.open(blob, of: input)
      let header: OSMFileHeader
      do throws(SyntaxError) { header = try OSMFileHeader(bytes) } catch { throw input.damaged(error, at: blob.offset) }
      if let problem = header.problem { throw .openStreetMapUnreadable(path: input.path, problem) }
      headers.append(header)
    }
    return headers
  }

  /// Records the licence, the time of the data, and the categories that are complete in it.
  ///
  /// A time that the user gives takes precedence.
  mutating func note(_ headers: [OSMFileHeader], _ selection: TagSelection) {
    header.isOfElements = true
    header.copyright = OpenStreetMapNotice.attribution
    header.license = OpenStreetMapNotice.license
    var releases = IndexDescription()
    for time in headers.compactMap(\.time) { releases.addRelease(time, until: nil) }
    builder.changeClaim { input in
      input.coveredCategories =
        selection.categories.isEmpty ? [PlaceCategory.any.slug] : selection.categories.map(\.slug)
      // The rectangle in a header only encloses the data.
      input.isExtract = true
      guard metadata.release == nil else { return }
      input.release = releases.release
      input.latestRelease = releases.latestRelease
    }
  }

  /// Copies a stream that can be read only once, and reads the copy.
  mutating func readElements(_ window: inout InputWindow, _ progress: Progress?) throws(IndexFileError) {
    let placeCount = builder.placeCount
    let input = try RandomAccessInput(copying: &window, to: spoolPath) { (byteCount) throws(IndexFileError) in
      if let progress, !progress(byteCount, placeCount) { throw .cancelled }
    }
    try readElements(of: input, progress)
  }
}
