import Foundation

extension Download {
    /// Opens the place for a download: the part of an earlier one if the download can resume, or else a temporary file.
    static func stage(
        for message: OutgoingRequest, at path: String, resuming isResuming: Bool
    ) throws(FileIssue) -> any DownloadStage {
        if FileStatus(path: path)?.isDirectory == true { throw .isDirectory }
        // A range is only defined for GET (RFC 9110, section 14.2).
        if isResuming, message.method == .get, message.body.isNone, !message.header.contains(.range),
            !message.header.contains(.ifRange),
            let file = try PartialFile(destination: path, fingerprint: message.fingerprint)
        {
            return file
        }
        return try StagedFile(destination: path)
    }
}

extension OutgoingRequest {
    /// Returns the message that asks only for the rest, if the content is still the same (RFC 9110, section 13.1.5).
    func asking(forRestOf earlier: EarlierPart?) -> OutgoingRequest {
        guard let earlier else { return self }
        var message = self
        message.header.append(.range(earlier.count...))
        message.header.append(HeaderField(.ifRange, earlier.validator.value))
        return message
    }

    /// A text that identifies the resource of the message: method and URL, in the form of an error text.
    fileprivate var fingerprint: String { "\(method.rawValue) \(shownURL(revealing: false))" }
}
