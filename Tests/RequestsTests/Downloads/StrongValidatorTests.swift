import Foundation
import Requests
import Testing

@testable import Requests
@testable import RequestsCore

@Suite("StrongValidator")
struct StrongValidatorTests {
    private static let modified = "Sun, 06 Nov 1994 08:49:37 GMT"

    @Test(
        arguments: [
            ([("ETag", "\"a\"")], "\"a\""),
            ([("ETag", "\"\"")], "\"\""), ([("ETag", "\"!#~À\"")], "\"!#~À\""), ([("ETag", "\"a\"b\"")], nil),
            ([("ETag", "\"a\""), ("Last-Modified", modified), ("Date", "Sun, 06 Nov 1994 08:49:38 GMT")], "\"a\""),
            ([("Last-Modified", modified), ("Date", "Sun, 06 Nov 1994 08:49:38 GMT")], modified),
            ([("Last-Modified", modified), ("Date", "Mon, 07 Nov 1994 08:49:37 GMT")], modified),
            ([("Last-Modified", modified), ("Date", "Monday, 07-Nov-94 08:49:37 GMT")], modified),
            // The content may have changed twice within a second.
            ([("Last-Modified", modified), ("Date", modified)], nil),
            ([("Last-Modified", modified), ("Date", "Sun, 06 Nov 1994 08:49:36 GMT")], nil),
            ([("Last-Modified", modified)], nil),
            ([("Last-Modified", "Sunday, 06-Nov-94 08:49:37 GMT"), ("Date", "Mon, 07 Nov 1994 08:49:37 GMT")], nil),
            ([("Last-Modified", modified), ("Date", "today")], nil),
            // A weak tag proves that there is a tag, so the date isn't used.
            ([("ETag", "W/\"a\"")], nil),
            ([("ETag", "W/\"a\""), ("Last-Modified", modified), ("Date", "Mon, 07 Nov 1994 08:49:37 GMT")], nil),
            ([("ETag", "a")], nil), ([("ETag", "\"")], nil), ([("ETag", "")], nil), ([("ETag", "\"a")], nil),
            ([("ETag", "\"a\", \"b\"")], nil), ([("ETag", "\"a b\"")], nil), ([("ETag", "\"a\u{7F}\"")], nil),
            ([("ETag", "\"\u{FFFD}\"")], nil),
            ([("ETag", "\"a\""), ("ETag", "\"b\"")], nil),
            ([], nil),
        ] as [([(String, String)], String?)]
    )
    func `only a strong validator is used in If-Range`(fields: [(String, String)], value: String?) {
        let header = HeaderFields(fields.map { HeaderField(HeaderField.Name($0.0), $0.1) })
        #expect(StrongValidator(of: ResponseHead(status: .ok, header: header))?.value == value)
    }

    @Test(
        arguments: [
            ("Thu, 01 Jan 1970 00:00:00 GMT", 0), ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777),
            ("Thu, 29 Feb 2024 23:59:59 GMT", 1_709_251_199), ("Fri, 31 Dec 9999 23:59:59 GMT", 253_402_300_799),
            ("Thu, 01 Jan 1970 00:00:00 UTC", nil), ("Fri, 01 Jan 1970 00:00:00 GMT", nil),
            ("Fri, 30 Feb 2024 00:00:00 GMT", nil), ("Thu, 1 Jan 1970 00:00:00 GMT", nil), ("", nil),
            ("Thu, 01 jan 1970 00:00:00 GMT", nil), ("Thu, 01 Jan 1970 24:00:00 GMT", nil),
            ("Sun Nov  6 08:49:37 1994", nil),
        ] as [(String, Int64?)]
    )
    func `a date is read only in the format that every server must write`(text: String, seconds: Int64?) {
        #expect(HTTPDate.fixedDate(of: text)?.timeIntervalSince1970 == seconds.map(Double.init))
    }
}
