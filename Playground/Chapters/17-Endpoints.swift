import FlyingFox
import FlyingSocks
import Foundation
import Requests
import RequestsEndpoints
import RequestsOpenAPI
import RequestsTesting

private struct Lending: RequestProviding {
    var baseURL = URL("http://localhost/lending")

    @GET("/readers/{reader}/loans") var loans: Endpoint<Loans, [Loan]>
    @POST("/readers/{reader}/loans") var lend: Endpoint<NewLoan, Loan>
    @GET("/readers/{reader}/calls") var calls: Endpoint<String, ElementStream<String>>

    let mine = Endpoint<Void, [Loan]>(.get, "/loans").authentication(.required)
}

private struct Loans: Codable {
    var reader: String  // in the path, as {reader}
    var limit: Int?  // in the query
}

private struct NextLending: RequestProviding {
    struct Loans: Codable {
        var reader: String
        var limit: Int  // is not optional any more
    }

    var baseURL = URL("http://localhost/lending")

    @GET("/readers/{reader}/loans") var loans: Endpoint<Loans, [Loan]>
    @POST("/readers/{reader}/loans") var lend: Endpoint<NewLoan, Loan>
    @GET("/readers/{reader}/calls") var calls: Endpoint<String, ElementStream<String>>

    let mine = Endpoint<Void, [Loan]>(.get, "/loans").authentication(.required)
}

private struct NewLoan: Codable, Equatable {
    var reader: String
    var book: Int  // in the body
    @HeaderValue var idempotencyKey: String?
}

private struct Reader {
    let name: String
}

private struct Loan: Codable, Equatable {
    let id: Int
    let book: Int
}

extension Chapter {
    static let endpoints = Chapter("endpoints", "Declare an API once; serve it, call it, stub it") { tour in
        tour.say(
            "An endpoint is a method, a path, what goes in and what comes out. This is all that is written of the API:")
        tour.code("private struct Lending")
        tour.code("private struct Loans")
        tour.code("private struct NewLoan")

        tour.say("The server has a function for each. Nothing is said of paths, queries or JSON:")
        tour.code("private func desk")
        let routes = desk()
        tour.say(
            "The routes go behind a socket, here FlyingFox's, by an adapter of fewer than 80 lines. And they are called:"
        )
        let (address, stop) = try await serve(routes)
        let lending = Lending(baseURL: address.appending(path: "lending"))
        let session = URLSession.shared
        await tour.text("What goes over the wire", gives: message) {
            let request = Lending().request(\.lend, NewLoan(reader: "ada/b", book: 2, idempotencyKey: "7"))
            return try request.resolve().wireFormat(showingBody: true)
        }
        await tour.text("Which part comes from where", gives: explanation) {
            let request = Lending().request(\.lend, NewLoan(reader: "ada/b", book: 2, idempotencyKey: "7"))
            return "\(request.setting(\.userAgent, nil).explain())"
        }
        await tour.step("Over a port", gives: [Loan(id: 1, book: 1), Loan(id: 2, book: 3)]) {
            try await session.perform(lending.request(\.loans, Loans(reader: "ada/b", limit: 2)))
        }
        await tour.step("An input with a body", gives: Loan(id: 4, book: 2)) {
            try await session.perform(lending.request(\.lend, NewLoan(reader: "ada", book: 2, idempotencyKey: "7")))
        }
        await tour.step("What the server refuses", gives: #"{"message":"there is no book 99"}"#) {
            do throws(TransportError) {
                let loan = try await session.perform(lending.request(\.lend, NewLoan(reader: "ada", book: 99)))
                return "\(loan)"
            } catch {
                return String(decoding: error.body, as: UTF8.self)
            }
        }
        await tour.step("What it can't read", gives: #"{"message":"query value `limit` is not an integer"}"#) {
            let request = lending.get(.text, from: "/readers/ada/loans?limit=many")
            return try await session.perform(request.accepting(.any))
        }
        tour.say("The endpoint `mine` needs credentials. The routes turn them into the caller, and refuse all others:")
        await tour.step("With a token", gives: [Loan(id: 4, book: 2)]) {
            try await session.perform(lending.request(\.mine).authenticated(with: .bearerToken("ada-7")))
        }
        await tour.step("With another token", gives: #"401 {"message":"the credentials are refused"}"#) {
            do throws(TransportError) {
                return "\(try await session.perform(lending.request(\.mine).authenticated(with: .bearerToken("x"))))"
            } catch {
                return "\(error.response?.statusCode ?? 0) \(String(decoding: error.body, as: UTF8.self))"
            }
        }
        await tour.step("A stream", gives: ["Ada!", "Ada!!", "Ada!!!"]) {
            var calls: [String] = []
            for try await call in try await session.stream(lending.request(\.calls, "Ada")) { calls.append(call) }
            return calls
        }
        await stop()

        tour.say(
            "The same without a socket: a transport like any other, for tests, previews, or both ends in one process.")
        await tour.step("On loopback", gives: [Loan(id: 1, book: 1)]) {
            try await Loopback(routes).perform(lending.request(\.loans, Loans(reader: "ada", limit: 1)))
        }
        tour.say("The document of the API, in the format OpenAPI, comes from the same declarations:")
        await tour.text("The parameters of POST", gives: parameters) {
            let document = try OpenAPI(routes, info: .init(title: "Lending", version: "1.0.0"))
            let parameters = document.content["paths"]?["/readers/{reader}/loans"]?["post"]?["parameters"]?.array
            return (parameters ?? []).map(\.description).joined(separator: "\n")
        }
        await tour.step("One line serves it, with a page for readers", gives: true) {
            let documented = try routes.documented(info: .init(title: "Lending", version: "1.0.0"))
            let page = try await Loopback(documented).perform(lending.get(.text, from: "/docs").accepting(.any))
            return page.contains("<title>Lending</title>")
        }
        tour.say("Two documents have verdicts on what changed between them:")
        tour.code("private struct NextLending")
        await tour.text("After a breaking change", gives: verdict) {
            let info = OpenAPI.Info(title: "Lending", version: "1.0.0")
            let old = try OpenAPI(Lending(), info: info, security: .bearerToken)
            let new = try OpenAPI(NextLending(), info: info, security: .bearerToken)
            return new.changes(since: old).map(\.description).joined(separator: "\n")
        }
        tour.say("A stub responds with the same types, and reports requests that weren't sent.")
        tour.code("private func standIn")
        let stub = standIn(for: lending)
        await tour.step("From a stub", gives: [Loan(id: 7, book: 2)]) {
            try await stub.perform(lending.request(\.loans, Loans(reader: "ada")))
        }
        await tour.text(
            "What was missing",
            gives: "stubs were not requested as often as expected: POST /readers/{reader}/loans: 0 of 1"
        ) {
            do { try stub.verify() } catch { return "\(error)" }
            return "nothing"
        }
    }
}

private func standIn(for lending: Lending) -> Stub<Lending> {
    Stub(lending)
        .on(\.loans, .once) { _ in [Loan(id: 7, book: 2)] }
        .on(\.lend, .once) { input in Loan(id: 8, book: input.book) }
}

private let parameters = """
    {"name":"reader","in":"path","required":true,"schema":{"type":"string","minLength":1}}
    {"name":"Idempotency-Key","in":"header","schema":{"type":"string"}}
    """

private let verdict = """
    breaking for clients: GET /readers/{reader}/loans: query parameter limit: parameter-required. The server rejects \
    requests without the parameter.
    """

private let message = """
    POST /lending/readers/ada%2Fb/loans HTTP/1.1
    Host: localhost
    Idempotency-Key: 7
    Content-Type: application/json
    Accept: application/json
    Content-Length: 10

    {"book":2}
    """

private let explanation = """
    POST http://localhost/lending/readers/ada%2Fb/loans

    url       http://localhost/lending            base URL
              /readers/{reader}/loans             template of lend
              {reader} = ada%2Fb                  property reader
    header    Idempotency-Key: 7                  property idempotencyKey
              Content-Type: application/json      body
              Accept: application/json            decoder
    body      10 bytes                            property book
    response  Loan                                decoder
    policy    timeout: 60 seconds without data    default
              total timeout: 7 days               default
              redirects: followed, at most 20     default
              response: at most 64 MiB in memory  default
    """

private func desk() -> Routes<Lending> {
    Routes(Lending())
        .authenticating(by: .bearerToken) { token in token == "ada-7" ? Reader(name: "ada") : nil }
        .on(requestOf: \.mine) { _, request in request[Reader.self]?.name == "ada" ? [Loan(id: 4, book: 2)] : [] }
        .on(\.loans) { input in Array([Loan(id: 1, book: 1), Loan(id: 2, book: 3)].prefix(input.limit ?? .max)) }
        .on(\.lend) { input in
            guard input.book < 10 else { throw ServingError(.notFound, "there is no book \(input.book)") }
            return Loan(id: 4, book: input.book)
        }
        .on(\.calls) { name in
            ElementStream([name + "!", name + "!!", name + "!!!"])
        }
}

/// Opens a port for the routes.
private func serve(_ routes: Routes<Lending>) async throws -> (address: URL, stop: () async -> Void) {
    let server = HTTPServer(
        address: try .inet(ip4: "127.0.0.1", port: 0), logger: .disabled, handler: RoutesHandler(routes: routes))
    let task = Task { try await server.run() }
    try await server.waitUntilListening()
    guard case .ip4(let host, let port) = await server.listeningAddress, let url = URL(string: "http://\(host):\(port)")
    else { throw SocketError.unsupportedAddress }
    return (
        url,
        {
            await server.stop()
            _ = await task.result
        }
    )
}
