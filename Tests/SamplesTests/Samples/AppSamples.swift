// The code of the page "In an app". `.ci/run` also compiles it as an app whose types belong to the main actor by default.
import Foundation
import Observation
import Requests
import RequestsTesting

#if canImport(SwiftUI)
import SwiftUI
#endif

nonisolated struct Mastodon: RequestProviding {
    static let live = Mastodon(baseURL: URL("https://mastodon.example"))
    let baseURL: URL

    struct Status: Codable, Identifiable {
        var id: String
        var content: String
    }

    struct Failure: Codable {
        var error: String
    }
}

extension Mastodon {
    var timeline: PagedRequest<Mastodon, [Status], [Status]> {
        self.get(.json([Status].self), from: "/api/v1/timelines/public")
            .pages(.linkHeader)
    }

    func favourite(_ id: Status.ID) -> Request<Mastodon, Status> {
        post(to: "/api/v1/statuses/\(id)/favourite").receiving(.json(Status.self))
    }
}

@MainActor @Observable
final class Timeline {
    private(set) var statuses: [Mastodon.Status] = []
    private(set) var message: String?
    private(set) var isLoading = false

    private let session: any Transport
    private let api: Mastodon
    private var pages: PageStream<[Mastodon.Status], Mastodon.Failure>

    init(session: any Transport, api: Mastodon = .live) {
        self.session = session
        self.api = api
        pages = session.stream(api.timeline)
    }

    var hasMore: Bool { pages.position != nil }

    func loadMore() async {
        guard !isLoading else { return }
        isLoading = true
        defer { isLoading = false }
        do {
            statuses += try await pages.next() ?? []
            message = nil
        } catch {
            show(error)
        }
    }

    func reload() async {
        guard !isLoading else { return }
        pages = session.stream(api.timeline)
        statuses = []
        await loadMore()
    }

    func favourite(_ status: Mastodon.Status) async {
        do {
            let changed = try await session.perform(api.favourite(status.id))
            guard let index = statuses.firstIndex(where: { $0.id == changed.id })
            else { return }
            statuses[index] = changed
        } catch {
            show(error)
        }
    }

    private func show(_ error: RequestError<Mastodon.Failure>) {
        if error.code == .cancelled { return }
        message = error.failure?.error ?? error.localizedDescription
    }
}

#if canImport(SwiftUI)
struct TimelineView: View {
    @State private var timeline: Timeline

    init(session: any Transport) {
        _timeline = State(wrappedValue: Timeline(session: session))
    }

    var body: some View {
        List {
            if let message = timeline.message { Text(message) }
            ForEach(timeline.statuses) { status in
                Button(status.content) { Task { await timeline.favourite(status) } }
            }
            if timeline.hasMore {
                ProgressView()
                    .task(id: timeline.statuses.count) { await timeline.loadMore() }
            }
        }
        .refreshable { await timeline.reload() }
    }
}

private nonisolated struct SessionKey: EnvironmentKey {
    static let defaultValue: any Transport = URLSession.shared.retrying()
}

extension EnvironmentValues {
    nonisolated var session: any Transport {
        get { self[SessionKey.self] }
        set { self[SessionKey.self] = newValue }
    }
}

struct FavouriteButton: View {
    @Environment(\.session) private var session
    let id: Mastodon.Status.ID

    var body: some View {
        Button("Favourite") {
            Task { try await session.perform(Mastodon.live.favourite(id)) }
        }
    }
}
#endif

actor Outbox {
    private let session: any Transport
    private(set) var sent: [Mastodon.Status] = []

    init(session: any Transport) {
        self.session = session
    }

    func send(_ text: String) async throws(RequestError<Mastodon.Failure>) {
        let request = Mastodon.live.post(
            .form(["status": text]), to: "/api/v1/statuses")
        sent.append(
            try await session.perform(
                request.receiving(.json(Mastodon.Status.self))))
    }
}

nonisolated struct MastodonClient: Sendable {
    var session: any Transport = URLSession.shared.retrying()
    var api = Mastodon.live
    let token: String

    func perform<Resource>(
        _ request: Request<Mastodon, Resource>
    ) async throws(RequestError<Mastodon.Failure>) -> Resource {
        try await session.perform(request.authenticated(with: .bearerToken(token)))
    }
}

nonisolated extension MastodonClient {
    func measured<Value>(
        _ call:
            nonisolated(nonsending) () async throws(RequestError<Mastodon.Failure>) ->
            Value
    ) async throws(RequestError<Mastodon.Failure>) -> Value {
        let start = ContinuousClock.now
        defer { print(ContinuousClock.now - start) }
        return try await call()
    }

    func measuredTimeline() async throws(RequestError<Mastodon.Failure>) -> [Mastodon.Status] {
        try await measured { () async throws(RequestError<Mastodon.Failure>) in
            try await perform(
                api.get(.json([Mastodon.Status].self), from: "/api/v1/timelines/public"))
        }
    }
}

extension Stub<Mastodon> {
    static var preview: Stub<Mastodon> {
        Stub(.live).on(.get, "/api/v1/timelines/public") { request in
            let next = HeaderField(
                "Link", #"</api/v1/timelines/public?max_id=1>; rel="next""#)
            let isLast = request.target.contains("max_id")
            return try .json(
                [Mastodon.Status(id: isLast ? "2" : "1", content: "Hello")],
                header: isLast ? [] : [next])
        }
        .on(.post, "/api/v1/statuses/{id}/favourite") { _ in
            try .json(
                Mastodon.Failure(error: "Log in first."), status: .unauthorized)
        }
    }
}
