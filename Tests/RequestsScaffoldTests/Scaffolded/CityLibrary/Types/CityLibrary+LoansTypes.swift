import Foundation
import RequestsEndpoints

extension CityLibrary {
    struct Loan: Codable, Hashable, Sendable, StreamElement {
        var id: Int
        var isbn: String
        var dueAt: Date?
    }
}
