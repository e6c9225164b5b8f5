#if canImport(CryptoKit) || canImport(Crypto)
import Foundation
import Requests
import RequestsConformance
import RequestsEndpoints
import RequestsTesting
import Testing

/// The signer on the page about signing messages, tested with data that AWS publishes, and with another implementation.
@Suite("Sample: AWS Signature Version 4", .timeLimit(.minutes(1)))
struct AWSSignerTests {
    private static let origin = "https://example.amazonaws.com"
    private static let bucket = "https://examplebucket.s3.amazonaws.com"
    private static let films = "https://films.s3.eu-central-1.amazonaws.com"
    private static let token = "IQoJb3JpZ2luX2VjEXAMPLE//token=="

    /// Signs the test vectors of aws-sig-v4-test-suite, in which paths aren't escaped twice.
    @Test(arguments: [
        Vector("/", "5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31"),
        Vector(
            "/?Param2=value2&Param1=value1", "b97d918cfa904a5beff61c982a1b6f458b799221646efd99d3219ec94cdf2500"),
        Vector("/%E1%88%B4", "8318018e0b0f223aa2bbf98705b62bb787dc9c0e678f255a891fd03141be5d85"),
        Vector("/", "5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b", method: .post),
        Vector(
            "/?Param1=value1", "28038455d6de14eafc1f9222cf5aa6f1a96197d7deb8263271d420d138af7f11", method: .post),
        Vector(
            "/", "ff11897932ad3f4e8b18135d722051e5ac45fc38421b1da7b9d196a0fe09473a", method: .post,
            header: ["Content-Type": "application/x-www-form-urlencoded"], body: "Param1=value1"),
        Vector(
            "/", "acc3ed3afb60bb290fc8d2dd0098b9911fcaa05412b367055dee359757a9c736",
            header: ["My-Header1": " value1", "My-Header2": #" "a   b   c""#]),
        Vector(
            "/", "08c7e5a9acfcfeb3ab6b2185e75ce8b1deb5e634ec47601a50643f830c755c01",
            header: ["My-Header1": "value4", "My-Header1": "value1", "My-Header1": "value3", "My-Header1": "value2"]),
    ])
    func `the published signatures of the test suite match`(vector: Vector) async throws {
        var signer = Self.signer("service", "us-east-1", "20150830T123600Z")
        signer.escapesPathTwice = false
        #expect(try await vector.signature(by: signer, at: Self.origin) == vector.signature)
    }

    /// Paths of the same suite that are shortened.
    @Test(arguments: [
        Vector("/example/..", "5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31"),
        Vector("/./", "5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31"),
        Vector("//example//", "9a624bd73a37c9a373b5312afbebe7a714a789de108f0bdfe846570885f57e84"),
        Vector("/./example", "ef75d96142cf21edca26f06005da7988e4f8dc83a165a80865db7089db637ec5"),
    ])
    func `the published signatures of shortened paths match`(vector: Vector) async throws {
        let signer = Self.signer("service", "us-east-1", "20150830T123600Z")
        #expect(try await vector.signature(by: signer, at: Self.origin) == vector.signature)
    }

    /// Signs the examples of the Amazon S3 API reference, "Signature Calculations for the Authorization Header".
    @Test(arguments: [
        Vector(
            "/test.txt", "f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41",
            header: ["Range": "bytes=0-9"]),
        Vector(
            "/test$file.text", "98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd", method: .put,
            header: ["Date": "Fri, 24 May 2013 00:00:00 GMT", "x-amz-storage-class": "REDUCED_REDUNDANCY"],
            body: "Welcome to Amazon S3."),
        Vector("/?lifecycle", "fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543"),
        Vector("/?max-keys=2&prefix=J", "34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7"),
    ])
    func `the published signatures of S3 match`(vector: Vector) async throws {
        let signer = AWSSigner(
            service: "s3", region: "us-east-1", date: { Self.date("20130524T000000Z") },
            credentials: {
                .init(
                    accessKeyID: "AKIAIOSFODNN7EXAMPLE", secretAccessKey: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY")
            })
        #expect(try await vector.signature(by: signer, at: Self.bucket) == vector.signature)
    }

    /// Compares with `SigV4Auth` and `S3SigV4Auth` of botocore 1.43.11, with the test suite's keys and a fixed date.
    @Test(arguments: [
        Vector(
            "https://dynamodb.eu-central-1.amazonaws.com/",
            "dde5214dda3e625934dae353d2838ebe01761bb344e1fc633f34172ef1f6fc08", "dynamodb", "eu-central-1",
            method: .post,
            header: ["Content-Type": "application/x-amz-json-1.0", "X-Amz-Target": "DynamoDB_20120810.ListTables"],
            body: #"{"Limit":10}"#),
        Vector(
            "https://lambda.eu-west-1.amazonaws.com/2015-03-31/functions/"
                + "arn%3Aaws%3Alambda%3Aeu-west-1%3A123456789012%3Afunction%3Aa%20b/policy?Qualifier=%24LATEST",
            "056361f51eea7e25dedd35942ad034f5d53a0cf3d117ff978f2b58944c17d54e", "lambda", "eu-west-1"),
        Vector(
            "https://abc.execute-api.us-west-2.amazonaws.com/prod/items/7?x=%C3%A9%2B1&a=&a=2&B",
            "56d746f3e826bbbdf48f347a8ea24c10311574d583b8e05bffd9b0c1578f84a1", "execute-api", "us-west-2",
            method: .delete, token: token),
        Vector(
            "https://search.example.com:9200/_cat/indices?v",
            "962deead8574208a95023f9cc1413e968f36764f4606b2c85db4530ce51d075d", "es", "us-east-1"),
        Vector(
            films + "/src/a%20b%2Bc%28%C3%A4%29.txt?versionId=3%2F4",
            "9abb65bbc05c44107391a0111c2438721187d27dea04a9dbfde9ede4cd2c9ec1", "s3", "eu-central-1"),
        Vector(
            films + "/a.txt", "80b56ff8d9e309587ccc9e51d5da7cafe39f3ba82c96a476e8f8df04543687e6", "s3",
            "eu-central-1", method: .put,
            header: ["Content-Type": "text/plain; charset=utf-8", "x-amz-meta-title": " the   sea "], body: "Hello",
            token: token),
        Vector(
            films + "/film.mp4", "81f0392965e8a913d1dd59f4fd73f218a5e2bba7fbea0f617fc8f93ecfdd5b95", "s3",
            "eu-central-1", method: .put, header: ["Content-Type": "video/mp4"], isStream: true),
    ])
    func `the signatures match those of botocore`(vector: Vector) async throws {
        let time = vector.service == "s3" ? "20240501T120000Z" : "20150830T123600Z"
        let signer = Self.signer(vector.service, vector.region, time, token: vector.token)
        #expect(try await vector.signature(by: signer, at: "") == vector.signature)
    }

    @Test func `every attempt is signed as it goes over the wire`() async throws {
        let received = Guarded<[RawRequest]>([])
        let response: @Sendable (RawRequest) -> String = { request in
            received.withLock { $0.append(request) }
            let isFirst = received.withLock { $0.count } == 1
            return isFirst ? RawServer.response(status: 503, reason: "No") : RawServer.ok("done")
        }
        try await withRawServer(responding: response) { server in
            let seconds = Guarded(0.0)
            let signer = AWSSigner(
                service: "s3", region: "eu-central-1",
                date: {
                    Date(
                        timeIntervalSince1970: seconds.withLock {
                            $0 += 1; return $0
                        })
                },
                credentials: { .init(accessKeyID: "A", secretAccessKey: "S", sessionToken: "T") })
            let session = URLSession.shared.signing { request in try await signer.sign(&request) }
                .retrying(clock: ImmediateClock())
            let api = AnonymousProvider(baseURL: try #require(URL(string: server.origin)))
            let request = api.put(.text("Hello"), to: "/src/\("a b/ü+'!")?q=\("1+1 = 2*(1)~")&flag")
                .adding(headerField: "x-amz-meta-title", "the  sea").receiving(.text)
            #expect(try await session.perform(request) == "done")
            for (number, raw) in received.withLock({ $0 }).enumerated() {
                let names = try #require(raw.first("Authorization")?.firstMatch(of: /SignedHeaders=([^,]+)/)?.1)
                var again = OutgoingRequest(
                    method: HTTPMethod(raw.method), urlText: "\(server.origin)\(raw.target)",
                    header: HeaderFields(
                        raw.fields.filter { names.split(separator: ";").contains($0.name.lowercased()[...]) }
                            .filter { $0.name.lowercased() != "host" }.map { HeaderField(.init($0.name), $0.value) }),
                    body: .data(Data(raw.body)))
                var verifier = signer
                verifier.date = { Date(timeIntervalSince1970: Double(number + 1)) }
                try await verifier.sign(&again)
                #expect(again.header[.authorization] == raw.first("Authorization"))
                #expect("http://\(raw.first("Host") ?? "")" == "\(server.origin)")
            }
            #expect(received.withLock { $0.count } == 2)
        }
    }

    @Test func `a stream for S3 is signed without its content`() async throws {
        var stream = OutgoingRequest(
            method: .put, urlText: Self.films + "/film", body: .stream(length: 1) { InputStream(data: Data([1])) })
        try await Self.signer("s3", "eu-central-1", "20240501T120000Z").sign(&stream)
        #expect(stream.header["X-Amz-Content-SHA256"] == "UNSIGNED-PAYLOAD")
    }

    @Test func `a stream for another service isn't signed`() async {
        let signer = Self.signer("lambda", "eu-central-1", "20240501T120000Z")
        let session = Loopback { _ in TransportResponse(head: ResponseHead(status: .ok)) }
            .signing { try await signer.sign(&$0) }
        let error = await #expect(throws: TransportError.self) {
            try await session.perform(
                AnonymousProvider("https://h").put(.stream { InputStream(data: Data([1])) }, to: "/a"))
        }
        #expect(error?.code == .authenticationFailed)
    }

    @Test func `neither a message nor an error shows a secret`() async {
        let signer = Self.signer("lambda", "eu-central-1", "20240501T120000Z", token: "canary")
        let seen = Guarded("")
        let lost = Loopback { _ in TransportResponse(head: ResponseHead(status: .ok)) }.adapting { request, _ in
            seen.withLock { $0 = "\(request.wireFormat()) \(request.cURL())" }
            throw TransportError(code: .connectionLost, message: "lost \(request.header[.authorization] ?? "")")
        }
        let looking = lost.signing { try await signer.sign(&$0) }
        let error = await #expect(throws: TransportError.self) {
            try await looking.perform(AnonymousProvider("https://h").get(.data, from: "/a"))
        }
        #expect(error?.code == .connectionLost)
        let shown = seen.withLock { $0 } + "\(error.map { "\($0)" } ?? "canary")"
        #expect(shown.contains("Authorization: <redacted>"))
        #expect(!shown.contains("canary") && !shown.contains("Signature="))
    }

    private static func signer(_ service: String, _ region: String, _ time: String, token: String? = nil) -> AWSSigner {
        AWSSigner(
            service: service, region: region, date: { date(time) },
            credentials: {
                .init(
                    accessKeyID: "AKIDEXAMPLE", secretAccessKey: "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY",
                    sessionToken: token)
            })
    }

    private static func date(_ time: String) -> Date {
        let style = Date.ISO8601FormatStyle(dateSeparator: .omitted, timeSeparator: .omitted)
        return (try? style.parse(time)) ?? .distantPast
    }
}

extension AWSSignerTests {
    /// A message and its signature.
    struct Vector: Sendable, CustomTestStringConvertible {
        let target: String
        let signature: String
        let service: String
        let region: String
        let method: HTTPMethod
        let header: HeaderFields
        let body: String?
        let token: String?
        let isStream: Bool

        init(
            _ target: String, _ signature: String, _ service: String = "", _ region: String = "",
            method: HTTPMethod = .get, header: HeaderFields = [], body: String? = nil, token: String? = nil,
            isStream: Bool = false
        ) {
            (self.target, self.signature, self.service, self.region) = (target, signature, service, region)
            (self.method, self.header, self.body) = (method, header, body)
            (self.token, self.isStream) = (token, isStream)
        }

        var testDescription: String { "\(method) \(target)" }

        func signature(by signer: AWSSigner, at origin: String) async throws -> String {
            var body = body.map { RequestBody.data(Data($0.utf8)) } ?? .none
            if isStream { body = .stream(length: 1) { InputStream(data: Data([1])) } }
            var message = OutgoingRequest(method: method, urlText: origin + target, header: header, body: body)
            try await signer.sign(&message)
            let text = try #require(message.header[.authorization])
            return String(text.suffix(64))
        }
    }
}
#endif
