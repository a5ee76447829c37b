import Synchronization

/// How the service takes a radius, which its documentation leaves open.
enum RadiusRule: Sendable, Hashable {
  /// A place counts when its exact distance is at most the radius.
  case exactMeters
  /// A place counts when its distance without the fraction is at most the radius: up to a metre more.
  case wholeMeters
}

/// What is known of the rule, for every question of the process: it belongs to the service and not to a question.
final class RadiusRuleMemory: Sendable {
  private let state = Mutex<RadiusRule?>(nil)

  /// The rule, where a question has found it out.
  var rule: RadiusRule? { state.withLock { $0 } }

  /// Notes the rule.
  func note(_ rule: RadiusRule) { state.withLock { $0 = rule } }
}
