import Foundation
import Requests

/// Responds to messages from a store, and sends all other messages.
final class ResponseCache: Sendable {
    let store: any CacheStore
    let date: @Sendable () -> Date
    let flights = Flights()

    init(_ store: any CacheStore, date: @escaping @Sendable () -> Date) {
        self.store = store
        self.date = date
    }

    /// Responds to a call that needs no request; `nil` for other calls.
    ///
    /// Such a call needs no exchange, and doesn't count towards limits. The result is also `nil` for redirects, which
    /// must be followed, and for calls with decorators of hops, whose fields may select a different entry.
    func response(withoutSending request: OutgoingRequest) async throws -> TransportResponse? {
        guard request.method == .get, request.body.isNone, !request.context.hasHopAdapters,
            request.options.progressObserver == nil, !Preconditions.passesBy(request.header)
        else { return nil }
        let call = CachedCall(request) { _ in throw CancellationError() }
        let now = date()
        switch await plan(call, now: now) {
        case .serve(let entry, let status) where !entry.head.status.isRedirection:
            return await stored(entry, status, for: request, now: now)
        case .timeOut, .fail: return try call.unsent()?.forwarded(.none)
        default: return nil
        }
    }

    /// Responds to the message for one hop.
    func response(to request: OutgoingRequest, by next: @escaping NextTransport) async throws -> TransportResponse {
        #if DEBUG
        var order = request.context.order
        order.pass(.cacheOfHop(storesSecrets: store.storesSecrets))
        #endif
        let call = CachedCall(request, forward: request.method.isSafe ? .bypass : .method, by: next)
        switch request.method {
        case .get where request.body.isNone && !Preconditions.passesBy(request.header): return try await get(call)
        case .head where request.body.isNone && !Preconditions.passesBy(request.header): return try await head(call)
        case .get where request.body.isNone && request.header.contains(.range):
            if let response = await part(call) { return response }
            return try await call.send(nil).forwarded(.bypass)
        case let method where method.isSafe: return try await call.send(nil).forwarded(.method)
        default: return try await change(call)
        }
    }

    private func get(_ call: CachedCall) async throws -> TransportResponse {
        var call = call
        var missingCount = 0
        while missingCount < 3 {
            let endCount = flights.endCount
            let now = date()
            switch await plan(call, now: now) {
            case .serve(let entry, let status):
                if let response = await stored(entry, status, for: call.request, now: now) { return response }
            case .serveWhileValidating(let entry):
                if let response = await stored(entry, .stale, for: call.request, now: now) {
                    validateInBackground(call)
                    return response
                }
            case .timeOut, .fail: return try await call.send(nil).forwarded(.none)
            case .send(let entry, let forward):
                call = call.forwarding(forward)
                if let response = try await sent(call, validating: entry, since: endCount) { return response }
                continue
            }
            // The entry was replaced or removed after it was looked up.
            missingCount += 1
        }
        return try await sentAlone(call, validating: nil)
    }

    /// Looks up in the store how to respond to a message.
    private func plan(_ call: CachedCall, now: Date) async -> CachePlan {
        CachePlan(call.request, call.control, await store.entries(for: call.key), now: now)
    }

    /// Sends a message, or waits for the response to an identical message.
    ///
    /// - Parameters:
    ///   - call: The message.
    ///   - entry: The entry that the message validates.
    ///   - endCount: The number of messages that had ended before the store was read.
    /// - Returns: The response; `nil` if the store must be read again.
    /// - Throws: The errors of the transport, and ``/Requests/RequestErrorCode/timedOut``.
    private func sent(
        _ call: CachedCall, validating entry: StoredEntry?, since endCount: Int
    ) async throws -> TransportResponse? {
        if Preconditions.hasEvaluable(call.request.header) { return try await forward(call, over: entry) }
        let flight = Flight(call.request, isShareable: call.isShareable)
        guard let leader = flights.join(flight, for: call.key) else {
            if flights.endCount == endCount { return try await lead(call, validating: entry, for: flight) }
            // The response to an identical message may have been stored since the store was read.
            guard case .send(let latest, _) = await plan(call, now: date()) else {
                flight.end(.again)
                flights.remove(flight, for: call.key)
                return nil
            }
            return try await lead(call, validating: latest, for: flight)
        }
        switch try await leader.outcome(for: call.request) {
        case .again: return nil
        case .stored(let entry, let head):
            if let body = await store.body(of: entry) { return TransportResponse(head: head, body: body) }
        case .whole(let head, let data): return TransportResponse(head: head, body: MessageBody(data))
        case .alone: break
        }
        return try await sentAlone(call, validating: entry)
    }

    /// Sends a message for which no other message waits.
    private func sentAlone(_ call: CachedCall, validating entry: StoredEntry?) async throws -> TransportResponse {
        let alone = Flight(call.request, isShareable: false)
        flights.add(alone, for: call.key)
        return try await lead(call, validating: entry, for: alone)
    }

    /// Sends a message for all callers that wait for it.
    func lead(
        _ call: CachedCall, validating entry: StoredEntry?, for flight: Flight
    ) async throws -> TransportResponse {
        do {
            return try await fetch(call, validating: entry, for: flight)
        } catch {
            flight.end(call.isCancellation(error) ? .again : .alone)
            flights.remove(flight, for: call.key)
            throw error
        }
    }

    /// Returns the response of an entry, or a 304 if the caller's conditions require it.
    ///
    /// This function isn't inlined, to save memory: otherwise, a call that waits for the server would keep memory for
    /// it. The workload `waitingSix` measures this.
    @inline(never)
    private func stored(
        _ entry: StoredEntry, _ status: CacheStatus, for request: OutgoingRequest, now: Date
    ) async -> TransportResponse? {
        guard let body = await store.body(of: entry) else { return nil }
        var head = entry.head.responseHead(at: now)
        if Preconditions.hasEvaluable(request.header), Preconditions.isNotModified(entry.head, for: request) {
            head = ResponseHead(
                status: .notModified, header: StoredFields.notModified(head.header), urlText: head.urlText)
            return TransportResponse(head: head.marked(status, .none))
        }
        return TransportResponse(head: head.marked(status, .none), body: body)
    }

    /// Returns the requested part of a response that is fresh and in memory.
    private func part(_ call: CachedCall) async -> TransportResponse? {
        let now = date()
        guard case .serve(let entry, .hit) = await plan(call, now: now),
            case let head = entry.head.responseHead(at: now), PartOfBody.isAllowed(call.request, of: head),
            let range = call.request.header[.range], let body = await store.body(of: entry),
            let byteCount = body.byteCount, let part = PartOfBody(range, of: byteCount),
            let data = try? await body.collect(upTo: byteCount)
        else { return nil }
        let bytes = data.dropFirst(part.bytes.lowerBound).prefix(part.bytes.count)
        return TransportResponse(head: part.head(of: head).marked(.hit, .none), body: MessageBody(Data(bytes)))
    }

    private func validateInBackground(_ call: CachedCall) {
        let call = call.inBackground
        let flight = Flight(call.request, isShareable: true)
        guard flights.join(flight, for: call.key) == nil else { return }
        Task {
            // An earlier validation may have ended since the store was read.
            guard case .serveWhileValidating(let entry) = await plan(call, now: date()) else {
                flight.end(.again)
                return flights.remove(flight, for: call.key)
            }
            guard let response = try? await lead(call, validating: entry, for: flight) else { return }
            // Reading the response stores it.
            do { for try await _ in response.body {} } catch {}
        }
    }

    /// Responds to HEAD from the stored response to GET, or updates that response (RFC 9111, section 4.3.5).
    private func head(_ call: CachedCall) async throws -> TransportResponse {
        let entries = await store.entries(for: call.key)
        let now = date()
        var forward = CacheReason.Forward.method
        switch CachePlan(call.request, call.control, entries, now: now) {
        case .serve(let entry, let status):
            if let response = await stored(entry, status, for: call.request, now: now) {
                return TransportResponse(head: response.head)
            }
        case .send(_, let reason): forward = reason
        case .serveWhileValidating, .timeOut, .fail: break
        }
        let response = try await call.send(nil)
        if response.head.status == .ok, !call.control.noStore {
            await refresh(entries, by: response.head, for: call, sentAt: now)
        }
        return response.forwarded(forward)
    }

    /// Sends an unsafe message, and removes the entries that it invalidates.
    private func change(_ call: CachedCall) async throws -> TransportResponse {
        let requestTime = date()
        let response = try await call.send(nil)
        for key in Invalidation.keys(after: response.head, to: call.key) {
            flights.outdate(key)
            await store.removeAll(for: key)
        }
        // The response to a POST can be reused for later GETs (RFC 9110, section 9.3.3).
        guard call.request.method == .post, response.head.status.isSuccess,
            Invalidation.target(of: .contentLocation, in: response.head, at: call.key) == call.key,
            Freshness(
                status: response.head.status, header: response.head.header, requestTime: requestTime,
                responseTime: date()
            ).isExplicit
        else { return response.forwarded(.method) }
        let flight = Flight(call.request, isShareable: false)
        flights.add(flight, for: call.key)
        return try await keep(response, of: call, sentAt: requestTime, for: flight)
    }
}
