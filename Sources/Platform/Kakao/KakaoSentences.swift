import Domain

/// Messages about Kakao only.
enum KakaoSentences {
  /// Advice for when the key is rejected.
  static func remedy(_ refused: Service.Refused) -> String {
    switch (refused.status, refused.code) {
    case (_, -4): "Kakao has restricted the account; its support can say why."
    case (_, -5), (_, -6): "The app has no permission for this; see the permissions in the settings of your app."
    case (_, -12): "Kakao has suspended the app; its support can say why."
    case (403, _): "Enable Kakao Map in the settings of your app."
    default: "Check that it is the REST API key of your app and that this machine's address is allowed."
    }
  }
}
