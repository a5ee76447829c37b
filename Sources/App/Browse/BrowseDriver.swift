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
  let language: Language
  /// Whether maps show their context.
  let hasGround: Bool
  /// Writes a result to a file.
  let write: @Sendable (_ result: PlaceResult, _ path: String, _ isReplacing: Bool) throws -> Void

  struct Outcome: Sendable, Hashable {
    let end: BrowseEnd
    /// The query of the list at the end.
    let query: PlaceQuery
    /// The reasons why places couldn't be saved or removed; a message on the screen may have come too late to be read.
    let failures: [String]
  }

  func run(from first: BrowseState) async throws(SystemError) -> Outcome {
    let events = try terminal.begin()
    defer { terminal.end() }
    let (inputs, queue) = AsyncStream.makeStream(of: [BrowseInput].self)
    if let service = first.source?.source.service {
      provider.account.observeWaits { queue.add(.done(service.busySentence($0))) }
    }
    queue.add(.begun)
    // The group waits for every task that it runs.
    let result = await withDiscardingTaskGroup { group -> Result<Outcome, SystemError> in
      defer { group.cancelAll() }
      group.addTask { await Self.listen(to: events, queue) }
      var running = Running(state: first, writer: ScreenWriter(isColored: isColored))
      do throws(SystemError) {
        let end = try await end(of: inputs, running: &running, queue: queue, in: &group)
        return .success(Outcome(end: end, query: running.state.listedQuery, failures: await running.finishSaving()))
      } catch {
        _ = await running.finishSaving()
        return .failure(error)
      }
    }
    return try result.get()
  }

  /// Handles inputs until one of them ends the screen.
  private func end(
    of inputs: AsyncStream<[BrowseInput]>,
    running: inout Running,
    queue: InputQueue,
    in group: inout DiscardingTaskGroup
  ) async throws(SystemError) -> BrowseEnd {
    for await batch in inputs {
      for input in batch {
        if let end = try handle(input, running: &running, queue: queue, in: &group) { return end }
      }
      try draw(&running)
    }
    return .terminalGone
  }

  private struct Running {
    var state: BrowseState
    var writer: ScreenWriter
    /// The current drawing of the screen.
    var drawing: BrowseDrawing?
    var search: Task<Void, Never>?
    var location: Task<Void, Never>?
    /// The page of the list, one file however often it is opened.
    var pagePath: String?
    /// The places being saved, removed, written or opened; each task returns an error message or `nil`.
    var saves: [Task<String?, Never>] = []

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
      case .bytes(let bytes): queue.yield(decoder.read(bytes).map(BrowseInput.terminal))
      case .pause: queue.yield(decoder.finish().map(BrowseInput.terminal))
      default: queue.add(.event(event))
      }
    }
    queue.add(.event(.closed))
  }

  private func handle(
    _ input: BrowseInput,
    running: inout Running,
    queue: InputQueue,
    in group: inout DiscardingTaskGroup
  ) throws(SystemError) -> BrowseEnd? {
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
      if let end = try perform(effect, running: &running, queue: queue, in: &group) { return end }
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
    running: inout Running,
    queue: InputQueue,
    in group: inout DiscardingTaskGroup
  ) throws(SystemError) -> BrowseEnd? {
    switch effect {
    case .search(let pending):
      running.search?.cancel()
      running.search = Self.start(in: &group) { await search(pending, queue) }
      // Shows that a search is in progress.
      try draw(&running)
    case .cancelSearch: running.search?.cancel()
    case .locate(let identifier, let text):
      running.location?.cancel()
      running.location = Self.start(in: &group) { await locate(text, for: identifier, into: queue) }
    case .cancelLocation: running.location?.cancel()
    case .recall: group.addTask { await recall(queue) }
    case .findGround(let places, let frame):
      group.addTask {
        let found = await MapContext.around(places, in: frame, isMainOnly: frame.isMainOnly, of: provider.remembered)
        queue.add(.ground(found, frame))
      }
    case .save, .unsave, .write: append(to: &running) { await store(effect, queue) }
    case .openList(let collection, let query):
      do throws(FileFailure) {
        guard let desktop = world.desktop else { throw FileFailure(path: "page.html", reason: .noOpener) }
        if running.pagePath == nil { running.pagePath = try desktop.makePrivateFile("page.html") }
        guard let path = running.pagePath else { break }
        let page = BrowseEffect.write(path: path, collection, query, isReplacing: true)
        append(to: &running) {
          if let failure = await store(page, queue) { return failure }
          await openPage(path, on: desktop, queue)
          return nil
        }
      } catch { queue.add(.failed(error.pageNotOpened.message)) }
    case .open(let addresses):
      running.saves.append(
        Task {
          await open(addresses, queue)
          return nil
        }
      )
    case .copy(let text): try terminal.write([UInt8]("\u{1B}]52;c;\(Base64.text(of: Array(text.utf8)))\u{7}".utf8))
    case .suspend: suspend(&running)
    case .redraw: running.writer.forget()
    case .quit(let end): return end
    }
    return nil
  }

  /// Starts a task after the earlier ones, so that the saved places have the order of the key presses.
  private func append(to running: inout Running, _ body: @escaping @Sendable () async -> String?) {
    let before = running.saves.last
    running.saves.append(
      Task {
        _ = await before?.value
        return await body()
      }
    )
  }

  /// Starts a task that can be cancelled alone, and that the group cancels and awaits.
  private static func start(
    in group: inout DiscardingTaskGroup,
    _ body: @escaping @Sendable () async -> Void
  ) -> Task<Void, Never> {
    let task = Task { await body() }
    group.addTask {
      await withTaskCancellationHandler {
        await task.value
      } onCancel: {
        task.cancel()
      }
    }
    return task
  }
}
