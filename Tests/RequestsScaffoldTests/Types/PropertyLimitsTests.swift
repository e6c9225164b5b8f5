import Foundation
import Requests
import Testing

@testable import RequestsScaffold

@Suite("Limits of properties") struct PropertyLimitsTests {
    @Test(
        arguments: [
            ("1", "1"), ("-9223372036854775808", "-9223372036854775808"), ("99.5", "99.5"),
            ("18446744073709551615", "JSONValue(18446744073709551615 as UInt64)"), ("18446744073709551616", nil),
            ("-9223372036854775809", nil), ("0.123456789012345", "0.123456789012345"),
            // The nearest Double has fewer digits.
            ("1234567890.123456789", nil), ("1e3", nil), ("true", "true"), (#""a""#, #""a""#), ("[]", nil),
        ] as [(String, String?)])
    func `a limit is a literal that has its value, or is omitted`(json: String, literal: String?) throws {
        let value = try Coding.standard.value(JSONValue.self, fromJSON: Data(json.utf8))
        #expect(PropertyLimits.literal(of: value) == literal)
    }
}
