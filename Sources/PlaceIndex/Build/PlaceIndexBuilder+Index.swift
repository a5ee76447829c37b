public import Domain

extension PlaceIndexBuilder {
  /// Puts the places into an index in memory.
  ///
  /// - Parameter name: What to call the index in errors.
  /// - Returns: The index.
  /// - Throws: When there is not enough memory.
  /// - Complexity: O(n) in time and memory; about a second for three million places.
  public func makeIndex(name: String = "") throws(IndexFileError) -> PlaceIndex {
    try PlaceIndex(assemble(), path: name)
  }

  /// Writes the places to an index file.
  ///
  /// The file is complete or not there at all: it is written under a temporary name, synced and renamed.
  ///
  /// - Parameter path: The file; one that is there is replaced, and who reads it keeps it whole.
  /// - Returns: The index, in memory.
  /// - Throws: When the file cannot be written or there is not enough memory.
  public func write(to path: String) throws(IndexFileError) -> PlaceIndex {
    let assembler = try assembler()
    let bytes: IndexBytes
    do throws(SystemError) {
      bytes = try assembler.finished(at: path)
    } catch {
      throw .unwritable(path: path, reason: error.reason)
    }
    return try PlaceIndex(bytes, path: path)
  }

  func assemble() throws(IndexFileError) -> IndexBytes { try assembler().finished() }

  /// Fewer places than this are not worth the start of a thread.
  private static let fewPlaces = 1 << 15

  private func assembler() throws(IndexFileError) -> IndexAssembler {
    collected.shareChainNames()
    let threads = placeCount < Self.fewPlaces ? 1 : Threads.available
    do throws(SystemError) {
      return try IndexAssembler(collected, description: description, threads: threads)
    } catch {
      throw .outOfMemory(bytes: placeCount * 100)
    }
  }
}
