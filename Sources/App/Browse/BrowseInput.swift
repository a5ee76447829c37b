import Domain
import Synchronization

enum BrowseInput: Sendable {
  case begun
  case terminal(TerminalInput)
  /// An event of the mouse, with what lay under it when the screen was last drawn.
  case mouse(MouseEvent, on: BrowseTarget?)
  /// An event of the terminal, handled by the driver.
  case event(TerminalEvent)
  case resized(ScreenSize)
  case progressed(Int, SearchProgress)
  /// A search was answered; the answer of a search that was replaced is ignored.
  case answered(Int, Result<PlaceCollection, PlaceSearchError>)
  /// What lies around the places of an answer to a query.
  case ground(MapGround, PlaceQuery)
  case located(Int, Result<LocatedPlaces, PlaceSearchError>)
  /// The text of a centre is the name of a kept position.
  case position(Int, NamedPosition)
  case recalled(recents: [RecentSearch], saved: Set<String>)
  case kept(ids: [String], isSaved: Bool)
  /// Something was done, with a sentence about it.
  case done(String)
  /// A file was not written because one is there.
  case exists(path: String)
  case failed(String)
}

enum BrowseEffect: Sendable, Hashable {
  /// Searches, and cancels the search under way.
  case search(PendingSearch)
  case cancelSearch
  /// Searches for the places that match a text, and cancels such a search under way.
  case locate(Int, SearchText)
  case cancelLocation
  case recall
  /// Looks for what lies around the places of an answer.
  case findGround([FoundPlace], PlaceQuery)
  case save([FoundPlace], PlaceQuery, Provenance)
  case unsave(ids: [String])
  case write(path: String, PlaceCollection, AskedQuery, MapGround, isReplacing: Bool)
  case open([String])
  case copy(String)
  case suspend
  case redraw
  case quit(BrowseEnd)
}

/// How the screen ends.
enum BrowseEnd: Sendable, Hashable {
  case quit
  /// Quit with the wish to see the command of the list.
  case quitPrinting
  case interrupted
  case signalled(Int32)
  case terminalGone
}

enum TerminalInput: Sendable, Hashable {
  case key(Key)
  case paste(String)
  case mouse(MouseEvent)
  /// The terminal's report on a private mode.
  case mode(Int, isKnown: Bool)
}

enum Key: Sendable, Hashable {
  case character(Character)
  case control(Character)
  case enter, escape, tab, backTab, backspace, delete
  case up, down, left, right
  case shiftUp, shiftDown, shiftLeft, shiftRight
  case pageUp, pageDown, home, end
}

struct MouseEvent: Sendable, Hashable {
  enum Action: Sendable, Hashable {
    case press, drag, release, wheelUp, wheelDown
  }

  let action: Action
  let column: Int
  let row: Int
}

/// The queue of inputs, from the terminal and from effects.
final class InputQueue: Sendable {
  private struct State {
    var inputs: [BrowseInput] = []
    var waiter: CheckedContinuation<[BrowseInput], Never>?
  }

  // A class with a lock, because inputs come from any thread while the screen waits.
  private let state = Mutex(State())

  func add(_ input: BrowseInput) {
    let waiter = state.withLock { state in
      guard let waiter = state.waiter else {
        state.inputs.append(input)
        return nil as CheckedContinuation<[BrowseInput], Never>?
      }
      state.waiter = nil
      return waiter
    }
    waiter?.resume(returning: [input])
  }

  func next() async -> [BrowseInput] {
    await withCheckedContinuation { continuation in
      let inputs = state.withLock { state -> [BrowseInput]? in
        guard state.inputs.isEmpty else {
          defer { state.inputs = [] }
          return state.inputs
        }
        state.waiter = continuation
        return nil
      }
      if let inputs { continuation.resume(returning: inputs) }
    }
  }
}
