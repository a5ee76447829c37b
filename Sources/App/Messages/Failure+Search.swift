import Domain

extension Failure {
  /// Reports why a query failed.
  init(_ error: PlaceSearchError) {
    switch error {
    case .sourceMissing(let services): self = .sourceMissing(services)
    case .keyMissing(let service): self = .keyMissing(service)
    case .keyRefused(let service, let status, let code, let message):
      let advice = service.remedy(forStatus: status, code: code).map { " \($0)" } ?? ""
      self.init(
        .keyRefused,
        """
        \(service.title) refused the key (\(Self.facts(status, message, code: code))).\(advice) \(.source) osm needs \
        no key.
        """
      )
    case .clientRefused(let service, let status):
      let meaning = service.remedy(forStatus: status).map { ": \($0)" } ?? ""
      self.init(
        .clientRefused,
        "\(service.title) refuses requests from here (HTTP \(status))\(meaning). \(.index, "FILE") works offline."
      )
    case .quotaExhausted(let service, let status, let retryAfter, let message):
      let wait = retryAfter.flatMap(TimeFormatter.wait).map { "The service asks to wait \($0)" }
      let next = wait ?? "It resets at midnight in \(service.quotaDay.place)"
      self.init(
        .quotaExhausted,
        """
        The quota of the key is used up (\(Self.facts(status, message))). \(next). \(.source) osm and \
        \(.index, "FILE") need \
        no key.
        """
      )
    case .allowanceSpent(let service, let name):
      let allowance = service.calls.first { $0.name == name }?.dailyAllowance.map { "\($0.groupedText) " } ?? ""
      self.init(
        .quotaExhausted,
        """
        Today's \(allowance)free \(name) calls are used up, by the count of this machine. The count resets at midnight \
        in \(service.quotaDay.place). Use \(.beyondQuota) to keep sending, which may cost money; \(.index, "FILE") \
        has no \
        quota.
        """
      )
    case .tooManyRequests(let expected, let allowed):
      self.init(
        .usage,
        """
        The search is expected to send about \(expected.groupedText) requests, and more than \(allowed.groupedText) \
        need your consent. Allow them with \(.maxRequests) \(2 * expected), or search a smaller area.
        """
      )
    case .budgetSpent(let requests):
      let spent = PartialResult.spent(requests, of: .budget)
      self.init(
        .budgetSpent,
        "The \(spent). Allow more, or use \(.maxRequests) to get the places found so far."
      )
    case .throttled(200, let retryAfter, _):
      // The server didn't request this pause: the response to another query was unreadable.
      let wait = retryAfter.flatMap(TimeFormatter.wait).map { "in \($0)" } ?? "later"
      self.init(
        .throttled,
        """
        The last response of the service could not be read, so no request was sent. Try again \(wait), or allow more \
        time with \(.timeout).
        """
      )
    case .throttled(let status, let retryAfter, let isAsked):
      let wait = retryAfter.flatMap(TimeFormatter.wait)
      let asks = isAsked ? wait.map { " It asks to wait \($0)." } ?? "" : ""
      self.init(
        .throttled,
        """
        The service is busy, or received too many requests (HTTP \(status)).\(asks) Try again \
        \(wait.map { "in \($0)" } ?? "later"), \
        with a smaller \(.rate) or a longer \(.timeout).
        """
      )
    case .requestRejected(let status, let code, let message):
      self.init(.requestRejected, "The service rejected the query (\(Self.facts(status, message, code: code))).")
    case .serviceFailing(let status, let code, let message):
      self.init(.serviceFailing, "The service failed (\(Self.facts(status, message, code: code))). Try again later.")
    case .unreachable(let host, let detail):
      self.init(
        .unreachable,
        """
        Could not reach \(host): \(Self.withoutFullStop(detail)). Check the network, the proxy and the address of the \
        service; \(.index, "FILE") works offline.
        """
      )
    case .networkNotSetUp(let host, let problem): self.init(problem, host: host)
    case .timedOut(let duration):
      self.init(
        .timedOut,
        "No answer within \(DurationParser.text(of: duration)). Try again, or allow more time with \(.timeout)."
      )
    case .untrustworthy(let error):
      self.init(.untrustworthyAnswer, isRetryable: error != .centerIgnored, Self.sentence(for: error))
    case .endpointUnusable(let endpoint, .malformed(let example)):
      self.init(.endpointUnusable, "\(endpoint) is not the address of a service; write it like \(example).")
    case .endpointUnusable(let endpoint, .plainHTTPToRemoteHost):
      self.init(
        .endpointUnusable,
        """
        \(endpoint) would send queries, and a key, unencrypted over the network; use https. Plain http is allowed only \
        on this machine.
        """
      )
    case .unsupported(.category(let word, let nearest)): self = .unknownCategory(word, nearest: nearest)
    case .unsupported(let limit): self.init(limit)
    case .index(.unreadable(let path, let reason)), .index(.unwritable(let path, let reason)):
      self.init(.fileUnreadable, Self.unreadable(path, String(Self.withoutFullStop(reason)), isNamedAsIndex: true))
    case .index(let error):
      let failure = Failure(error)
      switch error {
      case .foreignFormat, .archiveUnusable: self = failure
      default: self.init(.dataUnusable, failure.wording)
      }
    case .cancelled: self.init(.cancelled, "Interrupted.")
    }
  }

  private static func sentence(for error: ResponseError) -> Message {
    let what =
      switch error {
      case .contentType(let type): "it is not JSON but \(type ?? "of an unnamed content type")"
      case .notUTF8: "it is not UTF-8"
      case .unreadable(let detail): String(withoutFullStop(detail))
      case .tooLarge(let limit): "it is larger than \(limit >= 1_048_576 ? "\(limit >> 20) MiB" : "\(limit >> 10) KiB")"
      case .centerIgnored: "the service ignored the centre and searched nationwide"
      case .otherQuestion(let place, let mismatch): "it belongs to another query: \(place) \(sentence(for: mismatch))"
      case .redirected(let host): "it redirects to \(host ?? "another address"), where nothing is sent"
      case .status(let status): "HTTP \(status) is not a documented status"
      }
    let advice =
      error == .centerIgnored
      ? "Search around another point." : "Check the address of the service, or a proxy in between, and try again."
    return "The response can't be trusted: \(what). \(advice)"
  }

  private static func sentence(for mismatch: ResponseMismatch) -> String {
    switch mismatch {
    case .distance(let told, let measured):
      "has a distance of \(DistanceFormatter.short(told)), but its coordinates are "
        + "\(DistanceFormatter.short(measured)) away"
    case .outsideArea: "is outside the area"
    case .category(let code?): "has the category \(code), which wasn't requested"
    case .category(nil): "has no category, although one was requested"
    }
  }

  private init(_ problem: NetworkSetupProblem, host: String) {
    switch problem {
    case .processFilesMissing:
      self.init(
        .networkNotSetUp,
        "Online search needs /proc, which is not mounted here. Mount it; \(.index, "FILE") works offline."
      )
    case .libraryMissing:
      self.init(
        .networkNotSetUp,
        """
        Online search needs libcurl, which is not installed. Install it (Debian, Ubuntu: libcurl4; Fedora: libcurl; \
        Arch: curl); \(.index, "FILE") works offline.
        """
      )
    case .libraryDamaged(let detail):
      self.init(
        .networkNotSetUp,
        "libcurl cannot be loaded: \(Self.withoutFullStop(detail)). Reinstall it; \(.index, "FILE") works offline."
      )
    case .libraryTooOld(let version):
      self.init(
        .networkNotSetUp,
        "libcurl \(version) is too old for online search. Install 7.62 or newer; \(.index, "FILE") works offline."
      )
    case .certificatesMissing:
      self.init(
        .networkNotSetUp,
        "This machine has no certificates to check \(host) with. Install the package ca-certificates."
      )
    case .certificatesUnreadable(let path):
      self.init(.networkNotSetUp, "The certificates in \(path) cannot be read. Check CURL_CA_BUNDLE and SSL_CERT_FILE.")
    case .certificateRejected(let detail):
      self.init(
        .networkNotSetUp,
        status: .unreachable,
        """
        The certificate of \(host) is not valid: \(Self.withoutFullStop(detail)). Check this machine's clock, its \
        package ca-certificates, and whether a proxy replaces certificates; no query was sent.
        """
      )
    case .proxyRefused(407):
      self.init(
        .networkNotSetUp,
        status: .unreachable,
        "The proxy asks for a login (HTTP 407). Set user and password in https_proxy, or name \(host) in no_proxy."
      )
    case .proxyRefused(let status):
      self.init(
        .networkNotSetUp,
        status: .unreachable,
        "The proxy did not connect to \(host) (HTTP \(status)). Check https_proxy, or name \(host) in no_proxy."
      )
    }
  }

  private static func facts(_ status: Int, _ message: String?, code: Int? = nil) -> String {
    (["HTTP \(status)"] + [code.map { "code \($0)" }, message].compactMap(\.self)).joined(separator: ", ")
  }

  private static func withoutFullStop(_ text: String) -> Substring { text.hasSuffix(".") ? text.dropLast() : text[...] }
}
