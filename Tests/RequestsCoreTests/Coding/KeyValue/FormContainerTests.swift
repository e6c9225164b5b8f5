import Foundation
import Requests
import TestSupport
import Testing
import TransportSoak

/// Containers that a value opens by hand: each container writes at its place, whichever other containers are open.
@Suite("Containers of a form") struct FormContainerTests {
    private enum Key: String, CodingKey { case a, b, c, list }

    private struct Value: Encodable, Sendable {
        let body: @Sendable (any Encoder) throws -> Void
        func encode(to encoder: any Encoder) throws { try body(encoder) }
    }

    private final class Box {
        var container: KeyedEncodingContainer<Key>?
    }

    private func text(_ coding: Coding = .standard, _ body: @escaping @Sendable (any Encoder) throws -> Void) throws
        -> String
    {
        String(decoding: try coding.formData(from: Value(body: body)), as: UTF8.self)
            .replacing("%5B", with: "[").replacing("%5D", with: "]")
    }

    @Test func `two containers that are open at once are written one after the other`() throws {
        let text = try text { encoder in
            var root = encoder.container(keyedBy: Key.self)
            var a = root.nestedContainer(keyedBy: Key.self, forKey: .a)
            var b = root.nestedContainer(keyedBy: Key.self, forKey: .b)
            try b.encode(1, forKey: .c)
            try root.encode(["x": 2], forKey: .c)
            try a.encode(3, forKey: .c)
            var below = a.nestedContainer(keyedBy: Key.self, forKey: .a)
            try b.encode(["y": ["z": 4]], forKey: .a)
            try below.encode(5, forKey: .b)
            try root.encode(6, forKey: .list)
        }
        #expect(text == "a[c]=3&a[a][b]=5&b[c]=1&b[a][y][z]=4&c[x]=2&list=6")
    }

    @Test func `elements of a manual encoder are numbered in their order`() throws {
        let text = try text(Coding(arrays: .indices)) { encoder in
            var root = encoder.container(keyedBy: Key.self)
            var list = root.nestedUnkeyedContainer(forKey: .list)
            try list.encode(1)
            var named = list.nestedContainer(keyedBy: Key.self)
            var inner = list.nestedUnkeyedContainer()
            try inner.encode(3)
            try named.encode(2, forKey: .a)
        }
        #expect(text == "list[0]=1&list[1][a]=2&list[2][0]=3")
    }

    @Test func `a value that is coded by hand is written and read in every kind of container`() throws {
        let coding = Coding(arrays: .indices, nils: .empty)
        let value = HandCoded()
        let form = try text(coding) { try value.encode(to: $0) }
        let (least, most) = (Int128.min, UInt128.max)
        #expect(
            form == """
                least=\(least)&most=\(most)&single=\(least)&numbers[0]=\(least)&numbers[1]=\(most)&holes[0]=&holes[1]=1&\
                point[x]=2&rows[0][x]=3&rows[1][0]=4&rows[2]=-5&super[x]=6&base[x]=7&nothing=
                """)
        #expect(try coding.value(HandCoded.self, fromForm: Data(form.utf8)) == value)
        let counts = try coding.formData(from: ["a": WideCount(most: most)])
        #expect(counts == Data("a=\(most)".utf8))
        #expect(try coding.value([String: WideCount].self, fromForm: counts) == ["a": WideCount(most: most)])
    }

    @Test func `a container that outlives its encoder keeps its path and writes nothing more`() throws {
        let box = Box()
        nonisolated(unsafe) let kept = box
        let text = try text { encoder in
            var root = encoder.container(keyedBy: Key.self)
            try root.encode(
                Value { encoder in
                    kept.container = encoder.container(keyedBy: Key.self)
                    try kept.container?.encode(1, forKey: .a)
                }, forKey: .a)
            try root.encode(3, forKey: .b)
        }
        #expect(text == "a[a]=1&b=3")
        try box.container?.encode(4, forKey: .c)
        #expect(box.container?.codingPath.map(\.stringValue) == ["a"])
    }

    @Test(arguments: [Int.min, -1, 0, 9, 10, 99, 100, 4_294_967_296, .max])
    func `whole numbers are written with all their digits`(number: Int) throws {
        let form = try Coding.standard.formData(from: ["n": number])
        #expect(String(decoding: form, as: UTF8.self) == "n=\(number)")
    }

    @Test func `numbers beyond 64 bits and of every size are written`() throws {
        let text = try text { encoder in
            var root = encoder.container(keyedBy: Key.self)
            try root.encode(UInt64.max, forKey: .a)
            try root.encode(Int128.min, forKey: .b)
            try root.encode(Int8.min, forKey: .c)
            var list = root.nestedUnkeyedContainer(forKey: .list)
            try list.encode(Int128.max)
            try list.encode(UInt128.max)
        }
        #expect(text == "a=\(UInt64.max)&b=\(Int128.min)&c=-128&list=\(Int128.max)&list=\(UInt128.max)")
    }

    #if os(Linux) || os(macOS)
    /// Runs in a separate process, because memory is measured per process.
    @Test(.timeLimit(.minutes(1))) func `nothing remains of written forms`() async {
        await #expect(processExitsWith: .success) {
            func write(_ count: Int) throws {
                for number in 0..<count {
                    _ = try Coding.standard.formData(from: ["a": number])
                    // The form is written up to the bracket, which is an error.
                    _ = try? Coding.standard.formData(from: ["a": ["b": number, "c[": number]])
                }
            }
            // The allocator keeps some memory of the first thousands of forms, and rarely of later ones. A leak would
            // grow each time.
            try write(20_000)
            let growths = try (0..<3).map { _ in
                let before = Usage.settled.memory
                try write(20_000)
                return Usage.settled.memory - before
            }
            #expect(growths.contains { $0 < 1 << 20 })
        }
    }
    #endif

    /// Makes a value that encodes nested containers.
    ///
    /// The innermost contains a number, or a value if `isValue` is true.
    private func nested(_ depth: Int, isValue: Bool) -> Value {
        Value { encoder in
            var container = encoder.container(keyedBy: Key.self)
            for _ in 0..<depth { container = container.nestedContainer(keyedBy: Key.self, forKey: .a) }
            if isValue { try container.encode(["b": 1], forKey: .a) } else { try container.encode(1, forKey: .a) }
        }
    }

    @Test func `containers are nested 128 levels deep in a form, and deeper in a query`() throws {
        #expect((1...200).first { (try? Coding.standard.formData(from: nested($0, isValue: false))) == nil } == 128)
        #expect((1...200).first { (try? Coding.standard.formData(from: nested($0, isValue: true))) == nil } == 127)
        #expect(try queryText(QueryItem(contentsOf: nested(200, isValue: true))).hasSuffix("%5Bb%5D=1"))
    }

    /// Writes names and texts that make the memory of a form grow in the middle of a pair.
    @Test(arguments: [1, 255, 256, 511, 512, 513, 4_095, 4_096, 100_000])
    func `texts of any length are written whole`(count: Int) throws {
        let name = String(repeating: "k", count: count)
        let value = [name: [name: String(repeating: "é ", count: count)]]
        let form = try Coding.standard.formData(from: value)
        #expect(form.count == count + 3 + count + 3 + 1 + 9 * count)
        #expect(try Coding.standard.value([String: [String: String]].self, fromForm: form) == value)
    }
}
