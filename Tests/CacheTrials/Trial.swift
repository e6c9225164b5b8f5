import Foundation
import Requests

@testable import RequestsCaching

/// Writes, reads and removes random entries of a cache.
///
/// The contents of an entry can be computed from its name.
struct Trial: Sendable {
    enum Work { case write, check }

    /// The exit code for a wrong response.
    static let failure: Int32 = 255

    private static let keyCount = 40
    private static let limit = 8 << 20

    private let store: DiskStore

    init(directory: String) {
        store = DiskStore(CacheDirectory(URL(filePath: directory)), limit: Self.limit, storesSecrets: false)
    }

    func run(_ work: Work) async {
        switch work {
        case .write: while true { await step() }
        case .check:
            var count = 0
            for key in 0..<Self.keyCount { count += await read(key) }
            exit(Int32(min(count, 254)))
        }
    }

    private func step() async {
        let key = Int.random(in: 0..<Self.keyCount)
        switch Int.random(in: 0..<1000) {
        case 0..<600: await write(key)
        case 600..<800: await update(key)
        case 800..<960: _ = await read(key)
        case 960..<998: await store.removeAll(for: Self.key(key))
        default: await store.removeAll()
        }
    }

    private static func key(_ number: Int) -> CacheKey { CacheKey(url: "http://localhost/\(number)") }

    private func write(_ key: Int) async {
        let size =
            switch Int.random(in: 0..<10) {
            case 0..<3: Int.random(in: 0...5000)
            case 3..<8: Int.random(in: 0...100_000)
            case 8: Int.random(in: 0...300_000)
            default: Int.random(in: 0...1_000_000)
            }
        let contents = Contents(key: key, generation: .random(in: .min ... .max), size: size)
        let variant = Int.random(in: 0..<3)
        guard let writer = await store.write(contents.head(variant), for: Self.key(key), byteCount: nil) else { return }
        let (body, chunk) = (contents.body, Int.random(in: 1...100_000))
        for start in stride(from: 0, to: body.count, by: chunk) {
            await writer.append(body[start..<min(start + chunk, body.count)])
            if Int.random(in: 0..<200) == 0 { return }
        }
        await writer.commit()
    }

    private func update(_ key: Int) async {
        guard let entry = await store.entries(for: Self.key(key)).randomElement() else { return }
        guard let contents = Contents(entry.head, key: key) else { fail("head", entry) }
        let variant = entry.head.selecting.first?.value.flatMap { Int($0) } ?? 0
        await store.update(entry, to: contents.head(variant))
    }

    /// Returns the number of bodies that were read.
    private func read(_ key: Int) async -> Int {
        var count = 0
        for entry in await store.entries(for: Self.key(key)) {
            guard let contents = Contents(entry.head, key: key) else { fail("head", entry) }
            guard let body = await store.body(of: entry) else { continue }
            do {
                guard try await body.collect(upTo: .max) == contents.body else { fail("body", entry) }
                count += 1
            } catch {
                fail("\(error)", entry)
            }
        }
        return count
    }

    private func fail(_ what: String, _ entry: StoredEntry) -> Never {
        print("WRONG \(what): \(entry.key.url) \(entry.id) \(entry.head.header.map { "\($0)" })")
        fflush(nil)
        exit(Self.failure)
    }
}

/// The contents of an entry, computed from its key, its generation and its size.
struct Contents {
    let key: Int
    let generation: UInt64
    let size: Int

    init(key: Int, generation: UInt64, size: Int) {
        (self.key, self.generation, self.size) = (key, generation, size)
    }

    /// Reads a head; `nil` if its fields do not belong together.
    init?(_ head: StoredHead, key: Int) {
        guard let generation = head.header["G"].flatMap(UInt64.init), let size = head.header["N"].flatMap(Int.init),
            let update = head.header["U"].flatMap(UInt64.init), let sum = head.header["S"].flatMap(UInt64.init)
        else { return nil }
        self.init(key: key, generation: generation, size: size)
        guard sum == self.sum(update) else { return nil }
    }

    /// Makes a head that differs for each variant.
    func head(_ variant: Int) -> StoredHead {
        let update = UInt64.random(in: .min ... .max)
        let padding = String(repeating: "x", count: Int(update % 500))
        return StoredHead(
            status: .ok,
            header: ["G": "\(generation)", "N": "\(size)", "U": "\(update)", "P": padding, "S": "\(sum(update))"],
            url: "http://localhost/\(key)", requestTime: Date(), responseTime: Date(),
            selecting: [SelectingField(name: "v", value: "\(variant)")], isSensitive: false)
    }

    private func sum(_ update: UInt64) -> UInt64 {
        var state = generation ^ update &* 3 ^ UInt64(size) &* 5 ^ UInt64(key) &* 7
        return Self.next(&state)
    }

    var body: Data {
        var state = generation &+ UInt64(key)
        var body = Data(count: size)
        body.withUnsafeMutableBytes { memory in
            for offset in stride(from: 0, to: size & ~7, by: 8) {
                memory.storeBytes(of: Self.next(&state), toByteOffset: offset, as: UInt64.self)
            }
            for offset in size & ~7..<size { memory[offset] = UInt8(truncatingIfNeeded: Self.next(&state)) }
        }
        return body
    }

    /// Advances the generator SplitMix64.
    private static func next(_ state: inout UInt64) -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ value >> 30) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
        return value ^ value >> 31
    }
}
