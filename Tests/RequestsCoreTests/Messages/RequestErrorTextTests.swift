import Foundation
import Requests
import RequestsEndpoints
import TestSupport
import Testing

private let notSent = "The request could not be sent."
private let noResponse = "The request got no response."
private let unreadable = "The response could not be read."
private let notValid = "This app made an invalid request."
private let hopeless = "Trying again will not help."
private let again = "Trying again may help."
private let later = "Try again in a while."

/// The texts for the user of an app, for every code, and for statuses.
struct RequestErrorTextTests {
    @Test(
        arguments: [
            (.invalidBaseURL, notSent, notValid, hopeless), (.invalidPath, notSent, notValid, hopeless),
            (.unfilledPlaceholder, notSent, notValid, hopeless), (.crossOrigin, notSent, notValid, hopeless),
            (.invalidURL, notSent, notValid, hopeless), (.invalidMethod, notSent, notValid, hopeless),
            (.invalidHeaderName, notSent, notValid, hopeless), (.invalidHeaderValue, notSent, notValid, hopeless),
            (.reservedHeaderField, notSent, notValid, hopeless), (.unexpectedBody, notSent, notValid, hopeless),
            (.invalidTimeout, notSent, notValid, hopeless), (.queryEncodingFailed, notSent, notValid, hopeless),
            (.bodyEncodingFailed, notSent, notValid, hopeless), (.adaptationFailed, notSent, notValid, hopeless),
            (.invalidCredentials, notSent, "Signing in failed.", "Check your user name and password, then try again."),
            (
                .authenticationFailed, notSent, "Signing in failed.",
                "Check your user name and password, then try again."
            ),
            (.credentialsMissing, notSent, "You have to sign in first.", "Sign in, then try again."),
            (.cancelled, "The request was cancelled.", nil, nil),
            (.timedOut, noResponse, "The server took too long to respond.", again),
            (
                .hostNotFound, notSent, "The server could not be found.",
                "Check the connection to the internet, then try again."
            ),
            (.connectionFailed, notSent, "The server could not be reached.", again),
            (.connectionLost, noResponse, "The connection to the server was lost.", again),
            (
                .offline, notSent, "There is no connection to the internet.",
                "Check the connection to the internet, then try again."
            ),
            (
                .secureConnectionFailed, notSent, "A secure connection to the server could not be made.",
                "Check the network you are connected to, then try again."
            ),
            (.certificateRejected, notSent, "The identity of the server could not be verified.", hopeless),
            (.pinMismatch, notSent, "The identity of the server could not be verified.", hopeless),
            (.clientCertificateRejected, notSent, "The server did not accept the identity of this device.", hopeless),
            (.redirectRefused, noResponse, "The server redirected the request to an unsafe address.", hopeless),
            (.tooManyRedirects, noResponse, "The server redirected the request too many times.", hopeless),
            (.validationFailed, "The request was not successful.", "The server rejected the request.", hopeless),
            (.responseTooLarge, unreadable, "The response is larger than this app allows.", hopeless),
            (.malformedResponse, unreadable, "The server sent an invalid response.", again),
            (.bodyUnreadable, notSent, "The content of the request could not be read.", hopeless),
            (
                .fileWriteFailed, "The file could not be saved.",
                "There is no space left, or this app is not allowed to write to the file's folder.",
                "Free some space or choose a different folder, then try again."
            ),
            (
                .fileReadFailed, "The file could not be read.",
                "The file is damaged, or this app is not allowed to read it.", hopeless
            ),
            (.transportFailed, "The request failed.", "The connection failed.", again),
            (.unacceptableStatus, "The request was not successful.", "The server rejected the request.", hopeless),
            (.emptyBody, unreadable, "The server sent an empty response.", hopeless),
            (.decodingFailed, unreadable, "This app does not understand the response.", hopeless),
            (RequestErrorCode(rawValue: "circuitOpen"), "The request failed.", nil, nil),
        ] as [(RequestErrorCode, String, String?, String?)])
    func `each code has its texts`(code: RequestErrorCode, what: String, why: String?, advice: String?) {
        let error = TransportError(code: code, message: "for developers")
        #expect(error.errorDescription == [what, why, advice].compactMap(\.self).joined(separator: " "))
        #expect(error.failureReason == why)
        #expect(error.recoverySuggestion == advice)
        #expect((error as any Error).localizedDescription == error.errorDescription)
        #expect(error.description == "\(code.rawValue): for developers")
        #expect(error.debugDescription == error.description)
    }

    @Test(
        arguments: [
            (POSIXError(.ENOENT), "The file's folder does not exist.", "Choose a different folder, then try again."),
            (POSIXError(.ENOTDIR), "The file's folder does not exist.", "Choose a different folder, then try again."),
            (
                CocoaError(.fileNoSuchFile), "The file's folder does not exist.",
                "Choose a different folder, then try again."
            ),
            (
                POSIXError(.EACCES), "This app is not allowed to write to the file's folder.",
                "Choose a different folder, then try again."
            ),
            (
                POSIXError(.EROFS), "This app is not allowed to write to the file's folder.",
                "Choose a different folder, then try again."
            ),
            (
                CocoaError(.fileWriteNoPermission), "This app is not allowed to write to the file's folder.",
                "Choose a different folder, then try again."
            ),
            (POSIXError(.ENOSPC), "There is no storage space left.", "Free some space, then try again."),
            (CocoaError(.fileWriteOutOfSpace), "There is no storage space left.", "Free some space, then try again."),
            (
                POSIXError(.EIO), "There is no space left, or this app is not allowed to write to the file's folder.",
                "Free some space or choose a different folder, then try again."
            ),
        ] as [(any Error, String, String)])
    func `each file that couldn't be written has its texts`(cause: any Error, why: String, advice: String) {
        let error = TransportError(code: .fileWriteFailed, message: "no", underlyingError: cause)
        #expect(error.errorDescription == "The file could not be saved. \(why) \(advice)")
        #expect(error.failureReason == why && error.recoverySuggestion == advice)
    }

    @Test func `an unknown error of URLSession isn't named, but any other is`() {
        let texts = [URLError.Code.unknown, .timedOut].map {
            TransportError(code: .transportFailed, message: "no", underlyingError: URLError($0)).description
        }
        #expect(texts == ["transportFailed: no", "transportFailed: no\n  underlying error: URLError -1001"])
    }

    @Test func `a request that wasn't sent is described with its server, without its secrets`() throws {
        let api = AnonymousProvider("https://ada:SECRET@h.example:8080/v1?token=SECRET")
        let error = try #require(api.get(.none, from: "/users/\(sensitive: "SECRET")/{id}").resolutionError())
        #expect(
            error.description.hasSuffix(
                "\n  request: GET /users/<redacted>/%7Bid%7D at https://<redacted>@h.example:8080/v1, "
                    + "which was not sent"), "\(error)")
        #expect(!error.description.contains("SECRET"))
    }

    @Test func `a refused creation says that it exists`() {
        let creation = OutgoingRequest(
            method: .put, url: URL("https://h/a"), header: [HeaderField(.ifNoneMatch, "*")])
        let error = TransportError(
            code: .unacceptableStatus, message: "", request: creation, head: ResponseHead(status: .preconditionFailed))
        #expect(
            error.errorDescription
                == "The request was not successful. The item already exists. Trying again will not help.")
    }

    @Test(arguments: [
        (301, "The server redirected the request to a different address.", hopeless),
        (400, "The server rejected the request.", hopeless),
        (401, "The server did not accept your sign-in.", "Check your user name and password, or sign in again."),
        (403, "You are not allowed to do this.", hopeless), (404, "The requested item does not exist.", hopeless),
        (408, "The server took too long to respond.", later),
        (409, "Someone else changed the item in the meantime.", "Load the item again, then repeat the change."),
        (410, "The requested item does not exist.", hopeless),
        (412, "Someone else changed the item in the meantime.", "Load the item again, then repeat the change."),
        (413, "The request was too large.", hopeless), (425, "The server rejected the request.", later),
        (429, "There were too many requests in a short time.", later), (500, "The server had a problem.", later),
        (502, "The server had a problem.", later), (503, "The server is not available at the moment.", later),
        (504, "The server took too long to respond.", later), (599, "The server had a problem.", later),
        (799, "The server rejected the request.", hopeless),
    ])
    func `each status has its texts`(status: Int, why: String, advice: String) {
        let error = TransportError(
            code: .unacceptableStatus, message: "", head: ResponseHead(status: HTTPStatus(status)))
        #expect(error.errorDescription == "The request was not successful. \(why) \(advice)")
        #expect(error.failureReason == why)
        #expect(error.recoverySuggestion == advice)
    }
}
