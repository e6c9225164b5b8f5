public import Dispatch

#if canImport(FoundationNetworking)
public import FoundationNetworking
#else
public import Foundation
#endif

extension Transport {
    /// Sends a request, and calls a function on the main actor with Foundation's response and the resource, or the error.
    ///
    /// ```swift
    /// let task = session.perform(request) { result in
    ///     switch result {
    ///     case .success((let response, let user)): show(user)
    ///     case .failure(let error): show(error.localizedDescription)
    ///     }
    /// }
    /// task.cancel()
    /// ```
    ///
    /// The function is called once, even if the task is cancelled. Decoding never runs on the main actor.
    ///
    /// - Returns: The task of the request. After a cancellation, the function receives ``RequestErrorCode/cancelled``.
    @discardableResult
    public func perform<R: RequestConvertible>(
        _ request: R,
        completionHandler:
            @escaping @MainActor @Sendable (Result<(HTTPURLResponse, R.Resource), RequestError<R.Failure>>) -> Void
    ) -> Task<Void, Never> {
        Task.detached { await completionHandler(await foundationResult(of: request)) }
    }

    /// Sends a request, and calls a function on a queue with Foundation's response and the resource, or the error.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - callbackQueue: The queue that calls the function.
    ///   - completionHandler: The function, called once, even if the task is cancelled.
    /// - Returns: The task of the request. After a cancellation, the function receives ``RequestErrorCode/cancelled``.
    @discardableResult
    public func perform<R: RequestConvertible>(
        _ request: R,
        callbackQueue: DispatchQueue,
        completionHandler: @escaping @Sendable (Result<(HTTPURLResponse, R.Resource), RequestError<R.Failure>>) -> Void
    ) -> Task<Void, Never> {
        Task.detached {
            let result = await foundationResult(of: request)
            callbackQueue.async { completionHandler(result) }
        }
    }

    private func foundationResult<R: RequestConvertible>(of request: R) async -> Result<
        (HTTPURLResponse, R.Resource), RequestError<R.Failure>
    > {
        do throws(RequestError<R.Failure>) {
            let (head, resource) = try await response(for: request)
            guard let response = head.httpURLResponse else {
                throw request.replacement(
                    for: RequestError(
                        code: .malformedResponse, message: "the response can't be converted to an HTTPURLResponse",
                        head: head
                    )
                )
            }
            return .success((response, resource))
        } catch {
            return .failure(error)
        }
    }
}
