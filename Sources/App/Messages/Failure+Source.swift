import Domain

/// Reports that there are no places to search, and how to get some.
extension Failure {
  static func sourceMissing(_ services: [Service]) -> Failure {
    Failure(
      .sourceMissing,
      """
      There is no source of places: no key, and no index of this area. \(services.advice) To try the program with \
      fictional places, use --source sample.
      """
    )
  }

  static func keyMissing(_ service: Service) -> Failure {
    let advice = service.key.map { "Set \($0.variable) to the \($0.term) of \($0.owner)" } ?? "Set one"
    return Failure(
      .keyMissing,
      """
      There is no key for \(service.title). \(advice), or name its file with --key-file. Without a key, use --source \
      osm or --index FILE; --source sample has fictional places.
      """
    )
  }

  static func sampleWithoutPlace(_ services: [Service]) -> Failure {
    Failure(
      .usage,
      """
      The bundled sample has fictional places around one point only. Name it with --at \
      \(SourceConfiguration.sampleCenter); --anywhere takes all of them, and -q finds one by name. For real places: \
      \(services.advice)
      """
    )
  }

  /// A failure about a missing key, with the related environment variables.
  func withKeyRemark(in world: World) -> Failure {
    guard code == .sourceMissing || code == .keyMissing, let remark = world.keyRemark else { return self }
    return saying("\(message) \(remark)")
  }
}
