import TextParsing

/// Reads the body of a place search; unknown members are ignored.
struct KakaoPageBody: Sendable {
  /// Why a body is not valid.
  enum Fault: Error, Sendable, Hashable {
    case notJSON
    /// JSON of another structure: the location and the error, without any text of the body.
    case unexpectedStructure(String)
  }

  private(set) var documents: [KakaoDocument] = []
  private(set) var totalCount = 0
  private(set) var pageableCount = 0
  private(set) var isEnd = false

  /// The buffer that the documents point into.
  private(set) var source: KakaoDocument.Source
  private var faults = Faults()

  /// The names of the members that are read.
  private enum Names {
    static let documents = Array("documents".utf8)
    static let meta = Array("meta".utf8)
    static let totalCount = Array("total_count".utf8)
    static let pageableCount = Array("pageable_count".utf8)
    static let isEnd = Array("is_end".utf8)
  }

  /// Errors of the structure; that a text is not JSON takes precedence and is known only at its end.
  private struct Faults {
    var documents: String?
    var meta: String?
    var totalCount: String? = "is missing"
    var pageableCount: String? = "is missing"
    var isEnd: String? = "is missing"

    var hasDocuments = false
    var hasMeta = false

    /// The first fault.
    var first: String? {
      if let documents { return documents }
      guard hasDocuments else { return "documents is missing" }
      if let meta { return meta }
      guard hasMeta else { return "meta is missing" }
      let members = [("total_count", totalCount), ("pageable_count", pageableCount), ("is_end", isEnd)]
      for case (let name, let what?) in members {
        return what == "is missing" ? "meta: \(name) \(what)" : "meta: \(name): \(what)"
      }
      return nil
    }
  }

  /// Reads a body; of members with the same name the first counts.
  ///
  /// - Parameter bytes: The body, valid UTF-8.
  /// - Throws: When it is not JSON or has another structure.
  init(reading bytes: [UInt8]) throws(Fault) {
    source = KakaoDocument.Source(bytes)
    var isObject = true
    var json = JSONReader(bytes)
    do throws(NotJSON) {
      isObject = try read(&json)
      try json.end()
    } catch {
      throw .notJSON
    }
    guard isObject else { throw .unexpectedStructure("of another type") }
    if let fault = faults.first { throw .unexpectedStructure(fault) }
  }

  /// Reads the outermost value; returns whether it is an object.
  private mutating func read(_ json: inout JSONReader) throws(NotJSON) -> Bool {
    guard try json.take(UInt8(ascii: "{")) else {
      _ = try json.value()
      return false
    }
    var isFirst = true
    while let key = try json.nextKey(isFirst: &isFirst) {
      if source.isNamed(key, Names.documents), !faults.hasDocuments {
        faults.hasDocuments = true
        try readDocuments(&json)
      } else if source.isNamed(key, Names.meta), !faults.hasMeta {
        faults.hasMeta = true
        try readMeta(&json)
      } else {
        _ = try json.value()
      }
    }
    return true
  }

  private mutating func readDocuments(_ json: inout JSONReader) throws(NotJSON) {
    guard try json.take(UInt8(ascii: "[")) else {
      faults.documents = "documents: " + Self.otherType(try json.value())
      return
    }
    documents.reserveCapacity(KakaoSearch.pageSize)
    var isFirst = true
    while try json.nextElement(isFirst: &isFirst) {
      if try json.take(UInt8(ascii: "{")) {
        documents.append(try KakaoDocument(reading: &json, into: &source))
      } else {
        let fault = Self.otherType(try json.value())
        if faults.documents == nil { faults.documents = "documents: \(documents.count): \(fault)" }
      }
    }
  }

  private mutating func readMeta(_ json: inout JSONReader) throws(NotJSON) {
    guard try json.take(UInt8(ascii: "{")) else {
      faults.meta = "meta: " + Self.otherType(try json.value())
      return
    }
    var isFirst = true
    while let key = try json.nextKey(isFirst: &isFirst) {
      let value = try json.value()
      if source.isNamed(key, Names.totalCount) {
        readCount(value, into: &totalCount, &faults.totalCount)
      } else if source.isNamed(key, Names.pageableCount) {
        readCount(value, into: &pageableCount, &faults.pageableCount)
      } else if source.isNamed(key, Names.isEnd), faults.isEnd == "is missing" {
        if case .bool(let isEnd) = value {
          (self.isEnd, faults.isEnd) = (isEnd, nil)
        } else {
          faults.isEnd = Self.otherType(value)
        }
      }
    }
  }

  private func readCount(_ value: JSONValue, into count: inout Int, _ fault: inout String?) {
    guard fault == "is missing" else { return }
    fault = nil
    if case .number(let range) = value, let number = source.wholeNumber(range) {
      count = number
    } else {
      fault = Self.otherType(value)
    }
  }

  private static func otherType(_ value: JSONValue) -> String { value == .null ? "null" : "of another type" }
}
