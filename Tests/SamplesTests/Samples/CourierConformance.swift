import RequestsConformance
import Testing

@Suite("The courier of the page", .timeLimit(.minutes(3)))
struct CourierConformanceTests {
    // The page runs all cases. This test runs only the groups that depend on the code of the transport.
    enum TransportConformance {
        static let cases = RequestsConformance.TransportConformance.cases.filter {
            // The courier of the tests uses URLSession. On Linux it loses the first body, and can't slow a server down.
            [.redirects, .streaming].contains($0.group)
                && !$0.id.hasSuffix("without a Location is the response")
                && !$0.id.hasSuffix("lines that nobody reads hold the server up")
        }
    }

    @Test(arguments: TransportConformance.cases)
    func conforms(_ conformanceCase: ConformanceCase) async throws {
        try await conformanceCase.run(on: CourierTransport(courier: Courier()))
    }
}
