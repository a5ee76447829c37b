import Domain

/// Effects that take time.
///
/// Each adds its result to the queue of inputs.
extension BrowseDriver {
  /// The maximum number of recent searches in the list.
  private static let maximumRecents = 200

  func search(_ search: PendingSearch, _ queue: InputQueue) async {
    if search.delay > .zero { await world.sleep(search.delay) }
    do throws(PlaceSearchError) {
      guard !Task.isCancelled else { throw .cancelled }
      let query = search.query.limited(to: search.limit).starting(at: world.wallClock())
      var collection = try await places(matching: query, of: search, queue)
      if collection.totalCount == 0, let corrected = try provider.corrected(query) {
        let others = try await places(matching: corrected, of: search, queue)
        if others.totalCount != 0, let text = corrected.text {
          queue.add(.corrected(search.identifier, to: search.query.searching(for: text)))
          collection = others
        }
      }
      queue.add(.finished(search.identifier, .success(collection)))
    } catch {
      queue.add(.finished(search.identifier, .failure(error)))
    }
  }

  /// Runs a query of a search and records it.
  private func places(
    matching query: PlaceQuery,
    of search: PendingSearch,
    _ queue: InputQueue
  ) async throws(PlaceSearchError) -> PlaceCollection {
    let collection = try await provider.makeFindPlaceUseCase().places(matching: query) { progress in
      queue.add(.progressed(search.identifier, progress))
    }
    await provider.remembered.record(
      query,
      collection.places,
      totalCount: collection.totalCount,
      from: collection.provenance
    )
    return collection
  }

  func locate(_ text: SearchText, for identifier: Int, into queue: InputQueue) async {
    if let location = try? provider.remembered.locations()[text.value] {
      return queue.add(.location(identifier, location))
    }
    do throws(PlaceSearchError) {
      let located = try await provider.makeLocateUseCase()
        .candidates(for: text, where: [], limit: LocatedPlaces.standardLimit)
      queue.add(.located(identifier, .success(located)))
    } catch {
      queue.add(.located(identifier, .failure(error)))
    }
  }

  /// Reads the saved places and the recent searches, newest first.
  func recall(_ queue: InputQueue) async {
    var recents: [PlaceQuery] = []
    var saved: [Place] = []
    do throws(StoreError) {
      saved = try provider.remembered.savedPlaces().map(\.place.found.place)
      recents = try provider.remembered.history().prefix(Self.maximumRecents).map(\.query)
    } catch {
      // Without a directory, there is nothing to read or report.
      guard error != .noDirectory else { return }
      queue.add(.failed(Failure(error).messageOnScreen))
    }
    queue.add(.recalled(recents: recents, saved: saved))
  }

  /// Opens pages, and reports success only when all are open.
  func open(_ addresses: [String], _ queue: InputQueue) async {
    for address in addresses {
      do throws(FileFailure) {
        guard let desktop = world.desktop else { throw FileFailure(path: address, reason: .noOpener) }
        try await desktop.open(address)
      } catch {
        return queue.add(.failed(Failure(error).messageOnScreen))
      }
    }
    queue.add(.done(Phrase.opened.text(language, Phrase.pages(addresses, in: language))))
  }

  func openPage(_ path: String, on desktop: Desktop, _ queue: InputQueue) async {
    do throws(FileFailure) {
      try await desktop.open(path)
      queue.add(.done(Phrase.opened.text(language, path)))
    } catch {
      queue.add(.failed(FileFailure(path: path, reason: error.reason).pageNotOpened.message))
    }
  }

  /// Saves or removes places, or writes them to a file.
  ///
  /// Returns an error message; `nil` on success.
  func store(_ effect: BrowseEffect, _ queue: InputQueue) async -> String? {
    let remembered = provider.remembered
    do {
      switch effect {
      case .save(let found, let query, let provenance):
        var saved: [Place] = []
        // Places before one that can't be saved stay saved.
        defer { if !saved.isEmpty { queue.add(.saved(saved, isSaved: true)) } }
        for found in found {
          let place = StoredPlace(
            found: found,
            center: query.area.center,
            bearing: nil,
            source: provenance.source,
            attribution: provenance.attribution,
            origin: .result
          )
          _ = try await remembered.save(place, note: nil)
          saved.append(found.place)
        }
      case .unsave(let places):
        for place in places { _ = try await remembered.removeSavedPlace(withID: SavedPlace.id(of: place)) }
        queue.add(.saved(places, isSaved: false))
      case .write(let path, let collection, let query, let isReplacing):
        var result = PlaceResult(collection, to: query)
        // A page shows more than the screen.
        if hasGround { result.ground = await .around(result.places, in: query.area, of: remembered) }
        try write(result, path, isReplacing)
        let places = Phrase.count(of: collection.places.count, in: language)
        queue.add(.done(Phrase.wrote.text(language, places, path)))
      default: break
      }
      return nil
    } catch let error as FileFailure where error.reason == .exists {
      queue.add(.exists(path: error.path))
      return nil
    } catch {
      let failure = Failure(error).messageOnScreen
      queue.add(.failed(failure))
      return failure
    }
  }
}
