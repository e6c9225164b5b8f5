#if canImport(FoundationNetworking)
import Foundation
import FoundationNetworking

extension SessionDelegate {
    // A 401 never completes here, unless its challenge is rejected; the whole body came before. Rejecting it cancels the
    // task, which has nothing left to do. Credentials are the request's own.
    func urlSession(
        _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        if let response = challenge.failureResponse { exchange(for: task)?.complete(response, nil) }
        // It waits for this very thread.
        Exchange.foundationCalls.async { completionHandler(.rejectProtectionSpace, nil) }
    }
}
#endif
