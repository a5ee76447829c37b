/// The option that resumes a run, as part of a sentence about the same command.
struct Resumption: Sendable, Hashable {
  /// Whether the command has `--force`, which prevents resuming.
  let wasForced: Bool

  var option: String { "--resume" + place }

  /// The options that also retry failed rows.
  var retrying: String { "--resume --retry-failed" + place }

  private var place: String { wasForced ? " in place of --force" : "" }
}
