import Domain
import Tables

/// The responses of one search together, so that an answer of a hundred requests is computed from one file.
///
/// It is a copy, beside the file of each response: another search that shares some of them, or one that was stopped,
/// finds them there. A search that is given something new removes the copy first and makes it again when it has ended,
/// so that a copy is never newer or older than what it was made from.
extension ResponseStore {
  /// Reads what was kept of a search.
  ///
  /// - Parameters:
  ///   - first: The first request of the search.
  ///   - beginning: The response to it.
  /// - Returns: The responses by request; none where it has no file, or that is of another beginning.
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
    // Whatever kept the beginning anew knew nothing of this file.
    guard let copy = responses[first], copy.atSeconds == beginning.atSeconds, copy.body == beginning.body else {
      return [:]
    }
    return responses
  }

  /// The bodies of the responses that are young enough and hold the last part of an id, newest first.
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

  /// Keeps the responses of a search together; those that were not kept one by one are not kept so either.
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

  /// Removes the copy of a search, before something of it changes.
  func forgetSearch(begunBy first: String) {
    guard survivesProcess else { return }
    log.attempt { () throws(StoreError) in try remove(first, .search) }
  }
}
