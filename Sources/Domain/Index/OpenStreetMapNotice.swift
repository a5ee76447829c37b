/// The attribution of OpenStreetMap data from a service, a downloaded index, or a saved response.
///
/// Source: https://www.openstreetmap.org/copyright (read 2026-11-24).
public enum OpenStreetMapNotice {
  /// The attribution that the licence requires.
  public static let attribution = "© OpenStreetMap contributors, \(license), https://www.openstreetmap.org/copyright"
  /// The licence.
  public static let license = "ODbL 1.0"

  /// Returns whether a notice in the data is OpenStreetMap's own attribution in other words.
  public static func isMeant(by notice: String) -> Bool { notice.contains("openstreetmap.org") }
}
