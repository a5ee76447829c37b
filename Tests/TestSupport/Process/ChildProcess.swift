import Foundation

/// A running program whose output is collected until it ends.
struct ChildProcess {
  private struct Stream {
    var descriptor: Int32
    var bytes: [UInt8] = []
  }

  /// The remaining standard input and both ends of its pipe; -1 when all input was written.
  ///
  /// Keeping the reading end open prevents SIGPIPE, which would end the tests, if the program has ended.
  private struct Input {
    var reading: Int32
    var writing: Int32
    var rest: ArraySlice<UInt8>
    /// The lines of standard output that must arrive before the pipe is closed.
    var linesBeforeEnd: Int
  }

  let number: Int32
  private var input: Input
  /// The captured outputs.
  private var streams: [Stream]

  init(_ invocation: Invocation) throws {
    var handed: [Int32] = []
    defer { for descriptor in handed { close(descriptor) } }
    let pipe = try Descriptors.pipe()
    handed += [pipe.reading, pipe.writing]
    let output = try Self.open(invocation.output)
    if let near = output.near { handed.append(near) }
    let errors = try Self.open(invocation.errors)
    if let near = errors.near { handed.append(near) }
    number = try Self.spawn(invocation, input: pipe.reading, output: output.near, errors: errors.near)
    streams = [Stream(descriptor: output.far ?? -1), Stream(descriptor: errors.far ?? -1)]
    handed.removeAll { $0 == pipe.reading || $0 == pipe.writing }
    _ = fcntl(pipe.writing, F_SETFL, O_NONBLOCK)
    input = Input(
      reading: pipe.reading,
      writing: pipe.writing,
      rest: Array(invocation.input.utf8)[...],
      linesBeforeEnd: invocation.linesBeforeEnd
    )
    feed()
  }

  /// Writes as much input as the pipe accepts, and closes the pipe after the last byte and the expected lines.
  private mutating func feed() {
    while !input.rest.isEmpty {
      let (writing, rest) = (input.writing, input.rest)
      let count = unsafe rest.withUnsafeBytes { unsafe write(writing, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return }
      input.rest = rest.dropFirst(count)
    }
    if input.linesBeforeEnd <= 0 { closeInput() }
  }

  private mutating func closeInput() {
    for descriptor in [input.reading, input.writing] where descriptor >= 0 { close(descriptor) }
    (input.reading, input.writing) = (-1, -1)
  }

  /// Collects the outputs until the program ends or the time is over, and waits for the program.
  mutating func finish(within limit: Duration) -> Invocation.Outcome {
    let deadline = ContinuousClock.now + limit
    var isTimedOut = false
    while streams.contains(where: { $0.descriptor >= 0 }) {
      let rest = Int32(clamping: Int64((deadline - .now) / .milliseconds(1)))
      guard rest > 0 else {
        isTimedOut = true
        break
      }
      gather(within: rest)
    }
    // Output that wasn't read by now is lost. Input larger than the pipe's buffer requires a captured output.
    closeInput()
    for stream in streams where stream.descriptor >= 0 { close(stream.descriptor) }
    let status = wait(until: deadline, isTimedOut: &isTimedOut)
    return Invocation.Outcome(
      status: status,
      output: String(decoding: streams[0].bytes, as: UTF8.self),
      errors: String(decoding: streams[1].bytes, as: UTF8.self),
      isTimedOut: isTimedOut
    )
  }

  private mutating func gather(within milliseconds: Int32) {
    var polled = streams.map { pollfd(fd: $0.descriptor, events: Int16(POLLIN), revents: 0) }
    polled.append(pollfd(fd: input.rest.isEmpty ? -1 : input.writing, events: Int16(POLLOUT), revents: 0))
    guard unsafe poll(&polled, nfds_t(polled.count), milliseconds) > 0 else { return }
    if polled[streams.count].revents != 0 { feed() }
    for position in streams.indices where streams[position].descriptor >= 0 && polled[position].revents != 0 {
      var chunk = [UInt8](repeating: 0, count: 65_536)
      let count = unsafe read(streams[position].descriptor, &chunk, chunk.count)
      if count > 0 {
        streams[position].bytes += chunk[..<count]
        guard position == 0, input.writing >= 0 else { continue }
        input.linesBeforeEnd -= chunk[..<count].count { $0 == UInt8(ascii: "\n") }
        if input.rest.isEmpty { feed() }
      } else if count == 0 || errno != EINTR {
        // A terminal whose program side is closed returns EIO instead of an end.
        close(streams[position].descriptor)
        streams[position].descriptor = -1
      }
    }
  }

  private func wait(until deadline: ContinuousClock.Instant, isTimedOut: inout Bool) -> Int32 {
    var status: Int32 = 0
    while true {
      if ContinuousClock.now >= deadline, !isTimedOut { isTimedOut = true }
      if isTimedOut { kill(number, SIGKILL) }
      let result = unsafe waitpid(number, &status, isTimedOut ? 0 : WNOHANG)
      if result == number { break }
      if result == 0 { usleep(1_000) }
    }
    let signal = status & 0x7F
    return signal == 0 ? (status >> 8) & 0xFF : 128 + signal
  }

  private static func open(_ output: Invocation.Output) throws -> (far: Int32?, near: Int32?) {
    switch output {
    case .captured:
      let pipe = try Descriptors.pipe()
      return (pipe.reading, pipe.writing)
    case .terminal(let columns):
      let terminal = try Descriptors.terminal(columns: columns)
      return (terminal.reading, terminal.writing)
    case .file(let path): return (nil, try Descriptors.file(path, O_WRONLY | O_CREAT))
    case .brokenPipe:
      let pipe = try Descriptors.pipe()
      close(pipe.reading)
      return (nil, pipe.writing)
    case .closed: return (nil, nil)
    }
  }

  /// Starts a program.
  ///
  /// A terminal becomes its standard input and the controlling terminal of a new session.
  static func spawn(
    _ invocation: Invocation,
    input: Int32,
    output: Int32?,
    errors: Int32?,
    terminal: String? = nil
  ) throws -> Int32 {
    #if os(Linux)
      var actions = unsafe posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
    #else
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
    #endif
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    unsafe posix_spawnattr_init(&attributes)
    defer { unsafe posix_spawnattr_destroy(&attributes) }

    for (target, descriptor) in [(Int32(0), input), (1, output), (2, errors)] {
      if let descriptor {
        unsafe posix_spawn_file_actions_adddup2(&actions, descriptor, target)
      } else {
        unsafe posix_spawn_file_actions_addclose(&actions, target)
      }
    }

    // A terminal opened by a session leader becomes the controlling terminal of the session.
    if let terminal { unsafe posix_spawn_file_actions_addopen(&actions, 0, terminal, O_RDWR, 0) }

    // Resets signal handling to a shell's defaults, whatever the test runner changed.
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    unsafe posix_spawnattr_setsigmask(&attributes, &signals)
    for signal in [SIGPIPE, SIGINT, SIGTERM] { unsafe sigaddset(&signals, signal) }
    unsafe posix_spawnattr_setsigdefault(&attributes, &signals)
    // POSIX_SPAWN_SETSID, which glibc defines only for GNU programs.
    #if os(Linux)
      let newSession: Int32 = 0x80
    #else
      let newSession: Int32 = 0x400
    #endif
    let flags = Int32(POSIX_SPAWN_SETSIGMASK) | Int32(POSIX_SPAWN_SETSIGDEF) | (terminal == nil ? 0 : newSession)
    unsafe posix_spawnattr_setflags(&attributes, Int16(flags))

    let words = [Array(invocation.program.utf8)] + invocation.arguments
    let variables = invocation.environment.map { Array("\($0.key)=\($0.value)".utf8) }
    let arguments = unsafe words.map(copied)
    let environment = unsafe variables.map(copied)
    defer { unsafe (arguments + environment).forEach { unsafe free($0) } }
    var number: pid_t = 0
    let code = Descriptors.exclusively {
      unsafe posix_spawn(&number, invocation.program, &actions, &attributes, arguments + [nil], environment + [nil])
    }
    guard code == 0 else { throw Descriptors.Failure(call: "posix_spawn", code: code) }
    return number
  }
}

/// Copies bytes to a C string, which the caller must free; an embedded zero ends it.
private func copied(_ bytes: [UInt8]) -> UnsafeMutablePointer<CChar>? {
  unsafe (bytes + [0]).withUnsafeBufferPointer { buffer in
    unsafe buffer.withMemoryRebound(to: CChar.self) { unsafe $0.baseAddress.flatMap { unsafe strdup($0) } }
  }
}
