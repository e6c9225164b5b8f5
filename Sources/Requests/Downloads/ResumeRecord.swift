import Foundation

/// The record of a download that failed, by which a later one resumes it.
struct ResumeRecord: Codable {
    /// Size and date of the bytes when the download ended.
    ///
    /// There is no seal if the process ended before the download.
    struct Seal: Codable, Equatable {
        let size: Int
        let modified: [Int]

        init(_ status: FileStatus) {
            size = status.size
            modified = status.modified
        }
    }

    /// A text that identifies the request, without secrets of the request.
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

    /// Reads a record; `nil` if there is none that can be read.
    init?(path: String) {
        guard let status = FileStatus(path: path), status.size <= 65_536,
            let data = FileManager.default.contents(atPath: path),
            let record = try? JSONDecoder().decode(ResumeRecord.self, from: data)
        else { return nil }
        self = record
    }

    var data: Data? { try? JSONEncoder().encode(self) }

    /// Returns the part that can be continued; `nil` if it belongs to another request, or if someone else changed it.
    func part(_ status: FileStatus, fingerprint: String) -> EarlierPart? {
        guard fingerprint == self.fingerprint, validator.isValid, status.size > 0, status.size <= total ?? .max,
            seal == nil || seal == Seal(status)
        else { return nil }
        return EarlierPart(count: status.size, validator: validator, total: total)
    }
}
