import Foundation
import Requests
import TestSupport
import Testing

extension Request where API == ServerAPI {
    /// Adds the name of the service, which moto uses to tell its APIs apart.
    func service(_ name: String) -> Self {
        setting(
            headerField: .authorization,
            "AWS4-HMAC-SHA256 Credential=key/20260101/us-east-1/\(name)/aws4_request, SignedHeaders=host, Signature=0")
    }
}

extension ServerCheck {
    /// Objects of an S3 server: each check has a bucket.
    static let objects: [ServerCheck] =
        keys.map { key in
            ServerCheck(.moto, "the key \(key.debugDescription)") { transport, api in
                let bucket = try await Bucket(api, transport)
                let object: URLPath = "/\(bucket.name)/\(key)"
                try await transport.perform(api.put(.data(Data(key.utf8)), to: object).service("s3"))
                try await #expect(transport.perform(api.get(.text, from: object).service("s3")) == key)
                try await #expect(bucket.list().contains("<Size>\(key.utf8.count)</Size>"))
                try await transport.perform(api.delete(object).service("s3"))
                try await #expect(failure(of: api.get(from: object).service("s3"), on: transport).head?.status == 404)
            }
        } + [
            ServerCheck(.moto, "an object with its type and its metadata") { transport, api in
                let bucket = try await Bucket(api, transport)
                let object: URLPath = "/\(bucket.name)/note"
                let request = api.put(.data(Data("x".utf8), contentType: "text/x-note"), to: object)
                    .setting(headerField: "x-amz-meta-owner", "ada").service("s3")
                try await transport.perform(request)
                let (head, _) = try await transport.response(for: api.head(object).service("s3"))
                #expect(head.header["Content-Type"] == "text/x-note")
                #expect(head.header["x-amz-meta-owner"] == "ada")
                #expect(head.header["Content-Length"] == "1")
            },
            ServerCheck(.moto, "a part of an object") { transport, api in
                let bucket = try await Bucket(api, transport)
                let object: URLPath = "/\(bucket.name)/note"
                try await transport.perform(api.put(.text("0123456789"), to: object).service("s3"))
                let request = api.get(.text, from: object).setting(headerField: .range(2...4)).service("s3")
                let (head, text) = try await transport.response(for: request)
                #expect(head.status == 206)
                #expect(text == "234")
            },
            ServerCheck(.moto, "an object from a file, and back to a file") { transport, api in
                let bucket = try await Bucket(api, transport)
                let object: URLPath = "/\(bucket.name)/large"
                try await withTemporaryDirectory { directory in
                    let sent = directory.appendingPathComponent("sent.bin")
                    let received = directory.appendingPathComponent("received.bin")
                    let data = Data((0..<2_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31) })
                    try data.write(to: sent)
                    try await transport.perform(api.put(.file(sent), to: object).service("s3"))
                    try await transport.download(api.get(from: object).service("s3"), to: received)
                    try #expect(Data(contentsOf: received) == data)
                }
            },
            ServerCheck(.moto, "an object in several parts") { transport, api in
                let bucket = try await Bucket(api, transport)
                let object: URLPath = "/\(bucket.name)/parts"
                let start = api.post(to: object).adding(query: "uploads").receiving(.text).service("s3")
                let id = try #require(element("UploadId", of: try await transport.perform(start)))
                let part = Data(repeating: 1, count: 5 << 20)
                let upload = api.put(.data(part), to: object)
                    .adding(query: "partNumber", 1).adding(query: "uploadId", id).service("s3")
                let tag = try #require(try await transport.response(for: upload).head.header["ETag"])
                let list = """
                    <CompleteMultipartUpload><Part><PartNumber>1</PartNumber><ETag>\(tag)</ETag></Part></CompleteMultipartUpload>
                    """
                let complete = api.post(.data(Data(list.utf8), contentType: "application/xml"), to: object)
                    .adding(query: "uploadId", id)
                try await transport.perform(complete.service("s3"))
                try await #expect(transport.perform(api.get(.data, from: object).service("s3")) == part)
            },
            ServerCheck(.moto, "a bucket that is missing") { transport, api in
                let error = try await failure(of: api.get(from: "/missing-\(UUID())/x").service("s3"), on: transport)
                #expect(error.head?.status == 404)
                #expect(String(decoding: error.body, as: UTF8.self).contains("NoSuchBucket"))
            },
            ServerCheck(.moto, "an encoding that is stored") { transport, api in
                let bucket = try await Bucket(api, transport)
                let object: URLPath = "/\(bucket.name)/packed"
                let packed = Data([
                    0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3, 0xCB, 0xC8, 0x04, 0, 0xAC, 0x2A, 0x93, 0xD8, 2, 0, 0, 0,
                ])
                let request = api.put(.data(packed), to: object).setting(headerField: "Content-Encoding", "gzip")
                    .service("s3")
                try await transport.perform(request)
                try await #expect(transport.perform(api.get(.text, from: object).service("s3")) == "hi")
            },
            ServerCheck(.moto, "a tag that matches an object") { transport, api in
                let bucket = try await Bucket(api, transport)
                let object: URLPath = "/\(bucket.name)/note"
                try await transport.perform(api.put(.text("x"), to: object).service("s3"))
                let (head, _) = try await transport.response(for: api.head(object).service("s3"))
                let again = api.get(.data, from: object).setting(
                    headerField: .ifNoneMatch, try #require(head.header["ETag"]))
                let (second, _) = try await transport.response(for: again.accepting(.codes(200, 304)).service("s3"))
                #expect(second.status == 304)
            },
        ]

    private static let keys = texts.filter { key in
        // The server itself confuses these with other keys.
        !["", "..", "e\u{301}", "a/b", "%2B", "line\nbreak"].contains(key)
    }
}

/// A new bucket.
private struct Bucket: Sendable {
    let name = "bucket-\(UUID().uuidString.lowercased())"
    private let api: ServerAPI
    private let transport: any Transport

    init(_ api: ServerAPI, _ transport: any Transport) async throws {
        self.api = api
        self.transport = transport
        try await transport.perform(api.put(to: "/\(name)").service("s3"))
    }

    func list() async throws -> String {
        try await transport.perform(api.get(.text, from: "/\(name)?list-type=2").service("s3"))
    }
}

/// Returns the text of the first element with a name.
private func element(_ name: String, of xml: String) -> String? {
    guard let start = xml.range(of: "<\(name)>"), let end = xml.range(of: "</\(name)>") else { return nil }
    return String(xml[start.upperBound..<end.lowerBound])
}
