import Domain

extension [Service] {
  /// The service that a key chooses: the first that takes one.
  var keyed: Service? { first { $0.key != nil } }

  /// The environment variable of that key.
  var keyVariable: String { keyed?.key?.variable ?? "" }

  /// The service's term for that key.
  var keyTerm: String { keyed?.key?.term ?? "" }
}
