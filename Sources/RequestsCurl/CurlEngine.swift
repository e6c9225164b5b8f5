#if Curl
import CCurlEngine
import Foundation
import RequestsCore

// This is the only file that shares pointers between threads. Only CCurlEngine's functions use a pointer, and only
// while the pointer's owner exists. These functions lock the engine, or run on its thread.

/// libcurl's thread and its connections.
final class CurlEngine: Sendable {
    /// The number of connections above which unused ones are closed, unless the configuration allows more.
    private static let keptConnections = 256

    private let pointer: EnginePointer

    /// Starts a thread; `nil` if the system refuses.
    init?(_ configuration: CurlSession.Configuration) {
        let limits = curl_engine_limits(
            connections: configuration.connectionLimit ?? 0,
            connections_per_host: configuration.connectionLimitPerHost ?? 0,
            kept_connections: max(configuration.connectionLimit ?? 0, Self.keptConnections))
        guard let pointer = curl_engine_create(limits) else { return nil }
        self.pointer = EnginePointer(value: pointer)
    }

    deinit { curl_engine_destroy(pointer.value) }

    /// Starts a transfer, which receives the events of libcurl from then on.
    func start(_ transfer: CurlTransfer, _ message: CurlMessage) throws(TransportError) {
        try CurlHandle.start(transfer, message, on: pointer)
    }
}

/// The pointer to an engine.
///
/// It is `Sendable` because each function that uses it locks the engine.
struct EnginePointer: @unchecked Sendable {
    fileprivate let value: OpaquePointer
}

/// A running transfer of libcurl.
///
/// It is `Sendable` because each function that uses it locks the engine. ``CurlTransfer`` forgets the handle under a
/// lock before libcurl releases the transfer.
struct CurlHandle: @unchecked Sendable {
    let engine: EnginePointer
    private let transfer: OpaquePointer

    func cancel() { curl_engine_cancel(engine.value, transfer) }
    func resumeReceiving() { curl_engine_resume_receiving(engine.value, transfer) }
    func resumeSending() { curl_engine_resume_sending(engine.value, transfer) }

    /// Starts a transfer.
    ///
    /// - Throws: ``RequestErrorCode/transportFailed`` if memory or descriptors are exhausted, if libcurl lacks an option, if the
    ///   session was released, or if the process was forked after the session was made.
    static func start(_ transfer: CurlTransfer, _ message: CurlMessage, on engine: EnginePointer) throws(TransportError)
    {
        if curl_engine_is_foreign(engine.value) {
            throw .failed("a session can't be used after a fork: create a new session in this process")
        }
        guard let pointer = curl_transfer_create(message.method, message.url) else { throw .exhausted }
        var isSet = curl_transfer_set_lines(pointer, message.lines, message.lines.count)
        for (option, value) in message.numbers { curl_transfer_set_number(pointer, option, value) }
        for (option, value) in message.strings { isSet = isSet && curl_transfer_set_string(pointer, option, value) }
        if message.allowsHTTP2 { curl_transfer_allow_http2(pointer) }
        if let length = message.contentLength { curl_transfer_send_content(pointer, length) }
        guard isSet else {
            curl_transfer_discard(pointer)
            throw .failed("libcurl ran out of memory, or was built without an option that the session needs")
        }
        let context = Unmanaged.passRetained(transfer)
        transfer.willStart(as: CurlHandle(engine: engine, transfer: pointer))
        guard curl_engine_start(engine.value, pointer, callbacks(context.toOpaque())) else {
            transfer.didEnd()
            context.release()
            curl_transfer_discard(pointer)
            throw .failed("the session was released before the request was sent")
        }
    }

    private static func callbacks(_ context: UnsafeMutableRawPointer) -> curl_engine_callbacks {
        curl_engine_callbacks(
            context: context,
            lines: { context, bytes, count in
                owner(of: context).receive(lines: UnsafeBufferPointer(start: bytes, count: count))
            },
            content: { context, bytes, count in
                owner(of: context).receive(content: Data(bytes: bytes, count: count))
            },
            read: { context, bytes, count in
                switch owner(of: context).read(into: UnsafeMutableRawBufferPointer(start: bytes, count: count)) {
                case .bytes(let count): count
                case .pause: Int(CURL_ENGINE_PAUSE)
                case .failure: Int(CURL_ENGINE_ABORT)
                }
            },
            finished: { context, outcome in
                let transfer = Unmanaged<CurlTransfer>.fromOpaque(context).takeRetainedValue()
                let outcome = outcome.pointee
                transfer.finish(
                    CurlOutcome(
                        code: outcome.code, systemError: outcome.system_error, isReused: outcome.is_reused,
                        isRefused: outcome.is_refused, sendCount: Int(outcome.send_count),
                        description: String(cString: outcome.description)))
            })
    }
}

/// Returns the transfer of a callback.
private func owner(of context: UnsafeMutableRawPointer) -> CurlTransfer {
    Unmanaged<CurlTransfer>.fromOpaque(context).takeUnretainedValue()
}

extension TransportError {
    fileprivate static var exhausted: TransportError {
        .failed("libcurl ran out of memory or file descriptors")
    }

    static func failed(_ message: String) -> TransportError { TransportError(code: .transportFailed, message: message) }
}
#endif
