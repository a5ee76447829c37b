import Domain

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

extension BatchCommand {
  /// How many questions, or blocks of rows, are worked on at once: what the user wants, or as many as the descriptors
  /// of the process allow.
  ///
  /// The network library ends the process where it is refused a descriptor, so that is found out beforehand.
  ///
  /// - Parameters:
  ///   - options: What the user wants.
  ///   - isFree: Whether a source on this machine answers.
  /// - Returns: The number, 1 or more.
  func jobsThatFit(_ options: BatchOptions, isFree: Bool) -> Int {
    // Enough that no core waits for the writing.
    if isFree { return options.jobs ?? max(2, sysconf(Int32(_SC_NPROCESSORS_ONLN))) * 2 }
    let wanted = options.jobs ?? BatchOptions.standardJobs
    guard let left = world.descriptorsLeft else { return wanted }
    // A question in flight needs its connection, and perhaps the one before that is being closed.
    let jobs = max(1, min(wanted, (left - SourceArguments.descriptorsOfService) / 2))
    if jobs < wanted, !arguments.messages.isQuiet {
      Console(world: world)
        .say("only \(jobs) of \(wanted) questions at once: the process may open \(left) more files (ulimit -n)")
    }
    return jobs
  }

  /// Says on standard error what the run works with.
  func sayWhatIsUsed(_ options: BatchOptions, _ source: SourceArguments) {
    let console = Console(world: world)
    let rows = options.inputPath == "-" ? "standard input" : options.inputPath
    console.say("rows from \(rows), records to \(options.outputPath ?? "standard output")")
    console.say(SourceNotices(source: source).sentence)
  }
}
