import Domain

extension Failure {
  /// Reports why a query was not answered.
  init(_ error: PlaceSearchError) {
    switch error {
    case .keyMissing(let service):
      let (variable, term) = (service.key?.variable ?? "", service.key?.term ?? "")
      self.init("key_missing", .keyRefused) {
        "There is no key for \(service.title). Set \(variable) to the \(term) of your app, or name its file with "
          + "--key-file. Without a key, use --index FILE or --source sample."
      }
    case .keyRefused(let service, let status, let code, let message):
      let advice = service.key?.advice(status: status, code: code)
      self.init("key_refused", .keyRefused) {
        "\(service.title) refused the key (\(Self.facts(status, message, code: code)))."
          + (advice.map { " \($0)" } ?? "")
      }
    case .clientRefused(let service, let status):
      let meaning = service.manners.refusals[status].map { ": \($0)" } ?? ""
      self.init(
        "client_refused",
        .unreachable,
        "\(service.title) refuses requests from here (HTTP \(status))\(meaning)."
      )
    case .quotaExhausted(let service, let status, let retryAfter, let message):
      let next = retryAfter.flatMap(TimeFormatter.wait).map { "The service asks to wait \($0)" }
      self.init("quota_exhausted", .quotaExhausted) {
        "The quota of the key is used up (\(Self.facts(status, message))). "
          + "\(next ?? "It resets at midnight in \(service.quotaDay.place)"); --index FILE has no quota."
      }
    case .budgetSpent(let requests):
      self.init("budget_spent", .quotaExhausted) {
        "The \(counted(requests, "request")) of --budget \(requests == 1 ? "is" : "are") used up. Allow more, or use "
          + "--max-requests to get the places found so far."
      }
    case .throttled(let status, let retryAfter):
      let wait = retryAfter.flatMap(TimeFormatter.wait).map { " It asks to wait \($0)." } ?? ""
      self.init("throttled", .unreachable, retryable: true) {
        "The service asks to slow down (HTTP \(status)).\(wait) "
          + "Try again later, with a smaller --rate or a longer --timeout."
      }
    case .paceTooSlow(let wait, let timeout):
      self.init("pace_too_slow", .unreachable, retryable: true) {
        "The next request may be sent in \(TimeFormatter.wait(wait) ?? "less than 1 s"), after the "
          + "\(DurationParser.text(of: timeout)) of --timeout. Use a larger --rate or a longer --timeout."
      }
    case .requestRejected(let status, let code, let message):
      self.init("request_rejected", .usage) {
        "The service rejected the query (\(Self.facts(status, message, code: code)))."
      }
    case .serviceFailing(let status, let code, let message):
      self.init("service_failing", .unreachable, retryable: true) {
        "The service failed (\(Self.facts(status, message, code: code))). Try again later."
      }
    case .unreachable(let host, let detail):
      self.init("unreachable", .unreachable, retryable: true) {
        "Could not reach \(host): \(Self.withoutFullStop(detail)). Check the network, the proxy and --endpoint; "
          + "--index FILE works offline."
      }
    case .networkNotSetUp(let host, let problem):
      self.init("network_not_set_up", Self.status(of: problem), Self.sentence(for: problem, host: host))
    case .timedOut(let duration):
      self.init("timed_out", .unreachable, retryable: true) {
        "No answer within \(DurationParser.text(of: duration)). Try again, or allow more time with --timeout."
      }
    case .untrustworthy(let error):
      self.init("untrustworthy_answer", .untrustworthy, retryable: error != .centerIgnored) {
        Self.sentence(for: error)
      }
    case .endpointUnusable(let endpoint, .malformed(let example)):
      self.init("endpoint_unusable", .usage, "\(endpoint) is not the address of a service; write it like \(example).")
    case .endpointUnusable(let endpoint, .plainHTTPToRemoteHost):
      self.init("endpoint_unusable", .usage) {
        "\(endpoint) would send the key unencrypted over the network; use https. Plain http is allowed only on this machine."
      }
    case .unsupported(.category(let word, let nearest)): self = .unknownCategory(word, nearest: nearest)
    case .unsupported(let limit): self.init("unsupported", .usage, Self.sentence(for: limit))
    case .fileUnreadable(let path, let reason):
      self.init("file_unreadable", .fileFailed, "Could not read \(path): \(Self.withoutFullStop(reason)).")
    case .foreignFile(let path, let archive, let format):
      self.init("format_unreadable", .usage, Self.sentence(for: format, at: path, in: archive))
    case .archiveUnusable(let path, let problem): self.init(problem, ofArchive: path)
    case .dataUnusable(let path, let reason):
      self.init("data_unusable", .untrustworthy, "\(path) cannot be used: \(Self.withoutFullStop(reason)).")
    case .cancelled: self.init("cancelled", .interrupted, "Interrupted.")
    }
  }

  /// What is missing on this machine is no fault of the network, and is not there later either.
  private static func status(of problem: NetworkSetupProblem) -> ExitStatus {
    switch problem {
    case .certificateRejected, .proxyRefused: .unreachable
    default: .fileFailed
    }
  }

  private static func sentence(for error: AnswerError) -> String {
    let what =
      switch error {
      case .contentType(let type): "it is not JSON but \(type ?? "of an unnamed content type")"
      case .notUTF8: "it is not UTF-8"
      case .unreadable(let detail): String(withoutFullStop(detail))
      case .tooLarge(let limit): "it is larger than \(limit >= 1_048_576 ? "\(limit >> 20) MiB" : "\(limit >> 10) KiB")"
      case .centerIgnored: "the service ignored the centre and searched nationwide"
      case .otherQuestion(let place, let mismatch): "it answers another question: \(place) \(sentence(for: mismatch))"
      case .redirected(let host): "it redirects to \(host ?? "another address"), and the key is not sent there"
      case .status(let status): "HTTP \(status) is not a documented status"
      }
    let advice =
      error == .centerIgnored
      ? "Search around another point." : "Check --endpoint, or a proxy in between, and try again."
    return "The answer cannot be trusted: \(what). \(advice)"
  }

  private static func sentence(for mismatch: AnswerMismatch) -> String {
    switch mismatch {
    case .distance(let told, let measured):
      "is said to be \(DistanceFormatter.short(told)) away, and its coordinates are \(DistanceFormatter.short(measured)) away"
    case .outsideArea: "lies outside of the area"
    case .category(let code?): "has the category \(code), which was not asked for"
    case .category(nil): "has no category, and one was asked for"
    }
  }

  private static func sentence(for problem: NetworkSetupProblem, host: String) -> String {
    switch problem {
    case .processFilesMissing:
      "Online search needs /proc, which is not mounted here. Mount it; --index FILE works offline."
    case .libraryMissing:
      "Online search needs libcurl, which is not installed. Install it (Debian, Ubuntu: libcurl4; Fedora: libcurl; "
        + "Arch: curl); --index FILE works offline."
    case .libraryDamaged(let detail):
      "libcurl cannot be loaded: \(withoutFullStop(detail)). Reinstall it; --index FILE works offline."
    case .libraryTooOld(let version):
      "libcurl \(version) is too old for online search. Install 7.62 or newer; --index FILE works offline."
    case .certificatesMissing:
      "This machine has no certificates to check \(host) with. Install the package ca-certificates."
    case .certificatesUnreadable(let path):
      "The certificates in \(path) cannot be read. Check CURL_CA_BUNDLE and SSL_CERT_FILE."
    case .certificateRejected(let detail):
      "The certificate of \(host) is not valid: \(withoutFullStop(detail)). Check this machine's clock, its "
        + "package ca-certificates, and whether a proxy replaces certificates; the key was not sent."
    case .proxyRefused(407):
      "The proxy asks for a login (HTTP 407). Set user and password in https_proxy, or name \(host) in no_proxy."
    case .proxyRefused(let status):
      "The proxy did not connect to \(host) (HTTP \(status)). Check https_proxy, or name \(host) in no_proxy."
    }
  }

  private static func sentence(for limit: SourceLimit) -> String {
    switch limit {
    case .category(let word, let nearest): return Failure.unknownCategory(word, nearest: nearest).message
    case .outsideServiceArea(let service, let point, true):
      return
        "\(QueryFormatter.text(of: point)) \(outside(service)). Latitude and longitude look "
        + "swapped; did you mean \(point.longitude.decimalText),\(point.latitude.decimalText)?"
    case .outsideServiceArea(let service, let point, false):
      return
        "\(QueryFormatter.text(of: point)) \(outside(service)). Use --index FILE with data of that area."
    case .radiusTooLarge(let maximum):
      return "The source searches at most \(DistanceFormatter.short(maximum)) around a point; "
        + "use a smaller --radius, or --bbox with --limit all."
    case .categoryWithoutArea:
      return "The source needs an area to search for a category; add --at LAT,LNG or --bbox W,S,E,N."
    case .boxOutsideServiceArea(let service, let box):
      return
        "The rectangle \(box.west.decimalText),\(box.south.decimalText),\(box.east.decimalText),\(box.north.decimalText) "
        + "\(outside(service)); the order is west,south,east,north."
    case .severalCategoriesOnOnePage:
      return "A page of the service has a single category; search for one at a time, or without --page."
    case .areaTooLarge(let service, true):
      return
        "\(service.title) finds a name without a category only in an area of some 100 km; add -c, or use a smaller "
        + "--radius or --bbox. `placefind near TEXT` finds a name anywhere."
    case .areaTooLarge(let service, false):
      return
        "The area is too large for \(service.title); use a smaller --bbox, or --index FILE with the data of a country."
    }
  }

  private static func outside(_ service: Service) -> String {
    let area = service.area?.name ?? "its area"
    return "lies outside \(area), and \(service.title) covers only \(area)"
  }

  private static func facts(_ status: Int, _ message: String?, code: Int? = nil) -> String {
    (["HTTP \(status)"] + [code.map { "code \($0)" }, message].compactMap(\.self)).joined(separator: ", ")
  }

  private static func withoutFullStop(_ text: String) -> Substring { text.hasSuffix(".") ? text.dropLast() : text[...] }
}
