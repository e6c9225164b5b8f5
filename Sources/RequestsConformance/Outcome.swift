import Foundation
import Requests

/// The way to read a response.
enum Reading: Sendable, CaseIterable, CustomStringConvertible {
    /// As a whole, with `response(for:)`.
    case whole
    /// Chunk by chunk, from `send(_:)`.
    case chunks

    var description: String {
        switch self {
        case .whole: "read at once"
        case .chunks: "read in chunks"
        }
    }
}

/// The outcome of an exchange.
enum Outcome: Sendable, CustomStringConvertible {
    case response(Response)
    case failure(Failure)

    var response: Response? { if case .response(let response) = self { response } else { nil } }
    var code: RequestErrorCode? { if case .failure(let failure) = self { failure.code } else { nil } }

    var description: String {
        switch self {
        case .response(let response): "\(response)"
        case .failure(let failure): "\(failure)"
        }
    }
}

/// A whole response.
struct Response: Sendable, CustomStringConvertible {
    let status: Int
    let header: HeaderFields
    let url: String
    let body: Data

    init(head: ResponseHead, body: Data) {
        status = head.status.code
        header = head.header
        url = head.urlText
        self.body = body
    }

    var description: String {
        let shown = body.count > 60 ? "\(body.count) bytes" : "\"\(String(decoding: body, as: UTF8.self))\""
        let fields = header.map { "\($0.name.rawValue): \($0.value)" }.joined(separator: ", ")
        return "the response \(status) with \(shown) [\(fields.prefix(300))]"
    }
}

/// An error that ended an exchange, and the part of the response that had arrived.
struct Failure: Sendable, CustomStringConvertible {
    let code: RequestErrorCode
    let message: String
    let status: Int?
    let body: Data

    var description: String { "the error \(code): \(message)" }
}

/// The allowed outcomes of an exchange.
struct Expectation: Sendable, CustomStringConvertible {
    let description: String
    let allows: @Sendable (Outcome) -> Bool

    /// Expects a 200 response with given content.
    static func response(_ body: String) -> Expectation { .response(200, body) }

    /// Expects a response with a given status and content.
    static func response(_ status: Int, _ body: String) -> Expectation {
        let shown = body.count > 60 ? "\(body.utf8.count) bytes" : "\"\(body)\""
        return Expectation(description: "the response \(status) with \(shown)") { outcome in
            outcome.response.map { $0.status == status && $0.body == Data(body.utf8) } ?? false
        }
    }

    /// Expects a response with a given status and any content.
    static func status(_ status: Int) -> Expectation {
        Expectation(description: "the response \(status)") { $0.response?.status == status }
    }

    /// Expects an error with one of several codes.
    static func failure(_ codes: RequestErrorCode...) -> Expectation {
        let names = codes.map(\.rawValue).joined(separator: " or ")
        return Expectation(description: "the error \(names)") { outcome in
            outcome.code.map { codes.contains($0) } ?? false
        }
    }

    /// The error for a response that is truncated or is not HTTP.
    static var broken: Expectation { .failure(.connectionLost, .malformedResponse) }

    /// Expects either of two outcomes.
    static func || (left: Expectation, right: Expectation) -> Expectation {
        Expectation(description: "\(left), or \(right)") { left.allows($0) || right.allows($0) }
    }
}
