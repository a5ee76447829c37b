/// What continues a run that ended early, to go on in a sentence about the same command.
struct Resumption: Sendable, Hashable {
  /// Whether the command was to replace its output, beside which nothing is continued.
  let wasForced: Bool

  var option: String { "--resume" + place }

  /// What asks the rows that failed as well.
  var retrying: String { "--resume --retry-failed" + place }

  private var place: String { wasForced ? " in place of --force" : "" }
}
