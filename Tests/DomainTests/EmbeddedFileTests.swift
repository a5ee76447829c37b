import EmbeddedFiles
import Foundation
import Testing

@testable import Domain

struct EmbeddedFileTests {
  private static let sources = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Sources")

  @Test(arguments: [
    (EmbeddedFile(.categories), "Domain/Categories/Categories.txt"),
    (EmbeddedFile(.fields), "Rows/Fields/Fields.txt"),
    (EmbeddedFile(.sample), "Platform/Offline/sample.pfx"),
    (EmbeddedFile(.schemas), "App/Commands/Schemas/schemas.json"),
    (EmbeddedFile(.zsh), "App/Commands/Shells/placefind.zsh"),
  ])
  func `a file is embedded byte for byte`(file: EmbeddedFile, path: String) throws {
    let expected = Array(try Data(contentsOf: Self.sources.appending(path: path)))
    // As one Boolean, because a failure would print every byte.
    let isWhole = Array(file) == expected
    #expect(isWhole, "\(path)")
  }

  @Test func `a part of a file has the file's offsets and ends at its own end`() {
    let file = EmbeddedFile(.categories)
    let part = file[3..<10]
    #expect((part.startIndex, part.endIndex, part.count) == (3, 10, 7))
    #expect(Array(part) == Array(Array(file)[3..<10]))
    #expect(Array(part.dropFirst(2)[6..<9]) == Array(Array(file)[6..<9]))
    #expect(part.text == String(decoding: Array(file)[3..<10], as: UTF8.self))
    #expect(file[5..<5].isEmpty && file[5..<5].text.isEmpty)
  }

  @Test func `nothing is read outside of a part`() async {
    await #expect(processExitsWith: .failure) { _ = EmbeddedFile(.categories)[3..<10][2] }
    await #expect(processExitsWith: .failure) { _ = EmbeddedFile(.categories)[3..<10][10] }
    await #expect(processExitsWith: .failure) { _ = EmbeddedFile(.categories)[3..<10][4..<11] }
  }
}
