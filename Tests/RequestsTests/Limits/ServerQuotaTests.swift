import Foundation
import TestSupport
import Testing

@testable import Requests
@testable import RequestsCore

/// The fields in which servers state how many calls they allow.
@Suite("ServerQuota") struct ServerQuotaTests {
    /// A response and its quota: the remaining calls, the seconds until the reset, and the number of calls allowed
    /// after that.
    struct Case: CustomTestStringConvertible {
        let status: HTTPStatus
        let header: HeaderFields
        let quota: (remaining: Int, delay: Double)?
        var policy: (count: Int, window: Double)?

        init(
            _ header: HeaderFields, _ quota: (remaining: Int, delay: Double)?,
            then policy: (count: Int, window: Double)? = nil, status: HTTPStatus = .ok
        ) {
            (self.status, self.header, self.quota, self.policy) = (status, header, quota, policy)
        }

        var testDescription: String { "\(status) \(header)" }
    }

    /// The present of the tests: 2023-11-14 22:13:20 UTC.
    private static let now = 1_700_000_000.0

    private func check(_ one: Case) {
        let head = ResponseHead(status: one.status, header: one.header)
        let quota = ServerQuota(head) { Date(timeIntervalSince1970: Self.now) }
        #expect(quota?.remaining == one.quota?.remaining)
        #expect(quota?.delay == one.quota.map { .seconds($0.delay) })
        #expect(quota?.policy == one.policy.map { .init(count: $0.count, window: .seconds($0.window)) })
    }

    /// Uses draft-ietf-httpapi-ratelimit-headers-10, sections 3 and 4.
    @Test(arguments: [
        Case(["RateLimit": #""default";r=50;t=30"#], (50, 30)),
        Case(["RateLimit": #""default";r=0;t=30"#], (0, 30)),
        Case(["RateLimit": #""default";t=30;r=0"#], (0, 30)),
        Case(["RateLimit": #""default"; r=0; t=30"#], (0, 30)),
        Case(["RateLimit": "default;r=0;t=30"], (0, 30)),
        Case(["ratelimit": #""a";r=0;t=0"#], (0, 0)),
        Case(["RateLimit": #""a";r=0;t=30;pk=:dHJpYWwxMjEzMjM=:"#], (0, 30)),
        Case(["RateLimit": #""a, b;r=7";r=0;t=30"#], (0, 30)),
        Case(["RateLimit": #""hour";r=10;t=3600, "second";r=0;t=1"#], (0, 1)),
        Case(["RateLimit": #""day";r=0;t=40000,"second";r=0;t=1"#], (0, 40_000)),
        Case(["RateLimit": #""a";r=5;t=9"#, "RateLimit": #""b";r=3;t=1"#], (3, 1)),
        Case(["RateLimit": #""a";r=5"#, "RateLimit-Policy": #""a";q=100;w=60"#], (5, 60), then: (100, 60)),
        Case(["RateLimit": #""a";r=5;t=3"#, "RateLimit-Policy": #""a";q=100;w=60"#], (5, 3), then: (100, 60)),
        Case(["RateLimit": "a;r=5;t=3", "RateLimit-Policy": "b;q=1;w=1, a;q=100;w=60"], (5, 3), then: (100, 60)),
        Case(["RateLimit": "a;r=5;t=3", "RateLimit-Policy": "b;q=1;w=1"], (5, 3)),
        Case(["RateLimit": "a;r=5;t=3", "RateLimit-Policy": "a;q=10"], (5, 3), then: (10, 0)),
        Case(["RateLimit": "a;r=5;t=3", "RateLimit-Policy": "a;q=0;w=1"], (5, 3), then: (1, 1)),
        Case(["RateLimit": "a;r=500;t=3", "RateLimit-Policy": #"a;q=1000;w=9;qu="content-bytes""#], nil),
        Case(["RateLimit": "a;r=0;t=3", "RateLimit-Policy": #"a;q=1000;w=9;qu="content-bytes""#], (0, 3)),
        Case(["RateLimit": "a;r=5;t=3", "RateLimit-Policy": #"a;q=9;w=9;qu="requests""#], (5, 3), then: (9, 9)),
        Case(["RateLimit-Policy": #""a";q=100;w=60"#], nil),
    ])
    func `the current fields of the draft are read`(one: Case) { check(one) }

    @Test(arguments: [
        Case(["RateLimit": "limit=100, remaining=50, reset=5"], (50, 5)),
        Case(["RateLimit": "limit=100,remaining=0,reset=5"], (0, 5)),
        Case(["RateLimit": "reset=5, remaining=0"], (0, 5)),
        Case(["RateLimit": "remaining=0"], nil), Case(["RateLimit": "reset=5"], nil),
        Case(["RateLimit-Limit": "100", "RateLimit-Remaining": "0", "RateLimit-Reset": "5"], (0, 5)),
        Case(["RateLimit-Remaining": "7", "RateLimit-Reset": "5"], (7, 5)),
        Case(["RateLimit-Remaining": "0"], nil), Case(["RateLimit-Reset": "5"], nil),
    ])
    func `the earlier fields of the draft are read`(one: Case) { check(one) }

    @Test(arguments: [
        // GitHub: a Unix time in seconds.
        Case(["X-RateLimit-Limit": "60", "X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "1700000030"], (0, 30)),
        Case(["X-RateLimit-Remaining": "56", "X-RateLimit-Reset": "1700000030"], (56, 30)),
        // The server's clock is ahead.
        Case(
            [
                "X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "1700000130",
                "Date": "Tue, 14 Nov 2023 22:15:00 GMT",
            ], (0, 30)),
        // The reset is over.
        Case(["X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "1699999999"], (0, 0)),
        // Other servers: seconds from now, a Unix time with a fraction, a Unix time in milliseconds, a different
        // spelling.
        Case(["X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "30"], (0, 30)),
        Case(["X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "0.5"], (0, 0.5)),
        Case(["X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "1700000000.25"], (0, 0.25)),
        Case(["X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "1700000030000"], (0, 30)),
        Case(["x-rate-limit-remaining": "0", "x-rate-limit-reset": "1700000030"], (0, 30)),
        Case(["X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "999999999"], (0, 999_999_999)),
        Case(["X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "1000000000"], (0, 0)),
        // The draft takes precedence.
        Case(
            ["X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "30", "RateLimit": "a;r=5;t=3"], (5, 3)),
    ])
    func `the fields that start with X- are read`(one: Case) { check(one) }

    @Test(arguments: [
        Case(["Retry-After": "30"], (0, 30), status: .tooManyRequests),
        Case(["Retry-After": "30"], (0, 30), status: .serviceUnavailable),
        Case(["Retry-After": "30"], (0, 30), status: .forbidden),
        Case(["Retry-After": "Tue, 14 Nov 2023 22:13:50 GMT"], (0, 30), status: .tooManyRequests),
        Case(["Retry-After": "30", "RateLimit": "a;r=5;t=3"], (0, 30), status: .tooManyRequests),
        Case(["Retry-After": "soon", "RateLimit": "a;r=0;t=3"], (0, 3), status: .tooManyRequests),
        // With these statuses, Retry-After has a different meaning: when to follow a redirect, or when to ask for a
        // result.
        Case(["Retry-After": "30"], nil), Case(["Retry-After": "30"], nil, status: .seeOther),
        Case(["Retry-After": "30"], nil, status: .accepted), Case([:], nil, status: .tooManyRequests),
    ])
    func `Retry-After is read`(one: Case) { check(one) }

    @Test(arguments: [
        "", " ", ";", ",", ",,,", "=", "a", "a;", "a;r", "a;r=", "a;r=0", "a;r=;t=", "a;r=x;t=3", "a;r=-1;t=3",
        "a;r=0.5;t=3", "a;r=1e3;t=3", "a;r=nan;t=3", "a;r=0;t=x", "a;r=0;t=-5", "a;r=0;t=nan", "a;r=0;t=inf",
        "a;r=0;t=-inf", "a;r=?0;t=3", "a;r=٣;t=3", "a;t=3", #""a"#, #""a;r=0;t=3"#, #""\"#,
        "limit=, remaining=, reset=",
        "remaining=-1, reset=5", "remaining=0, reset=-5", "remaining=0, reset=nan", "remaining=x, reset=5",
        "remaining, reset", "=0, =5", "a;r=0;t=1e3", "a;r=0;t=0x1F", "remaining=0;reset=5", "\u{0}", "a;r=0;t=3\u{0}",
        "🐢;r=;t=🐢",
    ])
    func `malformed values of RateLimit are ignored`(value: String) {
        check(Case([HeaderField("RateLimit", value).name: value], nil))
    }

    @Test(arguments: [
        ("", "5"), ("0", ""), ("x", "5"), ("-1", "5"), ("0", "-5"), ("0", "nan"), ("0", "inf"), ("0", "soon"),
        ("0.5", "5"), ("0", "2026-01-01T00:00:00Z"), ("0", "5s"), ("0, 5", "5"), ("0", "5, 5"), ("٠", "5"),
        ("0", "-99999999999999999999"), ("1e3", "5"), ("0", "1e3"), ("0", "1.2.3"), ("0", "."),
    ])
    func `malformed values of the other fields are ignored`(remaining: String, reset: String) {
        for prefix in ["RateLimit-", "X-RateLimit-", "X-Rate-Limit-"] {
            check(
                Case([.init(prefix + "Remaining"): remaining, .init(prefix + "Reset"): reset], nil))
        }
    }

    @Test func `huge values are capped`() {
        check(Case(["RateLimit": "a;r=0;t=100000000000000000000"], (0, 1e9)))
        check(Case(["RateLimit": "a;r=99999999999999999999;t=3"], (.max, 3)))
        check(Case(["X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "100000000000000000000"], (0, 1e9)))
        let nines = String(repeating: "9", count: 400)
        check(Case(["RateLimit": "a;r=0;t=\(nines)"], (0, 1e9)))
        check(Case(["X-RateLimit-Remaining": nines, "X-RateLimit-Reset": nines], (.max, 1e9)))
        check(Case(["Retry-After": "99999999999999999999"], (0, 1e9), status: .tooManyRequests))
        check(
            Case(["Retry-After": "Fri, 31 Dec 9999 23:59:59 GMT"], (0, 1e9), status: .tooManyRequests))
        check(
            Case(
                ["RateLimit": "a;r=1;t=3", "RateLimit-Policy": "a;q=99999999999999999999;w=99999999999999999999"],
                (1, 3),
                then: (.max, 1e9)))
    }
}
