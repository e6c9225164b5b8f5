import Foundation

extension Download {
    /// Opens the file for a download: the partial file of an earlier download if this one can resume it, otherwise a
    /// temporary file.
    static func stage(
        for message: OutgoingRequest, at path: String, resuming isResuming: Bool
    ) throws(FileIssue) -> any DownloadStage {
        if FileStatus(path: path)?.isDirectory == true { throw .isDirectory }
        if isResuming, message.canRequestRest,
            let file = try PartialFile(destination: path, fingerprint: message.fingerprint)
        {
            return file
        }
        return try StagedFile(destination: path)
    }
}

extension OutgoingRequest {
    /// Indicates whether a part can be requested; ranges are only defined for GET (RFC 9110, section 14.2).
    var canRequestRest: Bool {
        method == .get && body.isNone && !header.contains(.range) && !header.contains(.ifRange)
    }

    /// Returns a message that requests only the rest, provided the content hasn't changed (RFC 9110, section 13.1.5).
    func asking(forRestOf earlier: EarlierPart?) -> OutgoingRequest {
        guard let earlier else { return self }
        var message = self
        message.header.append(.range(earlier.count...))
        message.header.append(HeaderField(.ifRange, earlier.validator.value))
        return message
    }

    /// A string that identifies the requested resource: method and URL, with secrets hidden.
    fileprivate var fingerprint: String { "\(method.rawValue) \(shownURL(revealing: false))" }
}

extension ResponseHead {
    /// The validator for requesting the rest of the content; `nil` if there is none, or if the content is coded.
    var validatorOfContent: StrongValidator? { hasContentCoding ? nil : StrongValidator(of: self) }
}
