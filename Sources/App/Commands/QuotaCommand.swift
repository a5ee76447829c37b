import Domain

/// Tells how much of the service's allowance was used from this machine.
struct QuotaCommand: StoreCommand {
  let arguments: Arguments
  let world: World
  let makeProvider: @Sendable (SourceConfiguration) -> any UseCaseProvider

  /// Prints the counts.
  ///
  /// - Throws: When something is wrong.
  func run() async throws(Failure) {
    let output = try checkedOutput()
    let report = try using { () throws(StoreError) in try stores.makeInspectQuotaUseCase().report() }
    let resets = TimeText.utc(secondsSince1970: report.resetsAtSeconds)
    let listing = Listing(
      name: "quota",
      columns: [
        .init("api", "API"), .init("used", "USED"), .init("left", "LEFT"), .init("allowance", "A DAY"),
        .init("used_this_month", "THIS MONTH"),
      ],
      records: report.uses.map { use in
        [
          .text(use.api.rawValue), .integer(use.today), .integer(report.left(for: use.api)),
          .integer(QuotaUse.dailyAllowance), .integer(use.month),
        ]
      },
      members: [
        ("day", .text(report.day)), ("resets_at", .text(resets)), ("used_this_month", .integer(report.month)),
        ("allowance_a_month", .integer(QuotaUse.monthlyAllowance)),
      ]
    )
    try write(listing, to: output)
    if output.style.format == .table {
      say(
        "counted on this machine for \(report.day) in Korea; filled again in \(QuotaSentence.wait(report)) (\(resets)); "
          + "\(report.month.groupedText) of \(QuotaUse.monthlyAllowance.groupedText) this month"
      )
    }
  }
}

/// What is said before a search or a batch that the allowance of the day does not cover.
struct QuotaSentence: Sendable {
  /// What was counted.
  let report: QuotaReport
  /// The API that is going to be asked.
  let api: QuotaUse.API
  /// Requests that it is going to take, at least.
  let requests: Int
  /// Whether that was estimated, and may be more or less.
  var isEstimate = false

  /// Requests beyond what is left today; below 1 when it fits.
  var excess: Int { requests - report.left(for: api) }

  /// The sentence; `nil` when it fits.
  var sentence: String? {
    let left = report.left(for: api)
    guard requests > left else { return nil }
    // What is left today, then whole days.
    let days = (requests - left + QuotaUse.dailyAllowance - 1) / QuotaUse.dailyAllowance + (left > 0 ? 1 : 0)
    let beginning = left > 0 ? "" : "from \(Self.wait(report)) on, "
    return
      "this takes \(isEstimate ? "about" : "at least") \(requests.groupedText) \(api.rawValue) calls, and \(left.groupedText) of "
      + "\(QuotaUse.dailyAllowance.groupedText) are left today: it takes \(beginning)\(counted(days, "day")), or --index FILE"
  }

  /// How long it is until the allowance is filled again.
  static func wait(_ report: QuotaReport) -> String {
    let minutes = max(1, Int((report.resetsAtSeconds - report.nowSeconds + 59) / 60))
    return minutes < 120 ? "\(minutes) min" : "\(minutes / 60) h \(minutes % 60) min"
  }
}
