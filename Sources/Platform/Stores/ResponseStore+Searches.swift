import Domain

/// The responses of one search together, so that an answer of a hundred requests is computed from one file.
///
/// It is a copy, beside the file of each response: another search that shares some of them, or one that was stopped,
/// finds them there. A search that is given something new removes the copy first and makes it again when it has ended,
/// so that a copy is never newer or older than what it was made from.
extension ResponseStore {
  /// Returns what was kept of a search, by request; nothing where it has no file, or that is of another beginning.
  ///
  /// - Parameters:
  ///   - first: The first request of the search.
  ///   - beginning: The response to it.
  func search(begunBy first: String, with beginning: KeptResponse) -> [String: KeptResponse] {
    guard survivesProcess, limits.isRead, let entry = stored(first, .search) else { return [:] }
    let now = clock.now()
    var responses: [String: KeptResponse] = [:]
    var rest = entry.content[...]
    while let end = rest.firstIndex(of: 0x0A), let header = JSONTree(reading: Array(rest[..<end])) {
      guard let request = header["request"]?.string, let time = header["at"]?.integer,
        let count = header["bytes"]?.integer,
        count >= 0, count <= rest.endIndex - end - 1
      else { return [:] }
      let age = now - Int64(time)
      let body = rest[(end + 1)...].prefix(count)
      rest = rest[(end + 1 + count)...]
      guard age >= 0, .seconds(age) < limits.lifetime else { continue }
      responses[request] = KeptResponse(body: Array(body), atSeconds: Int64(time), age: .seconds(age))
    }
    // Whatever kept the beginning anew knew nothing of this file.
    guard let copy = responses[first], copy.atSeconds == beginning.atSeconds, copy.body == beginning.body else {
      return [:]
    }
    return responses
  }

  /// Keeps the responses of a search together; those that were not kept one by one are not kept so either.
  func keepSearch(_ requests: Set<String>, begunBy first: String) {
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
