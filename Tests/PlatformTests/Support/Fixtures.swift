import CurlShim
import Domain
import Foundation
import System
import TestSupport

@testable import Platform

/// Values that many tests share, so that each test shows only what it is about.
enum Fixture {
  static let secret = "0123456789abcdef0123456789abcdef"

  static func key(_ secret: String = secret) throws -> APIKey {
    guard let key = APIKey(secret) else { throw Unusable(what: secret) }
    return key
  }

  static func seoul() throws -> Coordinate { try Coordinate(latitude: 37.4979, longitude: 127.0276) }

  static func radius(_ meters: Double) throws -> SearchRadius {
    guard let radius = Distance(meters: meters).flatMap(SearchRadius.init) else { throw Unusable(what: "\(meters)") }
    return radius
  }

  static func circle(_ meters: Double = 1_000) throws -> SearchArea {
    .circle(center: try seoul(), radius: try radius(meters))
  }

  static func first(_ count: Int) throws -> PlaceLimit {
    guard let count = PlaceCount(count) else { throw Unusable(what: "\(count)") }
    return .first(count)
  }

  static func page(_ number: Int = 1, size: Int = 15) throws -> PageRequest {
    guard let page = PageRequest(number: number, size: size) else { throw Unusable(what: "\(number)") }
    return page
  }

  /// Searches for gas stations many times at once, like the rows of a batch.
  static func results(
    to queries: Int,
    of places: KakaoPlaces,
    whenEnded: @escaping @Sendable () -> Void = {}
  ) async throws -> [Result<PlaceCollection, PlaceSearchError>] {
    let query = try PlaceQuery(categories: [.group(.gas)], area: circle())
    let page = try page()
    return await withTaskGroup(of: Result<PlaceCollection, PlaceSearchError>.self) { group in
      for _ in 0..<queries {
        group.addTask {
          defer { whenEnded() }
          do throws(PlaceSearchError) {
            return .success(try await places.places(matching: query.limited(to: .page(page)), progress: nil))
          } catch {
            return .failure(error)
          }
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
  }

  static func requests(endpoint: String = "https://dapi.kakao.com") throws -> KakaoRequest {
    KakaoRequest(
      address: try ServiceAddress(endpoint, example: "https://example.com"),
      key: try key(),
      userAgent: "placefind/test"
    )
  }

  static func mask(key secret: String = secret, proxies: [String] = []) throws -> SecretMask {
    SecretMask(key: try key(secret), proxies: proxies)
  }

  static func places(
    over exchange: any HTTPExchange,
    timeout: Duration = .seconds(30),
    growth: Duration? = nil,
    maximumRequests: Int? = nil,
    retries: Int = 0,
    requestsPerSecond: Double = 0,
    budget: Int? = nil,
    time: Timekeeper = ManualTime().timekeeper
  ) throws -> KakaoPlaces {
    let requests = try requests()
    let client = KakaoClient(
      engine: RequestEngine(
        exchange: exchange,
        host: requests.address.host,
        refusal: { KakaoRefusal(reading: $0).refusal },
        retries: retries,
        gate: RequestGate(requestsPerSecond: requestsPerSecond, budget: budget, time: time),
        time: time,
        mask: try mask()
      ),
      requests: requests
    )
    return KakaoPlaces(client: client, timeout: timeout, growth: growth, maximumRequests: maximumRequests)
  }

  /// Returns a provider that queries a loopback server.
  ///
  /// The timeouts allow for many tests sharing a few threads.
  static func provider(
    _ endpoint: String,
    timeout: Duration = .seconds(60),
    retries: Int? = nil,
    userAgent: String = "placefind/test"
  ) throws -> Platform::UseCaseProvider {
    var source = SourceConfiguration()
    source.source = .service(.kakao)
    source[.kakao].key = try key()
    source[.kakao].addresses["PLACEFIND_ENDPOINT"] = endpoint
    source.timeout = timeout
    if let retries {
      source.retries = retries
      source[.kakao].requestsPerSecond = 0
    }
    var configuration = PlatformConfiguration.withShim(source)
    configuration.userAgent = userAgent
    return Platform::UseCaseProvider(configuration: configuration)
  }

  static func stores(
    _ directory: TemporaryDirectory,
    session: Int32 = 7,
    _ change: (inout StoreConfiguration) -> Void = { _ in }
  ) -> Stores {
    var options = StoreConfiguration()
    options.configDirectory = directory.file("config")
    options.stateDirectory = directory.file("state")
    options.cacheDirectory = directory.file("cache")
    change(&options)
    let clock = WallClock { 1_000 }
    return Stores(configuration: options, service: .kakao, key: nil, clock: clock, session: session)
  }

  /// Returns a response store in a directory.
  static func responses(in directory: TemporaryDirectory) -> ResponseStore {
    ResponseStore(
      directory: StoreDirectory(path: directory.path),
      limits: ResponseStore.Limits(StoreConfiguration()),
      clock: .system,
      log: StoreErrorLog()
    )
  }

  /// Returns the recorded calls in a directory, at a time in seconds since 1970.
  static func calls(_ directory: TemporaryDirectory, at seconds: Int64) -> CallCounts {
    CallCounts(
      of: .kakao,
      directory: StoreDirectory(path: directory.file("calls")),
      clock: WallClock { seconds },
      log: StoreErrorLog()
    )
  }

  static func found(_ id: String) throws -> FoundPlace {
    FoundPlace(place: Place(id: id, name: id, coordinate: try seoul(), group: .gas), distance: nil)
  }

  /// Returns a place of an earlier result.
  static func recalled(_ found: FoundPlace, from center: Coordinate? = nil) -> StoredPlace {
    StoredPlace(found, from: center, provenance: Provenance(source: .kakao), origin: .saved)
  }

  struct Unusable: Error {
    let what: String
  }
}

extension [StubPlace] {
  /// The places, alternating between gas stations and cafes.
  var inTwoCategories: [StubPlace] {
    enumerated().map { number, place in
      StubPlace(
        id: place.id,
        name: place.name,
        groupCode: ["OL7", "CE7"][number % 2],
        latitude: place.latitude,
        longitude: place.longitude
      )
    }
  }
}

extension PlatformConfiguration {
  /// Returns the configuration of the program, whose URLSession uses the shim.
  static func withShim(_ source: SourceConfiguration) -> PlatformConfiguration {
    var configuration = PlatformConfiguration(source: source)
    configuration.transferLayer = CurlLayer.installed
    return configuration
  }
}

extension FileLock {
  /// The lock of an existing file.
  convenience init(ofFileAt path: String) {
    self.init(taking: FileDescriptor(number: unsafe open(path, O_RDWR | O_CLOEXEC)))
  }
}
