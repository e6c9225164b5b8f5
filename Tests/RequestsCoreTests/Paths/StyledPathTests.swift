import Foundation
import Requests
import TestSupport
import Testing

@Suite("Styles of values in a path") struct StyledPathTests {
    private struct Days: RequestProviding {
        let baseURL = URL("https://days.example/v1")
        let coding: Coding
    }

    private static let date = Date(timeIntervalSince1970: 1_714_564_800.25)
    private static let codings: [(Coding, date: String, flag: String)] = [
        (.standard, "2024-05-01T12%3A00%3A00.250Z", "true"),
        (Coding(dates: .secondsSince1970, booleans: .numeric), "1714564800", "1"),
        (Coding(dates: .fractionalSecondsSince1970), "1714564800.25", "true"),
        (Coding(dates: .millisecondsSince1970), "1714564800250", "true"),
        (Coding(dates: .localISO8601(.gmt)), "2024-05-01T12%3A00%3A00.250", "true"),
        (Coding(dates: .custom(encode: { _ in "a/b c" }, decode: { _ in Date() })), "a%2Fb%20c", "true"),
    ]

    private func url(_ request: some RequestConvertible) throws -> String {
        String(try request.resolve().urlText.dropFirst("https://days.example/v1".count))
    }

    @Test(arguments: codings.indices)
    func `a value has the same bytes in a literal as in a query that is added`(index: Int) throws {
        let (coding, text, flag) = Self.codings[index]
        let (date, api) = (Self.date, Days(coding: coding))
        #expect(
            try url(api.get(.data, from: "/days/\(date)/\(true)?at=\(date)&on=\(true)"))
                == "/days/\(text)/\(flag)?at=\(text)&on=\(flag)")
        let added = api.get(.data, from: "/days/\(date)").adding(query: "at", date).adding(query: "on", true)
        #expect(try url(added) == "/days/\(text)?at=\(text)&on=\(flag)")
        #expect(try url(api.get(.data, from: "/days/\(sensitive: date)").adding(query: "n", 1)) == "/days/\(text)?n=1")
    }

    @Test(arguments: codings.indices)
    func `a removed item leaves the values of the others in their places`(index: Int) throws {
        let (coding, text, flag) = Self.codings[index]
        let (date, api) = (Self.date, Days(coding: coding))
        let request = api.get(.data, from: "/\(date)?a=\(date)&b=\(true)&a=1&c=\(date)&d=\(false)")
        let off = flag == "1" ? "0" : "false"
        #expect(try url(request.setting(query: "a", String?.none)) == "/\(text)?b=\(flag)&c=\(text)&d=\(off)")
        #expect(try url(request.setting(query: "c", 7)) == "/\(text)?a=\(text)&b=\(flag)&a=1&d=\(off)&c=7")
    }

    @Test func `a secret date is hidden in every style`() throws {
        for (coding, text, _) in Self.codings {
            let request = Days(coding: coding).get(.data, from: "/days/\(sensitive: Self.date)")
            #expect(!request.description.contains("2024"))
            #expect(try !request.resolve().description.contains(text))
        }
    }

    @Test func `a date that ISO 8601 can't express is written by a style that can`() throws {
        let date = Date(timeIntervalSince1970: 300_000_000_000)
        #expect(try url(Days(coding: Coding(dates: .secondsSince1970)).get(.data, from: "/\(date)")) == "/300000000000")
        let error = Days(coding: .standard).get(.data, from: "/\(date)").resolutionError()
        #expect(error?.code == .invalidPath)
        let custom = Coding(
            dates: .custom(encode: { _ in throw CocoaError(.coderInvalidValue) }, decode: { _ in Date() }))
        #expect(Days(coding: custom).get(.data, from: "/\(date)").resolutionError()?.code == .invalidPath)
        let empty = Coding(dates: .custom(encode: { _ in "" }, decode: { _ in Date() }))
        #expect(Days(coding: empty).get(.data, from: "/\(date)").resolutionError()?.code == .invalidPath)
        let parent = Coding(dates: .custom(encode: { _ in ".." }, decode: { _ in Date() }))
        #expect(Days(coding: parent).get(.data, from: "/\(date)").resolutionError()?.code == .invalidPath)
    }
}
