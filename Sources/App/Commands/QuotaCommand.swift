import Domain

extension Command {
  static let quota: Command = .init(
    "quota",
    CommandEntry(
      "show today's calls and the rest of the daily allowance",
      called: "usage limits budget",
      usage: "placefind quota [options]",
      prints: .list,
      examples: [
        ("placefind quota", "the calls of this machine, the calls left, and the time of the reset")
      ],
      run: QuotaCommand.starting { try $0.run() }
    )
  )
}

/// Shows the service calls made from this machine, and the remaining daily allowance.
struct QuotaCommand: RunnableCommand {
  let context: CommandContext

  func run() throws {
    if arguments.hasTyped(.source), let source = arguments.namedSource, !source.isMetered {
      throw Failure.noCalls(of: source)
    }
    let output = try checkedOutput()
    let account = provider.account
    let report = try account.quota()
    let reports = [report] + (try account.otherQuotas().filter { $0.month > 0 })
    sayStoreErrors()
    let times = TimeFormatter(in: world)
    let listing = Listing(
      "quota",
      of: reports.flatMap { report in report.uses.map { (report: report, use: $0) } },
      [
        .init("api", "API") { .text($0.use.call.name) }, .init("used", "USED") { .integer($0.use.today) },
        .init("left", "LEFT") { .integer($0.report.bounded($0.use.call)) },
        .init("allowance", "A DAY") { .integer($0.use.call.dailyAllowance) },
        .init("used_this_month", "THIS MONTH") { .integer($0.use.month) }, .init("day") { .text($0.report.day) },
        .init("resets_at") { times.value($0.report.resetsAtSeconds) },
      ],
      members: [
        ("day", .text(report.day)), ("resets_at", times.value(report.resetsAtSeconds)),
        ("used_this_month", .integer(report.month)),
        ("allowance_a_month", .integer(report.service.monthlyAllowance)),
      ]
    )
    try write(list: listing, to: output)
    if output.style.format == .table { for report in reports { say(Notice(sentence(of: report))) } }
  }

  private func sentence(of report: QuotaReport) -> String {
    let allowance = report.service.monthlyAllowance.map { " of \($0.groupedText)" } ?? ""
    let paces = report.uses.compactMap { use in
      use.call.sharedInterval.flatMap {
        $0 > .zero ? " \(use.call.name) requests are sent at most once every \(DurationParser.text(of: $0))." : nil
      }
    }
    return "Calls counted on this machine for \(report.day) \(report.service.quotaDay.clock). The count resets in "
      + "\(report.timeToReset) (\(TimeFormatter(in: world).local(report.resetsAtSeconds))). "
      + "This month: \(report.month.groupedText)\(allowance).\(paces.joined())"
  }
}

extension QuotaReport {
  /// Returns the remaining calls of a kind today; `nil` if unlimited.
  fileprivate func bounded(_ call: Service.Call) -> Int? {
    let left = left(for: call)
    return left == .max ? nil : left
  }
}
