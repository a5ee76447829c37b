import Domain

extension PlaceImporter {
  /// Reads the files of an archive that hold places; others are passed over.
  mutating func readArchive(
    _ window: inout InputWindow,
    _ group: CategoryGroup?,
    _ progress: Progress?
  ) throws(IndexFileError) {
    let path = window.path
    var archive: ZipArchive?
    _ = window.replaceRest { stream in
      archive = ZipArchive(stream, path: path)
      return stream
    }
    var passedOver: IndexFileError?
    var count = 0
    while let entry = try archive?.next() {
      // What Macs add beside each file.
      if entry.name.hasPrefix("__MACOSX/") { continue }
      var content = InputWindow(entry.content, path: "\(path)/\(entry.name)")
      do throws(IndexFileError) {
        try read(&content, group, progress)
        count += 1
      } catch {
        switch error {
        case .foreignFormat(_, let format):
          passedOver = passedOver ?? .foreignFormat(path: "\(path)/\(entry.name)", format)
        case .unknownFormat: passedOver = passedOver ?? error
        default: throw error
        }
      }
    }
    guard count > 0 else { throw passedOver ?? .foreignFormat(path: path, .zip) }
  }
}
