import Domain
import Tables

/// Reads the body of a place search; unknown members are ignored.
struct KakaoPageBody: Sendable {
  private(set) var documents: [KakaoDocument] = []
  let totalCount: Int
  let pageableCount: Int
  let isEnd: Bool
  /// The buffer that the documents point into.
  private(set) var source: KakaoDocument.Source

  private static let documentsName = Array("documents".utf8)
  private static let metaName = Array("meta".utf8)
  private static let metaNames = ["total_count", "pageable_count", "is_end"].map { Array($0.utf8) }

  /// Reads a body.
  ///
  /// If a member is repeated, the first one wins.
  ///
  /// - Parameter bytes: The body, valid UTF-8.
  /// - Throws: `.untrustworthy` if it isn't JSON or has another structure, with the location but no text of the body.
  init(reading bytes: [UInt8]) throws(PlaceSearchError) {
    var reading = Reading(source: KakaoDocument.Source(bytes))
    var isObject = true
    do throws(SyntaxError) {
      var json = JSONReader(bytes)
      isObject = try reading.readBody(&json)
      try json.end()
    } catch {
      throw .untrustworthy(.unreadable(detail: "not JSON"))
    }
    // Invalid JSON takes precedence but is detected only at the end of the text.
    guard isObject else { throw .untrustworthy(.unreadable(detail: "of another type")) }
    if let fault = reading.documentsFault ?? reading.metaFault { throw .untrustworthy(.unreadable(detail: fault)) }
    documents = reading.documents
    source = reading.source
    totalCount = try reading.count(at: 0)
    pageableCount = try reading.count(at: 1)
    guard case .bool(let isEnd)? = reading.meta[2] else { throw reading.fault(at: 2) }
    self.isEnd = isEnd
  }

  /// The members read so far, and their faults.
  private struct Reading {
    var source: KakaoDocument.Source
    var documents: [KakaoDocument] = []
    /// The values of ``metaNames``.
    var meta: [JSONToken?] = [nil, nil, nil]
    var documentsFault: String? = "documents is missing"
    var metaFault: String? = "meta is missing"

    /// Reads the outermost value; returns whether it is an object.
    mutating func readBody(_ json: inout JSONReader) throws(SyntaxError) -> Bool {
      guard try json.take(UInt8(ascii: "{")) else {
        _ = try json.value()
        return false
      }
      var isFirst = true
      var hasDocuments = false
      var hasMeta = false
      while let key = try json.nextKey(isFirst: &isFirst) {
        if source.isNamed(key, documentsName), !hasDocuments {
          hasDocuments = true
          documentsFault = try readDocuments(&json)
        } else if source.isNamed(key, metaName), !hasMeta {
          hasMeta = true
          metaFault = try readMeta(&json)
        } else {
          _ = try json.value()
        }
      }
      return true
    }

    private mutating func readDocuments(_ json: inout JSONReader) throws(SyntaxError) -> String? {
      guard try json.take(UInt8(ascii: "[")) else { return "documents: " + Self.otherType(try json.value()) }
      documents.reserveCapacity(KakaoSearch.pageSize)
      var isFirst = true
      var fault: String?
      while try json.nextElement(isFirst: &isFirst) {
        if try json.take(UInt8(ascii: "{")) {
          documents.append(try KakaoDocument(reading: &json, into: &source))
        } else {
          let type = Self.otherType(try json.value())
          fault = fault ?? "documents: \(documents.count): \(type)"
        }
      }
      return fault
    }

    private mutating func readMeta(_ json: inout JSONReader) throws(SyntaxError) -> String? {
      guard try json.take(UInt8(ascii: "{")) else { return "meta: " + Self.otherType(try json.value()) }
      var isFirst = true
      while let key = try json.nextKey(isFirst: &isFirst) {
        let value = try json.value()
        if let index = metaNames.firstIndex(where: { source.isNamed(key, $0) }), meta[index] == nil {
          meta[index] = value
        }
      }
      return nil
    }

    /// Returns the whole number of the member of `meta` at an index.
    func count(at index: Int) throws(PlaceSearchError) -> Int {
      guard case .number(let range)? = meta[index], let count = source.wholeNumber(range) else {
        throw fault(at: index)
      }
      return count
    }

    /// Returns the error about the member of `meta` at an index.
    func fault(at index: Int) -> PlaceSearchError {
      let name = String(decoding: metaNames[index], as: UTF8.self)
      let fault = meta[index].map { ": " + Self.otherType($0) } ?? " is missing"
      return .untrustworthy(.unreadable(detail: "meta: \(name)\(fault)"))
    }

    private static func otherType(_ value: JSONToken) -> String { value == .null ? "null" : "of another type" }
  }
}
