import Domain
import TestSupport
import Testing

@testable import App

struct WrappedSourceTests {
  @Test(arguments: [true, false])
  func `a batch through a decorated source sends the same queries and writes the same records`(isFree: Bool)
    async throws
  {
    let input = "lat,lng\n" + (0..<300).map { "37.\($0 + 1000),127\n" }.joined()
    let bare = ScriptedSource(isFree: isFree)
    let wrapped = ScriptedSource(isFree: isFree)
    let wrapper = RecordingProvider(wrapped)
    let (expected, records) = (RecordBuffer(), RecordBuffer())
    _ = try await BatchTrial(input: input, source: bare).run(records: expected)
    var trial = BatchTrial(input: input, source: wrapped)
    trial.provider = wrapper
    let (end, tally) = try await trial.run(records: records)
    #expect(end == .finished)
    #expect(tally.queries == 300)
    #expect(records.lines == expected.lines)
    #expect(wrapped.asked.sorted() == bare.asked.sorted())
    let asked = wrapper.calls.filter { if case .collection = $0 { true } else { false } }
    #expect(asked.count == 300, "the batch took another way through the wrapper")
  }
}
