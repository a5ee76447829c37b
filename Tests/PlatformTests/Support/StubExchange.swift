import CurlShim
import Foundation
import Synchronization
import TestSupport

@testable import Platform

final class StubExchange: HTTPExchange {
  typealias Responder = @Sendable (HTTPRequest) throws(HTTPFailure) -> HTTPResponse

  private let respond: @Sendable (HTTPRequest, Int) throws(HTTPFailure) -> HTTPResponse
  private let received = Mutex<[HTTPRequest]>([])

  init(_ respond: @escaping Responder) {
    self.respond = { request, _ throws(HTTPFailure) in try respond(request) }
  }

  /// Answers by the number of the request too, counted from 1.
  init(_ respond: @escaping @Sendable (HTTPRequest, Int) throws(HTTPFailure) -> HTTPResponse) {
    self.respond = respond
  }

  var requests: [HTTPRequest] { received.withLock { $0 } }

  func response(
    to request: HTTPRequest,
    before deadline: ContinuousClock.Instant,
    whenSent: @escaping @Sendable () -> Void
  ) async throws(HTTPFailure) -> HTTPResponse {
    let number = received.withLock {
      $0.append(request)
      return $0.count
    }
    // Concurrent requests are answered in a varying order. Also, a simulation of a thousand requests would otherwise
    // never suspend and would keep other tests from running.
    for _ in 0...(number * 7 % 5) { await Task.yield() }
    do throws(HTTPFailure) {
      let response = try respond(request, number)
      whenSent()
      return response
    } catch {
      if case .notSetUp = error { throw error }
      whenSent()
      throw error
    }
  }

  /// Answers at once, as part of another exchange.
  func respond(to request: HTTPRequest) throws(HTTPFailure) -> HTTPResponse {
    let number = received.withLock {
      $0.append(request)
      return $0.count
    }
    return try respond(request, number)
  }

  /// Answers with the double, without a socket.
  static func serving(_ stub: KakaoStub) -> StubExchange {
    StubExchange { request throws(HTTPFailure) in HTTPResponse(stub.reply(to: LoopbackRequest(request))) }
  }

  /// Returns the same response to every request.
  static func always(_ response: HTTPResponse) -> StubExchange {
    StubExchange { _ throws(HTTPFailure) in response }
  }
}

extension LoopbackRequest {
  init(_ request: HTTPRequest) {
    let query = request.url.query(percentEncoded: true).map { "?" + $0 } ?? ""
    self.init(
      method: request.body == nil ? "GET" : "POST",
      target: request.url.path() + query,
      headers: Dictionary(uniqueKeysWithValues: request.fields.map { ($0.key.lowercased(), $0.value) }),
      body: Array(request.body ?? Data())
    )
  }
}

extension HTTPResponse {
  init(_ reply: LoopbackReply) {
    self.init(
      status: reply.status,
      fields: Dictionary(uniqueKeysWithValues: reply.headers.map { ($0.name.lowercased(), $0.value) }),
      body: Data(reply.body)
    )
  }

  static func json(_ text: String, status: Int = 200, fields: [String: String] = [:]) -> HTTPResponse {
    let type = ["content-type": "application/json;charset=UTF-8"]
    return HTTPResponse(status: status, fields: type.merging(fields) { $1 }, body: Data(text.utf8))
  }
}

extension URLSessionExchange {
  /// Times that pass before a response; the longer ones are for a busy machine that hasn't sent the request by then.
  static let growingTimes: [Duration] = [.milliseconds(300), .seconds(3), .seconds(30)]

  /// Queries a loopback server, with far more time than a response takes.
  static func send(
    _ address: String,
    fields: [String: String] = [:],
    posting form: String? = nil,
    bodyLimit: Int = HTTPResponse.usualBodyLimit,
    within time: Duration = .seconds(60),
    whenSent: @escaping @Sendable () -> Void = {}
  ) async throws(HTTPFailure) -> HTTPResponse {
    guard let url = URL(string: address) else { throw .unreachable(detail: "no address") }
    let body = form.map { Data($0.utf8) }
    let request = HTTPRequest(url: url, fields: fields, body: body, bodyLimit: bodyLimit)
    let exchange = URLSessionExchange(layer: CurlLayer.installed)
    return try await exchange.response(to: request, before: .now.advanced(by: time), whenSent: whenSent)
  }
}
