#if canImport(CryptoKit) || canImport(Crypto)
import Foundation
import Requests

#if canImport(CryptoKit)
import CryptoKit
#else
import Crypto  // apple/swift-crypto has the same API
#endif

/// Signs messages by AWS Signature Version 4.
struct AWSSigner: Sendable {
    struct Credentials: Sendable {
        var accessKeyID: String
        var secretAccessKey: String
        var sessionToken: String?  // only temporary credentials have one
    }

    let service: String  // "s3"
    let region: String  // "eu-central-1"
    var escapesPathTwice: Bool?  // by default, true for all services except S3
    var date: @Sendable () -> Date = { Date() }
    let credentials: @Sendable () async throws -> Credentials

    func sign(_ request: inout OutgoingRequest) async throws {
        let credentials = try await credentials()
        let time = date().formatted(Self.timeFormat)
        let scope = "\(time.prefix(8))/\(region)/\(service)/aws4_request"
        let payload = try payloadHash(of: request.body)
        request.header["X-Amz-Date"] = time
        request.header["X-Amz-Security-Token"] = credentials.sessionToken
        if service == "s3" { request.header["X-Amz-Content-SHA256"] = payload }

        let (canonical, names) = try canonicalRequest(request, payload)
        let hash = Self.hex(SHA256.hash(data: Data(canonical.utf8)))
        let text = "AWS4-HMAC-SHA256\n\(time)\n\(scope)\n\(hash)"
        // The key for this day, region and service.
        let key = scope.split(separator: "/")
            .reduce(Data("AWS4\(credentials.secretAccessKey)".utf8)) { key, part in
                Self.code(of: String(part), by: key)
            }
        let signature = Self.hex(Self.code(of: text, by: key))
        request.header[.authorization] = """
            AWS4-HMAC-SHA256 Credential=\(credentials.accessKeyID)/\(scope), \
            SignedHeaders=\(names), Signature=\(signature)
            """
    }
}

extension AWSSigner {
    struct Unsignable: Error {}

    private static let timeFormat = Date.ISO8601FormatStyle(
        dateSeparator: .omitted, dateTimeSeparator: .standard,
        timeSeparator: .omitted, timeZone: .gmt)

    /// Header fields that may change on the way, or that are not set yet.
    private static let unsigned: Set<HeaderField.Name> = [
        .authorization, .userAgent, .acceptEncoding, .connection, .expect, .cookie,
    ]

    /// Returns the hash of the body; only S3 accepts a body that is not signed.
    private func payloadHash(of body: RequestBody) throws -> String {
        switch body {
        case .none: return Self.hex(SHA256.hash(data: Data()))
        case .data(let data): return Self.hex(SHA256.hash(data: data))
        case .file, .stream, .chunks:
            guard service == "s3" else { throw Unsignable() }
            return "UNSIGNED-PAYLOAD"
        }
    }

    /// Returns the text to sign, and the names of the header fields in it.
    private func canonicalRequest(
        _ request: OutgoingRequest, _ payload: String
    ) throws -> (text: String, names: String) {
        guard
            let url = URLComponents(
                url: request.url, resolvingAgainstBaseURL: true),
            let host = url.encodedHost
        else { throw Unsignable() }
        let port =
            url.port.flatMap {
                $0 == (url.scheme == "http" ? 80 : 443) ? nil : ":\($0)"
            } ?? ""
        var values: [String: [String]] = ["host": [host + port]]
        for field in request.header where !Self.unsigned.contains(field.name) {
            let words = field.value.split { $0 == " " || $0 == "\t" }
            values[field.name.rawValue.lowercased(), default: []].append(
                words.joined(separator: " "))
        }
        let fields = values.sorted { $0.key < $1.key }
        let names = fields.map(\.key).joined(separator: ";")
        let lines = fields.map { "\($0.key):\($0.value.joined(separator: ","))\n" }
            .joined()
        let (path, query) = (
            path(url.percentEncodedPath), query(url.percentEncodedQuery ?? "")
        )
        return (
            "\(request.method)\n\(path)\n\(query)\n\(lines)\n\(names)\n\(payload)",
            names
        )
    }

    /// Returns the path to sign: escaped twice, except for S3.
    private func path(_ path: String) -> String {
        guard escapesPathTwice ?? (service != "s3") else {
            return path.isEmpty
                ? "/"
                : Self.escaped(path.removingPercentEncoding ?? path, keeping: "/")
        }
        var segments: [Substring] = []
        for segment in path.split(separator: "/") where segment != "." {
            if segment == ".." {
                _ = segments.popLast()
            } else {
                segments.append(segment)
            }
        }
        let end = path.hasSuffix("/") && !segments.isEmpty ? "/" : ""
        return Self.escaped(
            "/" + segments.joined(separator: "/") + end, keeping: "/")
    }

    /// Returns the query items in the order of their names, each with a `=`.
    private func query(_ query: String) -> String {
        query.split(separator: "&")
            .map { item in
                let parts = item.split(
                    separator: "=", maxSplits: 1, omittingEmptySubsequences: false
                )
                .map { Self.escaped($0.removingPercentEncoding ?? String($0)) }
                return (name: parts[0], value: parts.count > 1 ? parts[1] : "")
            }
            .sorted { ($0.name, $0.value) < ($1.name, $1.value) }
            .map { "\($0.name)=\($0.value)" }
            .joined(separator: "&")
    }

    private static func escaped(
        _ text: String, keeping kept: String = ""
    ) -> String {
        text.addingPercentEncoding(
            withAllowedCharacters: unreserved.union(
                CharacterSet(charactersIn: kept))) ?? text
    }

    private static func code(of text: String, by key: Data) -> Data {
        Data(
            HMAC<SHA256>.authenticationCode(
                for: Data(text.utf8), using: SymmetricKey(data: key)))
    }

    private static let unreserved = CharacterSet(
        charactersIn:
            "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")

    private static func hex(_ bytes: some Sequence<UInt8>) -> String {
        bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }
            .joined()
    }
}
#endif
