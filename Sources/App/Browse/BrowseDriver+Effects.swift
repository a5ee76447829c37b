import Domain

/// The effects that take time: each adds its result to the queue of inputs.
extension BrowseDriver {
  private static let candidateLimit = PageLimits.standard.sizes.upperBound
  /// The recent searches that are listed: more than a person scrolls through.
  private static let maximumRecents = 200

  func search(_ search: PendingSearch, _ queue: InputQueue) async {
    if search.delay > .zero { await world.sleep(search.delay) }
    do throws(PlaceSearchError) {
      guard !Task.isCancelled else { throw .cancelled }
      let collect = try provider.makeFindPlaceUseCase()
      let collection = try await collect.places(matching: search.query, limit: search.limit) { progress in
        queue.add(.progressed(search.identifier, progress))
      }
      queue.add(.answered(search.identifier, .success(collection)))
    } catch {
      queue.add(.answered(search.identifier, .failure(error)))
    }
  }

  func locate(_ identifier: Int, _ text: SearchText, _ queue: InputQueue) async {
    do throws(PlaceSearchError) {
      let located = try await provider.makeLocateUseCase().candidates(for: text, limit: Self.candidateLimit)
      queue.add(.located(identifier, .success(located)))
    } catch {
      queue.add(.located(identifier, .failure(error)))
    }
  }

  /// Reads the ids of the saved places and the recent searches, newest first.
  func recall(_ queue: InputQueue) async {
    var recents: [RecentSearch] = []
    var saved: Set<String> = []
    do throws(StoreError) {
      saved = Set(try provider.remembered.saved.savedPlaces().map(\.id))
      recents = try provider.remembered.history.entries().prefix(Self.maximumRecents).map { entry in
        RecentSearch(label: QueryFormatter.sentence(of: entry.asked.query), query: entry.asked.query)
      }
    } catch {
      // Without a directory there is nothing to recall, and nothing to report.
      guard error != .noDirectory else { return }
      queue.add(.failed(Failure.sentence(for: error)))
    }
    queue.add(.recalled(recents: recents, saved: saved))
  }

  /// Opens a page; the message says so only once it is open.
  func open(_ address: String, _ queue: InputQueue) async {
    do throws(OpeningFailure) {
      guard let desktop = world.desktop else { throw .noProgram }
      try await desktop.open(address)
      queue.add(.opened(address))
    } catch {
      queue.add(.failed("\(address): \(Failure.sentence(for: error))"))
    }
  }

  /// Saves a place, or removes one from the saved ones; returns why that failed, `nil` when it did not.
  func store(_ effect: BrowseEffect, _ queue: InputQueue) -> String? {
    let places = provider.remembered.saved
    do throws(StoreError) {
      switch effect {
      case .save(let found, let query, let provenance):
        let place = RecalledPlace(
          found: found,
          center: query.area.center,
          bearing: nil,
          source: provenance.source,
          attribution: provenance.attribution,
          origin: .answer
        )
        _ = try places.save(place, note: nil)
        queue.add(.kept(id: found.place.id, isSaved: true))
      case .unsave(let id):
        _ = try places.remove(id: id)
        queue.add(.kept(id: id, isSaved: false))
      default: break
      }
      return nil
    } catch {
      let failure = Failure.sentence(for: error)
      queue.add(.failed(failure))
      return failure
    }
  }
}
