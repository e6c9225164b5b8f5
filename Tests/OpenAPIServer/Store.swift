#if Hummingbird
import Foundation
import Requests
import RequestsEndpoints

/// Keeps items and files in memory.
actor Store {
    private var items: [UUID: Item] = [:]
    private var order: [UUID] = []
    private var files: [String: Data] = [:]

    func find(_ search: Search) -> [Item] {
        let kinds = Set(search.kinds)
        let found = order.compactMap { items[$0] }.filter { item in
            (kinds.isEmpty || kinds.contains(item.kind)) && search.text.map(item.title.contains) ?? true
                && search.since.map { item.madeAt >= $0 } ?? true
        }
        return Array(found.prefix(Int(search.limit ?? 20)))
    }

    func item(_ id: UUID) throws -> Item {
        guard let item = items[id] else { throw StoreFailure.missing }
        return item
    }

    /// Saves an item, and returns whether it is new.
    func save(_ item: Item) -> Bool {
        defer { items[item.id] = item }
        guard items[item.id] == nil else { return false }
        order.append(item.id)
        if order.count > 1_000 { items[order.removeFirst()] = nil }
        return true
    }

    func change(_ change: Change) throws -> Item {
        var item = try item(change.id)
        item.title = change.title ?? item.title
        item.count = change.count ?? item.count
        item.notes = change.notes ?? item.notes
        items[item.id] = item
        return item
    }

    func remove(_ id: UUID) throws {
        guard items.removeValue(forKey: id) != nil else { throw StoreFailure.missing }
        order.removeAll { $0 == id }
    }

    func file(_ path: String) throws -> Data {
        guard let data = files[path] else { throw ServingError(.notFound, "there is no such file") }
        return data
    }

    func write(_ data: Data, to path: String) {
        if files.count > 100 { files = [:] }
        files[path] = data
    }
}

extension Store {
    /// Makes the routes of the API.
    nonisolated func routes(_ api: StoreAPI) -> Routes<StoreAPI> {
        Routes(api)
            .authenticating(by: .bearerToken) { token in token == "token" }
            .on(\.items) { await self.find($0) }
            .on(\.add) { new in
                let item = Item(
                    id: UUID(), kind: new.kind, title: new.title, count: Int(new.count), madeAt: Date(), parts: [])
                _ = await self.save(item)
                return Created(location: api.baseURL.appending(path: "items/\(item.id)"), item: item)
            }
            .on(\.item) { try await self.item($0.id) }
            .on(\.replace) { input in
                var item = input.item
                item.id = input.id
                let isNew = await self.save(item)
                return Saved(status: isNew ? .created : .ok, eTag: "\"\(item.count)\"", item: item)
            }
            .on(\.change) { try await self.change($0) }
            .on(\.remove) { try await self.remove($0) }
            .on(\.file) { try await self.file($0.path) }
            .on(\.write) { await self.write($0.content, to: $0.path) }
            .on(\.text) { input in
                guard let times = input.times, times > 1 else { return input.prefix }
                return String(repeating: input.prefix, count: min(Int(times), 10))
            }
            .on(\.shout) { $0.uppercased() }
            .on(\.ticks) { count in
                ElementStream((0..<count).map { Tick(price: Double($0) / 4) })
            }
            .on(\.events) {
                ElementStream((0..<3).map { ServerSentEvent(data: Tick(price: Double($0))) })
            }
            .on(\.numbers) { $0 }
            .on(\.links) { $0 }
            .on(\.fields) { $0 }
            .on(\.upload) { input in
                Receipt(size: (input.more ?? []).reduce(input.image.data.count) { $0 + $1.data.count })
            }
            .on(\.search) { await self.find($0) }
            .on(\.stock) { filter in
                if filter.titles.count > 1 { throw Refusal(titles: filter.titles) }
                let counts = filter.kinds.map { Stock.Count(kind: $0, count: filter.least ?? 0) }
                return filter.titles.isEmpty ? .accepted : counts.count == 1 ? .partialContent(counts[0]) : .ok(counts)
            }
            .on(\.alive) {}
    }
}
#endif
