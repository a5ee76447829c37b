import Domain

/// Messages about OpenStreetMap only.
enum OSMSentences {
  /// Advice for when a server rejects this program or this machine.
  static func remedy(_ refused: Service.Refused) -> String? {
    switch refused.status {
    case 403:
      "the address of this machine, or this program, is blocked. Don't repeat the request; PLACEFIND_OVERPASS and "
        + "PLACEFIND_NOMINATIM name other instances"
    case 406:
      "the server doesn't accept this program's User-Agent. A newer version may be accepted; "
        + "PLACEFIND_OVERPASS names another instance"
    default: nil
    }
  }
}
