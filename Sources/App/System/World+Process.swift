import System

extension World {
  /// Returns the world of the running process.
  ///
  /// Checks once for each output whether it is a terminal.
  public static func ofThisProcess() -> World {
    fillClosedDescriptors()
    raiseDescriptorLimit()
    // A write beyond the file size limit (ulimit -f) then fails with an error instead of ending the process silently.
    signal(SIGXFSZ, SIG_IGN)
    // Not a dictionary: making the first one takes a tenth of an offline query.
    let environment: @Sendable (String) -> String? = { name in
      unsafe getenv(name).map { unsafe String(cString: $0) }
    }
    let columns = environment(EnvironmentVariable.columns.rawValue)
    let rows = environment(EnvironmentVariable.rows.rawValue)
    var world = World(
      arguments: Array(CommandLine.arguments.dropFirst()),
      environment: environment,
      standardOutput: OutputChannel(
        sink: FileDescriptor.standardOutput.sink,
        terminalColumns: FileDescriptor.standardOutput.terminalColumns(override: columns),
        terminalRows: FileDescriptor.standardOutput.terminalRows(override: rows)
      ),
      standardError: OutputChannel(
        sink: FileDescriptor.standardError.sink,
        terminalColumns: FileDescriptor.standardError.terminalColumns(override: columns)
      ),
      inputIsTerminal: isatty(0) == 1,
      files: DiskFiles(),
      terminal: isatty(1) == 1 ? SystemTerminal(output: 1) : nil,
      desktop: .system,
      now: monotonicTime
    )
    world.environmentNames = EnvironmentNames.all
    world.argumentsNotUTF8 = argumentsNotUTF8
    world.memoryLimit = memoryLimit()
    world.reportExhaustedMemory = MemoryExhaustion.report
    world.secondsEastOfUTC = { seconds in
      var time = time_t(seconds)
      var parts = unsafe tm()
      return unsafe localtime_r(&time, &parts) == nil ? 0 : unsafe parts.tm_gmtoff
    }
    world.sessionTerminal = {
      let number = systemOpen("/dev/tty", flags: O_RDWR | O_CLOEXEC)
      return number < 0 ? nil : SystemTerminal(output: number)
    }
    return world
  }

  /// Opens /dev/null for each closed standard descriptor.
  ///
  /// Otherwise the next file or socket would get its number and receive the result. Standard input is opened for
  /// writing and the outputs for reading, so that using them still fails.
  private static func fillClosedDescriptors() {
    for number in CInt(0)...2 where fcntl(number, F_GETFD) < 0 {
      _ = systemOpen("/dev/null", flags: number == 0 ? O_WRONLY : O_RDONLY)
    }
  }

  /// Raises a low limit of open descriptors as far as allowed, because the network library crashes without descriptors.
  private static func raiseDescriptorLimit() {
    var limit = rlimit()
    #if canImport(Glibc)
      let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    #else
      let resource = RLIMIT_NOFILE
    #endif
    // The default limit of Linux, which suffices for any run.
    guard unsafe getrlimit(resource, &limit) == 0, limit.rlim_cur < 1_024 else { return }
    limit.rlim_cur = min(1_024, limit.rlim_max)
    _ = unsafe setrlimit(resource, &limit)
  }

  /// Returns the address space limit in MiB; `nil` if there is none.
  ///
  /// With a limit, all threads share a heap, because glibc would reserve 64 MiB for each.
  private static func memoryLimit() -> Int? {
    #if canImport(Glibc)
      var space = rlimit()
      var data = rlimit()
      guard
        unsafe getrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &space) == 0,
        unsafe getrlimit(__rlimit_resource_t(RLIMIT_DATA.rawValue), &data) == 0
      else { return nil }
      // The program and its libraries, which a data limit doesn't include.
      let code = 96 as rlim_t
      let limit = min(space.rlim_cur >> 20, (data.rlim_cur >> 20) + code)
      guard limit < 1 << 30 else { return nil }
      // M_ARENA_MAX is -8; Swift's Glibc module lacks the function.
      if let symbol = unsafe dlsym(nil, "mallopt") {
        _ = unsafe unsafeBitCast(symbol, to: (@convention(c) (CInt, CInt) -> CInt).self)(-8, 1)
      }
      return Int(limit)
    #else
      return nil
    #endif
  }

  /// The number of processors online.
  static var countedProcessors: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }

  private static let monotonicTime: @Sendable () -> Duration = {
    var time = timespec()
    guard unsafe clock_gettime(CLOCK_MONOTONIC, &time) == 0 else { return .zero }
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }

  /// The arguments that aren't UTF-8, as repaired by the standard library, without the program name.
  private static var argumentsNotUTF8: [String] {
    let words = unsafe CommandLine.unsafeArgv
    return (0..<Int(CommandLine.argc)).dropFirst().compactMap { index in
      // In bounds: there are `argc` words.
      guard let word = unsafe words[index] else { return nil }
      let bytes = unsafe UnsafeRawPointer(word).assumingMemoryBound(to: UInt8.self)
      let decoded = unsafe String.decodeCString(bytes, as: UTF8.self, repairingInvalidCodeUnits: true)
      return decoded?.repairsMade == true ? decoded?.result : nil
    }
  }
}
