/// The calls of one API that were counted on this machine.
public struct QuotaUse: Sendable, Hashable {
  /// The APIs of the service, each with a quota of its own.
  public enum API: String, Sendable, Hashable, CaseIterable {
    /// Places by category.
    case category
    /// Places by keyword.
    case keyword
    /// Coordinates of an address.
    case address
    /// Address of a coordinate.
    case coord2address
    /// Region of a coordinate.
    case coord2regioncode
  }

  /// The API.
  public let api: API
  /// Calls today, in Korean time.
  public let today: Int
  /// Calls this month, in Korean time.
  public let month: Int

  /// Makes a count.
  public init(api: API, today: Int, month: Int) {
    self.api = api
    self.today = today
    self.month = month
  }

  /// Free calls per day for each API.
  ///
  /// Source: Kakao's quota page, 2026.
  public static let dailyAllowance = 100_000
  /// Free calls per month for all APIs together.
  ///
  /// Source: Kakao's quota page, 2026.
  public static let monthlyAllowance = 3_000_000

  /// Calls that are left today; never below 0.
  public var left: Int { max(0, Self.dailyAllowance - today) }
}

/// How much of the service's quota was used.
public struct QuotaReport: Sendable, Hashable {
  /// The Korean day, such as `2026-11-22`.
  public let day: String
  /// The use of each API.
  public let uses: [QuotaUse]
  /// When the next day begins in Korea, in seconds since 1970-01-01 00:00 UTC.
  public let resetsAtSeconds: Int64
  /// The present moment, in seconds since 1970-01-01 00:00 UTC.
  public let nowSeconds: Int64

  /// Makes a report.
  public init(day: String, uses: [QuotaUse], resetsAtSeconds: Int64, nowSeconds: Int64) {
    self.day = day
    self.uses = uses
    self.resetsAtSeconds = resetsAtSeconds
    self.nowSeconds = nowSeconds
  }

  /// Calls this month of all APIs together.
  public var month: Int { uses.reduce(0) { $0 + $1.month } }

  /// Calls that are left today for an API, within the month's quota too; never below 0.
  public func left(for api: QuotaUse.API) -> Int {
    let day = uses.first { $0.api == api }?.left ?? QuotaUse.dailyAllowance
    return min(day, max(0, QuotaUse.monthlyAllowance - month))
  }
}
