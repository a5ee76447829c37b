import Domain

extension Service {
  /// A fictional service with fewer and smaller pages, and two kinds of requests, one of which has a small quota.
  static let town = Service(
    name: "town",
    title: "The town",
    fullTitle: "The town",
    addresses: [Address(variable: "TOWN_ADDRESS", url: "https://town.example", summary: "address of the town")],
    key: ServiceKey(variable: "TOWN_KEY", term: "token", owner: "your account of the town"),
    calls: [
      Call(name: "categories", purposes: [.categories], dailyAllowance: 1_000),
      Call(name: "texts", purposes: [.text], dailyAllowance: 50),
    ],
    quotaDay: QuotaDay(clock: "UTC", secondsAheadOfUTC: 0),
    pages: PageLimits(numbers: 1...5, sizes: 1...5),
    reachableCount: 25,
    maximumRadius: Distance(validMeters: 10_000)
  )
}
