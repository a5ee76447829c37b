import Domain
import System

/// Runs the screen: passes inputs to the view model, performs its effects, and draws.
///
/// One task owns the state and the screen. Searches run concurrently and add their results to the same queue, so a slow
/// network never delays a key. A new search cancels the previous one, whose late result is ignored.
struct BrowseDriver: Sendable {
  let terminal: any ScreenTerminal
  let provider: any UseCaseProvider
  let world: World
  let isColored: Bool
  /// Writes a result to a file.
  let write: @Sendable (_ answer: Answer, _ path: String, _ isReplacing: Bool) throws -> Void

  struct Outcome: Sendable, Hashable {
    let end: BrowseEnd
    /// The query of the list at the end.
    let asked: AskedQuery
    /// The reasons why places couldn't be saved or removed; a message on the screen may have come too late to be read.
    let failures: [String]
  }

  func run(from first: BrowseState) async throws(SystemError) -> Outcome {
    let queue = InputQueue()
    let events = try terminal.begin()
    defer { terminal.end() }
    let listening = Task { await Self.listen(to: events, queue) }
    defer { listening.cancel() }
    var running = Running(state: first, writer: ScreenWriter(isColored: isColored))
    defer { running.cancelAll() }
    if let service = first.source?.source.service {
      provider.account.observeWaits { queue.add(.done(service.busySentence($0))) }
    }
    queue.add(.begun)
    do throws(SystemError) {
      while true {
        for input in await queue.next() {
          guard let end = try handle(input, &running, queue) else { continue }
          return Outcome(end: end, asked: running.state.asked, failures: await running.finishSaving())
        }
        try draw(&running)
      }
    } catch {
      _ = await running.finishSaving()
      throw error
    }
  }

  private struct Running {
    var state: BrowseState
    var writer: ScreenWriter
    /// The current drawing of the screen.
    var drawing: BrowseDrawing?
    var search: Task<Void, Never>?
    var location: Task<Void, Never>?
    /// The places being saved, removed or written; each task returns an error message or `nil`.
    var saves: [Task<String?, Never>] = []

    func cancelAll() {
      search?.cancel()
      location?.cancel()
    }

    /// Waits until all places are saved or removed; returns the distinct error messages.
    func finishSaving() async -> [String] {
      var failures: [String] = []
      for save in saves {
        if let failure = await save.value, !failures.contains(failure) { failures.append(failure) }
      }
      return failures
    }
  }

  private static func listen(to events: AsyncStream<TerminalEvent>, _ queue: InputQueue) async {
    var decoder = KeyDecoder()
    for await event in events {
      switch event {
      case .bytes(let bytes): for input in decoder.read(bytes) { queue.add(.terminal(input)) }
      case .pause: for input in decoder.finish() { queue.add(.terminal(input)) }
      default: queue.add(.event(event))
      }
    }
    queue.add(.event(.closed))
  }

  private func handle(_ input: BrowseInput, _ running: inout Running, _ queue: InputQueue) throws(SystemError)
    -> BrowseEnd?
  {
    var input = input
    switch input {
    case .event(.resized): input = .resized(terminal.size)
    case .event(.continued):
      terminal.resume()
      running.writer.forget()
      input = .resized(terminal.size)
    case .event(.stopRequested):
      suspend(&running)
      return nil
    case .event(.ended(let signal)): return .signalled(signal)
    case .event(.closed): return .terminalGone
    case .terminal(.mouse(let event)):
      input = .mouse(event, on: running.drawing?.target(column: event.column, row: event.row))
    case .terminal(.mode(2026, let isKnown)): running.writer.isSynchronized = isKnown
    default: break
    }
    let next = BrowseModel.next(running.state, input)
    running.state = next.state
    for effect in next.effects {
      if let end = try perform(effect, &running, queue) { return end }
    }
    return nil
  }

  private func suspend(_ running: inout Running) {
    terminal.suspend()
    running.writer.forget()
    running.state = BrowseModel.next(running.state, .resized(terminal.size)).state
  }

  private func draw(_ running: inout Running) throws(SystemError) {
    let drawing = BrowseRenderer.drawing(of: running.state, after: running.drawing)
    running.drawing = drawing
    let bytes = running.writer.update(to: drawing.grid)
    guard !bytes.isEmpty else { return }
    try terminal.write(bytes)
  }

  // MARK: - Effects

  private func perform(
    _ effect: BrowseEffect,
    _ running: inout Running,
    _ queue: InputQueue
  ) throws(SystemError) -> BrowseEnd? {
    switch effect {
    case .search(let pending):
      running.search?.cancel()
      running.search = Task { await search(pending, queue) }
      // Shows that a search is in progress.
      try draw(&running)
    case .cancelSearch: running.search?.cancel()
    case .locate(let identifier, let text):
      running.location?.cancel()
      running.location = Task { await locate(identifier, text, queue) }
    case .cancelLocation: running.location?.cancel()
    case .recall: Task { await recall(queue) }
    case .findGround(let places, let query):
      Task {
        let ground = await MapGround.around(places, in: query.area, of: provider.remembered)
        if ground != .none { queue.add(.ground(ground, query)) }
      }
    case .save, .unsave, .write:
      // In sequence, so that the saved places have the order of the key presses.
      let before = running.saves.last
      running.saves.append(
        Task {
          _ = await before?.value
          return await store(effect, queue)
        }
      )
    case .open(let addresses):
      Task { await open(addresses, queue) }
    case .copy(let text): try terminal.write([UInt8]("\u{1B}]52;c;\(Base64.text(of: Array(text.utf8)))\u{7}".utf8))
    case .suspend: suspend(&running)
    case .redraw: running.writer.forget()
    case .quit(let end): return end
    }
    return nil
  }
}
