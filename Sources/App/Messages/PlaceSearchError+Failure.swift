import Domain

extension PlaceSearchError {
  /// The failure: first the source and its key, then its limits, the network, and the response.
  var failure: Failure {
    switch self {
    case .sourceMissing(let services): .sourceMissing(services)
    case .keyMissing(let service): .keyMissing(service)
    case .keyRefused(let service, let status, let code, let message):
      keyRefused(service, status: status, code: code, message: message)
    case .clientRefused(let service, let status): clientRefused(service, status: status)
    case .quotaExhausted(let service, let status, let retryAfter, let message):
      quotaExhausted(service, status: status, retryAfter: retryAfter, message: message)
    case .allowanceSpent(let service, let name): allowanceSpent(service, call: name)
    case .tooManyRequests(let expected, let allowed, let left):
      SearchDemand(expected: expected, left: left).failure(allowed: allowed)
    case .budgetSpent(let requests):
      Failure(.budgetSpent, "\(PartialResult.spent(requests, of: .budget)) Allow more.")
    case .maximumSent(let requests):
      Failure(
        .budgetSpent,
        """
        \(PartialResult.spent(requests, of: .maxRequests)) No place was found before. \
        \(terminal: "Allow more, or search", agent: "Search") a smaller area.
        """
      )
    case .throttled(let status, let retryAfter, let isRequested):
      throttled(status: status, retryAfter: retryAfter, isRequested: isRequested)
    case .requestRejected(let status, let code, let message):
      Failure(.requestRejected, "The service rejected the query (\(facts(status, message, code: code))).")
    case .serviceFailing(let status, let code, let message):
      Failure(.serviceFailing, "The service failed (\(facts(status, message, code: code))). Try again later.")
    case .unreachable(let host, let detail, true):
      Failure(
        .unreachable,
        """
        The connection to \(host) was lost before its response was complete: \(detail.withoutFullStop). Try again; \
        \(.index, "FILE") works offline.
        """
      )
    case .unreachable(let host, let detail, false):
      Failure(
        .unreachable,
        """
        Could not reach \(host): \(detail.withoutFullStop). Check the network, the proxy and the address of the \
        service; \(.index, "FILE") works offline.
        """
      )
    case .networkNotSetUp(let host, let problem): problem.failure(host: host)
    case .timedOut(let duration):
      Failure(
        .timedOut,
        "No response within \(DurationParser.text(of: duration)). Try again, or allow more time with \(.timeout)."
      )
    case .untrustworthy(let error):
      Failure(.untrustworthyResponse, isRetryable: error != .centerIgnored, error.sentence)
    case .endpointUnusable(let endpoint, let error): error.failure(of: endpoint)
    case .unsupported(let limit): limit.failure
    case .index(let error): indexUnusable(error)
    case .cancelled: Failure(.cancelled, "Interrupted.")
    }
  }

  private func keyRefused(_ service: Service, status: Int, code: Int?, message: String?) -> Failure {
    let advice = service.remedy(forStatus: status, code: code).map { " \($0)" } ?? ""
    return Failure(
      .keyRefused,
      """
      \(service.title) refused the key (\(facts(status, message, code: code))).\(advice) \(.source) osm needs no key.
      """
    )
  }

  private func clientRefused(_ service: Service, status: Int) -> Failure {
    let reason = service.remedy(forStatus: status).map { ": \($0)" } ?? ""
    return Failure(
      .clientRefused,
      "\(service.title) refuses requests from here (HTTP \(status))\(reason). \(.index, "FILE") works offline."
    )
  }

  private func quotaExhausted(_ service: Service, status: Int, retryAfter: Duration?, message: String?) -> Failure {
    let wait = retryAfter.flatMap(TimeFormatter.wait).map { "Wait \($0), as the service asks" }
    let next = wait ?? "It resets at midnight \(service.quotaDay.clock)"
    return Failure(
      .quotaExhausted,
      """
      The quota of the key is used up (\(facts(status, message))). \(next). \(.source) osm and \(.index, "FILE") need \
      no key.
      """
    )
  }

  private func allowanceSpent(_ service: Service, call: String) -> Failure {
    let allowance = service.calls.first { $0.name == call }?.dailyAllowance.map { "\($0.groupedText) " } ?? ""
    return Failure(
      .quotaExhausted,
      """
      Today's \(allowance)free \(call) calls are used up, as counted on this machine. The count resets at midnight \
      \(service.quotaDay.clock). Use \(.beyondQuota) to keep sending, which may cost money; \(.index, "FILE") has \
      no quota.
      """
    )
  }

  private func throttled(status: Int, retryAfter: Duration?, isRequested: Bool) -> Failure {
    let wait = retryAfter.flatMap(TimeFormatter.wait)
    guard status != 200, status != 0 else {
      // The server didn't request this pause: the response to another query was unreadable or cut off.
      return Failure(
        .throttled,
        """
        The last response of the service could not be read, so no request was sent. Try again \
        \(wait.map { "in \($0)" } ?? "later"), or allow more time with \(.timeout).
        """
      )
    }
    let next = wait.map { isRequested ? "Wait \($0), then try again" : "Try again in \($0)" } ?? "Try again later"
    return Failure(
      .throttled,
      """
      The service is busy, or received too many requests (HTTP \(status)). \(next), with a smaller \(.rate) or a \
      longer \(.timeout).
      """
    )
  }

  /// Reports an index that can't answer the query.
  private func indexUnusable(_ error: IndexFileError) -> Failure {
    switch error {
    case .unreadable(let path, let reason), .unwritable(let path, let reason):
      Failure(.fileUnreadable, Failure.unreadable(path, reason.withoutFullStop, isNamedAsIndex: true))
    case .foreignFormat, .archiveUnusable: error.failure
    // A batch has the same options for its own rows.
    default:
      Failure(.dataUnusable, error.failure.wording.naming(.indexBuild) { $0.heading == .rows })
    }
  }

  private func facts(_ status: Int, _ message: String?, code: Int? = nil) -> String {
    (["HTTP \(status)"] + [code.map { "code \($0)" }, message].compactMap(\.self)).joined(separator: ", ")
  }
}

extension ResponseError {
  /// The reason why the response can't be trusted, and what to do.
  fileprivate var sentence: Message {
    let reason =
      switch self {
      case .contentType(let type?): "it isn't JSON but \(type)"
      case .contentType(nil): "it has no content type"
      case .notUTF8: "it isn't UTF-8"
      case .unreadable(let detail): detail.withoutFullStop
      case .tooLarge(let limit): "it is larger than \(limit >= 1_048_576 ? "\(limit >> 20) MiB" : "\(limit >> 10) KiB")"
      case .centerIgnored: "the service ignored the centre and searched nationwide"
      case .otherQuery(let place, let mismatch): "it belongs to another query: \(place) \(mismatch.sentence)"
      case .redirected(let host): "it redirects to \(host ?? "another address"), and redirects aren't followed"
      case .status(let status): "HTTP \(status) isn't a documented status"
      }
    let advice =
      self == .centerIgnored
      ? "Search around another point." : "Check the address of the service, or a proxy in between, and try again."
    return "The response can't be trusted: \(reason). \(advice)"
  }
}

extension ResponseMismatch {
  fileprivate var sentence: String {
    switch self {
    case .distance(let reported, let measured):
      "has a distance of \(DistanceFormatter.short(reported)), but its coordinates are "
        + "\(DistanceFormatter.short(measured)) away"
    case .outsideArea: "is outside the area"
    case .category(let code?): "has the category \(code), which wasn't requested"
    case .category(nil): "has no category, although one was requested"
    case .name: "has another name than the requested one"
    }
  }
}

extension NetworkSetupProblem {
  /// Returns the failure of a machine that can't send requests to a host.
  fileprivate func failure(host: String) -> Failure {
    switch self {
    case .processFilesMissing:
      Failure(
        .networkNotSetUp,
        "Online search needs /proc, which isn't mounted here. Mount it; \(.index, "FILE") works offline."
      )
    case .libraryMissing:
      Failure(
        .networkNotSetUp,
        """
        Online search needs libcurl, which isn't installed. Install it (Debian, Ubuntu: libcurl4; Fedora: libcurl; \
        Arch: curl); \(.index, "FILE") works offline.
        """
      )
    case .libraryDamaged(let detail):
      Failure(
        .networkNotSetUp,
        "libcurl can't be loaded: \(detail.withoutFullStop). Reinstall it; \(.index, "FILE") works offline."
      )
    case .libraryTooOld(let version):
      Failure(
        .networkNotSetUp,
        "libcurl \(version) is too old for online search. Install 7.62 or newer; \(.index, "FILE") works offline."
      )
    case .certificatesMissing:
      Failure(
        .networkNotSetUp,
        "This machine has no certificates to check \(host) with. Install the package ca-certificates."
      )
    case .certificatesUnreadable(let path):
      Failure(.networkNotSetUp, "The certificates in \(path) can't be read. Check CURL_CA_BUNDLE and SSL_CERT_FILE.")
    case .certificateRejected(let detail):
      Failure(
        .networkNotSetUp,
        status: .unreachable,
        """
        The certificate of \(host) isn't valid: \(detail.withoutFullStop). No query was sent. Check this machine's \
        clock, its package ca-certificates, and whether a proxy replaces certificates.
        """
      )
    case .proxyRefused(407):
      Failure(
        .networkNotSetUp,
        status: .unreachable,
        "The proxy requires a login (HTTP 407). Set user and password in https_proxy, or name \(host) in no_proxy."
      )
    case .proxyRefused(let status):
      Failure(
        .networkNotSetUp,
        status: .unreachable,
        "The proxy didn't connect to \(host) (HTTP \(status)). Check https_proxy, or name \(host) in no_proxy."
      )
    }
  }
}

extension String {
  /// The text without its full stop, for use within a sentence.
  fileprivate var withoutFullStop: String { hasSuffix(".") ? String(dropLast()) : self }
}
