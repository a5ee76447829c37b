import Domain
import Synchronization

/// What one block at a time is answered with, for itself alone: threads that share it would wait for each other.
struct AnsweringDesk: Sendable {
  /// Writes records.
  let writer: any RecordWriter
  /// Takes one answer after the other.
  var found = PackedCollection()
}

/// Desks that nobody works at, and memory of records that were written: fresh memory is paid for page by page.
final class AnsweringDesks: Sendable {
  private struct Spares {
    var desks: [AnsweringDesk] = []
    var records: [[UInt8]] = []
  }

  private let writer: any RecordWriter
  private let spares = Mutex(Spares())

  /// Makes room for desks; there is none yet.
  ///
  /// - Parameter writer: What a desk's own writer writes like.
  init(writer: any RecordWriter) { self.writer = writer }

  /// Gives a desk that nobody works at.
  func takeDesk() -> AnsweringDesk {
    spares.withLock { $0.desks.popLast() } ?? AnsweringDesk(writer: writer.anew())
  }

  /// Takes a desk back.
  func give(_ desk: AnsweringDesk) { spares.withLock { $0.desks.append(desk) } }

  /// Gives an empty array that nobody else holds, with room from an earlier use where there is some.
  func takeRecords() -> [UInt8] { spares.withLock { $0.records.popLast() } ?? [] }

  /// Takes an array back; its room is used again only when the caller keeps no copy.
  func give(_ records: consuming [UInt8]) {
    var emptied = records
    emptied.removeAll(keepingCapacity: true)
    let spare = emptied
    spares.withLock { $0.records.append(spare) }
  }
}
