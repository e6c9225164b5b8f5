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
            (.seconds(3), .seconds(20), .max, .seconds(20)), (.nanoseconds(1), longestDuration, .max, longestDuration),
        ] as [(Duration, Duration, Int, Duration)])
    func `the limit of a delay doubles with each attempt`(
        delay: Duration, longest: Duration, attempt: Int, limit: Duration
    ) {
        var policy = RetryPolicy.default
        policy.delay = delay
        policy.longestDelay = longest
        #expect(policy.backoff(after: attempt, by: Randomness(FixedGenerator(numbers: [.max]))) == limit)
    }

    @Test(
        arguments: [
            (3, .milliseconds(250), .seconds(20), [.milliseconds(250), .milliseconds(500)]),
            (7, .seconds(1), .seconds(5), [1, 2, 4, 5, 5, 5].map { .seconds($0) }),
            (3, .seconds(9), .seconds(5), [.seconds(5), .seconds(5)]), (3, .zero, .seconds(5), [.zero, .zero]),
            (3, .seconds(-1), .seconds(5), [.zero, .zero]), (3, .seconds(1), .seconds(-5), [.zero, .zero]),
            (2, .seconds(1), .seconds(5), [.seconds(1)]), (1, .seconds(1), .seconds(5), []),
            (0, .seconds(1), .seconds(5), []), (-1, .seconds(1), .seconds(5), []), (.min, .seconds(1), .seconds(5), []),
        ] as [(Int, Duration, Duration, [Duration])])
    func `there is a delay between every two attempts, of at most twice the previous limit`(
        attempts: Int, delay: Duration, longest: Duration, limits: [Duration]
    ) {
        let policy = RetryPolicy(attemptLimit: attempts, delay: delay, longestDelay: longest)
        #expect(Array(policy.delays(by: Randomness(ConstantGenerator(number: .max)))) == limits)
        #expect(Array(policy.delays(by: Randomness(ConstantGenerator(number: 2_047)))) == limits.map { _ in .zero })
        let halves = Array(policy.delays(by: Randomness(ConstantGenerator(number: 1 << 63))))
        #expect(zip(halves, limits).allSatisfy { abs($0 / .seconds(1) - $1 / .seconds(1) / 2) < 1e-9 })
        #expect(halves.count == limits.count)
    }

    @Test(arguments: [.milliseconds(1), .seconds(1), longestDuration, .zero, .seconds(-1)] as [Duration])
    func `a random delay is never longer than its limit, even if there is no limit to attempts`(delay: Duration) {
        let policy = RetryPolicy(attemptLimit: .max, delay: delay, longestDelay: .seconds(7))
        let limits = policy.delays(by: Randomness(ConstantGenerator(number: .max)))
        for (actual, limit) in zip(policy.delays, limits).prefix(1_000) {
            #expect(actual >= .zero && actual <= limit && limit <= .seconds(7))
        }
        let unlimited = RetryPolicy(attemptLimit: .max, delay: delay, longestDelay: longestDuration)
        #expect(unlimited.delays.prefix(1_000).allSatisfy { $0 >= .zero })
        let exact = Duration(secondsComponent: 9, attosecondsComponent: 999_999_999_999_999_999)
        let highest = Randomness(ConstantGenerator(number: .max - 3_000))
        #expect(RetryPolicy(delay: exact).delays(by: highest).first { _ in true }.map { $0 <= exact } == true)
    }

    @Test func `each iteration of the delays makes new ones`() {
        let delays = RetryPolicy(attemptLimit: 9).delays
        #expect(Array(delays).count == 8)
        #expect(Array(delays) != Array(delays))
    }

    @Test(arguments: [
        ([0, 0], "00000000-0000-4000-8000-000000000000"), ([.max, .max], "FFFFFFFF-FFFF-4FFF-BFFF-FFFFFFFFFFFF"),
        ([0x0123_4567_89AB_CDEF, 0xFEDC_BA98_7654_3210], "01234567-89AB-4DEF-BEDC-BA9876543210"),
    ])
    func `a key is a random UUID with the marks of version 4`(numbers: [UInt64], text: String) {
        #expect(Randomness(FixedGenerator(numbers: numbers)).uuid().uuidString == text)
    }
}

/// A duration that overflows if it is doubled.
private let longestDuration = Duration.seconds(Int64.max) * 18

/// A generator that repeats one number, which must not be so small that `Double.random` rejects it forever.
private struct ConstantGenerator: RandomNumberGenerator, Sendable {
    let number: UInt64
    mutating func next() -> UInt64 { number }
}

/// A generator of given numbers.
private struct FixedGenerator: RandomNumberGenerator, Sendable {
    var numbers: [UInt64]
    mutating func next() -> UInt64 { numbers.removeFirst() }
}
