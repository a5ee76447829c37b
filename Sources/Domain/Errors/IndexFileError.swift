/// An error of reading, building or downloading an index.
///
/// Cases carry facts; the application writes the message.
public enum IndexFileError: Error, Sendable, Hashable {
  /// A file couldn't be opened or read; `reason` is the system's message.
  case unreadable(path: String, reason: String)
  /// A file couldn't be written; `reason` is the system's message.
  ///
  /// An existing file is unchanged.
  case unwritable(path: String, reason: String)
  /// The output is a file of another type, which is replaced only on request.
  case outputNotAnIndex(path: String)
  /// The file doesn't begin like an index.
  case notAnIndex(path: String)
  /// The file has an unsupported format version for a search; a build reads older versions.
  case otherVersion(path: String, version: Int, supported: Int)
  /// The length of the file differs from its header, in bytes.
  case wrongLength(path: String, expected: Int, actual: Int)
  /// A part of the file contradicts its checksum or is inconsistent.
  case damaged(path: String, part: String)
  /// The file has no streets for maps.
  case groundMissing(path: String)
  /// The file doesn't have the category, and the word has no other meaning; `nearest` is the most similar category in
  /// the file.
  case noCategory(path: String, word: String, nearest: String?)
  /// No place in the file has the attribute; `known` is the attribute keys in the file.
  case noKey(path: String, key: String, known: [String])
  /// The file doesn't have the input; `known` is the names of its inputs.
  case noInput(path: String, word: String, known: [String])
  /// The input is the only one in the file, which would be left empty.
  case onlyInput(path: String, name: String)
  /// The version of the program that built the file didn't know the kind.
  case kindUnknown(path: String, slug: String)
  /// A file was truncated or overwritten while it was read.
  case changed(path: String)
  /// Another process replaced the output during the addition; nothing was written.
  case outputReplaced(path: String)
  /// Another process held the lock longer than the timeout; nothing was written.
  case locked(path: String)
  /// The format of an input isn't recognized; `advice` is what to type instead.
  case unknownFormat(path: String, detail: String, advice: String? = nil)
  /// An input has a known format that can't be read; `archive` is the archive that contains it.
  case foreignFormat(path: String, archive: String? = nil, ForeignFormat)
  /// An OpenStreetMap file has an unsupported content.
  case openStreetMapUnreadable(path: String, OpenStreetMapProblem)
  /// An archive contains nothing that can be read.
  case archiveUnusable(path: String, ArchiveProblem)
  /// No columns of a table are named like coordinates.
  ///
  /// `columns` is empty if the first row isn't a header; `addresses` is the columns with addresses.
  case coordinatesMissing(path: String, columns: [String], addresses: [String] = [])
  /// The text of an input is in an unsupported encoding; `readings` is the encodings that fit.
  case otherEncoding(path: String, readings: [EncodingReading])
  /// The coordinates of an input are metres of an unknown CRS.
  ///
  /// `columns` is the columns with coordinates, if the header names them; `candidates` is the CRSs in which the
  /// coordinates would be in South Korea.
  case crsUnknown(path: String, columns: [String], candidates: [CRSCandidate])
  /// The coordinates of an input are degrees without a decimal point; `divisor` makes them degrees.
  case degreesWithoutPoint(path: String, divisor: Int)
  /// The CRS of an input isn't supported.
  ///
  /// `systems` is the CRS that the file names, or foreign CRSs that fit the numbers; `columns` is the
  /// columns with coordinates, empty for JSON; `candidates` is the CRSs in which the coordinates would be in South
  /// Korea.
  case systemForeign(path: String, systems: [ForeignSystem], columns: [String], candidates: [CRSCandidate] = [])
  /// An input is truncated or malformed beyond a single row; the offset is in bytes from its start.
  case malformed(path: String, detail: String, offset: Int)
  /// No row of the inputs became a place; `inputs` is how they were understood.
  case noPlaces(skipped: [SkippedRows], inputs: [InputReport] = [])
  /// Rows were skipped in a strict build.
  case rowsSkipped([SkippedRows])
  /// More than half of an input's places have no category or no name, in a strict build.
  case rowsUnidentified(InputReport)
  /// The distinct categories of the places exceed the size limit of a file.
  case tooManyCategories(limitInBytes: Int)
  /// The places exceed the limit of a file.
  case tooManyPlaces(limit: Int)
  case outOfMemory(bytes: Int)
  case cancelled
  /// The service failed.
  ///
  /// The downloaded parts are kept, and the next attempt resumes after them.
  indirect case fetchStopped(PlaceSearchError, IndexFetchProgress)
  /// The area is too large for a public service; it takes at least this number of requests.
  case fetchAreaTooLarge(Service, squareKilometers: Double, requests: Int)
  /// The area contains too much data for a public service.
  case fetchTooLarge(Service, elements: Int, bytes: Int)
  /// The request limit of a download is reached.
  ///
  /// The next attempt resumes after the downloaded parts.
  case fetchRequestsSpent(limit: Int, IndexFetchProgress)
  /// Another process is downloading the same area.
  case fetchRunning(path: String)

  /// Whether the file never was an index, whatever its name; a damaged index was.
  package var isOfOtherFile: Bool { if case .notAnIndex = self { true } else { false } }
}

/// A possible encoding of a text.
public struct EncodingReading: Sendable, Hashable {
  /// The name of the encoding for `iconv`.
  public let encoding: String
  /// The first non-ASCII text, decoded; `nil` if this system can't decode it.
  public let text: String?

  public init(_ encoding: String, text: String? = nil) {
    self.encoding = encoding
    self.text = text
  }
}

/// An unsupported content of an OpenStreetMap file.
public enum OpenStreetMapProblem: Sendable, Hashable {
  /// The file contains several versions of an element.
  case history
  /// The file requires a feature that the program doesn't support.
  case feature(String)
  /// The file uses an unsupported compression method.
  case compression(String)
}

/// A reason why an archive can't be read.
public enum ArchiveProblem: Sendable, Hashable {
  /// The archive contains no files.
  case empty
  /// A file in the archive needs a password.
  case encrypted(entry: String)
  /// A file in the archive uses an unsupported compression method.
  case unknownMethod(entry: String)
  /// Archives are nested too deeply.
  case nestedTooDeep
  /// The archive contains several tables, but only one is expected.
  case severalTables(entry: String)
  /// The archive ends before its list of files.
  case truncated
}
