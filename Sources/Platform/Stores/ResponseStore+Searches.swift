import Domain
import Tables

/// The bundled responses of a search, so that a result of a hundred requests is computed from one file.
///
/// A bundle is a copy of the responses, which also have their own files for searches that share some of them or were
/// stopped. A search that receives a new response deletes the bundle and rewrites it when done, so bundle and responses
/// never disagree.
extension ResponseStore {
  /// Reads the bundle of a search.
  ///
  /// - Parameters:
  ///   - first: The first request of the search.
  ///   - beginning: The response to it.
  /// - Returns: The responses by request; empty if there is no bundle, or if it has another beginning.
  func search(begunBy first: String, with beginning: KeptResponse) -> [String: KeptResponse] {
    guard survivesProcess, limits.isRead, let entry = stored(first, .search) else { return [:] }
    var responses: [String: KeptResponse] = [:]
    var rest = entry.content[...]
    while let end = rest.firstIndex(of: 0x0A), let header = JSONTree(reading: Array(rest[..<end])) {
      guard let request = header["request"]?.string, let time = header["at"]?.integer,
        let count = header["bytes"]?.integer,
        count >= 0, count <= rest.endIndex - end - 1
      else { return [:] }
      let body = rest[(end + 1)...].prefix(count)
      rest = rest[(end + 1 + count)...]
      guard let age = age(since: Int64(time), below: limits.lifetime) else { continue }
      responses[request] = KeptResponse(body: Array(body), atSeconds: Int64(time), age: age)
    }
    // A search that cached a new beginning may not have known this bundle.
    guard let copy = responses[first], copy.atSeconds == beginning.atSeconds, copy.body == beginning.body else {
      return [:]
    }
    return responses
  }

  /// The bodies of recent responses that contain the last part of an id, newest first.
  func bodies(mentioning id: String) -> some Sequence<[UInt8]> {
    let number = Array((id.split(separator: "/").last ?? "").utf8)
    let isUsed = survivesProcess && limits.isRead && !number.isEmpty
    let files = isUsed ? log.attempt { () throws(StoreError) in try directory.files() } ?? [] : []
    return files.filter { $0.name.hasSuffix(StoredEntry.Kind.response.suffix) }
      .sorted { $0.changedAtSeconds > $1.changedAtSeconds }
      .lazy
      .compactMap { [self] file -> [UInt8]? in
        guard let bytes = try? directory.contents(of: file.name, limit: 2 * limits.maximumResponseBytes),
          ByteSearch.finds(number.span, in: bytes.span), let entry = StoredEntry(reading: bytes, .response)
        else { return nil }
        return age(since: entry.storedAtSeconds, below: limits.lifetime).map { _ in entry.content }
      }
  }

  /// Bundles the responses of a search.
  ///
  /// Responses that are not cached individually are left out.
  func keepSearch(_ requests: [String], begunBy first: String) {
    guard survivesProcess else { return }
    var content: [UInt8] = []
    var time: Int64?
    for request in requests.sorted() {
      guard let entry = stored(request, .response) else { continue }
      if request == first { time = entry.storedAtSeconds }
      let header = JSONTree.members([
        "request": .text(request), "at": .integer(entry.storedAtSeconds), "bytes": .integer(entry.content.count),
      ])
      content += header.line + [0x0A] + entry.content
    }
    guard let time, content.count <= limits.maximumResponseBytes else { return }
    let entry = StoredEntry(kind: .search, key: first, storedAtSeconds: time, content: content)
    log.attempt { () throws(StoreError) in try store(entry) }
  }

  /// Removes the bundle of a search before one of its responses changes.
  func forgetSearch(begunBy first: String) {
    guard survivesProcess else { return }
    log.attempt { () throws(StoreError) in try remove(first, .search) }
  }
}
