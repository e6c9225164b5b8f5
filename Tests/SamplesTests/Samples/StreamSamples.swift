import Foundation
import Requests

struct Tick: Decodable {
    var price: Double
}

struct Row: Decodable {
    let id: String
    let sequence: Int
}

struct StreamSamples<Session: Transport> {
    let session: Session
    let api: GitHub
    let request: Request<GitHub, Void>

    func events(show: (String) -> Void) async throws {
        let events = try await session.stream(
            api.get(from: "/events").receiving(stream: .serverSentEvents))
        show("\(events.head.status)")
        for try await event in events {
            show("\(event.id) \(event.type): \(event.data)")
        }
    }

    func ticks(show: (String) -> Void) async {
        do throws(RequestError<GitHub.Failure>) {
            let ticks = try await session.stream(
                request.receiving(stream: .jsonLines(Tick.self)))
            for try await tick in ticks {
                show("\(tick.price)")
            }
        } catch {
            // decodingFailed: line 3 could not be decoded as Tick: `price` is missing
            show("\(error)")
        }
    }

    func follow(show: (String) -> Void) async throws {
        let changes = api.get(from: "/changes")
            .receiving(stream: .serverSentEvents).reconnecting()
        for try await event in try await session.stream(changes) { show(event.data) }
    }

    func followRows(show: (String) -> Void) async throws {
        let changes = api.get(from: "/changes?feed=continuous")
            .receiving(stream: .jsonLines(Row.self))
            .reconnecting(from: \.sequence, as: "since")
        for try await row in try await session.stream(changes) { show(row.id) }
    }

    @MainActor final class Label {
        var text = ""
    }

    func showConnection(
        on label: Label, log: @escaping @Sendable (String) -> Void
    ) async throws -> ResponseStream<ServerSentEvent<String>, GitHub.Failure> {
        let patient = RetryPolicy(
            attemptLimit: 10, timeLimit: .seconds(3_600), delay: .seconds(1))
        let changes = request.receiving(stream: .serverSentEvents)
            .reconnecting(patient) { @MainActor connection in
                switch connection {
                case .success: label.text = "Live"
                case .failure(let error):
                    label.text = "Connecting again"
                    log("\(error)")
                }
            }
        return try await session.stream(changes)
    }

    func prices(show: (String) -> Void) async throws {
        let events = try await session.stream(request.receiving(stream: .serverSentEvents))
        for try await event in events where event.type == "tick" {
            let tick = try api.coding.value(Tick.self, fromJSON: Data(event.data.utf8))
            show("\(tick.price)")
        }
    }

    struct Found: Decodable { var users: [User] }

    func numbered(show: (String) -> Void) async throws {
        let found = api.get(.json(Found.self), from: "/search/users")
            .pages(.pageNumber("page") { $0.users.isEmpty })
        for try await user in session.stream(found.items(\.users)) { show(user.login) }
    }

    func pages(show: (String) -> Void) async throws -> PagePosition? {
        let users = session.stream(
            api.get(.json([User].self), from: "/users").pages(.linkHeader).items)
        for try await user in users { show(user.login) }
        return users.position
    }

    func loadMore(_ pages: PageStream<[User], GitHub.Failure>, into users: inout [User]) async throws {
        if let page = try await pages.next() { users += page }
    }

    func pages(from position: PagePosition) -> PagedRequest<GitHub, [User], [User]> {
        let rest = api.get(.json([User].self), from: "/users")
            .pages(.linkHeader, startingAt: position)
        return rest
    }

    func records() async throws -> [Data] {
        var records: [Data] = []
        for try await record in try await session.stream(request.receiving(stream: .records)) { records.append(record) }
        return records
    }
}

struct Records: StreamParser {
    private var pending = Data()

    mutating func parse(_ chunk: Data, _ emit: (Data) throws -> Void) throws {
        pending += chunk
        while pending.count >= 16 {
            try emit(Data(pending.prefix(16)))
            pending = Data(pending.dropFirst(16))
        }
    }

    mutating func finish(_ emit: (Data) throws -> Void) throws {
        if !pending.isEmpty { throw TornRecord() }
    }
}

extension StreamFormat where Element == Data {
    static var records: Self {
        StreamFormat(
            mediaType: "application/x-records",
            writing: { record, coding in record }
        ) { head, coding in
            Records()
        }
    }
}

struct TornRecord: Error {}
