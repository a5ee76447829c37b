import TestSupport
import Testing

@testable import App

/// The schemas are also held against every JSON that `Run` and `Invocation.Outcome.document` see.
struct SchemaTests {
  @Test(arguments: SchemaName.allCases)
  func `a schema is printed, and refers to its definition`(name: SchemaName) async {
    let outcome = await Run()("schema \(name.rawValue)")
    #expect(outcome.status == 0 && outcome.output.contains("\"$ref\":\"#/$defs/\(name.rawValue)\""))
    #expect(outcome.output.contains("\n \"\(name.rawValue)\":"))
  }

  @Test func `names are listed, and a wrong one gets the nearest`() async {
    #expect(await Run()("schema").output.split(separator: "\n").count == SchemaName.allCases.count)
    let wrong = await Run()("schema anwser")
    #expect(wrong.status == 2 && wrong.errors.contains("answer"))
  }

  @Test(arguments: [
    (#"{"notice":{"message":"x"}}"#, true), (#"{"notice":{"message":"x","more":1}}"#, false),
    (#"{"notice":{"message":1}}"#, false), (#"{"notice":{}}"#, false), (#"{"id":"1","lat":91}"#, false),
    (#"{"id":"1","lat":9.5}"#, true), (#"{"id":"1","distance_m":true}"#, false),
  ])
  func `a document that no schema describes is found`(json: String, isFine: Bool) {
    #expect((JSONSchema.complaint(about: json) == nil) == isFine)
  }
}
