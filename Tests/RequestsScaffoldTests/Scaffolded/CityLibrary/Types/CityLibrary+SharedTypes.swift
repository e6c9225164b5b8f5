import Foundation

extension CityLibrary {
    struct Problem: Codable, Hashable, Sendable {
        var title: String
        var detail: String?
        var status: Int?
    }

    struct Shelf: Codable, Hashable, Sendable {
        var id: UUID
        var name: String
        var parent: Indirect<Shelf>?
        var children: [Shelf]
    }
}
