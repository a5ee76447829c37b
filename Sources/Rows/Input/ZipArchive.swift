package import Domain
import Tables

/// Reads the files of a ZIP archive sequentially, so that it may come through a pipe.
package final class ZipArchive {
  package struct Entry {
    package let name: String
    /// The contents, which must be read to the end before the next entry.
    package let content: any ByteStream
  }

  /// The maximum nesting of archives; portals pack twice, never more often.
  package static let maximumDepth = 4

  /// The bytes that have been read ahead, which the entries consume in turn.
  var window: InputWindow
  private var open: ZipEntryStream?

  package init(_ source: any ByteStream, path: String) {
    window = InputWindow(source, path: path, capacity: 1 << 18)
  }

  var truncated: IndexFileError { .archiveUnusable(path: window.path, .truncated) }
  var damaged: IndexFileError {
    .malformed(path: window.path, detail: "the ZIP archive is damaged", offset: 0)
  }

  /// Returns the next file, after skipping the rest of the previous file; `nil` after the last file.
  package func next() throws(IndexFileError) -> Entry? {
    while true {
      try open?.skipRest()
      open = nil
      guard let header = try readHeader() else { return nil }
      guard header.flags & 1 == 0 else { throw .archiveUnusable(path: window.path, .encrypted(entry: header.name)) }
      guard let stream = ZipEntryStream(self, header) else {
        throw .archiveUnusable(path: window.path, .unknownMethod(entry: header.name))
      }
      open = stream
      // Skip folders, and the attribute files that macOS adds.
      if header.name.hasSuffix("/") || header.name.hasPrefix("__MACOSX/") { continue }
      return Entry(name: header.name, content: stream)
    }
  }

  /// Reads a local file header; `nil` if the central directory follows.
  private func readHeader() throws(IndexFileError) -> ZipHeader? {
    try window.fill(to: ZipHeader.fixedByteCount)
    let view = window.view
    let signature = view.count < 4 ? nil : view.load(UInt32.self, at: 0)
    switch signature {
    case 0x0403_4B50: break
    // An entry of the directory, the end of an empty directory (also ZIP64), or the extra data before it. An archive
    // without any of these was truncated between two files.
    case 0x0201_4B50, 0x0605_4B50, 0x0606_4B50, 0x0806_4B50: return nil
    case nil: throw truncated
    default: throw damaged
    }
    guard let length = ZipHeader.byteCount(in: view) else { throw truncated }
    try window.fill(to: length)
    guard window.byteCount >= length else { throw truncated }
    let header = ZipHeader(window.view)
    window.consume(length)
    return header
  }
}
