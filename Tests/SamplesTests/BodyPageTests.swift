import Foundation
import Requests
import Testing

/// The samples of the page on bodies, which must have the media types in its table.
@Suite("Samples of the page on bodies", .timeLimit(.minutes(1)))
struct BodyPageTests {
    private let samples = BodySamples(api: .live)

    private func mediaTypes(of requests: [Request<GitHub, Void>]) throws -> [String] {
        try requests.map { request in
            let type = try request.resolve().header["Content-Type"] ?? "none"
            return String(type.prefix { $0 != ";" })
        }
    }

    @Test func `each kind of body has its media type`() throws {
        let types = try mediaTypes(of: samples.kinds(film: URL(filePath: #filePath)))
        #expect(types == ["application/json", "application/x-www-form-urlencoded", "text/plain", "video/mp4"])
    }

    @Test func `several parts are sent as a form`() throws {
        let file = URL(filePath: #filePath)
        let parts = samples.parts(
            meta: SignUp(name: "Ada", shelves: []), film: file, png: Data(), pictures: [file])
        #expect(try mediaTypes(of: [parts]) == ["multipart/form-data"])
    }
}
