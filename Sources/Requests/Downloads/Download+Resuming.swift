import Foundation

extension Download {
    /// Opens the file for a download: the partial file of an earlier one if it can resume, otherwise a temporary file.
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
    /// Indicates whether a part can be requested, because a range is only defined for GET (RFC 9110, section 14.2).
    var canRequestRest: Bool {
        method == .get && body.isNone && !header.contains(.range) && !header.contains(.ifRange)
    }

    /// Returns the message that requests only the rest if the content hasn't changed (RFC 9110, section 13.1.5).
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
    /// The validator with which the rest of the content can be requested; `nil` if there is none, or for coded content.
    var validatorOfContent: StrongValidator? { hasContentCoding ? nil : StrongValidator(of: self) }
}
