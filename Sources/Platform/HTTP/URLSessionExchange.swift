import Domain
import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// An exchange with URLSession that avoids its hangs and crashes on Linux.
///
/// A transfer is abandoned, never cancelled: cancelling deadlocks or traps inside the library
/// (swift-corelibs-foundation 5412, 3296). Waiting ends at our own deadline, because the library's timeouts drop
/// fractions of a second and never fire while any bytes arrive.
struct URLSessionExchange: HTTPExchange {
  /// The maximum number of connections, more than are ever busy, so that no request waits for abandoned requests.
  static let maximumConnectionsPerHost = 128

  /// The layer between URLSession and libcurl; `nil` if there is none.
  var layer: TransferLayer?
  /// The maximum time to connect.
  var connectTimeout = Duration.seconds(10)

  private static let pool = SessionPool(count: 2) {
    // Not an ephemeral configuration, which creates an unused cache, cookie storage and credential storage.
    let configuration = URLSessionConfiguration.default
    configuration.httpMaximumConnectionsPerHost = maximumConnectionsPerHost
    configuration.httpCookieStorage = nil
    configuration.httpShouldSetCookies = false
    // Otherwise every header line is searched for cookies.
    configuration.httpCookieAcceptPolicy = .never
    configuration.urlCache = nil
    configuration.urlCredentialStorage = nil
    configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
    return URLSession(configuration: configuration, delegate: RefusingSessionDelegate(), delegateQueue: nil)
  }
  private static let timer = DeadlineTimer()
  /// Whether Foundation can find the program's own path.
  ///
  /// On Linux, making a session crashes without it.
  private static let canMakeSessions: Bool = {
    #if os(Linux)
      FileManager.default.fileExists(atPath: "/proc/self/exe")
    #else
      true
    #endif
  }()

  func response(
    to request: HTTPRequest,
    before deadline: ContinuousClock.Instant,
    whenSent: @escaping @Sendable () -> Void = {}
  ) async throws(HTTPFailure) -> HTTPResponse {
    let remaining = ContinuousClock.now.duration(to: deadline)
    guard remaining > .zero else { throw .timedOut }
    guard Self.canMakeSessions else { throw .notSetUp(.processFilesMissing) }
    if let problem = layer?.setupProblem() { throw .notSetUp(problem) }
    let transfer = Transfer(
      deadline: deadline,
      connectTimeout: connectTimeout,
      bodyLimit: request.bodyLimit,
      whenSent: whenSent
    )
    let number = TransferRegistry.enroll(transfer)
    // The library's idle timeout has whole seconds and is only a fallback.
    var urlRequest = URLRequest(
      // The layer removes the number again.
      url: layer == nil ? request.url : URL(string: "\(request.url.absoluteString)#\(number)") ?? request.url,
      timeoutInterval: Double(remaining.components.seconds + 2)
    )
    urlRequest.allHTTPHeaderFields = request.fields
    if let form = request.body {
      urlRequest.httpMethod = "POST"
      urlRequest.httpBody = form
      urlRequest.setValue("application/x-www-form-urlencoded", forHTTPHeaderField: "Content-Type")
    }
    let promise = Promise<Outcome>()
    let start: @Sendable () -> Bool = { [hasLayer = layer != nil] in
      if hasLayer, !promise.isFulfilled { return true }
      TransferRegistry.take(number)
      // Without the layer, nothing else reports that the request is sent.
      return !hasLayer && !promise.isFulfilled && transfer.noteSent()
    }
    Self.pool.send(urlRequest, if: start) { body, response, error in
      TransferRegistry.take(number)
      promise.fulfill(outcome(body: body, response: response, error: error, of: transfer))
    }
    let timeout = Self.timer.set(at: deadline) { promise.fulfill(.failure(.timedOut)) }
    defer { Self.timer.remove(timeout) }
    let result = await promise.value(whenCancelled: .failure(.cancelled))
    // From here on, the request is not sent. If the transfer begins nevertheless, the layer takes it from the registry
    // and ends it.
    transfer.abandon()
    if case .failure(let failure) = result, failure != .cancelled, let refusal = transfer.record.refusal {
      return refusal
    }
    switch result {
    case .success(let response): return response
    case .failure(let failure): throw failure
    }
  }

  /// The outcome of a transfer.
  ///
  /// It isn't a `Result`, because instantiating its metadata looks up the `Error` conformance among all types of the
  /// program.
  private enum Outcome {
    case success(HTTPResponse)
    case failure(HTTPFailure)
  }

  private func outcome(
    body: Data?,
    response: URLResponse?,
    error: (any Error)?,
    of transfer: Transfer
  ) -> Outcome {
    let record = transfer.record
    if let error { return .failure(failure(for: error, record, isAtDeadline: transfer.deadline <= .now)) }
    guard let response = response as? HTTPURLResponse else { return .failure(.unreachable(detail: "no HTTP response")) }
    let body = record.body.map { Data($0) } ?? body ?? Data()
    guard body.count <= transfer.bodyLimit else { return .failure(.tooLarge(limit: transfer.bodyLimit)) }
    var fields = record.fields
    for (name, value) in response.allHeaderFields {
      if let name = name as? String, let value = value as? String { fields[name.lowercased()] = value }
    }
    return .success(HTTPResponse(status: response.statusCode, fields: fields, body: body))
  }

  private func failure(for error: any Error, _ record: Transfer.Record, isAtDeadline: Bool) -> HTTPFailure {
    let code = (error as? URLError)?.code
    let words = (error as NSError).userInfo[NSLocalizedDescriptionKey] as? String
    let detail = words ?? "network error \((error as NSError).code)"
    if let failure = layer?.failure(record, detail, isAtDeadline) { return failure }
    switch code {
    case .timedOut:
      return .timedOut
    case .cancelled, .userAuthenticationRequired, .userCancelledAuthentication:
      // Requests are never cancelled, so this is the delegate's refusal of an authentication challenge.
      return .challenged
    default:
      // libcurl has the same deadline and may report another error for it.
      return isAtDeadline ? .timedOut : .unreachable(detail: detail)
    }
  }
}
