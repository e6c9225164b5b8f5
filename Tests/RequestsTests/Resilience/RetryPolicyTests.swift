import Requests
import Testing

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
}
