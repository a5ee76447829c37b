import Domain
import System

/// Checks the requirements of an online query: the key, the service, the clock and the network library's settings.
extension DoctorCommand {
  var key: Finding {
    let variable = world.services.keyVariable
    do {
      let options = try context.source.configuration
      let keyed = options.source?.service ?? world.services.keyed
      guard keyed.flatMap({ options[$0].key }) == nil else {
        let origin = arguments.keyPath.map(DiskFiles.shownName) ?? keyed?.key?.variable ?? ""
        return Finding("key", "set by \(origin)")
      }
      if let service = options.source?.service {
        guard let key = service.key else { return Finding("key", "none, and \(service.title) needs none") }
        return Finding(
          "key",
          .error,
          "none, but \(service.title) needs one",
          remedy:
            "set \(key.variable) to the \(key.term) of \(key.owner), name its file with --key-file, or choose another --source"
        )
      }
      return Finding(
        "key",
        .warning,
        "none, so \(world.services.keyed?.title ?? "the service") isn't used\(keyRemark)",
        remedy: "set \(variable), or use an index or --source osm"
      )
    } catch {
      guard Failure(error).code == .sourceMissing else { return Finding("key", error: error) }
      return Finding(
        "key",
        .warning,
        "none, and there is no other source of places\(keyRemark)",
        remedy: world.services.advice.text
      )
    }
  }

  private var keyRemark: String { world.keyRemark.map { ". \($0)" } ?? "" }

  /// Sends one request to the selected service, which shows whether it is reachable and accepts the key.
  var service: [Finding] {
    get async {
      guard case .service(let service)? = try? context.source.source else {
        guard arguments.has(.online) else { return [Finding("service", "none is selected")] }
        return [
          Finding(
            "service",
            .warning,
            "none is selected, so no request was sent",
            remedy: "name one with --source, or set \(world.services.keyVariable)"
          )
        ]
      }
      let address = (try? context.source.configuration.shownAddress(of: service, in: world)) ?? service.address
      if let problem = provider.account.addressProblem() { return [Finding("service", error: problem)] }
      guard arguments.has(.online) else {
        return [Finding("service", "\(address), not contacted; --online sends a request")]
      }
      do {
        guard let text = SearchText("서울시청") else { return [] }
        _ = try await provider.makeLocateUseCase().candidates(for: text, where: [], limit: 1)
        return [Finding("service", "\(address) responds\(service.key == nil ? "" : ", and accepts the key")")]
      } catch { return [Finding("service", error: error)] }
    }
  }

  /// Detects only a clock that is far in the past, because no time server is queried.
  var clock: Finding {
    let seconds = world.wallClock()
    let time = TimeFormatter(in: world).stamp(seconds)
    guard seconds < Version.dateInSeconds else { return Finding("clock", time) }
    return Finding(
      "clock",
      .error,
      "\(time) is before this version of placefind",
      remedy: "set the clock: certificates and quotas depend on it"
    )
  }

  var proxy: Finding {
    guard let proxy = world[variable: .proxy] else { return Finding("proxy", "none") }
    // A user and a password come before the last @.
    let address = proxy.split(separator: "@").last.map(String.init) ?? ""
    return Finding("proxy", "\(EnvironmentVariable.proxy.rawValue) names \(address)")
  }

  var certificates: Finding {
    for name in [EnvironmentVariable.certificates.rawValue, "SSL_CERT_FILE"] {
      guard let path = world[variable: name] else { continue }
      guard world.files.identity(of: path)?.isRegular == true else {
        return Finding(
          "certificates",
          .error,
          "\(name) names \(path), which isn't a file",
          remedy: "name a file, or unset it"
        )
      }
      return Finding("certificates", "\(path), named by \(name)")
    }
    guard provider.account.networkProblem() != .certificatesMissing else {
      return Finding("certificates", .warning, "none for online search", remedy: "install ca-certificates")
    }
    return Finding("certificates", "the certificates of the system")
  }

  var library: Finding {
    guard let problem = provider.account.networkProblem(), problem != .certificatesMissing else {
      return Finding("libcurl", "can be loaded")
    }
    return Finding("libcurl", error: PlaceSearchError.networkNotSetUp(host: "", problem), .warning)
  }
}
