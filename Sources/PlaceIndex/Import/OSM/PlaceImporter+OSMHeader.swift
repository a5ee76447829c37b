import Domain
import Rows
import Tables

extension InputForm {
  /// OpenStreetMap blobs in a stream; blobs in a file are read in place.
  static let osmPBF = InputForm(.extract, where: { $0.signature == .osmPBF }) {
    (importer, window, progress) throws(IndexFileError) in
    try importer.readElements(&window, progress)
  }
}

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
      guard given.release == nil else { return }
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
