import Domain
import Foundation

/// The connection to a service.
extension UseCaseProvider {
  var responses: ResponseStore { responseStore.value(stores.makeResponses) }

  func connection(at addresses: [ServiceAddress]) -> ServiceConnection {
    ServiceConnection(
      service: service,
      configuration: configuration.source,
      settings: configuration.source[service],
      exchange: URLSessionExchange(
        layer: configuration.transferLayer,
        connectTimeout: configuration.source.connectTimeout
      ),
      addresses: addresses,
      userAgent: configuration.userAgent,
      mask: mask,
      gate: requestGate,
      responses: responses,
      calls: stores.calls
    )
  }

  var requestGate: RequestGate {
    gate.value {
      let rate = configuration.source[service].requestsPerSecond
      return RequestGate(requestsPerSecond: rate, budget: configuration.source.requestBudget, time: .system)
    }
  }

  func addresses(of service: Service) throws(PlaceSearchError) -> [ServiceAddress] {
    let settings = configuration.source[service]
    var addresses: [ServiceAddress] = []
    for address in service.addresses {
      do { addresses.append(try ServiceAddress(settings.url(of: address), example: address.url)) } catch {
        throw mask.masked(error)
      }
    }
    return addresses
  }

  private var mask: SecretMask {
    secretMask.value {
      SecretMask(key: configuration.source[service].key, proxies: Self.proxies)
    }
  }

  /// Environment variables that name proxies; `HTTP_PROXY`, which libcurl ignores, may hold a password all the same.
  private static let proxyNames = ["http_proxy", "https_proxy", "HTTPS_PROXY", "HTTP_PROXY", "all_proxy", "ALL_PROXY"]

  private static var proxies: [String] {
    // One by one: decoding the whole environment would lengthen the launch (Decisions).
    proxyNames.compactMap { name in unsafe getenv(name).map { unsafe String(cString: $0) } }
  }
}
