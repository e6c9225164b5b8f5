import Foundation
import Testing

@testable import Requests
@testable import RequestsCore

@Suite("RetryPolicy") struct RetryPolicyTests {
    private static let cases: [(RequestErrorCode, HTTPStatus?, Bool)] = [
        (.connectionLost, nil, true), (.timedOut, .ok, true), (.unacceptableStatus, .serviceUnavailable, true),
        (.unacceptableStatus, .notFound, false), (.unacceptableStatus, nil, false),
        (.decodingFailed, .serviceUnavailable, false), (.cancelled, nil, false),
    ]

    @Test(arguments: cases) func `an error is temporary by its code or the status of its response`(
        code: RequestErrorCode, status: HTTPStatus?, isTemporary: Bool
    ) {
        let error = TransportError(code: code, message: "m", head: status.map { ResponseHead(status: $0) })
        #expect(RetryPolicy.default.isTemporary(error) == isTemporary)
        #expect(RetryPolicy(statuses: [], codes: []).isTemporary(error) == false)
    }

    @Test func `a policy without retries makes one attempt`() {
        #expect(RetryPolicy.never.attemptLimit == 1)
    }

    @Test(
        arguments: [
            (.milliseconds(250), .seconds(20), 1, .milliseconds(250)), (.seconds(1), .seconds(20), 2, .seconds(2)),
            (.seconds(1), .seconds(20), 5, .seconds(16)), (.seconds(1), .seconds(20), 6, .seconds(20)),
            (.seconds(1), .seconds(20), 1_000, .seconds(20)), (.seconds(5), .seconds(4), 1, .seconds(4)),
            (.seconds(5), .seconds(1 << 60), 1_000, .seconds(1 << 60)), (.zero, .seconds(20), 3, .zero),
            (.seconds(-1), .seconds(20), 1_000, .zero), (.seconds(1), .seconds(-1), 1_000, .zero),
        ] as [(Duration, Duration, Int, Duration)])
    func `the limit of a delay doubles with each attempt`(
        delay: Duration, longest: Duration, attempt: Int, limit: Duration
    ) {
        var policy = RetryPolicy.default
        policy.delay = delay
        policy.longestDelay = longest
        #expect(policy.backoff(after: attempt, by: Randomness(FixedGenerator(numbers: [.max]))) == limit)
    }

    @Test(arguments: [
        ([0, 0], "00000000-0000-4000-8000-000000000000"), ([.max, .max], "FFFFFFFF-FFFF-4FFF-BFFF-FFFFFFFFFFFF"),
        ([0x0123_4567_89AB_CDEF, 0xFEDC_BA98_7654_3210], "01234567-89AB-4DEF-BEDC-BA9876543210"),
    ])
    func `a key is a random UUID with the marks of version 4`(numbers: [UInt64], text: String) {
        #expect(Randomness(FixedGenerator(numbers: numbers)).uuid().uuidString == text)
    }
}

/// A generator of given numbers.
private struct FixedGenerator: RandomNumberGenerator, Sendable {
    var numbers: [UInt64]
    mutating func next() -> UInt64 { numbers.removeFirst() }
}
