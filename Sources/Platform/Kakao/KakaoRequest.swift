import Domain
import Foundation

/// Makes the requests to the service.
struct KakaoRequest: Sendable {
  /// The address of the service.
  let address: ServiceAddress
  /// The header fields of every request.
  private let fields: [String: String]

  /// Makes a request factory for a service.
  ///
  /// - Parameters:
  ///   - address: The address of the service.
  ///   - key: The REST API key.
  ///   - userAgent: The `User-Agent` of the requests.
  init(address: ServiceAddress, key: APIKey, userAgent: String) {
    self.address = address
    fields = ["Authorization": "KakaoAK \(key.secret)", "Accept": "application/json", "User-Agent": userAgent]
  }

  /// Makes the request for one page of a search.
  ///
  /// - Parameters:
  ///   - search: The search.
  ///   - page: The page.
  /// - Returns: The request. The key is in a header field, never in the URL.
  func request(for search: KakaoSearch, on page: PageRequest) -> HTTPRequest {
    let endpoint = search.text == nil ? "category" : "keyword"
    return request(for: "search/\(endpoint)", Self.parameters(of: search, on: page))
  }

  /// Makes the request for the coordinates of an address.
  ///
  /// - Parameters:
  ///   - address: The address, or its beginning.
  ///   - size: The number of results, 1...30.
  /// - Returns: The request.
  func request(forAddress address: SearchText, size: Int) -> HTTPRequest {
    // The service compares bytes, so decomposed Hangul from macOS wouldn't match anything.
    let query = address.value.precomposedStringWithCanonicalMapping
    return request(for: "search/address", [("query", query), ("page", "1"), ("size", String(size))])
  }

  /// Makes the request for the address or region of a coordinate.
  ///
  /// - Parameters:
  ///   - coordinate: The coordinate.
  ///   - endpoint: `coord2address` or `coord2regioncode`.
  /// - Returns: The request.
  func request(for coordinate: Coordinate, _ endpoint: Service.Call) -> HTTPRequest {
    request(
      for: "geo/\(endpoint.name)",
      [("x", Self.degrees(coordinate.longitude)), ("y", Self.degrees(coordinate.latitude))]
    )
  }

  private func request(for endpoint: String, _ parameters: [(name: String, value: String)]) -> HTTPRequest {
    var text = "\(address.base)/v2/local/\(endpoint).json"
    var mark = "?"
    for (name, value) in parameters {
      text += mark
      text += name
      text += "="
      text += value.percentEncoded
      mark = "&"
    }
    guard let url = URL(string: text) else { preconditionFailure("an address of unreserved ASCII is an address") }
    return HTTPRequest(url: url, fields: fields)
  }

  private static func parameters(of search: KakaoSearch, on page: PageRequest) -> [(name: String, value: String)] {
    var parameters: [(name: String, value: String)] = []
    // The service compares bytes, so decomposed Hangul from macOS wouldn't match anything.
    if let text = search.text { parameters.append(("query", text.value.precomposedStringWithCanonicalMapping)) }
    if let group = search.group { parameters.append(("category_group_code", group.code)) }
    if let box = search.scope.cell {
      parameters.append(("rect", box.edges.map(degrees).joined(separator: ",")))
    }
    if let origin = search.origin {
      parameters.append(("x", degrees(origin.longitude)))
      parameters.append(("y", degrees(origin.latitude)))
    }
    if let radius = search.scope.radius { parameters.append(("radius", String(radius))) }
    parameters.append(("page", String(page.number)))
    parameters.append(("size", String(page.size)))
    parameters.append(("sort", search.sortsByDistance ? "distance" : "accuracy"))
    return parameters
  }

  /// The resolution of degrees in a request: nine decimals, a tenth of a millimetre.
  static let unitsPerDegree = 1e9

  /// Returns degrees with up to nine decimals; those of Korea have no exponent.
  static func degrees(_ value: Double) -> String { "\((value * unitsPerDegree).rounded() / unitsPerDegree)" }
}
