import Domain

extension Failure {
  /// Reports why a query was not answered.
  init(_ error: PlaceSearchError) {
    switch error {
    case .keyMissing(let service):
      self.init(named: "keyMissing", service.title, service.key?.variable ?? "", service.key?.term ?? "")
    case .keyRefused(let service, let status, let code, let message):
      let advice = service.key?.advice(status: status, code: code).map { " \($0)" } ?? ""
      self.init(named: "keyRefused", service.title, Self.facts(status, message, code: code), advice)
    case .clientRefused(let service, let status):
      let meaning = service.manners.meaning(ofRefusal: status).map { ": \($0)" } ?? ""
      self.init(named: "clientRefused", service.title, status, meaning)
    case .quotaExhausted(let service, let status, let retryAfter, let message):
      let wait = retryAfter.flatMap(TimeFormatter.wait).map { "The service asks to wait \($0)" }
      let next = wait ?? "It resets at midnight in \(service.quotaDay.place)"
      self.init(named: "quotaExhausted", Self.facts(status, message), next)
    case .budgetSpent(let requests): self.init(named: "budgetSpent", PartialAnswer.spent(requests, of: "--budget"))
    case .throttled(200, let retryAfter):
      // Nothing asked to wait: an answer of another query could not be read.
      let wait = retryAfter.flatMap(TimeFormatter.wait).map { " The next request is sent in \($0)." } ?? ""
      self.init(named: "unreadableBefore", wait)
    case .throttled(let status, let retryAfter):
      let wait = retryAfter.flatMap(TimeFormatter.wait).map { " It asks to wait \($0)." } ?? ""
      self.init(named: "throttled", status, wait)
    case .requestRejected(let status, let code, let message):
      self.init(named: "requestRejected", Self.facts(status, message, code: code))
    case .serviceFailing(let status, let code, let message):
      self.init(named: "serviceFailing", Self.facts(status, message, code: code))
    case .unreachable(let host, let detail): self.init(named: "unreachable", host, Self.withoutFullStop(detail))
    case .networkNotSetUp(let host, let problem): self.init(problem, host: host)
    case .timedOut(let duration): self.init(named: "timedOut", DurationParser.text(of: duration))
    case .untrustworthy(let error):
      self.init("untrustworthy_answer", .untrustworthy, retryable: error != .centerIgnored, Self.sentence(for: error))
    case .endpointUnusable(let endpoint, .malformed(let example)):
      self.init(named: "endpointMalformed", endpoint, example)
    case .endpointUnusable(let endpoint, .plainHTTPToRemoteHost): self.init(named: "endpointNotEncrypted", endpoint)
    case .unsupported(.category(let word, let nearest)): self = .unknownCategory(word, nearest: nearest)
    case .unsupported(let limit): self.init(limit)
    case .fileUnreadable(let path, let reason):
      self.init(named: "sourceUnreadable", path, Self.withoutFullStop(reason))
    case .foreignFile(let path, let archive, let format):
      self.init("format_unreadable", .usage, Self.sentence(for: format, at: path, in: archive))
    case .archiveUnusable(let path, let problem): self.init(problem, ofArchive: path)
    case .dataUnusable(let path, let reason): self.init(named: "dataUnusable", path, Self.withoutFullStop(reason))
    case .cancelled: self.init(named: "cancelled")
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
      case .redirected(let host): "it redirects to \(host ?? "another address"), where nothing is sent"
      case .status(let status): "HTTP \(status) is not a documented status"
      }
    let advice =
      error == .centerIgnored
      ? "Search around another point." : "Check the address of the service, or a proxy in between, and try again."
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

  private init(_ problem: NetworkSetupProblem, host: String) {
    switch problem {
    case .processFilesMissing: self.init(named: "processFilesMissing")
    case .libraryMissing: self.init(named: "libraryMissing")
    case .libraryDamaged(let detail): self.init(named: "libraryDamaged", Self.withoutFullStop(detail))
    case .libraryTooOld(let version): self.init(named: "libraryTooOld", version)
    case .certificatesMissing: self.init(named: "certificatesMissing", host)
    case .certificatesUnreadable(let path): self.init(named: "certificatesUnreadable", path)
    case .certificateRejected(let detail): self.init(named: "certificateRejected", host, Self.withoutFullStop(detail))
    case .proxyRefused(407): self.init(named: "proxyAsksForLogin", host)
    case .proxyRefused(let status): self.init(named: "proxyRefused", host, status)
    }
  }

  private init(_ limit: SourceLimit) {
    switch limit {
    case .category(let word, let nearest): self = .unknownCategory(word, nearest: nearest)
    case .outsideServiceArea(let service, let point, let isSwapped):
      let turned = "\(point.longitude.decimalText),\(point.latitude.decimalText)"
      let text = QueryFormatter.text(of: point)
      let outside = Self.outside(service)
      self =
        isSwapped
        ? Failure(named: "pointSwapped", text, outside, turned) : Failure(named: "pointOutside", text, outside)
    case .radiusTooLarge(let maximum): self.init(named: "radiusTooLarge", DistanceFormatter.short(maximum))
    case .categoryWithoutArea: self.init(named: "categoryWithoutArea")
    case .boxOutsideServiceArea(let service, let box):
      let edges = box.edges.map(\.decimalText).joined(separator: ",")
      self.init(named: "boxOutside", edges, Self.outside(service))
    case .severalCategoriesOnOnePage: self.init(named: "severalCategories")
    case .kindOnOnePage(let kind):
      let advice =
        kind.group.map { "use -c \($0.slug), whose pages hold every kind of it" } ?? "use -q \(kind.slug)"
      self.init(named: "kindOnOnePage", kind.slug, advice)
    case .areaTooLarge(let service, let isForName):
      self.init(named: isForName ? "areaTooLargeForName" : "areaTooLarge", service.title)
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
