extension MapAddress {
  /// Returns the error for a map URL without a coordinate.
  func failure(of option: Option) -> Failure {
    if isShort {
      .usage(
        """
        \(option): A short link of \(host) contains no coordinate. Open it in a browser, and copy the URL that it \
        leads to.
        """
      )
    } else if isInKakaoCoordinates {
      .usage(
        """
        \(option): This URL of \(host) has coordinates of Kakao's own. Copy the link from its share button, or search \
        for its name with \(.near, "TEXT").
        """
      )
    } else if !isKnown {
      .usage(
        """
        \(option): placefind doesn't know where URLs of \(host) contain latitude and longitude. Pass them as LAT,LNG.
        """
      )
    } else {
      .usage(
        """
        \(option): This URL of \(host) contains no coordinate. Copy the URL of a map whose centre or marker is \
        the point, or search for its name with \(.near, "TEXT").
        """
      )
    }
  }
}
