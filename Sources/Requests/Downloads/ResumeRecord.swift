import Foundation

/// The record that a later download needs to resume a failed one.
struct ResumeRecord: Codable {
    /// The size and date of the partial file when the download ended.
    ///
    /// There is no seal if the process ended before the download did.
    struct Seal: Codable, Equatable {
        let size: Int
        let modified: [Int]

        init(_ status: FileStatus) {
            size = status.size
            modified = status.modified
        }
    }

    /// A string that identifies the request, without its secrets.
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

    /// Reads a record; `nil` if it's missing or unreadable.
    init?(path: String) {
        guard let status = FileStatus(path: path), status.size <= 65_536,
            let data = FileManager.default.contents(atPath: path),
            let record = try? JSONDecoder().decode(ResumeRecord.self, from: data)
        else { return nil }
        self = record
    }

    var data: Data? { try? JSONEncoder().encode(self) }

    /// Returns the part to continue; `nil` if the record belongs to a different request, or if the file was changed
    /// since.
    func part(_ status: FileStatus, fingerprint: String) -> EarlierPart? {
        guard fingerprint == self.fingerprint, validator.isValid, status.size > 0, status.size <= total ?? .max,
            seal == nil || seal == Seal(status)
        else { return nil }
        return EarlierPart(count: status.size, validator: validator, total: total)
    }
}
