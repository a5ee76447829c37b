/// The option that resumes a run, as part of a sentence about the same command.
struct Resumption: Sendable, Hashable {
  /// Whether the command has `--force`, which prevents resuming.
  let wasForced: Bool

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
    let count = "\(isAtMost ? "At most " : "")\(counted(rows, "row")) \(rows == 1 ? "has" : "have")"
    let standard: Message =
      resumption.map { "Run the same command with \($0.option) to continue." }
      ?? "Only a run with \(.output, "FILE") can be resumed."
    return "\(count) a record. \(next ?? standard)"
  }
}
