import Foundation
import TestSupport
import Testing

@testable import PlaceIndex

@Suite(.timeLimit(.minutes(1))) struct NonblockingInputTests {
  private let directory = TemporaryDirectory()

  /// As standard input is when another program that has it too made it so.
  @Test func `a pipe that does not block is waited for`() async throws {
    let path = directory.file("pipe")
    try #require(unsafe mkfifo(path, 0o600) == 0)
    // Open for both, so that it neither waits for a reader nor is at its end.
    let writer = unsafe open(path, O_RDWR | O_CLOEXEC)
    var window = try InputWindow(InputFile(path: path, waits: false))
    Thread.detachNewThread {
      _ = unsafe write(writer, "0123456789", 10)
      close(writer)
    }
    try window.fill(to: 10)
    let text = window.view.text
    #expect(text == "0123456789")
  }
}
