#if canImport(Glibc) && (arch(x86_64) || arch(arm64))
  import Platform
  import Synchronization

  /// The layer between libcurl's event loop for one session and URLSession, which drives it.
  ///
  /// URLSession cannot cancel safely (swift-corelibs-foundation 5412, 3296), so an abandoned transfer is ended from
  /// here: the loop is woken (``EventLoopAlarm``) and URLSession gets the message that the transfer has failed. It
  /// then removes the transfer from libcurl, which closes the connection.
  final class CurlMultiHandle: Sendable {
    typealias Word = CurlLibrary.Word
    private typealias SocketFunction = @convention(c) (Word, Word, Word, Word, Word) -> Word

    /// The maximum number of idle connections that are kept open for the next requests.
    private static let maximumIdleConnectionCount = 256

    private struct State {
      /// What URLSession has set of the options that this layer uses itself; by words as all that a handle keeps,
      /// because the type of each further key is looked up among all types that there are.
      var options: [Int: Word] = [:]
      /// Transfers in progress, by libcurl's handle.
      var active: [Word: CurlEasyHandle] = [:]
      /// The events that each socket is watched for: 1 for reading, 2 for writing.
      var watched: [Int: Int] = [:]
      /// Whether a connection may carry several requests at once (HTTP/2).
      var isMultiplexing = true
      /// Whether URLSession watches the alarm's descriptor.
      var isAlarmWatched = false
      /// Abandoned transfers whose message URLSession has not got yet.
      var ended: [Word] = []
    }

    private let multi: Word
    private let alarm = EventLoopAlarm()
    private let state = Mutex(State())
    /// The address of our own message: 24 bytes as in ``inspect(_:_:)``.
    private let message: Word

    private static let all = Mutex<[Word: CurlMultiHandle]>([:])

    private init(_ multi: Word) {
      self.multi = multi
      // Never deallocated: sessions live as long as the process.
      let memory = UnsafeMutableRawPointer.allocate(byteCount: 24, alignment: 8)
      message = Word(bitPattern: memory)
    }

    static func make(_ library: CurlLibrary) -> Word {
      let multi = library.multiInit(0, 0, 0, 0)
      guard multi != 0 else { return multi }
      let handle = CurlMultiHandle(multi)
      all.withLock { $0[multi] = handle }
      let pointer = unsafe Word(bitPattern: Unmanaged.passUnretained(handle).toOpaque())
      func set(_ option: Int32, _ value: Word) { _ = library.multiSetopt(multi, Word(option), value, 0) }
      set(CurlMultiOption.maximumConnections, maximumIdleConnectionCount)
      set(CurlMultiOption.socketData, pointer)
      set(CurlMultiOption.socketFunction, unsafe unsafeBitCast(socketCallback, to: Word.self))
      set(CurlMultiOption.timerData, pointer)
      set(CurlMultiOption.timerFunction, unsafe unsafeBitCast(timerCallback, to: Word.self))
      return multi
    }

    /// The loop behind libcurl's; `nil` for one that libcurl made for itself.
    static func of(_ multi: Word) -> CurlMultiHandle? { all.withLock { $0[multi] } }

    // MARK: Calls from URLSession

    /// Sets an option, or stores it when this layer uses the option itself.
    static func setOption(_ library: CurlLibrary, _ multi: Word, _ option: Word, _ value: Word) -> Word {
      let number = Int32(truncatingIfNeeded: option)
      guard let handle = of(multi),
        [
          CurlMultiOption.socketFunction, CurlMultiOption.socketData, CurlMultiOption.timerFunction,
          CurlMultiOption.timerData,
        ].contains(number)
      else { return library.multiSetopt(multi, option, value, 0) }
      handle.state.withLock { $0.options[Int(number)] = value }
      return 0
    }

    func add(_ easy: Word, _ library: CurlLibrary) -> Word {
      watchAlarm(easy)
      guard let handle = CurlEasyHandle.of(easy, library) else { return library.multiAddHandle(multi, easy, 0, 0) }
      state.withLock { $0.active[easy] = handle }
      handle.transfer?.whenAbandoned { [alarm] in alarm.wake() }
      return library.multiAddHandle(multi, easy, 0, 0)
    }

    /// Removes a transfer, finished or not.
    func remove(_ easy: Word, _ library: CurlLibrary) -> Word {
      let result = library.multiRemoveHandle(multi, easy, 0, 0)
      let transfer = state.withLock { state in
        state.ended.removeAll { $0 == easy }
        return state.active.removeValue(forKey: easy)
      }
      transfer?.transfer?.whenAbandoned(nil)
      return result
    }

    /// Lets libcurl act on a socket or its timer, and ends abandoned transfers when the alarm wakes it.
    func act(_ socket: Word, _ events: Word, _ running: Word, _ library: CurlLibrary) -> Word {
      // libcurl does not take it from within a callback, where it becomes known.
      defer { if CurlConnection.hasMetHTTP1.load(ordering: .relaxed) { stopMultiplexing(library) } }
      guard Int32(truncatingIfNeeded: socket) == alarm.descriptor else {
        return library.multiSocketAction(multi, socket, events, running)
      }
      alarm.drain()
      endAbandoned()
      return library.multiSocketAction(multi, Word(CurlMultiOption.timerSocket), 0, running)
    }

    /// The next message of a finished transfer: libcurl's messages first, then those of abandoned transfers.
    func nextMessage(_ queued: Word, _ library: CurlLibrary) -> Word {
      let found = library.multiInfoRead(multi, queued, 0, 0)
      guard found == 0 else { return inspect(found, library) }
      let ended = state.withLock { $0.ended.popLast() }
      guard let ended, let fields = unsafe UnsafeMutableRawPointer(bitPattern: message) else { return 0 }
      unsafe fields.storeBytes(of: 1, as: Int32.self)
      unsafe fields.storeBytes(of: ended, toByteOffset: 8, as: Word.self)
      unsafe fields.storeBytes(of: CurlResult.abortedByCallback, toByteOffset: 16, as: Int32.self)
      return message
    }

    /// Examines a message for URLSession: at byte 0 its type, at 8 the transfer, at 16 the result.
    private func inspect(_ message: Word, _ library: CurlLibrary) -> Word {
      // In bounds: a message has 24 bytes, aligned for a pointer, and is libcurl's until the next call.
      guard
        let fields = unsafe UnsafeMutableRawPointer(bitPattern: message), unsafe fields.load(as: Int32.self) == 1
      else { return message }
      let easy = unsafe fields.load(fromByteOffset: 8, as: Word.self)
      let result = unsafe fields.load(fromByteOffset: 16, as: Int32.self)
      if let told = state.withLock({ $0.active[easy] })?.finished(result, easy, library) {
        unsafe fields.storeBytes(of: told, toByteOffset: 16, as: Int32.self)
      }
      return message
    }

    /// Stops sending requests on a connection before earlier ones are answered.
    private func stopMultiplexing(_ library: CurlLibrary) {
      let isFirst = state.withLock { state in
        defer { state.isMultiplexing = false }
        return state.isMultiplexing
      }
      if isFirst { _ = library.multiSetopt(multi, Word(CurlMultiOption.multiplexing), 0, 0) }
    }

    private func endAbandoned() {
      state.withLock { state in
        for (easy, handle) in state.active where handle.transfer?.isAbandoned == true && !state.ended.contains(easy) {
          state.ended.append(easy)
        }
      }
    }

    // MARK: Events

    private func watch(_ easy: Word, _ socket: Word, _ what: Word, _ assigned: Word) -> Word {
      let number = Int(Int32(truncatingIfNeeded: socket))
      let wanted = Int(Int32(truncatingIfNeeded: what))
      let before = state.withLock { state in
        defer { state.watched[number] = wanted == Int(CurlMultiOption.remove) ? nil : wanted }
        return state.watched[number] ?? 0
      }
      // URLSession only adds to the events that it watches a socket for, and a socket is nearly always writable: its
      // loop would spin until the answer comes. So the socket is removed before an event is dropped.
      if wanted != Int(CurlMultiOption.remove), before & ~wanted != 0, assigned != 0 {
        _ = tellWatch(easy, socket, Word(CurlMultiOption.remove), assigned)
        return tellWatch(easy, socket, what, 0)
      }
      return tellWatch(easy, socket, what, assigned)
    }

    /// Makes URLSession watch the alarm as if it were a socket of libcurl's.
    private func watchAlarm(_ easy: Word) {
      let isWatched = state.withLock { state in
        defer { state.isAlarmWatched = true }
        return state.isAlarmWatched
      }
      guard !isWatched, alarm.descriptor >= 0 else { return }
      _ = tellWatch(easy, Word(alarm.descriptor), Word(CurlMultiOption.read), 0)
    }

    /// Calls the function with which URLSession watches a socket.
    private func tellWatch(_ easy: Word, _ socket: Word, _ what: Word, _ assigned: Word) -> Word {
      let (function, data) = option(CurlMultiOption.socketFunction, CurlMultiOption.socketData)
      guard function != 0 else { return 0 }
      return unsafe unsafeBitCast(function, to: SocketFunction.self)(easy, socket, what, data, assigned)
    }

    private func option(_ function: Int32, _ data: Int32) -> (function: Word, data: Word) {
      state.withLock { ($0.options[Int(function)] ?? 0, $0.options[Int(data)] ?? 0) }
    }

    /// Sets when libcurl is called next.
    ///
    /// A call without delay is left to URLSession. For a later one it would make a new timer at every change, a sixth
    /// of a short request's processor time; the alarm is used instead.
    private func wantTimer(_ milliseconds: Int) -> Word {
      guard milliseconds == 0 || alarm.descriptor < 0 else {
        alarm.set(to: milliseconds < 0 ? nil : ContinuousClock.now.advanced(by: .milliseconds(milliseconds + 1)))
        return 0
      }
      let (function, data) = option(CurlMultiOption.timerFunction, CurlMultiOption.timerData)
      guard function != 0 else { return 0 }
      return unsafe unsafeBitCast(function, to: CurlLibrary.Entry.self)(multi, milliseconds, data, 0)
    }

    private static func from(_ pointer: Word) -> CurlMultiHandle? {
      guard let opaque = unsafe UnsafeMutableRawPointer(bitPattern: pointer) else { return nil }
      return unsafe Unmanaged<CurlMultiHandle>.fromOpaque(opaque).takeUnretainedValue()
    }

    private static let socketCallback: SocketFunction = { easy, socket, what, pointer, assigned in
      from(pointer)?.watch(easy, socket, what, assigned) ?? 0
    }
    private static let timerCallback: CurlLibrary.Entry = { _, milliseconds, pointer, _ in
      from(pointer)?.wantTimer(milliseconds) ?? 0
    }
  }
#endif
