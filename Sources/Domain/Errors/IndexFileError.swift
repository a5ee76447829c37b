/// Why an index could not be read or built.
///
/// Cases carry facts; the sentence for a person is written by the application.
public enum IndexFileError: Error, Sendable, Hashable {
  /// A file could not be opened or read; the reason is the system's.
  case unreadable(path: String, reason: String)
  /// A file could not be written; the reason is the system's. What was there before is untouched.
  case unwritable(path: String, reason: String)
  /// The output is a file of another type, which is replaced on request only.
  case outputNotAnIndex(path: String)
  /// The file does not begin as an index does.
  case notAnIndex(path: String)
  /// The file has another version of the format than the one that is searched; a build reads older ones.
  case otherVersion(path: String, version: Int, supported: Int)
  /// The file is shorter or longer than its header says, in bytes.
  case wrongLength(path: String, expected: Int, actual: Int)
  /// A part of the file contradicts its checksum or itself.
  case damaged(path: String, part: String)
  /// The file has no such category, and none of the program's words means it; the nearest that it has, if any.
  case noCategory(path: String, word: String, nearest: String?)
  /// No place of the file has such a key of further facts; the keys that it has.
  case noKey(path: String, key: String, known: [String])
  /// The file has no such input; the names of those that it has.
  case noInput(path: String, word: String, known: [String])
  /// The input is the only one of the file, of which nothing would be left.
  case onlyInput(path: String, name: String)
  /// The file was built by a version of the program that did not know a kind.
  case kindUnknown(path: String, slug: String)
  /// A file was truncated or overwritten while it was being read.
  case changed(path: String)
  /// Another process replaced the output while places were added to it; nothing was written.
  case outputReplaced(path: String)
  /// Another process held the lock for longer than the timeout; nothing was written.
  case locked(path: String)
  /// An input has no format that can be read.
  case unknownFormat(path: String, detail: String)
  /// An input has a known format that cannot be read; `archive` is the archive that contains it, if any.
  case foreignFormat(path: String, archive: String? = nil, ForeignFormat)
  /// A file of OpenStreetMap holds what cannot be read.
  case openStreetMapUnreadable(path: String, OpenStreetMapProblem)
  /// No places can be read from an archive.
  case archiveUnusable(path: String, ArchiveProblem)
  /// No pair of columns of a table holds coordinates, by their names: the columns, none if the first row is no
  /// header; and those of them that hold addresses.
  case coordinatesMissing(path: String, columns: [String], addresses: [String] = [])
  /// The text of an input is in an encoding that is not read: the only one that fits, or those that may be it.
  case otherEncoding(path: String, readings: [EncodingReading])
  /// The coordinates of an input are metres on an unknown map grid: the columns that hold them, if the header names
  /// them, and the grids on which they would lie in South Korea.
  case gridUnknown(path: String, columns: [String], candidates: [GridCandidate])
  /// The coordinates of an input are degrees without a decimal point: by what they are to be divided.
  case degreesWithoutPoint(path: String, divisor: Int)
  /// The coordinates of an input are in a system that is not converted: the one that it names, or those of other
  /// countries that their numbers fit; the columns that hold them, none in JSON; and the grids on which they would
  /// lie in South Korea.
  case systemForeign(path: String, systems: [ForeignSystem], columns: [String], candidates: [GridCandidate] = [])
  /// An input is truncated or malformed beyond a single row; the offset is in bytes from its start.
  case malformed(path: String, detail: String, offset: Int)
  /// No row of the inputs became a place.
  case noPlaces(skipped: [SkippedRows])
  /// Rows were skipped in a strict build.
  case rowsSkipped([SkippedRows])
  /// More than half of an input's places have no category or no name, in a strict build.
  case rowsUnidentified(InputReport)
  /// The distinct categories of the places take more bytes than a file can hold.
  case tooManyCategories(limitInBytes: Int)
  /// There are more places than a file can hold.
  case tooManyPlaces(limit: Int)
  /// There is not enough memory.
  case outOfMemory(bytes: Int)
  /// The task was cancelled.
  case cancelled
}

/// An encoding that a text may be in.
public struct EncodingReading: Sendable, Hashable {
  /// Its name for `iconv`.
  public let encoding: String
  /// The first text beyond ASCII as it reads in this encoding; `nil` if this system cannot tell.
  public let text: String?

  public init(_ encoding: String, text: String? = nil) {
    self.encoding = encoding
    self.text = text
  }
}

/// Why a file of OpenStreetMap cannot be read.
public enum OpenStreetMapProblem: Sendable, Hashable {
  /// It holds several versions of an element.
  case history
  /// It needs its reader to know a feature, by its name.
  case feature(String)
  /// Its parts are compressed by a method that is not read.
  case compression(String)
}

/// Why nothing can be read from an archive.
public enum ArchiveProblem: Sendable, Hashable {
  /// It contains no file.
  case empty
  /// A file in it needs a password.
  case encrypted(entry: String)
  /// A file in it is compressed by a method that is not supported.
  case unknownMethod(entry: String)
  /// Archives are nested deeper than supported.
  case nestedTooDeep
  /// It has more tables than the one that is wanted.
  case severalTables(entry: String)
  /// A file that is not wanted would have to be unpacked to find its end, and is longer than the limit.
  case tooMuchToSkip(entry: String, limitInBytes: Int)
  /// It ends before its list of files.
  case truncated
}
