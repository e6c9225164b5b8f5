import Foundation
import Requests

extension ResponseCache {
    /// Sends a message, validates the entry if there is one, and stores the response.
    func fetch(
        _ call: CachedCall, validating entry: StoredEntry?, for flight: Flight
    ) async throws -> TransportResponse {
        let requestTime = date()
        let response: TransportResponse
        do {
            response = try await call.send(entry)
        } catch  where !call.isCancellation(error) {
            guard let entry, let stale = await replacement(entry, for: call, flight) else { throw error }
            return stale
        }
        if let entry, response.head.status == .notModified {
            await response.drain()
            if let validated = await validated(entry, by: response.head, of: call, sentAt: requestTime, for: flight) {
                return validated
            }
            return try await fetch(call, validating: nil, for: flight)
        }
        if let entry, [500, 502, 503, 504].contains(response.head.status.rawValue),
            let stale = await replacement(entry, for: call, flight)
        {
            await response.drain()
            return stale
        }
        return try await keep(response, of: call, sentAt: requestTime, for: flight)
    }

    /// Returns a stale response instead of an error, if allowed (RFC 5861, section 4).
    private func replacement(
        _ entry: StoredEntry, for call: CachedCall, _ flight: Flight
    ) async -> TransportResponse? {
        let now = date()
        guard CachePlan.canReplaceError(entry, call.control, now: now), call.request.cachePolicy.isUsual,
            let body = await store.body(of: entry)
        else { return nil }
        let head = entry.head.responseHead(at: now).marked(.stale, call.forward)
        flight.end(.stored(entry, head))
        flights.remove(flight, for: call.key)
        return TransportResponse(head: head, body: body)
    }

    /// Updates an entry with a 304 (RFC 9111, section 4.3.4); returns `nil` if the 304 refers to another response.
    ///
    /// This function isn't inlined, to save memory: otherwise, a call that waits for the server would keep memory for
    /// it. The workload `waitingSix` measures this.
    @inline(never)
    private func validated(
        _ entry: StoredEntry, by update: ResponseHead, of call: CachedCall, sentAt requestTime: Date,
        for flight: Flight
    ) async -> TransportResponse? {
        let header = update.header
        guard Validators(entry.head.header).fit(header), let body = await store.body(of: entry) else { return nil }
        let head = entry.head.updated(with: header, for: call.request, sentAt: requestTime, at: date())
        let isKept = await renew(entry, to: head)
        // The stored cookies were set when they arrived. Only the cookies in the 304 are new.
        var stored = entry.head.header
        stored.remove(.setCookie)
        let shown = StoredFields.updated(stored, with: header)
        let response = ResponseHead(status: head.status, header: shown, urlText: head.url)
            .marked(.revalidated, call.forward, isKept ? .stored : .forbidden)
        let isShared = isKept && head.freshness.isFresh(at: date())
        flight.end(isShared ? .stored(entry, response) : .alone)
        flights.remove(flight, for: call.key)
        return TransportResponse(head: response, body: body)
    }

    /// Stores a response as it is read, if that is allowed.
    func keep(
        _ response: TransportResponse, of call: CachedCall, sentAt requestTime: Date, for flight: Flight
    ) async throws -> TransportResponse {
        var head = response.head
        let header = head.header
        let control = CacheControl(header)
        if let refusal = Cacheability.refusal(of: head.status, header, control, request: call.control) {
            head = head.marked(.miss, call.forward, flight.isOutdated ? .outdated : refusal)
            flight.end(.alone)
            flights.remove(flight, for: call.key)
            return TransportResponse(head: head, body: response.body)
        }
        let length = head.mayHaveContent(for: .get) ? head.contentLength(for: call.request) : 0
        let stored = StoredHead(head, to: call.request, sentAt: requestTime, at: date())
        let byteCount = response.body.byteCount ?? (head.hasContentCoding ? nil : length)
        var keeping = keeping(head, as: stored, of: call, hasLength: byteCount != nil)
        var writer: (any CacheWriter)?
        if keeping == .stored {
            writer = await store.write(stored, for: call.key, byteCount: byteCount)
            if writer == nil { keeping = .refused }
        }
        // If the resource changed during the exchange, this response is outdated. It is not stored, because nothing
        // would remove the entry.
        if flight.isOutdated { (writer, keeping) = (nil, .outdated) }
        head = head.marked(.miss, call.forward, keeping)
        guard keeping == .stored || keeping == .refused else {
            flight.end(.alone)
            flights.remove(flight, for: call.key)
            return TransportResponse(head: head, body: response.body)
        }
        // URLSession on Linux does not deliver the body of a redirect.
        let mayBeEmpty = head.status.isRedirection
        let expected = head.hasContentCoding ? nil : length
        let isWhole: @Sendable (Int) -> Bool = { expected ?? $0 == $0 || mayBeEmpty && $0 == 0 }
        guard response.body.byteCount != nil || length == 0 else {
            flight.end(.alone)
            let body = KeptBody(response.body, writer, isWhole: isWhole) { [flights, key = call.key] in
                flights.remove(flight, for: key)
            }
            return TransportResponse(head: head, body: MessageBody(KeptChunks(body: body)))
        }
        defer { flights.remove(flight, for: call.key) }
        let data = try await response.body.collect(upTo: .max)
        if isWhole(data.count) {
            if !data.isEmpty { await writer?.append(data) }
            await writer?.commit()
        } else {
            head = head.marked(.miss, call.forward, .incomplete)
        }
        flight.end(stored.freshness.isFresh(at: date()) ? .whole(head, data) : .alone)
        return TransportResponse(head: head, body: MessageBody(data))
    }

    /// Returns whether a response may be stored, or the reason why not.
    private func keeping(
        _ head: ResponseHead, as stored: StoredHead, of call: CachedCall, hasLength: Bool
    ) -> CacheReason.Keeping {
        let keeping = Cacheability.keeping(stored, hasLength: hasLength)
        if keeping != .stored { return keeping }
        if call.hasHiddenSecrets(head) { return .credentials }
        if head.notes.mayBeCutOff { return .decoded }
        return call.isBypassed ? .bypassed : .stored
    }

    /// Sends a message with the caller's conditions, and returns a 304 to the caller.
    func forward(_ call: CachedCall, over entry: StoredEntry?) async throws -> TransportResponse {
        let requestTime = date()
        let flight = Flight(call.request, isShareable: false)
        flights.add(flight, for: call.key)
        let response: TransportResponse
        do {
            response = try await call.send(nil)
        } catch {
            flights.remove(flight, for: call.key)
            throw error
        }
        guard response.head.status == .notModified else {
            return try await keep(response, of: call, sentAt: requestTime, for: flight)
        }
        flights.remove(flight, for: call.key)
        if let entry, Preconditions.isNotModified(entry.head, for: call.request) {
            let header = response.head.header
            if Validators(entry.head.header).fit(header) {
                let head = entry.head.updated(with: header, for: call.request, sentAt: requestTime, at: date())
                await renew(entry, to: head)
            }
        }
        return response.forwarded(call.forward)
    }

    /// Updates the entries of a GET with the response to a HEAD, or removes them if the response describes a different
    /// version.
    func refresh(
        _ entries: [StoredEntry], by head: ResponseHead, for call: CachedCall, sentAt requestTime: Date
    ) async {
        var selection = Selection(call.request)
        guard let entry = entries.first(where: { selection.matches($0.head) }) else { return }
        let header = head.header
        let isOther = [HeaderField.Name.eTag, .lastModified, .contentLength].contains { name in
            guard let new = header[name], let old = entry.head.header[name] else { return false }
            return new != old
        }
        if isOther { return await store.remove(entry) }
        let updated = entry.head.updated(with: header, for: call.request, sentAt: requestTime, at: date())
        await renew(entry, to: updated)
    }

    /// Replaces the head of an entry, or removes the entry if the new head forbids storing it, such as with `no-store`.
    ///
    /// - Returns: Whether the entry is kept.
    @discardableResult
    private func renew(_ entry: StoredEntry, to head: StoredHead) async -> Bool {
        let refusal = Cacheability.refusal(
            of: head.status, head.header, head.freshness.control, request: CacheControl())
        let isKept = refusal == nil && Cacheability.keeping(head, hasLength: true) == .stored
        if isKept {
            await store.update(entry, to: head)
        } else {
            await store.remove(entry)
        }
        return isKept
    }
}
