import Foundation
package import Requests
import RequestsEndpoints

/// A message with a value in a place.
package protocol ValueMessage<Sample>: Codable, Equatable, Sendable {
    associatedtype Sample: Equatable & Sendable

    var sampleID: Sample { get }
    init(sampleID: Sample)
}

/// A place for a message outside of the endpoints, such as a document.
package protocol ValuePlace: Sendable {
    /// The name of the place in the table.
    var name: String { get }

    /// Writes a message and reads it back.
    func read<Message: ValueMessage>(_ message: Message, coding: Coding) async throws -> Message
}

/// An API whose endpoints accept and return a value in each place of a message.
protocol ValueEndpoints<Sample>: RequestProviding {
    associatedtype Sample: Equatable & Sendable
    associatedtype Plain: ValueMessage<Sample>
    associatedtype Header: ValueMessage<Sample>
    associatedtype Cookie: ValueMessage<Sample>

    init(coding: Coding)
    var query: Endpoint<Plain, Void> { get }
    var json: Endpoint<Plain, Void> { get }
    var form: Endpoint<Plain, Void> { get }
    var multipart: Endpoint<Plain, Void> { get }
    var header: Endpoint<Header, Void> { get }
    var cookie: Endpoint<Cookie, Void> { get }
    var givenJSON: Endpoint<Void, Plain> { get }
    var givenForm: Endpoint<Void, Plain> { get }
    var givenHeader: Endpoint<Void, Header> { get }
    var givenCookie: Endpoint<Void, Cookie> { get }
}

struct ValueAPI<Value: Codable & Equatable & Sendable>: ValueEndpoints {
    struct Plain: ValueMessage, StreamElement { var sampleID: Value }
    struct Header: ValueMessage { @HeaderValue var sampleID: Value }
    struct Cookie: ValueMessage { @CookieValue var sampleID: Value }

    let baseURL = URL("https://values.example")
    let coding: Coding
    let path = Endpoint<Plain, Void>(.get, "/path/{sampleID}")
    let query = Endpoint<Plain, Void>(.get, "/query")
    let json = Endpoint<Plain, Void>(.post, "/json")
    let form = Endpoint<Plain, Void>(.post, "/form").body(.form)
    let multipart = Endpoint<Plain, Void>(.post, "/multipart").body(.multipart)
    let header = Endpoint<Header, Void>(.get, "/header")
    let cookie = Endpoint<Cookie, Void>(.get, "/cookie")
    let givenJSON = Endpoint<Void, Plain>(.get, "/given/json")
    let givenForm = Endpoint<Void, Plain>(.get, "/given/form").response(.form)
    let givenHeader = Endpoint<Void, Header>(.get, "/given/header")
    let givenCookie = Endpoint<Void, Cookie>(.get, "/given/cookie")
    let givenList = Endpoint<Void, [Plain]>(.get, "/given/list")
    let givenLines = Endpoint<Void, ElementStream<Plain>>(.get, "/given/lines")
    let givenEvents = Endpoint<Void, ElementStream<ServerSentEvent<Plain>>>(.get, "/given/events")
}

/// The same API for a value that may be missing, because the compiler codes an optional property differently.
struct OptionalValueAPI<Value: Codable & Equatable & Sendable>: ValueEndpoints {
    struct Plain: ValueMessage { var sampleID: Value? }
    struct Header: ValueMessage { @HeaderValue var sampleID: Value? }
    struct Cookie: ValueMessage { @CookieValue var sampleID: Value? }

    let baseURL = URL("https://values.example")
    let coding: Coding
    let query = Endpoint<Plain, Void>(.get, "/query")
    let json = Endpoint<Plain, Void>(.post, "/json")
    let form = Endpoint<Plain, Void>(.post, "/form").body(.form)
    let multipart = Endpoint<Plain, Void>(.post, "/multipart").body(.multipart)
    let header = Endpoint<Header, Void>(.get, "/header")
    let cookie = Endpoint<Cookie, Void>(.get, "/cookie")
    let givenJSON = Endpoint<Void, Plain>(.get, "/given/json")
    let givenForm = Endpoint<Void, Plain>(.get, "/given/form").response(.form)
    let givenHeader = Endpoint<Void, Header>(.get, "/given/header")
    let givenCookie = Endpoint<Void, Cookie>(.get, "/given/cookie")
}

/// Sends values to endpoints, and compares what arrives.
struct ValueTrial {
    private final class Box<Value: Sendable>: Sendable {
        let value = Guarded<Value?>(nil)
    }

    /// Sends an input to a server.
    static func taken<API: RequestProviding, Input: Codable & Equatable & Sendable>(
        _ api: API, _ endpoint: KeyPath<API, Endpoint<Input, Void>>, _ input: Input, _ isEqual: (Input, Input) -> Bool
    ) async -> ValueOutcome {
        let box = Box<Input>()
        let routes = Routes(api).on(endpoint) { input in box.value.withLock { $0 = input } }
        return await outcome(input, isEqual) {
            try await Loopback(routes).perform(api.request(endpoint, input))
            return box.value.withLock(\.self)
        }
    }

    /// Receives an output from a server; an output that the server can't write is rejected with the server's error.
    static func given<API: RequestProviding, Output: Codable & Equatable & Sendable>(
        _ api: API, _ endpoint: KeyPath<API, Endpoint<Void, Output>>, _ output: Output,
        _ isEqual: (Output, Output) -> Bool
    ) async -> ValueOutcome {
        await called(api, endpoint, returning: { output }, output, isEqual) { $0 }
    }

    /// Receives an element of a stream from a server; an element that the server can't write is rejected with its error.
    static func streamed<API: RequestProviding, Element: StreamElement, Value: Equatable>(
        _ api: API, _ endpoint: KeyPath<API, Endpoint<Void, ElementStream<Element>>>, _ element: Element,
        of value: (Element) -> Value, _ isEqual: (Value, Value) -> Bool
    ) async -> ValueOutcome {
        await called(api, endpoint, returning: { ElementStream([element]) }, value(element), isEqual) { stream in
            for try await element in stream { return value(element) }
            return nil
        }
    }

    /// Calls an endpoint, and compares what a function reads from its output.
    private static func called<API: RequestProviding, Output: Sendable, Value: Equatable>(
        _ api: API, _ endpoint: KeyPath<API, Endpoint<Void, Output>>,
        returning makeOutput: @escaping @Sendable () -> Output, _ value: Value, _ isEqual: (Value, Value) -> Bool,
        _ read: (Output) async throws -> Value?
    ) async -> ValueOutcome {
        let problem = Box<String>()
        let routes = Routes(api).on(endpoint) { makeOutput() }
            .onUnexpectedError { error, _ in problem.value.withLock { $0 = "\(error)" } }
        let outcome = await outcome(value, isEqual) {
            try await read(Loopback(routes).perform(api.request(endpoint)))
        }
        return problem.value.withLock(\.self).map { .rejected($0) } ?? outcome
    }

    /// Compares a value with the one that a function returns.
    static func outcome<Value: Equatable>(
        _ value: Value, _ isEqual: (Value, Value) -> Bool, _ read: () async throws -> Value?
    ) async -> ValueOutcome {
        do {
            guard let received = try await read() else { return .silent("nothing") }
            return isEqual(value, received) ? .equal : .silent("\(received)")
        } catch {
            return .rejected("\(error)")
        }
    }
}
