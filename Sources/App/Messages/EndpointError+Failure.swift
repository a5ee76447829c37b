import Domain

extension EndpointError {
  /// Returns the error of an address of a service.
  func failure(of endpoint: String) -> Failure {
    switch self {
    case .malformed(let example):
      Failure(.endpointUnusable, "\(endpoint) isn't the address of a service. Write it like \(example).")
    case .plainHTTPToRemoteHost:
      Failure(
        .endpointUnusable,
        """
        \(endpoint) would send queries, and a key, unencrypted over the network. Use https; plain http is allowed only \
        on this machine.
        """
      )
    case .notChosen(let variable):
      Failure(
        .endpointUnusable,
        """
        Names and addresses are searched by another server, \(endpoint), and nothing was sent there because it wasn't \
        chosen. Set \(variable) to the address of the server to use.
        """
      )
    }
  }
}
