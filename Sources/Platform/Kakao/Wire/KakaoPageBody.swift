import Domain
import Tables

/// The body of a place search: documents, and counts in `meta`; unknown members are ignored.
struct KakaoPageBody: Sendable {
  private(set) var documents: [KakaoDocument] = []
  private var documentsFault: String? = "documents is missing"
  private var meta: JSONValue?

  /// Reads a body.
  ///
  /// - Parameter bytes: The body, valid UTF-8.
  /// - Throws: `.untrustworthy` if it isn't JSON or has another structure, with the location but no text of the body.
  init(reading bytes: [UInt8]) throws(PlaceSearchError) {
    var json = JSONReader(bytes)
    let isObject: Bool
    do throws(SyntaxError) {
      isObject = try json.peek() == UInt8(ascii: "{")
      try json.forEachMember { (key, json) throws(SyntaxError) in
        var name: [UInt8] = []
        json.append(key, to: &name)
        if name.elementsEqual("documents".utf8) { documentsFault = try readDocuments(&json) }
        if name.elementsEqual("meta".utf8) { meta = try JSONValue(nextOf: &json) }
      }
      try json.end()
    } catch {
      throw Self.error("not JSON")
    }
    // Invalid JSON takes precedence but is detected only at the end of the text.
    guard isObject else { throw Self.error("of another type") }
    if let documentsFault { throw Self.error(documentsFault) }
    guard let meta else { throw Self.error("meta is missing") }
    guard meta.isObject else { throw Self.error("meta" + Self.fault(of: meta)) }
  }

  /// Reads the list of documents; returns its first fault.
  private mutating func readDocuments(_ json: inout JSONReader) throws(SyntaxError) -> String? {
    guard try json.peek() == UInt8(ascii: "[") else {
      return "documents" + Self.fault(of: try JSONValue(nextOf: &json))
    }
    documents.reserveCapacity(KakaoSearch.pageSize)
    var fault: String?
    try json.forEachElement { (json) throws(SyntaxError) in
      guard try json.peek() != UInt8(ascii: "{") else { return documents.append(try KakaoDocument(reading: &json)) }
      let other = try JSONValue(nextOf: &json)
      fault = fault ?? "documents: \(documents.count)" + Self.fault(of: other)
    }
    return fault
  }

  /// Returns a count in `meta`.
  func count(_ name: String) throws(PlaceSearchError) -> Int {
    let count = try value(name) { if case .number = $0 { $0.integer } else { nil } }
    guard count >= 0 else { throw Self.error("meta: a negative count") }
    guard count <= KakaoPage.maximumCount else { throw Self.error("meta: an implausible count") }
    return count
  }

  /// Returns whether a flag in `meta` is set.
  func isSet(_ name: String) throws(PlaceSearchError) -> Bool { try value(name) { $0.isTrue } }

  private func value<Value>(_ name: String, _ read: (JSONValue) -> Value?) throws(PlaceSearchError) -> Value {
    guard let member = meta?.members.last(where: { $0.key == name }) else {
      throw Self.error("meta: \(name) is missing")
    }
    guard let value = read(member.value) else { throw Self.error("meta: \(name)\(Self.fault(of: member.value))") }
    return value
  }

  private static func fault(of value: JSONValue) -> String { value == .null ? ": null" : ": of another type" }

  private static func error(_ detail: String) -> PlaceSearchError { .untrustworthy(.unreadable(detail: detail)) }
}
