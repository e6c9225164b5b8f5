#if XML
import Foundation
import Requests
import RequestsEndpoints
import RequestsXML
import Testing
import XMLCoder

/// Endpoints whose bodies are XML: written values are read as equal ones, or refused.
@Suite("XML of endpoints", .timeLimit(.minutes(1))) struct EndpointXMLTests {
    @Test(arguments: [Coding.standard, .snakeCase, Coding(dates: .millisecondsSince1970)])
    func `inputs and outputs arrive equal`(coding: Coding) async throws {
        var generator = XMLInputGenerator(state: 11)
        let api = XMLEndpointAPI(coding: coding)
        var arrivedCount = 0
        for _ in 0..<150 {
            let input = XMLEndpointInput.random(&generator)
            for endpoint in [\XMLEndpointAPI.braces, \.colons] {
                let routes = Routes(api).on(endpoint) { received in
                    if received != input { throw ServingError(.conflict, "\(received)") }
                    return XMLEndpointOutput(etag: "\"1\"", note: received.note, tags: received.tags)
                }
                do {
                    let output = try await Loopback(routes).perform(api.request(endpoint, input))
                    #expect(output == XMLEndpointOutput(etag: "\"1\"", note: input.note, tags: input.tags))
                    arrivedCount += 1
                } catch {
                    let body = String(decoding: error.body, as: UTF8.self)
                    #expect(
                        [.bodyEncodingFailed, .invalidPath, .invalidHeaderValue].contains(error.code),
                        "\(error) \(body), of \(input)")
                }
            }
        }
        #expect(arrivedCount > 100)
    }

    @Test func `the outermost element has the name of the input, or the given name`() throws {
        let api = XMLEndpointAPI(coding: .standard)
        let input = XMLEndpointInput(
            id: "7", traceID: nil, mark: Attribute("m"), note: "a<b", count: 1, tags: ["x", "y"],
            date: Date(timeIntervalSince1970: 0), inner: nil)
        func body(_ message: OutgoingRequest) -> String? {
            guard case .data(let data) = message.body else { return nil }
            return String(decoding: data, as: UTF8.self)
        }
        let message = try api.request(\.braces, input).resolve()
        #expect(message.header["Content-Type"] == "application/xml; charset=utf-8")
        #expect(
            body(message)?.hasSuffix(
                #"<xMLEndpointInput mark="m"><note>a&lt;b</note><count>1</count><tags>x</tags><tags>y</tags>"#
                    + "<date>1970-01-01T00:00:00Z</date></xMLEndpointInput>") == true, "\(body(message) ?? "")")
        let named = try api.request(\.colons, input).resolve()
        #expect(body(named)?.contains(#"<entry mark="m">"#) == true)
    }
}

private struct XMLEndpointAPI: RequestProviding {
    var baseURL = URL("https://xml.example")
    var coding: Coding
    let braces = Endpoint<XMLEndpointInput, XMLEndpointOutput>(.post, "/{id}/entries").body(.xml).response(.xml)
    let colons = Endpoint<XMLEndpointInput, XMLEndpointOutput>(.put, "/entries/:id").body(.xml(root: "entry"))
        .response(.xml(root: "entry"))
}

private struct XMLEndpointOutput: Codable, Equatable, Sendable {
    @HeaderValue var etag: String?
    var note: String
    var tags: [String]
}

private struct XMLEndpointInput: Codable, Equatable, Sendable {
    struct Inner: Codable, Equatable { var name: String, number: Int? }

    var id: String
    @HeaderValue var traceID: String?
    @Attribute var mark: String
    var note: String
    var count: Int?
    var tags: [String]
    var date: Date
    var inner: [Inner]?

    static func random(_ generator: inout XMLInputGenerator) -> XMLEndpointInput {
        func text() -> String {
            let pieces = ["a", "Z", " ", "<", "&", "\"", "]]>", "ä", "🙂", "\n", "\r\n", "\u{1}"]
            let few = Array(pieces.prefix(Int.random(in: 0...9, using: &generator) == 0 ? pieces.count : 9))
            return (0..<Int.random(in: 0...4, using: &generator)).map { _ in few.randomElement(using: &generator) ?? ""
            }
            .joined()
        }
        func maybe<Value>(_ value: Value) -> Value? { Bool.random(using: &generator) ? value : nil }
        return XMLEndpointInput(
            id: "i" + text(), traceID: maybe("t"), mark: Attribute(text()), note: text(),
            count: maybe(Int.random(in: .min ... .max, using: &generator)),
            tags: (0..<Int.random(in: 0...3, using: &generator)).map { _ in text() },
            date: Date(timeIntervalSince1970: Double(Int.random(in: -1_000_000...1_000_000, using: &generator))),
            inner: maybe([Inner(name: text(), number: maybe(3)), Inner(name: text(), number: nil)]))
    }
}

private struct XMLInputGenerator: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
#endif
