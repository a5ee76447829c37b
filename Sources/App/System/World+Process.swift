#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

extension World {
  /// The world of the running process.
  ///
  /// Asks each output once whether it is a terminal.
  public static func ofThisProcess() -> World {
    fillClosedDescriptors()
    // No dictionary: making the first one is a tenth of what an offline query costs.
    let environment: @Sendable (String) -> String? = { name in
      unsafe getenv(name).map { unsafe String(cString: $0) }
    }
    let columns = environment(EnvironmentVariable.columns.rawValue)
    let rows = environment(EnvironmentVariable.rows.rawValue)
    return World(
      arguments: Array(ProgramArguments.all.dropFirst()),
      environment: environment,
      standardOutput: OutputChannel(
        sink: FileDescriptor.standardOutput,
        terminalColumns: FileDescriptor.standardOutput.terminalColumns(override: columns),
        terminalRows: FileDescriptor.standardOutput.terminalRows(override: rows)
      ),
      standardError: OutputChannel(
        sink: FileDescriptor.standardError,
        terminalColumns: FileDescriptor.standardError.terminalColumns(override: columns)
      ),
      inputIsTerminal: isatty(0) == 1,
      files: DiskFiles(),
      terminal: SystemTerminal(),
      desktop: SystemDesktop(),
      descriptorsLeft: descriptorsLeft(),
      now: monotonicTime
    )
  }

  /// Puts something in the place of a standard descriptor that was closed.
  ///
  /// The next file or socket would take its number, and an answer would go there. What stands there now refuses:
  /// input cannot be written, outputs cannot be read, so that a write fails as it should.
  private static func fillClosedDescriptors() {
    for number in CInt(0)...2 where fcntl(number, F_GETFD) < 0 {
      _ = systemOpen("/dev/null", number == 0 ? O_WRONLY : O_RDONLY, 0)
    }
  }

  /// Raises the limit of open descriptors where it is low and may be raised, and counts what is left of it.
  ///
  /// The network library does not fail for want of a descriptor: it ends the process.
  private static func descriptorsLeft() -> Int? {
    let plenty = 1_024 as rlim_t
    var limit = rlimit()
    #if canImport(Glibc)
      let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    #else
      let resource = RLIMIT_NOFILE
    #endif
    guard unsafe getrlimit(resource, &limit) == 0, limit.rlim_cur < plenty else { return nil }
    limit.rlim_cur = min(plenty, limit.rlim_max)
    _ = unsafe setrlimit(resource, &limit)
    guard unsafe getrlimit(resource, &limit) == 0, limit.rlim_cur < plenty else { return nil }
    return (0..<CInt(limit.rlim_cur)).count { fcntl($0, F_GETFD) < 0 }
  }

  /// The processors of this machine that are online.
  static var countedProcessors: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }

  private static let monotonicTime: @Sendable () -> Duration = {
    var time = timespec()
    guard unsafe clock_gettime(CLOCK_MONOTONIC, &time) == 0 else { return .zero }
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
}
