import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Refuses redirects and authentication challenges.
///
/// A redirect would send the key to another host. An unanswered challenge would hang the request
/// (swift-corelibs-foundation 5456).
final class RefusingSessionDelegate: NSObject, URLSessionTaskDelegate {
  func urlSession(
    _ session: URLSession,
    task: URLSessionTask,
    willPerformHTTPRedirection response: HTTPURLResponse,
    newRequest request: URLRequest,
    completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    completionHandler(nil)
  }

  func urlSession(
    _ session: URLSession,
    task: URLSessionTask,
    didReceive challenge: URLAuthenticationChallenge,
    completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
  ) {
    #if canImport(Darwin)
      // Server trust is also a challenge; the system evaluates it.
      if challenge.protectionSpace.authenticationMethod == NSURLAuthenticationMethodServerTrust {
        completionHandler(.performDefaultHandling, nil)
        return
      }
    #endif
    completionHandler(.cancelAuthenticationChallenge, nil)
  }
}
