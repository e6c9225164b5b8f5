import RequestsTesting
import Testing

@Suite("The courier of the page", .timeLimit(.minutes(3)))
struct CourierConformanceTests {
    // What the page says of all cases is tried by those that a transport of one's own has a part in.
    enum TransportConformance {
        static let cases = RequestsTesting.TransportConformance.cases.filter {
            // The courier of the tests rides on URLSession, which loses the one content on Linux, and can't slow a server down.
            [.redirects, .streaming].contains($0.group)
                && !$0.id.hasSuffix("without a Location is the answer")
                && !$0.id.hasSuffix("lines that nobody reads hold the server up")
        }
    }

    @Test(arguments: TransportConformance.cases)
    func conforms(_ conformanceCase: ConformanceCase) async throws {
        try await conformanceCase.run(on: CourierTransport(courier: Courier()))
    }
}
