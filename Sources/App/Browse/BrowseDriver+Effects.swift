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
      let collect = try provider.makeFindPlaceUseCase()
      let query = search.query.limited(to: search.limit).starting(at: world.wallClock())
      let collection = try await collect.places(matching: query) { progress in
        queue.add(.progressed(search.identifier, progress))
      }
      await provider.remembered.record(
        query,
        collection.places,
        totalCount: collection.totalCount,
        from: collection.provenance
      )
      queue.add(.finished(search.identifier, .success(collection)))
    } catch {
      queue.add(.finished(search.identifier, .failure(error)))
    }
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

  /// Reads the ids of the saved places and the recent searches, newest first.
  func recall(_ queue: InputQueue) async {
    var recents: [PlaceQuery] = []
    var saved: Set<String> = []
    do throws(StoreError) {
      saved = Set(try provider.remembered.savedPlaces().map(\.id))
      recents = try provider.remembered.history().prefix(Self.maximumRecents).map(\.query)
    } catch {
      // Without a directory, there is nothing to read or report.
      guard error != .noDirectory else { return }
      queue.add(.failed(Failure(error).message))
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
        return queue.add(.failed(Failure(error).message))
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
        }
        queue.add(.saved(ids: found.map(\.place.id), isSaved: true))
      case .unsave(let ids):
        for id in ids { _ = try await remembered.removeSavedPlace(withID: id) }
        queue.add(.saved(ids: ids, isSaved: false))
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
      let failure = Failure(error).message
      queue.add(.failed(failure))
      return failure
    }
  }
}
