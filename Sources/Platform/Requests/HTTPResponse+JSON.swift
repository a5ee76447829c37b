import Domain
import Foundation
import Tables

extension HTTPResponse {
  /// Returns the JSON text of a response with status 200.
  ///
  /// - Returns: UTF-8 without a byte order mark, which is skipped (RFC 8259, 8.1).
  /// - Throws: `.untrustworthy` if the body is empty or not UTF-8, or the content type isn't JSON.
  func json() throws(PlaceSearchError) -> [UInt8] {
    guard !body.isEmpty else { throw .untrustworthy(.unreadable(detail: "it is empty")) }
    let contentType = fields["content-type"]
    guard let type = contentType?.lowercased(), type.hasPrefix("application/json") else {
      throw .untrustworthy(.contentType(contentType))
    }
    let bytes = [UInt8](body.starts(with: ByteOrderMark.utf8) ? body.dropFirst(ByteOrderMark.utf8.count) : body)
    guard (try? UTF8Span(validating: bytes.span)) != nil else { throw .untrustworthy(.notUTF8) }
    return bytes
  }
}
