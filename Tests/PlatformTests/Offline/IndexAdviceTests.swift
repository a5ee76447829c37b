import Domain
import PlaceIndex
import Testing

@testable import Platform

/// The commands that index errors suggest.
struct IndexAdviceTests {
  @Test(arguments: [
    ("old.pfx", "old.pfx"), ("my places/old.pfx", "'my places/old.pfx'"), ("it's.pfx", #"'it'\''s.pfx'"#),
  ])
  func `a path is written as a shell takes it`(path: String, word: String) {
    guard case .dataUnusable(path, let reason) = PlaceSearchError(.kindUnknown(path: path, slug: "toilets")) else {
      Issue.record("it is another error")
      return
    }
    #expect(reason.contains("`placefind index build \(word) -o NEW.pfx`"))
  }
}
