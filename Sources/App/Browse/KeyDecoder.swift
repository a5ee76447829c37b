/// Decodes keys, mouse events and pasted text from the bytes of a terminal (xterm's ctlseqs), however they are split.
struct KeyDecoder: Sendable {
  private var buffer: [UInt8] = []
  private var paste: [UInt8]?

  private static let keys = keys("ABCDHFZ", [.up, .down, .right, .left, .home, .end, .backTab])
  private static let shiftedKeys = keys("ABCD", [.shiftUp, .shiftDown, .shiftRight, .shiftLeft])
  private static let numberedKeys: [Int: Key] = [
    1: .home, 7: .home, 4: .end, 8: .end, 3: .delete, 5: .pageUp, 6: .pageDown,
  ]

  private static func keys(_ finals: String, _ keys: [Key]) -> [UInt8: Key] {
    Dictionary(uniqueKeysWithValues: zip(finals.utf8, keys))
  }

  private static let escape: UInt8 = 0x1B
  private static let pasteEnd = Array("\u{1B}[201~".utf8)
  /// The maximum size of a paste; the rest is dropped.
  ///
  /// A search has at most 100 characters.
  private static let maximumPasteByteCount = 65_536

  /// Whether a sequence is incomplete, such as a single ESC.
  var isWaiting: Bool { !buffer.isEmpty && paste == nil }

  mutating func read(_ bytes: [UInt8]) -> [TerminalInput] {
    buffer += bytes
    var inputs: [TerminalInput] = []
    var offset = 0
    while offset < buffer.count {
      if paste != nil {
        guard let length = readPaste(at: offset, into: &inputs) else { break }
        offset += length
        continue
      }
      guard let length = readOne(at: offset, into: &inputs) else { break }
      offset += length
    }
    buffer.removeFirst(min(offset, buffer.count))
    return inputs
  }

  /// Ends an incomplete sequence after a pause: a single ESC is a key, everything else is dropped.
  mutating func finish() -> [TerminalInput] {
    guard isWaiting else { return [] }
    let isEscape = buffer.first == Self.escape
    buffer = []
    return isEscape ? [.key(.escape)] : []
  }

  /// Reads the input at an index; returns its length in bytes, or `nil` if it is incomplete.
  private mutating func readOne(at offset: Int, into inputs: inout [TerminalInput]) -> Int? {
    let byte = buffer[offset]
    switch byte {
    case Self.escape: return readEscape(at: offset, into: &inputs)
    case 0x0D, 0x0A: inputs.append(.key(.enter))
    case 0x09: inputs.append(.key(.tab))
    case 0x7F, 0x08: inputs.append(.key(.backspace))
    case 0x01...0x1A: inputs.append(.key(.control(Character(Unicode.Scalar(byte + 0x60)))))
    case 0x20..<0x7F: inputs.append(.key(.character(Character(Unicode.Scalar(byte)))))
    case 0xC2...0xF4:
      let length = byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4
      guard buffer.count - offset >= length else { return nil }
      let text = String(decoding: buffer[offset..<offset + length], as: UTF8.self)
      guard text.unicodeScalars.count == 1, let character = text.first, character != "\u{FFFD}" else { return 1 }
      inputs.append(.key(.character(character)))
      return length
    default: break
    }
    return 1
  }

  private mutating func readEscape(at offset: Int, into inputs: inout [TerminalInput]) -> Int? {
    guard offset + 1 < buffer.count else { return nil }
    switch buffer[offset + 1] {
    case UInt8(ascii: "["):
      var end = offset + 2
      while end < buffer.count, !(0x40...0x7E).contains(buffer[end]) {
        // A control character inside ends the sequence, which is dropped.
        guard buffer[end] >= 0x20 else { return end - offset }
        end += 1
      }
      // xterm has no sequences this long.
      guard end < buffer.count else { return end - offset > 64 ? end - offset : nil }
      let parameters = String(decoding: buffer[offset + 2..<end], as: UTF8.self)
      handle(parameters, final: buffer[end], into: &inputs)
      return end + 1 - offset
    case UInt8(ascii: "O"):
      guard offset + 2 < buffer.count else { return nil }
      handle("", final: buffer[offset + 2], into: &inputs)
      return 3
    // No key is bound to Alt, so this is Esc followed by another key.
    default:
      inputs.append(.key(.escape))
      return 1
    }
  }

  private mutating func handle(_ parameters: String, final: UInt8, into inputs: inout [TerminalInput]) {
    let numbers = parameters.drop { !$0.isNumber }.split(separator: ";").map { Int($0.prefix { $0.isNumber }) ?? 0 }
    let isShifted = numbers.count > 1 && numbers[1] == 2 && Self.shiftedKeys[final] != nil
    switch final {
    case UInt8(ascii: "M") where parameters.hasPrefix("<"), UInt8(ascii: "m") where parameters.hasPrefix("<"):
      handleMouse(numbers, isRelease: final == UInt8(ascii: "m"), into: &inputs)
    case UInt8(ascii: "y") where numbers.count == 2:
      inputs.append(.mode(numbers[0], isKnown: (1...3).contains(numbers[1])))
    case UInt8(ascii: "~") where numbers.first == 200: paste = []
    case UInt8(ascii: "~"):
      if let key = numbers.first.flatMap({ Self.numberedKeys[$0] }) { inputs.append(.key(key)) }
    default:
      if let key = (isShifted ? Self.shiftedKeys : Self.keys)[final] { inputs.append(.key(key)) }
    }
  }

  private func handleMouse(_ numbers: [Int], isRelease: Bool, into inputs: inout [TerminalInput]) {
    guard numbers.count == 3, numbers[1] > 0, numbers[2] > 0 else { return }
    let button = numbers[0]
    let action: MouseEvent.Action
    if button & 64 != 0 {
      guard button & 3 < 2 else { return }
      action = button & 1 == 0 ? .wheelUp : .wheelDown
    } else if isRelease {
      action = .release
    } else {
      guard button & 3 == 0 else { return }
      action = button & 32 == 0 ? .press : .drag
    }
    inputs.append(.mouse(MouseEvent(action: action, column: numbers[1] - 1, row: numbers[2] - 1)))
  }

  /// Reads pasted text; returns its length in bytes, or `nil` if more bytes are needed.
  private mutating func readPaste(at offset: Int, into inputs: inout [TerminalInput]) -> Int? {
    let rest = buffer[offset...]
    if let end = rest.firstRange(of: Self.pasteEnd) {
      append(rest[..<end.lowerBound])
      inputs.append(.paste(String(decoding: paste ?? [], as: UTF8.self)))
      paste = nil
      return end.upperBound - offset
    }
    // The last bytes may be the beginning of the end marker.
    let begun = (1..<Self.pasteEnd.count).last { rest.suffix($0).elementsEqual(Self.pasteEnd.prefix($0)) } ?? 0
    append(rest.dropLast(begun))
    return rest.count > begun ? rest.count - begun : nil
  }

  private mutating func append(_ bytes: ArraySlice<UInt8>) {
    let room = Self.maximumPasteByteCount - (paste?.count ?? 0)
    paste?.append(contentsOf: bytes.prefix(max(0, room)))
  }
}
