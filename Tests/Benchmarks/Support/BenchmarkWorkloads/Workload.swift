import Foundation
import Requests
import RequestsEndpoints
import Synchronization

/// A piece of work, to be repeated.
package struct Workload: Sendable {
    /// The name on the command line.
    package let name: String

    /// Does the work `count` times.
    package let run: @Sendable (_ count: Int) throws -> Void

    init<Result>(_ name: String, _ work: @escaping @Sendable () throws -> Result) {
        self.name = name
        run = { count in
            for _ in 0..<count { consume(try work()) }
        }
    }

    /// Makes a workload whose operation is one step of a loop; only whole loops are run.
    init<Result>(_ name: String, steps: Int, _ loop: @escaping @Sendable () throws -> Result) {
        self.name = name
        run = { count in
            for _ in 0..<(count + steps - 1) / steps { consume(try loop()) }
        }
    }

    /// Makes a workload whose values are created at its first run, so that they don't delay other workloads.
    package init<Value: Sendable, Result>(
        _ name: String, preparing prepare: @escaping @Sendable () -> Value,
        _ work: @escaping @Sendable (Value) throws -> Result
    ) {
        self.name = name
        let prepared = Prepared(prepare)
        run = { count in
            let value = prepared.value
            for _ in 0..<count { consume(try work(value)) }
        }
    }
}

/// A value that is created when it is first read.
private final class Prepared<Value: Sendable>: Sendable {
    private let made = Mutex<Value?>(nil)
    private let make: @Sendable () -> Value

    init(_ make: @escaping @Sendable () -> Value) { self.make = make }

    var value: Value {
        made.withLock { made in
            let value = made ?? make()
            made = value
            return value
        }
    }
}

extension Workload {
    /// The bytewise bound of a `URLRequest`.
    package static let bound = Workload("bound", BytewiseBound.request)

    /// The chain alone: a `Request` value.
    package static let chain = Workload("chain", Example.chain)

    /// The resolution of an existing request.
    package static let resolve = Workload("resolve") { [request = Example.chain()] in try request.resolve() }

    /// The `URLRequest` of an existing message.
    package static let toURLRequest: Workload = {
        let message = Result { try Example.chain().resolve() }
        return Workload("toURLRequest") { try message.get().toURLRequest() }
    }()

    /// Chain, resolution and `URLRequest`.
    package static let all = Workload("all") { try Example.chain().toURLRequest() }

    /// The same work by hand.
    package static let foundation = Workload("foundation", HandWritten.request)

    /// Chain and resolution.
    package static let outgoing = Workload("outgoing") { try Example.chain().resolve() }

    /// Returns the URL and the fields of the message, for the request of another client.
    package static func message() -> (url: String, fields: [(name: String, value: String)]) {
        let message = BytewiseBound.message()
        return (message.url, message.fields)
    }

    /// A plain struct with the text of the same message.
    package static let plain = Workload("plain", BytewiseBound.message)

    /// A POST with a JSON body, from the chain to the `URLRequest`.
    package static let json = Workload("json") { try Example.post().toURLRequest() }

    /// The encoding of the JSON body alone.
    package static let jsonEncoderAlone: Workload = {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return Workload("jsonEncoderAlone") { try encoder.encode(Example.body) }
    }()

    /// Every workload.
    package static let every: [Workload] =
        [
            bound, chain, resolve, toURLRequest, all, foundation, outgoing, plain, json, jsonEncoderAlone, endpoint,
            endpointByChain, allOfTwo, allOfThirty, outgoingOfTwo, routing(among: 10), routing(among: 1_000),
        ] + forms + names + Growth.every.flatMap { $0.rows.map(\.workload) }
}

extension Workload {
    /// An error that is thrown if the peers of a comparison make different requests.
    package struct Mismatch: Error {
        /// The requests of the peers.
        package let requests: [String]
    }

    /// Makes the request of each peer once and compares them.
    package static func verify() throws {
        let message = BytewiseBound.message()
        let requests = [
            try describe(Example.chain().toURLRequest()),
            try describe(BytewiseBound.request()),
            // The request that is written by hand leaves the plus unescaped, which a server reads as a space.
            try describe(HandWritten.request()).replacing("+", with: "%2B"),
            describe(message.method, message.url, message.fields.map { ($0.name, $0.value) }),
        ]
        if Set(requests).count != 1 { throw Mismatch(requests: requests) }
    }

    /// Makes a declared request both ways and compares them.
    package static func verifyEndpoint() throws {
        let (api, input) = (DeclaredAPI(), RepositoryInput.sample)
        let requests = [
            try describe(api.request(\.repository, input).toURLRequest()),
            try describe(
                api.get(.json(Repository.self), from: "/users/\(input.owner)/repos/\(input.id)")
                    .adding(query: "page", 2).adding(query: "perPage", 100).adding(query: "sort", "created")
                    .adding(headerField: HeaderField(.userAgent, "bench/1.0")).toURLRequest()),
        ]
        if Set(requests).count != 1 { throw Mismatch(requests: requests) }
    }

    private static func describe(_ request: URLRequest) -> String {
        let fields = (request.allHTTPHeaderFields ?? [:]).map { ($0.key, $0.value) }
        return describe(request.httpMethod ?? "", request.url?.absoluteString ?? "", fields)
    }

    private static func describe(_ method: String, _ url: String, _ fields: [(String, String)]) -> String {
        let lines = fields.map { "\($0.0.lowercased()): \($0.1)" }.sorted()
        return (["\(method) \(url)"] + lines).joined(separator: "\n")
    }
}

/// Keeps the optimizer from removing a value.
@inline(never)
private func consume<Value>(_ value: Value) {}
