package import Foundation
package import Requests

/// Calls that are cancelled.
package struct Cancelling: Sendable {
    /// The stage of a call at its cancellation.
    package enum Stage: CaseIterable, Sendable {
        case beforeStart, start, anyMoment, connected, head, bodyAtOnce, bodyInChunks, upload, streamedUpload, redirect
    }

    /// The outcome of a call.
    package enum Ending: Sendable {
        case response, cancelled
        indirect case failed(RequestErrorCode)

        package var name: String {
            switch self {
            case .response: "a response"
            case .cancelled: "cancelled"
            case .failed(let code): "\(code)"
            }
        }
    }

    /// The result of a call.
    ///
    /// It needs little memory, because there are many results.
    package struct Result: Sendable {
        package let ending: Ending
        /// The milliseconds from the cancellation to the return.
        package let latency: Float
        package let stage: Stage
    }

    private let transport: any Transport
    private let api: SoakAPI
    /// The uploaded file.
    private let file: URL
    private let length: Int

    /// Makes the calls of a transport.
    ///
    /// - Parameters:
    ///   - transport: The transport that sends them.
    ///   - url: The URL of the server.
    ///   - directory: The folder for a file of 16 MiB.
    /// - Throws: An error if the file can't be created.
    package init(_ transport: any Transport, _ url: URL, in directory: URL) throws {
        self.transport = transport
        api = SoakAPI(baseURL: url)
        length = 16 * 1_048_576
        file = try directory.sparseFile(length)
    }

    /// Cancels this many calls at random stages, some at once.
    package func run(_ count: Int, atOnce lanes: Int, stages: [Stage] = Stage.allCases) async -> [Result] {
        let guardian = Guardian(lanes: lanes)
        defer { guardian.stop() }
        return await withTaskGroup { group in
            for lane in 0..<lanes {
                group.addTask {
                    var results: [Result] = []
                    for _ in 0..<count / lanes {
                        let stage = stages.randomElement() ?? .head
                        guardian.note(stage, in: lane)
                        results.append(await once(stage))
                        guardian.note(nil, in: lane)
                    }
                    return results
                }
            }
            return await group.reduce(into: []) { $0 += $1 }
        }
    }

    /// Starts a call, cancels it, and waits for its end.
    private func once(_ stage: Stage) async -> Result {
        let task = Task { () -> (Ending, own: ContinuousClock.Instant?, ContinuousClock.Instant) in
            var own: ContinuousClock.Instant?
            let ending = await attempt(stage, &own)
            return (ending, own, .now)
        }
        switch stage {
        case .beforeStart, .bodyInChunks: break
        case .start: for _ in 0..<Int.random(in: 0..<40) { await Task.yield() }
        default: try? await Task.sleep(for: .microseconds(Int.random(in: 0..<(Bool.random() ? 1_000 : 20_000))))
        }
        let cancelled = ContinuousClock.now
        if stage != .bodyInChunks { task.cancel() }
        let (ending, own, ended) = await task.value
        let latency = max(0, (ended - (own ?? cancelled)) / .milliseconds(1))
        return Result(ending: ending, latency: Float(latency), stage: stage)
    }

    private func attempt(_ stage: Stage, _ own: inout ContinuousClock.Instant?) async -> Ending {
        do {
            switch stage {
            case .beforeStart:
                own = Self.cancelSelf()
                try await transport.perform(api.get(from: "/json"))
            case .start, .anyMoment:
                try await transport.perform(api.get(.json(Engine.self), from: "/json"))
            case .connected:
                try await transport.perform(api.get(from: "/hang"))
            case .head:
                try await transport.perform(api.get(from: "/head"))
            case .bodyAtOnce:
                try await transport.perform(api.get(from: "/half"))
            case .bodyInChunks:
                let response = try await transport.send(api.get(from: "/half").resolve())
                for try await _ in response.body where own == nil { own = Self.cancelSelf() }
            case .upload:
                try await transport.perform(api.put(.file(file), to: "/slow"))
            case .streamedUpload:
                let stream = BodyProvider.stream(length: length) { [file] in
                    guard let stream = InputStream(url: file) else { throw SoakFailure("no stream") }
                    return stream
                }
                try await transport.perform(api.put(stream, to: "/slow"))
            case .redirect:
                try await transport.perform(api.get(from: "/hop/10"))
            }
            return .response
        } catch {
            let code = (error as? any AnyRequestError)?.code ?? .transportFailed
            return code == .cancelled ? .cancelled : .failed(code)
        }
    }

    private static func cancelSelf() -> ContinuousClock.Instant {
        let now = ContinuousClock.now
        withUnsafeCurrentTask { $0?.cancel() }
        return now
    }
}

extension URL {
    /// Creates a sparse file of this length in this directory.
    package func sparseFile(_ length: Int) throws -> URL {
        let file = appending(path: "soak-\(UUID().uuidString)")
        try Data().write(to: file)
        let handle = try FileHandle(forWritingTo: file)
        try handle.truncate(atOffset: UInt64(length))
        try handle.close()
        return file
    }
}
