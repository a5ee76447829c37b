/// What has to be said of data of OpenStreetMap, wherever it comes from: the service, an index that was fetched, or a
/// file of the service's answer.
///
/// Source: https://www.openstreetmap.org/copyright (read 2026-11-24).
public enum OpenStreetMapNotice {
  /// The notice that the licence requires.
  public static let attribution = "© OpenStreetMap contributors, \(license), https://www.openstreetmap.org/copyright"
  /// The licence.
  public static let license = "ODbL 1.0"

  /// Whether a notice that data names is one of OpenStreetMap's own, which says the same in other words.
  public static func isMeant(by notice: String) -> Bool { notice.contains("openstreetmap.org") }
}
