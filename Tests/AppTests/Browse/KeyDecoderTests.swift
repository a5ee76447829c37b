import TestSupport
import Testing

@testable import App

struct KeyDecoderTests {
  private static let sequences: [(String, [TerminalInput])] = [
    ("j", [.key(.character("j"))]), ("한글", [.key(.character("한")), .key(.character("글"))]),
    ("\u{1B}[A", [.key(.up)]), ("\u{1B}OB", [.key(.down)]), ("\u{1B}[1;2C", [.key(.shiftRight)]),
    ("\u{1B}[H\u{1B}[4~\u{1B}[3~", [.key(.home), .key(.end), .key(.delete)]),
    ("\u{1B}[5~\u{1B}[6~", [.key(.pageUp), .key(.pageDown)]), ("\u{1B}[Z\t", [.key(.backTab), .key(.tab)]),
    ("\r\u{7F}\u{3}\u{1A}", [.key(.enter), .key(.backspace), .key(.control("c")), .key(.control("z"))]),
    ("\u{1B}j", [.key(.escape), .key(.character("j"))]),
    ("\u{1B}[<0;10;5M", [.mouse(MouseEvent(action: .press, column: 9, row: 4))]),
    ("\u{1B}[<0;10;5m", [.mouse(MouseEvent(action: .release, column: 9, row: 4))]),
    ("\u{1B}[<32;1;1M", [.mouse(MouseEvent(action: .drag, column: 0, row: 0))]),
    ("\u{1B}[<64;3;3M", [.mouse(MouseEvent(action: .wheelUp, column: 2, row: 2))]),
    ("\u{1B}[<65;3;3M", [.mouse(MouseEvent(action: .wheelDown, column: 2, row: 2))]),
    ("\u{1B}[<2;3;3M\u{1B}[<0;0;0M", []), ("\u{1B}[?2026;2$y", [.mode(2026, isKnown: true)]),
    ("\u{1B}[?2026;0$y", [.mode(2026, isKnown: false)]),
    ("\u{1B}[200~q\u{1B}[A한\u{1B}[201~j", [.paste("q\u{1B}[A한"), .key(.character("j"))]),
    ("\u{1B}[99;99;99X", []), ("\u{1B}[I", []), ("é😀", [.key(.character("é")), .key(.character("😀"))]),
  ]

  @Test(arguments: sequences.indices)
  func `bytes are decoded alike however they are split`(position: Int) {
    let (text, inputs) = Self.sequences[position]
    let bytes = Array(text.utf8)
    var whole = KeyDecoder()
    let read = whole.read(bytes)
    #expect(read == inputs)
    for cut in 0...bytes.count {
      var decoder = KeyDecoder()
      let read = decoder.read(Array(bytes[..<cut])) + decoder.read(Array(bytes[cut...]))
      #expect(read == inputs, "cut at \(cut)")
    }
    var slow = KeyDecoder()
    var single: [TerminalInput] = []
    for byte in bytes { single += slow.read([byte]) }
    #expect(single == inputs)
  }

  @Test func `a lone ESC is a key after a pause`() {
    var decoder = KeyDecoder()
    let first = decoder.read([0x1B])
    #expect(first.isEmpty && decoder.isWaiting)
    let second = decoder.finish()
    #expect(second == [.key(.escape)])
    let third = decoder.finish()
    #expect(!decoder.isWaiting && third.isEmpty)
  }

  @Test func `any bytes are read to their end`() {
    var random = SeededRandom(1)
    for _ in 0..<200 {
      var decoder = KeyDecoder()
      for _ in 0..<20 {
        let bytes = (0..<Int.random(in: 0...40, using: &random)).map { _ in
          [0x1B, 0x5B, UInt8.random(in: 0...255, using: &random)].randomElement(using: &random) ?? 0
        }
        _ = decoder.read(bytes)
      }
      _ = decoder.finish()
      #expect(!decoder.isWaiting)
    }
  }

  @Test func `a field is edited as in a shell`() {
    var field = TextField()
    field.insert("한글 cafe\u{1B}")
    #expect(field.text == "한글 cafe" && field.cursor == 7)
    let keys: [Key] = [
      .control("w"), .backspace, .left, .character("x"), .end, .character("\u{301}"), .control("a"), .delete,
    ]
    for key in keys { _ = field.handle(key) }
    #expect(field.text == "x글\u{301}")
    _ = field.handle(.control("k"))
    #expect(field.text.isEmpty)
    let isTaken = field.handle(.enter)
    #expect(!isTaken)
  }
}
