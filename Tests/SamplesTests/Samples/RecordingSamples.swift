import Foundation
import Requests
import RequestsTesting

/// The samples of the page on recording and replaying.
struct RecordingSamples {
    let session: any Transport
    let file: URL

    func user() async throws -> User {
        let isRecording = ProcessInfo.processInfo.environment["RECORD"] != nil
        let transport: any Transport =
            try isRecording ? session.recording(to: file) : Replaying(file)
        let user = try await transport.perform(
            GitHub.live.get(.json(User.self), from: "/users/ada"))
        return user
    }

    func browser(_ savedByBrowser: URL) throws -> any Transport {
        let transport = try Replaying(savedByBrowser)
        return transport
    }

    func redacting() -> any Transport {
        let transport = session.recording(to: file, redacting: ["session_key", "pin"])
        return transport
    }

    func matching() throws -> any Transport {
        let rules = RequestMatching(
            fields: ["Range", "Accept-Language"], ignoring: ["timestamp", "order.id"])
        let transport = try Replaying(file, matching: rules)
        return transport
    }

    func inRealTime() throws -> any Transport {
        let transport = try Replaying(file, clock: ContinuousClock())
        return transport
    }

    func notTooOld() throws -> any Transport {
        let transport = try Replaying(file, maximumAge: .seconds(90 * 86_400))
        return transport
    }
}
