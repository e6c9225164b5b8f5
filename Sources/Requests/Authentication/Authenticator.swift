import Foundation

/// An object that adds credentials to messages, and refreshes the credentials once for all waiting calls.
final class Authenticator<Store: CredentialStore>: Sendable {
    private let store: Store
    /// The only origin that gets credentials; `nil` if the URL of the store has no origin.
    private let origin: URLOrigin?
    /// The prefix, up to the path, of most URLs with the store's origin.
    ///
    /// Comparing this prefix is faster than comparing origins.
    private let beginning: [UInt8]
    /// The leeway in seconds.
    private let leeway: Double
    private let date: @Sendable () -> Date
    private let refreshing: SharedWork<Renewal>
    /// The lifetime of the last refreshed credentials.
    private let lifetime = Guarded<Lifetime?>(nil)
    private let lineage = Guarded(CredentialLineage<Store.Credential>())

    /// The outcome of a refresh: the new credentials, or `nil` after a sign-out.
    private final class Renewal: Sendable {
        let old: Store.Credential
        /// The call that began the renewal.
        let call: CallMark
        let outcome: Result<Store.Credential?, any Error>
        /// Indicates whether one of the calls that share the renewal still has to report it.
        private let isNews: Guarded<Bool>

        init(
            of old: Store.Credential, for call: CallMark, _ outcome: Result<Store.Credential?, any Error>, isNews: Bool
        ) {
            self.old = old
            self.call = call
            self.outcome = outcome
            self.isNews = Guarded(isNews)
        }

        /// Returns whether to report the renewal: `true` only for the first caller.
        func takeNews() -> Bool {
            isNews.withLock { isNews in
                defer { isNews = false }
                return isNews
            }
        }
    }

    /// The identity of a call.
    private final class CallMark: Sendable {}

    /// Refreshed credentials, and the number of seconds that were left until their expiry when they arrived.
    private struct Lifetime {
        let credential: Store.Credential
        let seconds: Double
    }

    init(store: Store, leeway: Double, timeLimit: Duration, date: @escaping @Sendable () -> Date) {
        self.store = store
        let url = store.baseURL.absoluteString
        origin = URLText.origin(of: Array(url.utf8))
        beginning = Array(url[..<(URLText.authority(of: url)?.endIndex ?? url.endIndex)].utf8)
        self.leeway = leeway
        self.date = date
        refreshing = SharedWork(timeLimit: timeLimit, clock: ContinuousClock())
    }

    func send(_ request: OutgoingRequest, _ next: NextTransport) async throws -> TransportResponse {
        guard request.options.authentication != .none, !request.header.contains(.authorization) else {
            return try await next(request)
        }
        guard let origin, isOfStore(request.urlText) else {
            return try await request.sent(by: next, withoutCredentialsFor: store.baseURL)
        }
        guard let credential = try await fresh(for: request) else {
            var request = request
            request.context.otherOrigins = []
            try request.checkCredentials()
            return try await next(request)
        }
        let head: ResponseHead
        do {
            var message = try message(request, with: credential)
            let isResent = request.body.canBeMadeAgain && store.canRefresh(credential)
            if isResent { message.context.isResentAfterUnauthorized = true }
            let response = try await message.sent(by: next)
            guard isResent, response.head.status == .unauthorized, response.head.comes(from: origin) else {
                return response
            }
            await response.drain()
            // The response is released before the refresh, because it may occupy a slot of a concurrency limit.
            head = response.head
        }
        guard let renewed = try await refreshed(credential, for: request, head: head) else {
            throw TransportError(
                code: .credentialsMissing,
                message: "the server refused the credentials for \(request), and no user is signed in anymore",
                request: request, head: head)
        }
        request.options.progressObserver?.willSend(request.body)
        return try await message(request, with: renewed).sent(by: next)
    }

    /// Returns whether a URL has the store's origin.
    private func isOfStore(_ url: String) -> Bool {
        let isUsual = url.withBytes { bytes in
            bytes.count > beginning.count && bytes[beginning.count] == UInt8(ascii: "/")
                && bytes.starts(with: beginning)
        }
        return isUsual || URLText.origin(of: Array(url.utf8)) == origin
    }

    private func message(_ request: OutgoingRequest, with credential: Store.Credential) throws -> OutgoingRequest {
        var message = hiding(credential, in: request)
        #if DEBUG
        message.context.order.pass(.credentials, keeping: self)
        #endif
        try store.provider(for: credential).authenticate(&message)
        return message
    }

    /// Returns a message whose errors don't show the credentials.
    private func hiding(_ credential: Store.Credential, in request: OutgoingRequest) -> OutgoingRequest {
        var message = request
        message.context.credentialSecrets += store.secrets(of: credential)
        return message
    }

    /// Returns credentials that don't expire within the leeway, refreshed if necessary.
    private func fresh(for request: OutgoingRequest) async throws -> Store.Credential? {
        let credential: Store.Credential?
        do {
            credential = try await store.credential()
        } catch {
            throw TransportError.authenticationFailed("the credential store", error).with(request: request)
                as TransportError
        }
        guard let credential, let expiry = store.expiry(of: credential), store.canRefresh(credential) else {
            return credential
        }
        let left = expiry.timeIntervalSince(date())
        // For an unknown date, the number is NaN, and the comparison is false.
        guard left <= leeway, left <= leewayOfRefreshed(credential) else { return credential }
        var call = request
        if left > 0 {
            // The credentials are still valid, so the call doesn't wait for a slow refresh.
            let deadline = Moment.now + .seconds(min(leeway, 1e6) / 10)
            call.context.deadline = request.context.deadline.map { min($0, deadline) } ?? deadline
        }
        do {
            return try await refreshed(credential, for: call, head: nil)
        } catch let error as TransportError where left > 0 && !Task.isCancelled && error.code != .credentialsMissing {
            // The credentials are still valid.
            return credential
        }
    }

    /// Returns the longest leeway: half the lifetime of refreshed credentials; infinity for other credentials.
    ///
    /// Without this limit, credentials that are valid for a short time would be refreshed for each call. If refreshed
    /// credentials seem expired when they arrive, the clocks of client and server differ, so only a 401 means that they
    /// have expired.
    private func leewayOfRefreshed(_ credential: Store.Credential) -> Double {
        guard let last = lifetime.withLock(\.self), last.credential == credential else { return .infinity }
        return last.seconds > 0 ? last.seconds / 2 : -.infinity
    }

    /// Replaces refused or expiring credentials.
    ///
    /// - Returns: The credentials from another call's refresh, or new ones; `nil` after a sign-out.
    /// - Throws: ``RequestErrorCode/credentialsMissing`` if another user has signed in, because one user's call is never sent
    ///   with another's credentials.
    private func refreshed(
        _ credential: Store.Credential, for request: OutgoingRequest, head: ResponseHead?
    ) async throws -> Store.Credential? {
        let id = ObjectIdentifier(self)
        let path = RefreshPath.authenticators
        guard !path.contains(id) else {
            throw TransportError.refreshWaitsForItself.with(request: hiding(credential, in: request)) as TransportError
        }
        do {
            let call = CallMark()
            var renewal: Renewal
            // Repeat if the running refresh was for a previous user's credentials. The calls are compared as well,
            // because credentials may differ from themselves, as NaN does.
            repeat {
                renewal = try await refreshing.value(for: request) {
                    await RefreshPath.$authenticators.withValue(path.union([id])) {
                        await self.renewal(of: credential, for: call)
                    }
                }
            } while renewal.call !== call && renewal.old != credential
            guard let renewed = try renewal.outcome.get() else { return nil }
            if renewal.takeNews() { request.context.observer?.credentialsRefreshed() }
            return renewed
        } catch {
            throw TransportError.authenticationFailed("the credential refresh", error)
                .with(request: hiding(credential, in: request), head: head) as TransportError
        }
    }

    private func renewal(of credential: Store.Credential, for call: CallMark) async -> Renewal {
        var isNews = false
        do {
            // After a sign-out, nothing is refreshed.
            var current = try await store.credential()
            if current == credential {
                let new = try await store.refresh(credential)
                isNews = true
                lineage.withLock { $0.add(new, after: credential) }
                if let expiry = store.expiry(of: new) {
                    let seconds = expiry.timeIntervalSince(date())
                    lifetime.withLock { $0 = Lifetime(credential: new, seconds: seconds) }
                }
                // A user may have signed out or in during the refresh.
                let kept = try await store.credential()
                current = kept == credential ? new : kept
            }
            guard let current else { return Renewal(of: credential, for: call, .success(nil), isNews: false) }
            let isOwn = lineage.withLock { $0.leads(from: credential, to: current) }
            guard isOwn || store.isRenewal(current, of: credential) else { throw TransportError.signedInByAnother }
            return Renewal(of: credential, for: call, .success(current), isNews: isNews)
        } catch {
            return Renewal(of: credential, for: call, .failure(error), isNews: false)
        }
    }
}

/// The refreshes that the current task is part of.
private enum RefreshPath {
    /// The authenticators that wait for these refreshes.
    @TaskLocal static var authenticators: Set<ObjectIdentifier> = []
}

extension ResponseHead {
    /// Returns whether the response comes from an origin, because no redirect has led to a different one.
    ///
    /// A different origin received no credentials, so it can't have refused them.
    func comes(from origin: URLOrigin) -> Bool {
        URLText.origin(of: Array(urlText.utf8)).map { $0 == origin } ?? true
    }
}

extension TransportError {
    /// The error of a call that is part of a refresh and would wait for that refresh.
    fileprivate static var refreshWaitsForItself: TransportError {
        TransportError(
            code: .authenticationFailed,
            message:
                "the credential refresh sends a request that would wait for the same refresh: send that request with a "
                + "transport that doesn't authenticate, or add .authentication(.none) to the request")
    }

    /// The error of a call whose credentials were replaced by another user's.
    static var signedInByAnother: TransportError {
        TransportError(
            code: .credentialsMissing,
            message: "a different user has signed in since the call began: send the request again only if the new user "
                + "should send it")
    }
}
