#if AsyncHTTPClient
import Foundation
import NIOCore
import RequestsCore

extension TransportError {
    /// Makes the transport error for an error of AsyncHTTPClient during a request.
    init(clientError error: any Error, sending request: OutgoingRequest) {
        guard let socket = request.unixSocket, let error = error as? IOError,
            let problem = Self.problem(of: error, with: socket.escapedForDisplay)
        else {
            self.init(clientError: error)
            return
        }
        self.init(code: .connectionFailed, message: problem, underlyingError: error)
    }

    /// Returns the reason why a socket can't be reached; `nil` for an error that doesn't concern the socket's file.
    private static func problem(of error: IOError, with socket: String) -> String? {
        switch POSIXErrorCode(rawValue: error.errnoCode) {
        case .ENOENT, .ENOTDIR: "there is no Unix socket \(socket)"
        case .ECONNREFUSED: "nothing is listening on the Unix socket \(socket)"
        case .EACCES, .EPERM: "this process has no permission to connect to the Unix socket \(socket)"
        case .EPROTOTYPE, .ENOTSOCK: "\(socket) isn't a Unix stream socket"
        case .EAGAIN: "the Unix socket \(socket) can't accept more connections at the moment"
        default: nil
        }
    }
}
#endif
