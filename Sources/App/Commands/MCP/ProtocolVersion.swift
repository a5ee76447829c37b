/// A revision of the Model Context Protocol, named by its day.
struct ProtocolVersion: Sendable, Hashable {
  let day: String

  /// The revision without a handshake, where each request says what it speaks.
  static let modern = ProtocolVersion(day: "2026-07-28")
  /// Those that begin with `initialize`, the latest first.
  static let legacy = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"].map(ProtocolVersion.init)

  /// What the parameters of a modern request say of it.
  static let metaKey = "io.modelcontextprotocol/protocolVersion"
  static let capabilitiesKey = "io.modelcontextprotocol/clientCapabilities"

  var isModern: Bool { self == .modern }

  /// Whether a line may hold several messages.
  var hasBatches: Bool { day == "2025-03-26" }
  var hasAnnotations: Bool { day >= "2025-03-26" }
  /// Whether tools and servers have titles, and results are structured.
  var hasStructure: Bool { day >= "2025-06-18" }
  var hasServerDescription: Bool { day >= "2025-11-25" }
}
