import Foundation
import Requests

@testable import RequestsCaching

/// Measures the costs of a cache on disk, in microseconds.
struct Costs {
    let directory: String

    func run() async throws {
        for size in [1000, 20_000, 200_000, 1_000_000] { try await measure(size) }
        try await fill()
        try? FileManager.default.removeItem(atPath: directory)
    }

    private func store(limit: Int = 1 << 30) -> DiskStore {
        DiskStore(CacheDirectory(URL(filePath: directory)), limit: limit, storesSecrets: false)
    }

    private func measure(_ size: Int) async throws {
        try? FileManager.default.removeItem(atPath: directory)
        let store = store()
        let contents = Contents(key: 1, generation: 1, size: size)
        let (body, key, count) = (contents.body, CacheKey(url: "http://localhost/1"), size > 100_000 ? 200 : 2000)
        func put(_ key: CacheKey) async throws {
            guard let writer = await store.write(contents.head(0), for: key, byteCount: size) else { return }
            for start in stride(from: 0, to: size, by: 16384) {
                await writer.append(body[start..<min(start + 16384, size)])
            }
            await writer.commit()
        }
        try await put(key)
        try await print("hit of \(size) bytes", count) { _ in
            guard let entry = await store.entries(for: key).first, let body = await store.body(of: entry) else {
                return
            }
            guard try await body.collect(upTo: .max).count == size else { throw CancellationError() }
        }
        try await print("replacement of \(size) bytes", count / 4) { _ in try await put(key) }
        try await print("write of \(size) bytes", count / 4) { number in
            try await put(CacheKey(url: "http://localhost/new/\(number)"))
        }
        try await print("new head, body of \(size) bytes", count / 4) { _ in
            guard let entry = await store.entries(for: key).first else { return }
            await store.update(entry, to: contents.head(0))
        }
    }

    /// Fills a cache with 10,000 entries.
    ///
    /// The first store after that looks at all of them, and later stores remove some.
    private func fill() async throws {
        try? FileManager.default.removeItem(atPath: directory)
        let store = store()
        func put(_ number: Int, _ store: DiskStore) async {
            let contents = Contents(key: number, generation: 1, size: 6000)
            let key = CacheKey(url: "http://localhost/\(number)")
            guard let writer = await store.write(contents.head(0), for: key, byteCount: 6000) else { return }
            await writer.append(contents.body)
            await writer.commit()
        }
        for number in 0..<10_000 { await put(number, store) }
        try await print("hit of 6000 bytes among 10,000 entries", 10_000) { number in
            let key = CacheKey(url: "http://localhost/\(number)")
            guard let entry = await store.entries(for: key).first, await store.body(of: entry) != nil else { return }
        }
        try await print("first write of a process, with 10,000 entries", 10) { number in
            await put(20_000 + number, self.store())
        }
        try await print("first write that evicts", 10) { number in
            await put(30_000 + number, self.store(limit: 60_000_000))
        }
        let full = self.store(limit: 60_000_000)
        try await print("writes with evictions, on average", 1, per: 4000) { _ in
            for number in 0..<4000 { await put(40_000 + number, full) }
        }
    }

    private func print(
        _ name: String, _ count: Int, per pieces: Int = 1, _ work: (Int) async throws -> Void
    ) async throws {
        var times: [Double] = []
        for number in 0..<count {
            let begin = ContinuousClock.now
            try await work(number)
            let time = (ContinuousClock.now - begin).components
            times.append((Double(time.seconds) * 1e6 + Double(time.attoseconds) / 1e12) / Double(pieces))
        }
        times.sort()
        func at(_ part: Double) -> String { String(format: "%.1f", times[Int(Double(times.count - 1) * part)]) }
        Swift.print("\(name): median \(at(0.5)) µs, 10 % \(at(0.1)), 90 % \(at(0.9)), most \(at(1))")
    }
}
