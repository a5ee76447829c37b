/// The option that resumes a run, as part of a sentence about the same command.
struct Resumption: Sendable, Hashable {
  /// Whether the command has `--force`, which prevents resuming.
  let wasForced: Bool
  /// Whether the run resumes an earlier one, whose output may also have records of the remaining rows.
  var isResumed = false

  var option: String { "--resume" + place }

  /// The options that also retry failed rows.
  var retrying: String { "--resume --retry-failed" + place }

  private var place: String { wasForced ? " in place of --force" : "" }
}

extension Resumption {
  /// Says how many rows have a record, and how to continue.
  static func state(
    rows: Int,
    isAtMost: Bool = false,
    _ resumption: Resumption?,
    next: Message? = nil
  ) -> Message {
    let isResumed = resumption?.isResumed == true
    let bound = isResumed ? "At least " : isAtMost ? "At most " : ""
    let count = "\(bound)\(counted(rows, "row")) \(rows == 1 ? "has" : "have")"
    let standard: Message =
      resumption.map { "Run the same command with \($0.option) to continue." }
      ?? "This run can't be resumed. That needs \(.output, "FILE") and, with a service, NDJSON without \(.nearest)."
    // The last records of this run may not have been written, but there may be others.
    return isResumed && isAtMost ? next ?? standard : "\(count) a record. \(next ?? standard)"
  }
}
