#if canImport(FoundationNetworking)
import Foundation
import FoundationNetworking

extension SessionDelegate {
    // On Linux, a 401 never completes unless its challenge is rejected, although the whole body has arrived. Rejecting
    // the challenge cancels the task, which has nothing left to do. The library sends credentials in the request
    // itself.
    func urlSession(
        _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        if let response = challenge.failureResponse { exchange(for: task)?.complete(response, nil) }
        // The completion handler would wait for the current thread.
        Exchange.foundationCalls.async { completionHandler(.rejectProtectionSpace, nil) }
    }
}
#endif
