import Requests
import RequestsEndpoints

extension CityLibrary {
    struct LoansEndpoints: Sendable {
        /// Watch loans.
        let changes = Endpoint<LoansChangesInput, ElementStream<ServerSentEvent<Loan>>>(
            .get, "/loans/changes"
        )

        // Not scaffolded: text/csv responses.
        /// Export all loans.
        let export = Endpoint<Void, ElementStream<Loan>>(.get, "/loans/export")

        /// Get a receipt.
        let receipt = Endpoint<Int, String>(.get, "/loans/{id}/receipt")

        // Not scaffolded: GET /loans/{id}/moved, because the operation has no successful response.
    }
}
