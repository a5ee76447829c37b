import Foundation
import TestSupport
import Testing

extension Invocation.Outcome {
  /// Returns the outcome's standard output as JSON.
  func document() throws -> [String: Any] {
    if let complaint = JSONSchema.complaint(about: output) { Issue.record("\(complaint)") }
    return try #require(try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any])
  }

  func ids() throws -> [String] {
    let places = try #require(try document()["places"] as? [[String: Any]])
    return places.compactMap { $0["id"] as? String }
  }

  /// Returns a member of `meta` in a document.
  func meta<Value>(_ name: String, as _: Value.Type = Value.self) throws -> Value {
    let meta = try #require(try document()["meta"] as? [String: Any])
    return try #require(meta[name] as? Value)
  }
}
