extension World {
  /// The world of the running process.
  ///
  /// Asks each output once whether it is a terminal.
  public static func ofThisProcess() -> World {
    fillClosedDescriptors()
    // A write beyond a limit of file sizes (ulimit -f) then fails with an error, instead of ending the process without one.
    signal(SIGXFSZ, SIG_IGN)
    // No dictionary: making the first one takes a tenth of the time of an offline query.
    let environment: @Sendable (String) -> String? = { name in
      unsafe getenv(name).map { unsafe String(cString: $0) }
    }
    let columns = environment(EnvironmentVariable.columns.rawValue)
    let rows = environment(EnvironmentVariable.rows.rawValue)
    var world = World(
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
    world.argumentsNotUTF8 = ProgramArguments.notUTF8
    return world
  }

  /// Opens /dev/null for each standard descriptor that is closed.
  ///
  /// Otherwise the next file or socket would get its number, and the answer would go there. Standard input is opened for
  /// writing, and the outputs for reading, so that using them still fails.
  private static func fillClosedDescriptors() {
    for number in CInt(0)...2 where fcntl(number, F_GETFD) < 0 {
      _ = systemOpen("/dev/null", number == 0 ? O_WRONLY : O_RDONLY, 0)
    }
  }

  /// Raises a low limit of open descriptors as far as allowed, and counts the descriptors that are still free.
  ///
  /// The network library ends the process when it gets no descriptor.
  private static func descriptorsLeft() -> Int? {
    // The default limit of Linux; no run needs more.
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

  /// The number of processors online.
  static var countedProcessors: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }

  private static let monotonicTime: @Sendable () -> Duration = {
    var time = timespec()
    guard unsafe clock_gettime(CLOCK_MONOTONIC, &time) == 0 else { return .zero }
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
}

/// The arguments of the process.
enum ProgramArguments {
  /// All of them, with the name of the program.
  ///
  /// On Linux the standard library reads them from /proc, which a container or a chroot may lack.
  static var all: [String] {
    let known = CommandLine.arguments
    #if canImport(Glibc)
      return known.isEmpty ? inMemory : known
    #else
      return known
    #endif
  }

  /// Those that are not UTF-8, as `all` has them, without the name of the program.
  static var notUTF8: [String] {
    let words = unsafe CommandLine.unsafeArgv
    return (0..<Int(CommandLine.argc)).dropFirst().compactMap { position in
      // In bounds: there are `argc` words.
      guard let word = unsafe words[position] else { return nil }
      let bytes = unsafe UnsafeRawPointer(word).assumingMemoryBound(to: UInt8.self)
      let decoded = unsafe String.decodeCString(bytes, as: UTF8.self, repairingInvalidCodeUnits: true)
      return decoded?.repairsMade == true ? decoded?.result : nil
    }
  }

  #if canImport(Glibc)
    /// The maximum size of arguments and environment together: Linux allows three quarters of 8 MiB (execve(2)).
    private static let limit = 6 * 1_048_576
    /// Which auxiliary value is the path of the program: `AT_EXECFN`.
    private static let pathOfProgram: UInt = 31

    /// The arguments in the memory that the kernel filled: each with a zero at its end, up to the environment or, without
    /// one, up to the path of the program.
    static var inMemory: [String] {
      guard let start = text("program_invocation_name") else { return [] }
      let end = text("environ", isList: true) ?? programPath
      guard let end, start < end, end - start <= limit, let bytes = unsafe UnsafePointer<UInt8>(bitPattern: start)
      else {
        return []
      }
      // In bounds: both ends lie in the one area that the kernel filled before the program began.
      let words = unsafe Array(UnsafeBufferPointer(start: bytes, count: end - start - 1))
      return words.split(separator: 0, omittingEmptySubsequences: false).map { String(decoding: $0, as: UTF8.self) }
    }

    /// The address of the program's path.
    private static var programPath: Int? {
      guard let symbol = unsafe dlsym(nil, "getauxval") else { return nil }
      let auxiliaryValue = unsafe unsafeBitCast(symbol, to: (@convention(c) (UInt) -> UInt).self)
      return Int(bitPattern: auxiliaryValue(pathOfProgram))
    }

    /// The address of a text that a variable of the C library points to, or the first text of the list there.
    ///
    /// Looked up by name, because Swift does not import C variables that any thread may write.
    private static func text(_ variable: String, isList: Bool = false) -> Int? {
      guard var address = unsafe dlsym(nil, variable) else { return nil }
      for _ in 0..<(isList ? 2 : 1) {
        guard let next = unsafe address.load(as: UnsafeMutableRawPointer?.self) else { return nil }
        unsafe address = next
      }
      return Int(bitPattern: address)
    }
  #endif
}
