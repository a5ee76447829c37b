import Domain
import Synchronization

/// Everything that changes the screen.
enum BrowseInput: Sendable {
  /// The screen begins.
  case begun
  case terminal(TerminalInput)
  /// Something happened to the terminal itself, which the driver sees to.
  case event(TerminalEvent)
  case resized(ScreenSize)
  /// A search was answered; one that is not waited for any more changes nothing.
  case answered(Int, Result<PlaceCollection, PlaceSearchError>)
  /// The places that a text names.
  case located(Int, Result<LocatedPlaces, PlaceSearchError>)
  case recalled(recents: [RecentSearch], saved: Set<String>)
  /// A place was saved or is saved no more.
  case kept(id: String, isSaved: Bool)
  /// Something that was asked for did not work.
  case failed(String)
}

/// What the screen asks of the world.
enum BrowseEffect: Sendable, Hashable {
  /// Searches; whatever search is under way is overtaken.
  case search(Int, PlaceQuery, PlaceLimit)
  case cancelSearch
  /// Looks for the places that a text names; whatever such search is under way is overtaken.
  case locate(Int, SearchText)
  /// Reads recent searches and saved places.
  case recall
  case save(FoundPlace, PlaceQuery, Provenance)
  case unsave(id: String)
  /// Shows an address in the browser.
  case open(String)
  /// Puts a text on the clipboard.
  case copy(String)
  /// Stops the program until the shell brings it back.
  case suspend
  /// Draws everything, also what did not change.
  case redraw
  case quit(isInterrupted: Bool)
}

/// What a person does at a terminal, read out of its bytes.
enum TerminalInput: Sendable, Hashable {
  case key(Key)
  /// Text that was pasted, which is never a command.
  case paste(String)
  case mouse(MouseEvent)
  /// The terminal says whether it knows a private mode.
  case mode(Int, isKnown: Bool)
}

/// A key of a keyboard.
enum Key: Sendable, Hashable {
  case character(Character)
  case control(Character)
  case enter, escape, tab, backTab, backspace, delete
  case up, down, left, right
  case shiftUp, shiftDown, shiftLeft, shiftRight
  case pageUp, pageDown, home, end
}

/// Something done with the mouse on a cell of the screen.
struct MouseEvent: Sendable, Hashable {
  enum Action: Sendable, Hashable {
    case press, drag, release, wheelUp, wheelDown
  }

  let action: Action
  /// The cell, counted from the left.
  let column: Int
  /// The line, counted from the top.
  let row: Int
}

/// What waits to be taken by the screen, from the terminal and from the effects; whoever takes gets all of it.
final class InputQueue: Sendable {
  private struct State {
    var inputs: [BrowseInput] = []
    var waiter: CheckedContinuation<[BrowseInput], Never>?
  }

  // A class, because inputs come from any thread while the screen waits: the lock keeps them in order.
  private let state = Mutex(State())

  /// Adds an input.
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

  /// Waits until there is something, and takes all of it.
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
