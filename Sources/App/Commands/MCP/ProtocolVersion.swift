/// A revision of the Model Context Protocol, named by its date.
struct ProtocolVersion: Sendable, Hashable {
  let day: String

  /// The revision without a handshake, in which each request states its revision.
  static let modern = ProtocolVersion(day: "2026-07-28")
  /// The revisions that begin with `initialize`, the latest first.
  static let legacy = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"].map(ProtocolVersion.init)

  /// The metadata keys of a modern request.
  static let metaKey = "io.modelcontextprotocol/protocolVersion"
  static let capabilitiesKey = "io.modelcontextprotocol/clientCapabilities"

  var isModern: Bool { self == .modern }

  /// Whether a line may contain several messages.
  var hasBatches: Bool { day == "2025-03-26" }
  var hasAnnotations: Bool { day >= "2025-03-26" }
  /// Whether tools and servers have titles, and results are structured.
  var hasStructure: Bool { day >= "2025-06-18" }
  var hasServerDescription: Bool { day >= "2025-11-25" }
}
