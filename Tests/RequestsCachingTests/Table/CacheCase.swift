import Foundation
import Requests
import RequestsCaching
import Testing

/// One line of a table: two requests for one URL, and the role of the cache in the second response.
///
/// ```text
/// section | title | first request | first response | seconds | second request | outcome | checks
/// 9111-4.2.1 | max-age | | 200 Cache-Control: max-age=60 | 59 | | hit | Age: 59
/// ```
///
/// Fields are separated by ` // `. A request may start with a method in capitals and a cache policy such as `@reload`.
/// `{60}` is the date 60 seconds after the first request. After the second request, ` => ` can be followed by the
/// server's response to it. Otherwise, the server responds with `304` if the second request has a condition, and with
/// the first response if it has none. A check is one of these: a field of the second response, `!Name` for the absence
/// of a field, `>` and a field of the second message on the wire, or a status.
struct CacheCase: Sendable, CustomTestStringConvertible {
    let section: String
    let title: String
    let first: Message
    let response: Message
    let seconds: Double
    let second: Message
    let secondResponse: Message?
    let outcome: String
    let checks: [String]

    var testDescription: String { "\(section) \(title)" }

    init(_ line: Substring) {
        let cells = line.split(separator: "|", omittingEmptySubsequences: false)
            .map { $0.trimmingCharacters(in: .whitespaces) }
        precondition(cells.count >= 7, "the line has \(cells.count) cells: \(line)")
        section = cells[0]
        title = cells[1]
        first = Message(cells[2])
        response = Message(cells[3])
        seconds = Double(cells[4]) ?? 0
        let parts = cells[5].split(separator: "=>", omittingEmptySubsequences: false)
            .map { $0.trimmingCharacters(in: .whitespaces) }
        second = Message(parts.first ?? "")
        secondResponse = parts.count > 1 ? Message(parts[1]) : nil
        outcome = cells[6]
        checks = cells.count > 7 ? cells[7].split(separator: "//").map { $0.trimmingCharacters(in: .whitespaces) } : []
    }

    /// Returns the lines of a table.
    static func all(_ table: String) -> [CacheCase] {
        table.split(separator: "\n").filter { $0.contains("|") }.map { CacheCase($0) }
    }
}

/// A request or a response of a table.
struct Message: Sendable {
    /// The method, or the number of the status.
    var start = ""
    var policy = URLRequest.CachePolicy.useProtocolCachePolicy
    var fields: [(String, String)] = []

    init(_ cell: String) {
        var words = cell[...]
        func word() -> Substring { words.prefix { $0 != " " } }
        if !word().contains(":"), !word().hasPrefix("@"), !word().isEmpty {
            start = String(word())
            words = words.dropFirst(start.count).drop { $0 == " " }
        }
        if word().hasPrefix("@") {
            policy = Self.policies[String(word())] ?? .useProtocolCachePolicy
            words = words.dropFirst(word().count).drop { $0 == " " }
        }
        for field in words.components(separatedBy: "//") where field.contains(":") {
            let parts = field.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            let value = parts[1].trimmingCharacters(in: .whitespaces)
            fields.append((parts[0].trimmingCharacters(in: .whitespaces), Self.dated(value)))
        }
    }

    static let policies: [String: URLRequest.CachePolicy] = [
        "@reload": .reloadIgnoringLocalCacheData, "@reloadAll": .reloadIgnoringLocalAndRemoteCacheData,
        "@else": .returnCacheDataElseLoad, "@only": .returnCacheDataDontLoad,
        "@validate": .reloadRevalidatingCacheData,
    ]

    /// The time of the first request: Thursday, 1 January 2026.
    static let start = Date(timeIntervalSince1970: 1_767_225_600)

    /// Replaces `{60}` by a date.
    private static func dated(_ value: String) -> String {
        guard value.hasPrefix("{"), value.hasSuffix("}"), let seconds = Double(value.dropFirst().dropLast()) else {
            return value
        }
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(secondsFromGMT: 0)
        formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
        return formatter.string(from: start.addingTimeInterval(seconds))
    }
}
