import Foundation

/// What is known of the bytes that an earlier download left.
struct PartialNote: Codable {
    /// Size and date of the bytes when the download ended.
    ///
    /// There is none where the process ended before it did.
    struct Seal: Codable, Equatable {
        let size: Int
        let modified: [Int]

        init(_ status: FileStatus) {
            size = status.size
            modified = status.modified
        }
    }

    /// Tells one request from another, without a secret that it may hold.
    let fingerprint: String
    let validator: StrongValidator
    let total: Int?
    var seal: Seal?

    init(fingerprint: String, validator: StrongValidator, total: Int?, seal: Seal?) {
        self.fingerprint = fingerprint
        self.validator = validator
        self.total = total
        self.seal = seal
    }

    /// Reads a note; `nil` where there is none that can be read.
    init?(path: String) {
        guard let status = FileStatus(path: path), status.size <= 65_536,
            let data = FileManager.default.contents(atPath: path),
            let note = try? JSONDecoder().decode(PartialNote.self, from: data)
        else { return nil }
        self = note
    }

    var data: Data? { try? JSONEncoder().encode(self) }

    /// What there is to go on from; `nil` where it is of another request, or was changed by somebody else.
    func part(_ status: FileStatus, fingerprint: String) -> EarlierPart? {
        guard fingerprint == self.fingerprint, validator.isValid, status.size > 0, status.size <= total ?? .max,
            seal == nil || seal == Seal(status)
        else { return nil }
        return EarlierPart(count: status.size, validator: validator, total: total)
    }
}
