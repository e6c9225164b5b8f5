import Foundation

/// The sentences for users of an app.
enum UserText {
    /// Returns the sentence about what failed.
    static func what(_ code: RequestErrorCode) -> String {
        switch code {
        case .cancelled: "The request was cancelled."
        case .unacceptableStatus, .validationFailed: "The request was not successful."
        case .timedOut, .connectionLost, .redirectRefused, .tooManyRedirects: "The request got no response."
        case .emptyBody, .decodingFailed, .responseTooLarge, .bufferOverflow, .malformedResponse:
            "The response could not be read."
        case .fileWriteFailed: "The file could not be saved."
        case .fileReadFailed: "The file could not be read."
        case .transportFailed: "The request failed."
        case _ where isAboutSending(code): "The request could not be sent."
        default: "The request failed."
        }
    }

    /// Returns the sentence with the reason; `nil` for a cancelled request, and for codes that an app adds.
    static func why(
        _ code: RequestErrorCode, status: HTTPStatus?, isAnonymous: Bool, _ cause: @autoclosure () -> (any Error)?
    ) -> String? {
        switch code {
        case .cancelled: nil
        case .timedOut: "The server took too long to respond."
        case .hostNotFound: "The server could not be found."
        case .connectionFailed: "The server could not be reached."
        case .connectionLost: "The connection to the server was lost."
        case .offline: "There is no connection to the internet."
        case .secureConnectionFailed: "A secure connection to the server could not be made."
        case .certificateRejected, .pinMismatch: "The identity of the server could not be verified."
        case .clientCertificateRejected: "The server did not accept the identity of this device."
        case .redirectRefused: "The server redirected the request to an unsafe address."
        case .tooManyRedirects: "The server redirected the request too many times."
        case .responseTooLarge: "The response is larger than this app allows."
        case .bufferOverflow: "The response came faster than this app could read it."
        case .malformedResponse: "The server sent an invalid response."
        case .emptyBody: "The server sent an empty response."
        case .decodingFailed: "This app does not understand the response."
        case .bodyUnreadable: "The content of the request could not be read."
        case .fileWriteFailed: writing(cause()).why
        case .fileReadFailed: "The file is damaged, or this app is not allowed to read it."
        case .transportFailed: "The connection failed."
        case .unacceptableStatus where status == .unauthorized && isAnonymous: "You have to sign in first."
        case .unacceptableStatus: status.map(why) ?? "The server rejected the request."
        case .validationFailed: "The server rejected the request."
        case .authenticationFailed, .invalidCredentials: "Signing in failed."
        case .credentialsMissing: "You have to sign in first."
        case _ where isAboutSending(code): "This app made an invalid request."
        default: nil
        }
    }

    /// Returns whether a code means that the request could not be sent.
    private static func isAboutSending(_ code: RequestErrorCode) -> Bool {
        switch code {
        case .invalidBaseURL, .invalidPath, .unfilledPlaceholder, .crossOrigin, .invalidURL, .invalidMethod,
            .invalidHeaderName, .invalidHeaderValue, .reservedHeaderField, .unexpectedBody, .invalidTimeout,
            .queryEncodingFailed, .bodyEncodingFailed, .invalidCredentials, .authenticationFailed,
            .credentialsMissing, .adaptationFailed,
            .hostNotFound, .connectionFailed, .offline, .secureConnectionFailed, .certificateRejected,
            .pinMismatch, .clientCertificateRejected, .headerTooLarge, .bodyUnreadable, .bodyUnsupported:
            true
        default:
            false
        }
    }

    /// Returns the sentences about why a file could not be written, and what helps.
    private static func writing(_ cause: (any Error)?) -> (why: String, advice: String) {
        let file = cause as? CocoaError
        switch ((cause as? POSIXError)?.code, file?.code) {
        case (.ENOENT?, _), (.ENOTDIR?, _), (_, .fileNoSuchFile?):
            return ("The file's folder does not exist.", "Choose a different folder, then try again.")
        case (.EACCES?, _), (.EPERM?, _), (.EROFS?, _), (_, .fileWriteNoPermission?), (_, .fileWriteVolumeReadOnly?):
            return (
                "This app is not allowed to write to the file's folder.", "Choose a different folder, then try again."
            )
        case (.ENOSPC?, _), (.EDQUOT?, _), (_, .fileWriteOutOfSpace?):
            return ("There is no storage space left.", "Free some space, then try again.")
        default:
            return (
                "There is no space left, or this app is not allowed to write to the file's folder.",
                "Free some space or choose a different folder, then try again."
            )
        }
    }

    /// The sentences for a 412 after `If-None-Match: *`.
    static let existsAlready = (why: "The item already exists.", advice: "Trying again will not help.")

    private static func why(_ status: HTTPStatus) -> String {
        switch status {
        case .unauthorized: "The server did not accept your sign-in."
        case .forbidden: "You are not allowed to do this."
        case .notFound, .gone: "The requested item does not exist."
        case .conflict, .preconditionFailed: "Someone else changed the item in the meantime."
        case .requestTimeout, .gatewayTimeout: "The server took too long to respond."
        case .contentTooLarge: "The request was too large."
        case .tooManyRequests: "There were too many requests in a short time."
        case .serviceUnavailable: "The server is not available at the moment."
        case _ where status.isServerError: "The server had a problem."
        case .notModified: "The content has not changed since it was last loaded."
        case _ where status.isRedirection: "The server redirected the request to a different address."
        default: "The server rejected the request."
        }
    }

    /// Returns the sentence about whether trying again helps; `nil` if that is unknown.
    static func advice(
        _ code: RequestErrorCode, status: HTTPStatus?, isAnonymous: Bool, _ cause: @autoclosure () -> (any Error)?
    ) -> String? {
        switch code {
        case .cancelled: nil
        case .timedOut, .connectionLost, .connectionFailed, .transportFailed, .malformedResponse, .bufferOverflow:
            "Trying again may help."
        case .hostNotFound, .offline: "Check the connection to the internet, then try again."
        case .fileWriteFailed: writing(cause()).advice
        case .secureConnectionFailed: "Check the network you are connected to, then try again."
        case .authenticationFailed, .invalidCredentials: "Check your user name and password, then try again."
        case .credentialsMissing: "Sign in, then try again."
        case .unacceptableStatus where status == .unauthorized && isAnonymous: "Sign in, then try again."
        case .unacceptableStatus: status.map(advice) ?? "Trying again will not help."
        case _ where why(code, status: status, isAnonymous: isAnonymous, cause()) == nil: nil
        default: "Trying again will not help."
        }
    }

    private static func advice(_ status: HTTPStatus) -> String {
        switch status {
        case .unauthorized: "Check your user name and password, or sign in again."
        case .requestTimeout, .gatewayTimeout, .tooManyRequests, .serviceUnavailable, .badGateway, .tooEarly:
            "Try again in a while."
        case .conflict, .preconditionFailed: "Load the item again, then repeat the change."
        case _ where status.isServerError: "Try again in a while."
        default: "Trying again will not help."
        }
    }
}
