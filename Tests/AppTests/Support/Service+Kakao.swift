import Domain
import Platform

@testable import App

extension Service {
  /// The services of the program.
  static let all = Platform::UseCaseProvider.services
  /// The service of these tests.
  static let kakao = Service.all[0]
}

extension Service.Call {
  static let category = Service.kakao.calls[0]
  static let keyword = Service.kakao.calls[1]
  static let nominatim = Service.all[1].calls[1]
}

extension Source {
  static let kakao = Source.service(.kakao)
}

extension ArgumentParser {
  /// Parses a command line with this service.
  static func parse(_ words: [String]) throws(Failure) -> ParsedArguments { try parse(words, services: [.kakao]) }
}
