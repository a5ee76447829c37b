import Domain
import Tables

extension ResponseStore {
  /// Returns the bodies of recent responses that contain the last part of an id, newest first.
  func bodies(mentioning id: String) -> some Sequence<[UInt8]> {
    let number = Array((id.split(separator: "/").last ?? "").utf8)
    let isUsed = survivesProcess && limits.isRead && !number.isEmpty
    let files = isUsed ? log.attempt { () throws(StoreError) in try directory.files() } ?? [] : []
    return files.filter { $0.name.hasSuffix(StoredEntry.suffix) }
      .sorted { $0.changedAtSeconds > $1.changedAtSeconds }
      .lazy
      .compactMap { [self] file -> [UInt8]? in
        guard let bytes = try? directory.contents(of: file.name, limit: 2 * limits.maximumResponseBytes),
          ByteSearch.finds(number.span, in: bytes.span), let entry = StoredEntry(reading: bytes)
        else { return nil }
        return age(since: entry.storedAtSeconds, below: limits.lifetime).map { _ in entry.content }
      }
  }
}
