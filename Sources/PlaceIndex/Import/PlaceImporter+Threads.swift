import Domain
import Rows
import Tables

/// Reads the parts of an input on several threads.
extension PlaceImporter {
  /// Returns whether to read the next part on several threads.
  func isFitForThreads(_ window: borrowing InputWindow) -> Bool {
    pace.threads > 1 && backoff.isOver && (!window.isAtEnd || window.view.count > 2 * pace.chunkBytes)
  }

  /// Returns one worker for each thread.
  mutating func makeWorkers() -> [WorkerContext] {
    while workers.count < pace.threads {
      var reader = RowReader(rules: rules, maximumValueByteCount: pace.maximumValueByteCount)
      reader.begin(worker.reader.plan)
      reader.readsLists = worker.reader.readsLists
      workers.append(WorkerContext(reader))
    }
    return workers
  }

  /// Reads the next part of an input on several threads, up to the first chunk that wasn't read to its end.
  ///
  /// Meanwhile, the rows of the previous part go to the builder, and the next part is read: decompressing or converting
  /// it takes up to a fifth of an import's processor time. Returns the last token of an array.
  @discardableResult
  mutating func readChunks(
    _ window: inout InputWindow,
    _ read: @Sendable (inout RowReader, InputChunk) -> Void
  ) throws(IndexFileError) -> ArrayToken {
    if worker.reader.rows.counts.rowCount > 0 { try drainRows() }
    let workers = makeWorkers()
    window.reserve(2 * pace.batchBytes)
    try window.readAhead(to: pace.batchBytes)
    let batch = window.view.part(0..<min(window.byteCount, pace.batchBytes))
    let chunks = InputChunk.cut(batch, length: pace.chunkBytes)
    var failure: IndexFileError?
    let pace = pace
    Threads.run(chunks.count, on: pace.threads) {
      do throws(IndexFileError) {
        try takePending()
        try window.readAhead(to: 2 * pace.batchBytes)
      } catch {
        failure = error
      }
    } _: { part, thread in
      let worker = workers[thread]
      let chunk = chunks[part]
      read(&worker.reader, chunk)
      chunk.rows = worker.reader.drainRows()
    }
    if let failure { throw failure }
    var length = 0
    var last = ArrayToken.start
    for chunk in chunks {
      pending.append(chunk)
      length += chunk.end
      if chunk.last != .start { last = chunk.last }
      // The next chunk was read as if it followed a comma.
      guard chunk.end == chunk.view.count, last != .value else { break }
    }
    if length < batch.count / 2 {
      backoff.noteFailure()
    } else {
      // The rest of the window is the beginning of a line, or something unusual.
      let isLast = window.isAtEnd && batch.count == window.byteCount
      backoff = ThreadBackoff(remainingBytes: isLast || length == 0 ? 1 : 0, nextBytes: pace.chunkBytes)
    }
    window.consume(length)
    return last
  }
}
