/// The sentences that the user of an app reads.
enum UserText {
    /// What could not be done.
    static func what(_ code: RequestErrorCode) -> String {
        switch code {
        case .cancelled: "The request was cancelled."
        case .unacceptableStatus, .validationFailed: "The request was not successful."
        case .timedOut, .connectionLost, .redirectRefused, .tooManyRedirects: "The request got no answer."
        case .emptyBody, .decodingFailed, .responseTooLarge, .bufferOverflow, .malformedResponse:
            "The answer could not be read."
        case .fileWriteFailed: "The file could not be saved."
        case .transportFailed: "The request failed."
        case _ where isAboutSending(code): "The request could not be sent."
        default: "The request failed."
        }
    }

    /// Why; `nil` where that is no question, and for the codes that a transport or decoder of an app adds.
    static func why(_ code: RequestErrorCode, status: HTTPStatus?, isAnonymous: Bool) -> String? {
        switch code {
        case .cancelled: nil
        case .timedOut: "The server took too long to answer."
        case .hostNotFound: "The server could not be found."
        case .connectionFailed: "The server could not be reached."
        case .connectionLost: "The connection to the server was lost."
        case .offline: "There is no connection to the internet."
        case .secureConnectionFailed: "A secure connection to the server could not be made."
        case .certificateRejected: "The identity of the server could not be verified."
        case .clientCertificateRejected: "The server did not accept the identity of this device."
        case .redirectRefused: "The server pointed to an address that is not safe to follow."
        case .tooManyRedirects: "The server pointed from one address to the next without an end."
        case .responseTooLarge: "It is larger than this app allows."
        case .bufferOverflow: "It came faster than this app could read it."
        case .malformedResponse: "The server sent something that is not a valid answer."
        case .emptyBody: "The server sent nothing."
        case .decodingFailed: "The server sent something that this app does not understand."
        case .bodyUnreadable: "The data to send could not be read."
        case .fileWriteFailed: "There is no space left, or nothing may be written there."
        case .transportFailed: "The connection failed."
        case .unacceptableStatus where status == .unauthorized && isAnonymous: "You have to sign in first."
        case .unacceptableStatus: status.map(why) ?? "The server refused it."
        case .validationFailed: "The server refused it."
        case .authenticationFailed, .invalidCredentials: "Signing in failed."
        case .credentialsMissing: "You have to sign in first."
        case _ where isAboutSending(code): "This app made a request that is not valid."
        default: nil
        }
    }

    /// Whether a code is one of those that say what is wrong with a request before it is sent, or while.
    private static func isAboutSending(_ code: RequestErrorCode) -> Bool {
        switch code {
        case .invalidBaseURL, .invalidPath, .unfilledPlaceholder, .crossOrigin, .invalidURL, .invalidMethod,
            .invalidHeaderName, .invalidHeaderValue, .reservedHeaderField, .unexpectedBody, .invalidTimeout,
            .queryEncodingFailed, .bodyEncodingFailed, .invalidCredentials, .authenticationFailed,
            .credentialsMissing, .adaptationFailed,
            .hostNotFound, .connectionFailed, .offline, .secureConnectionFailed, .certificateRejected,
            .clientCertificateRejected, .bodyUnreadable:
            true
        default:
            false
        }
    }

    private static func why(_ status: HTTPStatus) -> String {
        switch status {
        case .unauthorized: "The server did not accept how you signed in."
        case .forbidden: "You are not allowed to do this."
        case .notFound, .gone: "What was asked for does not exist."
        case .conflict, .preconditionFailed: "It was changed by someone else in the meantime."
        case .requestTimeout, .gatewayTimeout: "The server took too long."
        case .contentTooLarge: "What was sent is too large."
        case .tooManyRequests: "There were too many requests in a short time."
        case .serviceUnavailable: "The server is not available at the moment."
        case _ where status.isServerError: "The server had a problem."
        case .notModified: "It has not changed since it was last loaded."
        case _ where status.isRedirection: "The server pointed to another address."
        default: "The server refused it."
        }
    }

    /// Whether trying again helps; `nil` where that is no question, and where nobody knows.
    static func advice(_ code: RequestErrorCode, status: HTTPStatus?, isAnonymous: Bool) -> String? {
        switch code {
        case .cancelled: nil
        case .timedOut, .connectionLost, .connectionFailed, .transportFailed, .malformedResponse, .bufferOverflow:
            "Trying again may help."
        case .hostNotFound, .offline: "Check the connection to the internet, then try again."
        case .fileWriteFailed: "Free some space or choose another place, then try again."
        case .secureConnectionFailed: "Check the network you are connected to, then try again."
        case .authenticationFailed, .invalidCredentials: "Check your name and password, then try again."
        case .credentialsMissing: "Sign in, then try again."
        case .unacceptableStatus where status == .unauthorized && isAnonymous: "Sign in, then try again."
        case .unacceptableStatus: status.map(advice) ?? "Trying again will not help."
        case _ where why(code, status: status, isAnonymous: isAnonymous) == nil: nil
        default: "Trying again will not help."
        }
    }

    private static func advice(_ status: HTTPStatus) -> String {
        switch status {
        case .unauthorized: "Check your name and password or sign in again."
        case .requestTimeout, .gatewayTimeout, .tooManyRequests, .serviceUnavailable, .badGateway, .tooEarly:
            "Try again in a while."
        case .conflict, .preconditionFailed: "Load it again, then repeat the change."
        case _ where status.isServerError: "Try again in a while."
        default: "Trying again will not help."
        }
    }
}
