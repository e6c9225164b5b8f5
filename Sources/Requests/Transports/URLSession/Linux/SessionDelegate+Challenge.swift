#if canImport(FoundationNetworking)
import Foundation
import FoundationNetworking

extension SessionDelegate {
    // A 401 never completes here, unless its challenge is rejected; the whole body has arrived before. Rejecting it cancels the
    // task, which has nothing left to do. The request provides its credentials itself.
    func urlSession(
        _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        if let response = challenge.failureResponse { exchange(for: task)?.complete(response, nil) }
        // The call waits for this same thread.
        Exchange.foundationCalls.async { completionHandler(.rejectProtectionSpace, nil) }
    }
}
#endif
