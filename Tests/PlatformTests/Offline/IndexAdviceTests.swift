import Domain
import PlaceIndex
import Testing

@testable import Platform

/// The commands that an error of an index tells to type.
struct IndexAdviceTests {
  @Test(arguments: [
    ("old.pfx", "old.pfx"), ("my places/old.pfx", "'my places/old.pfx'"), ("it's.pfx", #"'it'\''s.pfx'"#),
  ])
  func `a path is written as a shell takes it`(path: String, word: String) {
    for error in [
      IndexFileError.otherVersion(path: path, version: 2, supported: 3), .kindUnknown(path: path, slug: "toilets"),
    ] {
      guard case .dataUnusable(path, let reason) = PlaceSearchError(error) else {
        Issue.record("\(error)")
        continue
      }
      #expect(reason.contains("`placefind index build \(word) -o NEW.pfx`"))
    }
  }
}
