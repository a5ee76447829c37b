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
