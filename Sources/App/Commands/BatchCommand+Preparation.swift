import Domain

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

extension BatchCommand {
  /// Open files besides connections: the standard ones, input and outputs, and what the network library needs.
  private static let filesOfService = 16
  /// The same for a source on this machine.
  private static let filesOfIndex = 12
  /// Open files that a question in flight may need: its connection, and the one before that is being closed.
  private static let filesOfQuestion = 2

  /// How many questions, or blocks of rows, may be worked on at once.
  ///
  /// The network library ends the process where it is refused a file, so that is found out beforehand.
  ///
  /// - Parameters:
  ///   - options: What the user wants.
  ///   - isFree: Whether a source on this machine answers.
  /// - Returns: What the user wants, or as many as the open files of the process allow.
  /// - Throws: When not even one fits.
  func jobsThatFit(_ options: BatchOptions, isFree: Bool) throws(BatchFailure) -> Int {
    let openFiles = sysconf(Int32(_SC_OPEN_MAX))
    let limit = openFiles < 0 ? Int.max : openFiles
    if isFree {
      guard limit >= Self.filesOfIndex else { throw .tooFewOpenFiles(limit: limit, needed: Self.filesOfIndex) }
      // Enough that no core waits for the writing.
      return options.jobs ?? max(2, sysconf(Int32(_SC_NPROCESSORS_ONLN))) * 2
    }
    let wanted = options.jobs ?? BatchOptions.standardJobs
    let needed = Self.filesOfService + 4 * Self.filesOfQuestion
    guard limit >= needed else { throw .tooFewOpenFiles(limit: limit, needed: needed) }
    let jobs = min(wanted, (limit - Self.filesOfService) / Self.filesOfQuestion)
    if jobs < wanted, !arguments.has(.quiet) {
      Console(world: world)
        .say("only \(jobs) questions at once, not \(wanted): the process may have \(limit) files open (ulimit -n).")
    }
    return jobs
  }

  /// Says on standard error what the run works with.
  func sayWhatIsUsed(_ options: BatchOptions, _ source: SourceOptions, _ cost: SearchCost) {
    let console = Console(world: world)
    let rows = options.inputPath == "-" ? "standard input" : options.inputPath
    console.say("rows from \(rows), records to \(options.outputPath ?? "standard output")")
    switch cost.provenance?.source {
    case .index: console.say("the index \(source.indexPath ?? source.usualIndexPath ?? "") answers")
    case .sample: console.say("the bundled sample answers")
    case .kakao, nil:
      let key = arguments[.keyFile].map { $0 == "-" ? "standard input" : $0 } ?? EnvironmentVariable.key.rawValue
      let endpoint = source.endpoint.map { " at \($0)" } ?? " at its usual address"
      console.say("the Kakao service\(endpoint) answers, with the key from \(key)")
    }
  }
}
