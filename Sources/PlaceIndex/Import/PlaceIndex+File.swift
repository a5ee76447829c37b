public import Domain
import Rows
import System
import Tables

extension PlaceIndex {
  /// Opens an index: a file is mapped, a pipe is read into memory.
  ///
  /// The file may be replaced while it is mapped. If it is truncated or overwritten instead, all further queries fail
  /// with `IndexFileError.changed(path:)`.
  ///
  /// - Parameter path: A file that this package wrote; `-` for standard input.
  /// - Throws: An error if the file can't be read, isn't an index, has a newer version, or is damaged in the header or
  ///   in an offset. ``verify()`` checks the rest.
  /// - Complexity: A few system calls, and 4 bytes of memory for each block of 32 places.
  public init(contentsOf path: String) throws(IndexFileError) {
    let file = try InputFile(path: path)
    guard try file.beginsWithMagic() ?? true else { throw .notAnIndex(path: file.name) }
    guard !file.isMappable else {
      self = try Self.mapped(file)
      return
    }
    let name = file.name
    var window = InputWindow(file)
    try self.init(IndexBytes.read(from: &window), path: name)
  }

  /// Opens places in any format: an index like ``init(contentsOf:)``; any other file is imported into an index in
  /// memory.
  ///
  /// - Parameters:
  ///   - path: An index, or .osm.pbf, GeoJSON, GeoJSONSeq, NDJSON or CSV; `-` for standard input. The format is
  ///     detected from the content.
  ///   - rules: The rules for making places from rows, if the file isn't an index.
  ///   - coverage: The areas in which the file has every place, if it isn't an index.
  ///   - reading: Set to the report on the rows, if the file isn't an index.
  /// - Throws: An error if the file can't be read, has an unknown format, is damaged, or has no places.
  /// - Complexity: The complexity of ``init(contentsOf:)`` for an index, otherwise of an import.
  public init(
    placesIn path: String,
    rules: ImportRules = ImportRules(),
    covering coverage: [SearchArea] = [],
    reading: inout InputReading?
  ) throws(IndexFileError) {
    let file = try InputFile(path: path)
    if try file.beginsWithMagic() == true {
      self = try Self.mapped(file)
      return
    }
    let name = file.name
    var importer = PlaceImporter(rules: rules)
    var input = IndexInput(name)
    input.coverage = coverage
    input.isCoverageGiven = !coverage.isEmpty
    importer.input = input
    if let elements = RandomAccessInput(file), try elements.isOpenStreetMap() {
      try importer.read(file, category: nil, progress: nil)
    } else {
      var window = InputWindow(file)
      try window.fill(to: IndexLayout.magic.count)
      if IndexLayout.hasMagic(window.view) {
        try self.init(IndexBytes.read(from: &window), path: name)
        return
      }
      try importer.read(&window, category: nil, progress: nil)
    }
    guard importer.builder.placeCount > 0 else { throw .noPlaces(skipped: importer.skipped) }
    reading = InputReading(inputs: importer.inputs, skipped: importer.skipped)
    self = try importer.builder.makeIndex(name: name)
  }

  static func mapped(
    _ file: borrowing InputFile
  ) throws(IndexFileError) -> PlaceIndex {
    let size = file.bytesLeft ?? 0
    guard size >= IndexLayout.magic.count else { throw .notAnIndex(path: file.name) }
    let bytes: IndexBytes
    do throws(SystemError) {
      bytes = try IndexBytes(mapping: file.descriptor, count: size)
    } catch {
      throw .unreadable(path: file.name, reason: error.reason)
    }
    return try PlaceIndex(bytes, path: file.name)
  }

  /// Returns whether a file begins with the signature of an index.
  ///
  /// - Parameter path: Any file.
  /// - Returns: `false` also for a shorter file, and for anything but a file, such as a pipe.
  /// - Throws: `IndexFileError.unreadable(path:reason:)`.
  public static func isIndex(path: String) throws(IndexFileError) -> Bool {
    // Opening and closing a pipe would end its writer and lose the written data.
    var status = stat()
    if unsafe stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFIFO { return false }
    let file = try InputFile(path: path, waits: false)
    return try file.beginsWithMagic() ?? false
  }
}

extension InputFile {
  /// Whether the input is a file at its beginning.
  fileprivate var isMappable: Bool { bytesLeft != nil && lseek(descriptor, 0, SEEK_CUR) == 0 }

  /// Returns whether a file begins with the signature of an index; `nil` for a pipe, whose bytes can be read only once.
  func beginsWithMagic() throws(IndexFileError) -> Bool? {
    guard isMappable else { return nil }
    var first: UInt64 = 0
    let count = unsafe pread(descriptor, &first, 8, 0)
    guard count >= 0 else { throw .unreadable(path: name, reason: SystemError(number: errno).reason) }
    return count == 8 && (0..<8).allSatisfy { UInt8(truncatingIfNeeded: first >> (8 * $0)) == IndexLayout.magic[$0] }
  }
}

extension IndexBytes {
  /// Reads an index from a stream, into as much memory as its header requires.
  static func read(
    from window: inout InputWindow
  ) throws(IndexFileError) -> IndexBytes {
    let path = window.path
    try window.fill(to: IndexLayout.pageBytes)
    let size = window.view.count < 24 ? 0 : Int(truncatingIfNeeded: window.view.load(UInt64.self, at: 16))
    let image: IndexImage
    do {
      let page = window.view.part(0..<min(window.view.count, IndexLayout.pageBytes))
      let headerBytes = try IndexHeader.byteCount(of: page, fileSize: size)
      try window.fill(to: headerBytes)
      // Check the header before trusting its size.
      let beginning = window.view.part(0..<min(window.view.count, headerBytes))
      _ = try IndexHeader(beginning, fileSize: size)
      image = try IndexImage(count: size)
    } catch let error as IndexHeader.FormatError {
      throw IndexFileError(error, path: path)
    } catch {
      throw .outOfMemory(bytes: size)
    }
    var length = 0
    while window.byteCount > 0, length + window.byteCount <= size {
      image.copy(window.view, at: length)
      length += window.byteCount
      window.consume(window.byteCount)
      try window.refill()
    }
    guard length + window.byteCount == size else {
      throw .wrongLength(path: path, expected: size, actual: length + window.byteCount)
    }
    return image.sealed()
  }
}

extension PlaceIndex {
  /// Opens an index in memory.
  ///
  /// - Parameters:
  ///   - bytes: The contents of an index file, which are copied.
  ///   - name: The name of the index in errors.
  /// - Throws: The errors of ``init(contentsOf:)``.
  /// - Complexity: O(n) in the number of bytes, at the speed of copying memory.
  public init(bytes: [UInt8], name: String) throws(IndexFileError) {
    var window = InputWindow(JoinedStream(bytes), path: name)
    try self.init(IndexBytes.read(from: &window), path: name)
  }

  /// Opens an index that is compiled in, without copying it.
  package init(embedded file: EmbeddedFile, name: String) throws(IndexFileError) {
    try self.init(IndexBytes(embedded: file), path: name)
  }
}
