/// Why an index could not be read or built.
///
/// Cases carry facts; the sentence for a person is written by the application.
public enum IndexFileError: Error, Sendable, Hashable {
  /// A file could not be opened or read; the reason is the system's.
  case unreadable(path: String, reason: String)
  /// A file could not be written; the reason is the system's. What was there before is untouched.
  case unwritable(path: String, reason: String)
  /// The output is a file of another type, which is not replaced unasked.
  case outputNotAnIndex(path: String)
  /// The file does not begin like an index.
  case notAnIndex(path: String)
  /// The file was written by a later version of the format.
  case newerVersion(path: String, version: Int, supported: Int)
  /// The file is shorter or longer than it says it is, in bytes.
  case wrongLength(path: String, expected: Int, actual: Int)
  /// A part of the file contradicts its checksum or itself.
  case damaged(path: String, part: String)
  /// A file was cut short or written over while it was being read.
  case changed(path: String)
  /// An input is in no format that can be read.
  case unknownFormat(path: String, detail: String)
  /// An input is a file of places in a known format that is not read; the archive that it lies in, if in one.
  case foreignFormat(path: String, archive: String? = nil, ForeignFormat)
  /// An archive has no places that can be read.
  case archiveUnusable(path: String, ArchiveProblem)
  /// The coordinates of an input are metres on a map grid that nothing names: the columns that hold them, when the
  /// header tells, and the grids on which they would lie in South Korea.
  case gridUnknown(path: String, columns: [String], candidates: [MapGrid])
  /// An input breaks off or is malformed beyond a single row, at a byte from its start.
  case malformed(path: String, detail: String, offset: Int)
  /// No row of the inputs became a place.
  case noPlaces(skipped: [SkippedRows])
  /// Rows were skipped although none may be.
  case rowsSkipped([SkippedRows])
  /// More than half of an input's places belong to no category or have no name, although that is an error.
  case rowsUnidentified(InputReport)
  /// There are more places than a file can hold.
  case tooManyPlaces(limit: Int)
  /// There is not enough memory.
  case outOfMemory(bytes: Int)
  /// The task was cancelled.
  case cancelled
}

/// Why nothing can be read out of an archive.
public enum ArchiveProblem: Sendable, Hashable {
  /// There is no file in it.
  case empty
  /// A file in it needs a password.
  case encrypted(entry: String)
  /// A file in it is packed by a method that is not supported here.
  case unknownMethod(entry: String)
  /// Archives lie in one another, deeper than supported.
  case nestedTooDeep
  /// It ends before its list of files.
  case truncated
}
