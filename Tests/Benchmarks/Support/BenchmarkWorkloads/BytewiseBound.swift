import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A lower bound for making Foundation's `URLRequest`: no value is stored, and no code is generic.
///
/// The text is written byte by byte with a lookup table, parsed once, and all fields are set in one assignment.
enum BytewiseBound {
    /// The message as plain values.
    struct Message {
        var method: String
        var url: String
        var fields: [(name: String, value: String)]
    }

    struct InvalidRequest: Error {}

    @inline(never)
    static func message() -> Message {
        Message(
            method: "GET",
            url: text(),
            fields: [
                (name: "Accept", value: "application/json"),
                (name: "X-GitHub-Api-Version", value: "2022-11-28"),
                (name: "User-Agent", value: Example.userAgent),
                (name: "Authorization", value: "Bearer " + Example.token),
            ]
        )
    }

    @inline(never)
    static func request() throws -> URLRequest {
        guard let url = URL(string: text(), encodingInvalidCharacters: false) else { throw InvalidRequest() }
        let fields = [
            "Accept": "application/json",
            "X-GitHub-Api-Version": "2022-11-28",
            "User-Agent": Example.userAgent,
            "Authorization": "Bearer " + Example.token,
        ]
        for (name, value) in fields {
            guard all(of: name, are: token), all(of: value, are: printable) else { throw InvalidRequest() }
        }
        var request = URLRequest(url: url)
        request.allHTTPHeaderFields = fields
        return request
    }

    private static func text() -> String {
        let unreserved = unreserved
        var bytes: [UInt8] = []
        bytes.reserveCapacity(200)
        bytes += Example.base.absoluteString.utf8
        bytes += "/users/".utf8
        escape(Example.id, except: unreserved, into: &bytes)
        bytes += "/repos?page=".utf8
        bytes += String(Example.page).utf8
        bytes += "&per_page=".utf8
        bytes += String(Example.pageSize).utf8
        bytes += "&sort=".utf8
        escape("created", except: unreserved, into: &bytes)
        bytes += "&q=".utf8
        escape(Example.search, except: unreserved, into: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func escape(_ text: String, except unreserved: [Bool], into bytes: inout [UInt8]) {
        var text = text
        text.withUTF8 { text in
            for byte in text {
                if unreserved[Int(byte)] {
                    bytes.append(byte)
                } else {
                    bytes.append(UInt8(ascii: "%"))
                    bytes.append(digit(byte >> 4))
                    bytes.append(digit(byte & 15))
                }
            }
        }
    }

    private static func digit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
    }

    private static func all(of text: String, are allowed: [Bool]) -> Bool {
        for byte in text.utf8 where !allowed[Int(byte)] { return false }
        return true
    }

    private static let alphanumerics = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
    private static let unreserved = table(alphanumerics + "-._~")
    private static let token = table(alphanumerics + "!#$%&'*+-.^_`|~")
    private static let printable = (0..<256).map { $0 == 0x09 || $0 >= 0x20 && $0 != 0x7F }

    private static func table(_ characters: String) -> [Bool] {
        let bytes = Set(characters.utf8)
        return (0..<256).map { bytes.contains(UInt8($0)) }
    }
}
